// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cudafetch/base/error.hpp"
#include "cudafetch/model/capability.hpp"
#include "cudafetch/model/report.hpp"

namespace cudafetch::codec {

/// What the bundled benchmark says in its document `cudafetch.bench/1`.
struct BenchmarkReport {
    /// A figure, and how many elements of its output were compared with the CPU's.
    struct Result {
        model::Measurement measurement;
        std::uint64_t checked = 0;
        std::uint64_t mismatched = 0;
    };
    /// A CUDA call that failed.
    struct Failure {
        std::string call;  ///< "cudaMalloc", "launch of copy_kernel"
        int code = 0;
        std::string name;  ///< "cudaErrorMemoryAllocation"
        std::string text;
    };

    /// Newest CUDA that the driver runs, as 1000 * major + 10 * minor; 0 if none was loaded.
    int driver_version = 0;
    std::string device;  ///< Name of the GPU; empty if none could be opened.
    std::optional<model::Capability> capability;
    std::vector<Result> results;  ///< Those that finished before a failure.
    std::optional<Failure> failure;
};

/// Reads it. Fails with exit code 7 and code `benchmark_output` for anything else.
[[nodiscard]] Result<BenchmarkReport> parse_benchmark_report(std::string_view text);

}  // namespace cudafetch::codec
