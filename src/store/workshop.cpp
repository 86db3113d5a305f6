// SPDX-License-Identifier: MIT
#include "cudafetch/store/workshop.hpp"

#include <algorithm>
#include <iterator>

namespace cudafetch::store {

Workshop::Workshop(unsigned cores, std::uint64_t decoder_memory, std::uint64_t planned_bytes)
    : cores_(std::max(cores, 1U)),
      decoder_memory_(decoder_memory),
      planned_bytes_(planned_bytes),
      idle_cores_(cores_) {}

Workshop::Turn Workshop::take_turn(std::uint64_t urgency) {
    std::unique_lock lock(mutex_);
    if (idle_cores_ == 0 || more_urgent_waits(urgency)) {
        std::condition_variable called;
        const auto mine = waiting_.emplace(urgency, &called);
        called.wait(lock, [&] { return idle_cores_ > 0 && !more_urgent_waits(urgency); });
        waiting_.erase(mine);
    }
    --idle_cores_;
    if (idle_cores_ > 0) call_next();
    return Turn(*this);
}

void Workshop::Worker::work() {
    if (turn_) {
        const std::lock_guard lock(workshop_.mutex_);
        if (!workshop_.more_urgent_waits(urgency_)) return;
    }
    turn_.reset();
    turn_.emplace(workshop_.take_turn(urgency_));
}

bool Workshop::more_urgent_waits(std::uint64_t urgency) const {
    return !waiting_.empty() && std::prev(waiting_.end())->first > urgency;
}

void Workshop::call_next() {
    if (!waiting_.empty()) std::prev(waiting_.end())->second->notify_one();
}

std::size_t Workshop::waiting() const {
    const std::lock_guard lock(mutex_);
    return waiting_.size();
}

void Workshop::end_turn() {
    const std::lock_guard lock(mutex_);
    ++idle_cores_;
    call_next();
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
