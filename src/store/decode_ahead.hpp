// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "cudafetch/base/bytes.hpp"
#include "store/decoder.hpp"

namespace cudafetch::store {

/// Decodes in a thread of its own, a few blocks ahead of the reader: a queue of fixed size, which
/// makes the decoder wait for a reader that is slower.
class DecodeAhead {
  public:
    /// Keeps `compressed`.
    DecodeAhead(Source& compressed, Workshop& workshop, std::uint64_t compressed_size,
                std::string name);
    DecodeAhead(const DecodeAhead&) = delete;
    DecodeAhead& operator=(const DecodeAhead&) = delete;
    ~DecodeAhead();

    /// The next block, which stays until the next call; empty at the end. Fails as the decoder
    /// does.
    [[nodiscard]] Result<ByteSpan> next();

  private:
    struct Block {
        std::vector<std::byte> bytes;
        std::size_t size = 0;
    };

    void decode();
    Result<void> decode_all();
    /// The block to decode into, or absent when the reader has gone.
    Block* free_block();

    Source& compressed_;
    Workshop::Worker worker_;
    DecoderSettings settings_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::array<Block, 6> blocks_;  ///< A ring.
    std::size_t decoded_ = 0;      ///< Blocks that were filled since the beginning.
    std::size_t released_ = 0;     ///< Blocks that the reader needs no more.
    bool holds_block_ = false;     ///< The reader has block `released_`.
    bool stopped_ = false;
    std::optional<Result<void>> end_;  ///< How decoding ended.
    std::exception_ptr bug_;
    std::thread thread_;
};

}  // namespace cudafetch::store
