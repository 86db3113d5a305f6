// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "device.cuh"
#include "workload.hpp"

namespace kernels {

/// Seconds that the device takes for `launches` launches in a row.
template <typename Launch>
double time_launches(const Launch& launch, int launches) {
    Event begin;
    Event end;
    begin.record();
    for (int i = 0; i < launches; ++i)
        launch();
    end.record();
    return end.seconds_since(begin);
}

/// Runs the launch until the clocks have had time to rise and caches and page tables are filled.
/// Returns how many launches make one sample of the wanted length.
template <typename Launch>
int warm_up(const Launch& launch, const Pace& pace) {
    constexpr int most_launches = 1 << 16;
    int launches = 1;
    double total = 0.0;
    while (launches < most_launches) {
        const double seconds = time_launches(launch, launches);
        total += seconds;
        if (seconds < pace.sample_seconds) {
            launches *= 2;
        } else if (total >= pace.warm_up_seconds) {
            break;
        }
    }
    return launches;
}

/// Takes one sample per round: seconds per launch.
template <typename Launch>
std::vector<double> time_rounds(const Launch& launch, int launches, int rounds) {
    std::vector<double> seconds;
    for (int round = 0; round < rounds; ++round) {
        seconds.push_back(time_launches(launch, launches) / launches);
    }
    return seconds;
}

}  // namespace kernels
