// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace kernels {

/// The comparison of a device's results with the CPU's, bit by bit: copies are exact, and a fused
/// multiply-add is rounded once, in the one way that IEEE 754 allows, by both.
struct Check {
    std::uint64_t checked = 0;     ///< Elements compared.
    std::uint64_t mismatched = 0;  ///< Elements that differ in any bit.
    double worst_error = 0.0;      ///< Largest absolute difference; infinite if not a number.

    void compare(float expected, float actual) {
        ++checked;
        if (std::memcmp(&expected, &actual, sizeof expected) == 0) return;
        ++mismatched;
        const double error = std::fabs(static_cast<double>(expected) - static_cast<double>(actual));
        worst_error = std::isnan(error) ? std::numeric_limits<double>::infinity()
                                        : std::max(worst_error, error);
    }

    bool passed() const { return checked > 0 && mismatched == 0; }
};

}  // namespace kernels
