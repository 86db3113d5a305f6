// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

namespace cudafetch::store {

/// What all archives that are unpacked at once share: the cores and the memory for decoders.
/// Every call may come from any thread.
class Workshop {
  public:
    /// `decoder_memory` is in bytes; one decoder that needs more works alone. `planned_bytes` are
    /// those of all archives that will come, 0 if unknown.
    Workshop(unsigned cores, std::uint64_t decoder_memory, std::uint64_t planned_bytes = 0);

    [[nodiscard]] unsigned cores() const { return cores_; }

    /// Whether an archive of this size is more than one core's share of what is planned, so that
    /// the others would wait for the one that decodes it.
    [[nodiscard]] bool exceeds_share(std::uint64_t archive_size) const {
        return archive_size > planned_bytes_ / cores_;
    }

    /// A core to compute on, given back at its end.
    class Turn {
      public:
        explicit Turn(Workshop& workshop) : workshop_(&workshop) {}
        Turn(Turn&& other) noexcept : workshop_(std::exchange(other.workshop_, nullptr)) {}
        Turn& operator=(Turn&&) = delete;
        ~Turn() {
            if (workshop_ != nullptr) workshop_->end_turn();
        }

      private:
        Workshop* workshop_;
    };

    /// Waits for a core. Of those who wait the most urgent gets the next one: with the size of its
    /// archive as its urgency, the largest archive is not the last to be ready. Turns should be
    /// short: nobody is interrupted.
    [[nodiscard]] Turn take_turn(std::uint64_t urgency);

    /// A thread that computes for long and rests where it must wait. It keeps its core from one
    /// turn to the next unless somebody more urgent waits: threads that wake up for a core that its
    /// last holder wants back at once would take it by turns, and the largest archive would come
    /// last.
    class Worker {
      public:
        Worker(Workshop& workshop, std::uint64_t urgency)
            : workshop_(workshop), urgency_(urgency) {}

        /// Waits for a core, or gives it up for a while to somebody more urgent. To be called
        /// before each turn.
        void work();
        /// Gives the core back. To be called before any wait.
        void rest() { turn_.reset(); }

      private:
        Workshop& workshop_;
        std::uint64_t urgency_;
        std::optional<Turn> turn_;
    };

    /// How many wait for a core.
    [[nodiscard]] std::size_t waiting() const;

    /// Bytes that a decoder may use, given back at its end.
    class Memory {
      public:
        Memory(Workshop& workshop, std::uint64_t bytes) : workshop_(&workshop), bytes_(bytes) {}
        Memory(Memory&& other) noexcept
            : workshop_(other.workshop_), bytes_(std::exchange(other.bytes_, 0)) {}
        Memory& operator=(Memory&&) = delete;
        ~Memory() { workshop_->return_memory(bytes_); }

        [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

      private:
        Workshop* workshop_;
        std::uint64_t bytes_;
    };

    /// Waits for `least` bytes and takes up to `most`, but leaves `least` for each other core if it
    /// can. `least` may exceed all there is; then it waits until nobody else has any.
    [[nodiscard]] Memory take_memory(std::uint64_t least, std::uint64_t most);

  private:
    [[nodiscard]] bool more_urgent_waits(std::uint64_t urgency) const;
    void call_next();
    void end_turn();
    void return_memory(std::uint64_t bytes);

    const unsigned cores_;
    const std::uint64_t decoder_memory_;
    const std::uint64_t planned_bytes_;
    mutable std::mutex mutex_;
    unsigned idle_cores_;
    std::multimap<std::uint64_t, std::condition_variable*> waiting_;  ///< By urgency.
    std::condition_variable memory_returned_;
    std::uint64_t used_memory_ = 0;
};

}  // namespace cudafetch::store
