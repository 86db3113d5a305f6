// SPDX-License-Identifier: MIT
#include "workload.hpp"

#include "support/catch.hpp"

using kernels::buffer_bytes;
using kernels::DeviceMemory;

namespace {

constexpr std::uint64_t mib = std::uint64_t{1} << 20;
constexpr std::uint64_t gib = std::uint64_t{1} << 30;

}  // namespace

TEST_CASE("buffers fit the device") {
    struct Row {
        const char* device;
        DeviceMemory memory;
        std::uint64_t whole;
        std::uint64_t quick;
    };
    const Row rows[] = {
        {"a 4 GiB board", {2 * mib, 2 * gib, 4 * gib}, 64 * mib, 16 * mib},
        {"a 4 GiB board in use", {2 * mib, 300 * mib, 4 * gib}, 25 * mib, 16 * mib},
        {"a 32 GiB board", {4 * mib, 24 * gib, 32 * gib}, 64 * mib, 16 * mib},
        {"a card with a L2 of 50 MiB", {50 * mib, 79 * gib, 80 * gib}, 200 * mib, 100 * mib},
        {"a card with a L2 of 126 MiB", {126 * mib, 170 * gib, 180 * gib}, 256 * mib, 128 * mib},
        {"a device that is all but full", {4 * mib, 5 * mib, 8 * gib}, mib, mib},
        {"a device that says nothing", {0, 0, 0}, mib, mib},
    };
    for (const Row& row : rows) {
        INFO(row.device);
        CHECK(buffer_bytes(row.memory, false) == row.whole);
        CHECK(buffer_bytes(row.memory, true) == row.quick);
    }
}

TEST_CASE("three buffers take at most a quarter of the free memory, in whole mebibytes") {
    for (std::uint64_t free = 12 * mib; free < 8 * gib; free = free * 5 / 4 + 12345) {
        const std::uint64_t bytes = buffer_bytes({6 * mib, free, 8 * gib}, false);
        INFO(free);
        CHECK(3 * bytes <= free / 4);
        CHECK(bytes % mib == 0);
    }
}

TEST_CASE("a quick run is shorter, and still has samples enough for a median") {
    const kernels::Pace whole = kernels::pace(false);
    const kernels::Pace quick = kernels::pace(true);
    CHECK(quick.rounds >= 9);
    CHECK(quick.rounds <= whole.rounds);
    CHECK(quick.sample_seconds < whole.sample_seconds);
    CHECK(quick.warm_up_seconds < whole.warm_up_seconds);
    CHECK(quick.sample_seconds >= 0.001);  // a thousand times the step of a device timer
}
