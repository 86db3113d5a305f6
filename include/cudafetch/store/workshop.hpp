// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>
#include <utility>

namespace cudafetch::store {

/// What all archives that are unpacked at once share: the cores and the memory for decoders.
/// Every call may come from any thread.
class Workshop {
  public:
    /// `decoder_memory` is in bytes; one decoder that needs more works alone.
    Workshop(unsigned cores, std::uint64_t decoder_memory);

    [[nodiscard]] unsigned cores() const { return cores_; }

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
    /// archive as its urgency, the largest archive is not the last to be ready.
    [[nodiscard]] Turn take_turn(std::uint64_t urgency);

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
    struct Waiting {
        std::condition_variable called;
        bool is_served = false;
    };

    void end_turn();
    void return_memory(std::uint64_t bytes);

    const unsigned cores_;
    const std::uint64_t decoder_memory_;
    mutable std::mutex mutex_;
    unsigned idle_cores_;
    std::multimap<std::uint64_t, Waiting*> waiting_;  ///< By urgency.
    std::condition_variable memory_returned_;
    std::uint64_t used_memory_ = 0;
};

}  // namespace cudafetch::store
