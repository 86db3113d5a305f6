// SPDX-License-Identifier: MIT
#pragma once

#include <lzma.h>

#include <memory>
#include <optional>
#include <vector>

#include "cudafetch/base/source.hpp"
#include "store/decoder.hpp"

namespace cudafetch::store {

/// The stream header of an .xz file and the largest header that its first block can have.
inline constexpr std::size_t head_bytes = LZMA_STREAM_HEADER_SIZE + LZMA_BLOCK_HEADER_SIZE_MAX;

/// liblzma's decoder. Where the file has several blocks that tell their sizes and memory allows it,
/// the one with threads, which holds whole blocks; else the one that needs the dictionary alone.
class XzDecoder final : public Source {
  public:
    /// `head`: the first bytes of `compressed`, already taken from it.
    static Result<std::unique_ptr<Source>> open(Source& compressed, std::vector<std::byte> head,
                                                const DecoderSettings& settings);
    XzDecoder(const XzDecoder&) = delete;
    XzDecoder& operator=(const XzDecoder&) = delete;
    ~XzDecoder() override;

    [[nodiscard]] Result<std::size_t> read(std::span<std::byte> buffer) override;
    void stop_reading() override { compressed_.stop_reading(); }

  private:
    XzDecoder(Source& compressed, std::vector<std::byte> head, const DecoderSettings& settings);
    Result<void> refill();

    Source& compressed_;
    DecoderSettings settings_;
    std::vector<std::byte> input_;
    bool at_end_ = false;    ///< Of the input.
    bool finished_ = false;  ///< So is the output.
    std::optional<Workshop::Memory> memory_;
    lzma_stream stream_ = LZMA_STREAM_INIT;
};

}  // namespace cudafetch::store
