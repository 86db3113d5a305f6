// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

#include "cudafetch/base/cancellation.hpp"

namespace cudafetch {

/// Time as the rest of the program sees it. Tests put a fake in its place, so nothing sleeps there.
class Clock {
  public:
    using Duration = std::chrono::nanoseconds;
    using TimePoint = std::chrono::time_point<std::chrono::steady_clock, Duration>;

    virtual ~Clock() = default;

    [[nodiscard]] virtual TimePoint now() const = 0;

    /// Waits for `duration`, or less if `cancellation` is requested meanwhile.
    virtual void sleep_for(Duration duration, const Cancellation& cancellation) = 0;
};

/// The machine's monotonic clock.
class SystemClock final : public Clock {
  public:
    [[nodiscard]] TimePoint now() const override;
    void sleep_for(Duration duration, const Cancellation& cancellation) override;
};

}  // namespace cudafetch
