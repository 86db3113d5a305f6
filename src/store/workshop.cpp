// SPDX-License-Identifier: MIT
#include "cudafetch/store/workshop.hpp"

#include <algorithm>
#include <iterator>

namespace cudafetch::store {

Workshop::Workshop(unsigned cores, std::uint64_t decoder_memory)
    : cores_(std::max(cores, 1U)), decoder_memory_(decoder_memory), idle_cores_(cores_) {}

Workshop::Turn Workshop::take_turn(std::uint64_t urgency) {
    std::unique_lock lock(mutex_);
    if (idle_cores_ > 0) {
        --idle_cores_;
        return Turn(*this);
    }
    // Whoever ends a turn hands it over.
    Waiting waiting;
    waiting_.emplace(urgency, &waiting);
    waiting.called.wait(lock, [&] { return waiting.is_served; });
    return Turn(*this);
}

std::size_t Workshop::waiting() const {
    const std::lock_guard lock(mutex_);
    return waiting_.size();
}

void Workshop::end_turn() {
    const std::lock_guard lock(mutex_);
    if (waiting_.empty()) {
        ++idle_cores_;
        return;
    }
    const auto most_urgent = std::prev(waiting_.end());
    Waiting& next = *most_urgent->second;
    waiting_.erase(most_urgent);
    next.is_served = true;
    // With the lock held, as `next` lives no longer than its waiting.
    next.called.notify_one();
}

Workshop::Memory Workshop::take_memory(std::uint64_t least, std::uint64_t most) {
    std::unique_lock lock(mutex_);
    memory_returned_.wait(
        lock, [&] { return used_memory_ == 0 || used_memory_ + least <= decoder_memory_; });
    const std::uint64_t free = decoder_memory_ - std::min(used_memory_, decoder_memory_);
    const std::uint64_t for_others = least * (cores_ - 1);
    const std::uint64_t spare = free - std::min(free, for_others);
    const std::uint64_t bytes = std::max(least, std::min(most, spare));
    used_memory_ += bytes;
    return {*this, bytes};
}

void Workshop::return_memory(std::uint64_t bytes) {
    {
        const std::lock_guard lock(mutex_);
        used_memory_ -= bytes;
    }
    memory_returned_.notify_all();
}

}  // namespace cudafetch::store
