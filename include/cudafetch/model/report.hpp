// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cudafetch/base/exit_code.hpp"

namespace cudafetch::model {

/// How one step of a verification ended.
enum class Outcome {
    passed,
    failed,
    skipped,      ///< Not asked for, or made pointless by an earlier failure.
    unavailable,  ///< This machine cannot do it, such as running a kernel without a GPU.
};

/// One step of a verification.
struct Step {
    std::string name;  ///< "files"
    Outcome outcome{};
    std::string detail;  ///< One line for a person.
    std::string cause;   ///< Stable name of what is behind it, "no_device_nodes"; empty if passed.
    double seconds = 0;  ///< Wall time.
    std::vector<std::string> advice;  ///< What to do next.
};

/// One figure of the benchmark.
struct Measurement {
    std::string name;  ///< "triad"
    std::string type;  ///< "fp32"
    std::string unit;  ///< "GB/s", "GFLOP/s"
    double median = 0;
    double spread = 0;     ///< Relative to the median, 0.01 is 1 %.
    bool correct = false;  ///< Every element of the output agreed with the CPU's.
};

/// The result of verifying one prefix.
struct Report {
    std::string prefix;
    std::string capabilities_from;
    std::vector<std::string> capabilities;
    std::vector<Step> steps;
    std::string device;  ///< Name of the GPU that ran; empty if none did.
    std::vector<Measurement> measurements;

    /// 7 if a step failed, 8 if one was unavailable, else 0.
    [[nodiscard]] ExitCode verdict() const;
    /// The first failed step, else the first unavailable one, else null.
    [[nodiscard]] const Step* decisive() const;
};

[[nodiscard]] std::string_view to_text(Outcome outcome);

}  // namespace cudafetch::model
