// SPDX-License-Identifier: MIT
#include "cudafetch/base/clock.hpp"

#include <algorithm>
#include <thread>

namespace cudafetch {

Clock::TimePoint SystemClock::now() const {
    return std::chrono::steady_clock::now();
}

void SystemClock::sleep_for(Duration duration, const Cancellation& cancellation) {
    // Short naps, so that a wish to stop is heard soon without a second wake-up mechanism.
    constexpr Duration nap = std::chrono::milliseconds(50);
    const TimePoint end = now() + duration;
    while (!cancellation.requested() && now() < end)
        std::this_thread::sleep_for(std::min(nap, end - now()));
}

}  // namespace cudafetch
