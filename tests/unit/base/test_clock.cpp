// SPDX-License-Identifier: MIT
#include "cudafetch/base/clock.hpp"

#include <thread>

#include "support/catch.hpp"

namespace cudafetch {
namespace {

using std::chrono::milliseconds;

TEST_CASE("the system clock sleeps as long as it was told") {
    SystemClock clock;
    const auto start = clock.now();
    clock.sleep_for(milliseconds(120), Cancellation());
    CHECK(clock.now() - start >= milliseconds(120));
    clock.sleep_for(milliseconds(-1), Cancellation());
}

TEST_CASE("a wish to stop ends a sleep") {
    SystemClock clock;
    Cancellation cancellation;
    const auto start = clock.now();
    std::thread other([&] {
        std::this_thread::sleep_for(milliseconds(50));
        cancellation.request();
    });
    clock.sleep_for(std::chrono::hours(1), cancellation);
    other.join();
    CHECK(clock.now() - start < std::chrono::minutes(1));
    clock.sleep_for(std::chrono::hours(1), cancellation);
}

}  // namespace
}  // namespace cudafetch
