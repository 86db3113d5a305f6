// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "cudafetch/base/source.hpp"
#include "store/decoder.hpp"
#include "store/libarchive.hpp"

namespace cudafetch::store {

/// libarchive's zstd filter.
class ZstdDecoder final : public Source {
  public:
    /// `head`: the first bytes of `compressed`, already taken from it.
    static Result<std::unique_ptr<Source>> open(Source& compressed, std::vector<std::byte> head,
                                                const DecoderSettings& settings);

    [[nodiscard]] Result<std::size_t> read(std::span<std::byte> buffer) override;
    void stop_reading() override { compressed_.stop_reading(); }

  private:
    ZstdDecoder(Source& compressed, std::vector<std::byte> head, const DecoderSettings& settings);
    static la_ssize_t pull(archive*, void* self, const void** block);
    Result<void> start();
    [[nodiscard]] tl::unexpected<Error> failure() const;

    Source& compressed_;
    DecoderSettings settings_;
    std::vector<std::byte> input_;
    std::size_t head_left_;  ///< Bytes of the head that were not handed out yet.
    std::optional<Error> source_error_;
    Workshop::Memory memory_;
    ArchivePtr decoder_ = new_archive_reader();
};

}  // namespace cudafetch::store
