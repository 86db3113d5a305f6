// SPDX-License-Identifier: MIT
#include "store/decode_ahead.hpp"

namespace cudafetch::store {

namespace {

constexpr std::size_t block_bytes = 256 * 1024;

}  // namespace

DecodeAhead::DecodeAhead(Source& compressed, Workshop& workshop, std::uint64_t compressed_size,
                         std::string name)
    : compressed_(compressed),
      worker_(workshop, compressed_size),
      settings_{workshop, worker_, compressed_size, std::move(name)},
      thread_([this] { decode(); }) {}

DecodeAhead::~DecodeAhead() {
    {
        const std::lock_guard lock(mutex_);
        stopped_ = true;
    }
    changed_.notify_all();
    compressed_.stop_reading();
    thread_.join();
}

Result<ByteSpan> DecodeAhead::next() {
    std::unique_lock lock(mutex_);
    if (holds_block_) {
        ++released_;
        holds_block_ = false;
        changed_.notify_all();
    }
    changed_.wait(lock, [this] { return decoded_ > released_ || end_; });
    if (decoded_ > released_) {
        holds_block_ = true;
        const Block& block = blocks_[released_ % blocks_.size()];
        return ByteSpan(block.bytes).first(block.size);
    }
    if (bug_) std::rethrow_exception(bug_);
    if (!*end_) return tl::unexpected(end_->error());
    return ByteSpan();
}

void DecodeAhead::decode() {
    Result<void> end;
    std::exception_ptr bug;
    try {
        end = decode_all();
    } catch (...) {
        bug = std::current_exception();
    }
    worker_.rest();
    {
        const std::lock_guard lock(mutex_);
        end_ = std::move(end);
        bug_ = bug;
    }
    changed_.notify_all();
}

Result<void> DecodeAhead::decode_all() {
    CUDAFETCH_TRY(const auto decoder, open_decoder(compressed_, settings_));
    while (Block* block = free_block()) {
        block->bytes.resize(block_bytes);
        CUDAFETCH_TRY(block->size, decoder->read(block->bytes));
        if (block->size == 0) break;
        {
            const std::lock_guard lock(mutex_);
            ++decoded_;
        }
        changed_.notify_all();
    }
    return {};
}

DecodeAhead::Block* DecodeAhead::free_block() {
    std::unique_lock lock(mutex_);
    const auto may_go_on = [this] { return decoded_ - released_ < blocks_.size() || stopped_; };
    if (!may_go_on()) worker_.rest();
    changed_.wait(lock, may_go_on);
    return stopped_ ? nullptr : &blocks_[decoded_ % blocks_.size()];
}

}  // namespace cudafetch::store
