// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace kernels {

/// The middle value; between two middle ones, their mean. Zero for no values.
inline double median(std::vector<double> values) {
    if (values.empty()) return 0.0;
    std::sort(values.begin(), values.end());
    const std::size_t middle = values.size() / 2;
    if (values.size() % 2 == 1) return values[middle];
    return values[middle - 1] + (values[middle] - values[middle - 1]) / 2.0;
}

/// What a set of samples comes to. All zero for no samples.
struct Summary {
    double median = 0.0;
    double minimum = 0.0;
    double maximum = 0.0;
    double spread = 0.0;  ///< Median absolute deviation over the median: 0.01 is one percent.
};

inline Summary summarize(const std::vector<double>& samples) {
    Summary summary;
    if (samples.empty()) return summary;
    summary.median = median(samples);
    summary.minimum = *std::min_element(samples.begin(), samples.end());
    summary.maximum = *std::max_element(samples.begin(), samples.end());

    std::vector<double> deviations;
    for (const double sample : samples)
        deviations.push_back(std::fabs(sample - summary.median));
    if (summary.median != 0.0) summary.spread = median(deviations) / std::fabs(summary.median);
    return summary;
}

}  // namespace kernels
