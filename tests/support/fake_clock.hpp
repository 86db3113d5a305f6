// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <mutex>
#include <vector>

#include "cudafetch/base/clock.hpp"

namespace cudafetch::test {

/// Time that passes only by sleeping, and then at once.
class FakeClock final : public Clock {
  public:
    [[nodiscard]] TimePoint now() const override {
        const std::lock_guard lock(mutex_);
        return now_;
    }

    void sleep_for(Duration duration, const Cancellation&) override {
        {
            const std::lock_guard lock(mutex_);
            now_ += duration;
            sleeps_.push_back(duration);
        }
        if (on_sleep) on_sleep();
    }

    /// All sleeps so far, in order.
    [[nodiscard]] std::vector<Duration> sleeps() const {
        const std::lock_guard lock(mutex_);
        return sleeps_;
    }

    std::function<void()> on_sleep;  ///< What happens in the world meanwhile; may be empty.

  private:
    mutable std::mutex mutex_;
    TimePoint now_{};
    std::vector<Duration> sleeps_;
};

}  // namespace cudafetch::test
