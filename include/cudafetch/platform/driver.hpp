// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "cudafetch/base/cancellation.hpp"
#include "cudafetch/model/platform.hpp"
#include "cudafetch/model/version.hpp"

namespace cudafetch::platform {

/// How far asking NVIDIA's user-mode driver, libcuda, came.
enum class DriverOutcome {
    ok,            ///< It named at least one device.
    no_library,    ///< No libcuda could be opened.
    stub_library,  ///< What was opened is the toolkit's stub for linking.
    init_failed,   ///< A call failed; `error_code` says how.
    no_device,     ///< The driver works and has no device.
    timed_out,     ///< It did not answer in time.
    crashed,       ///< The process that asked it died.
};

/// What the driver says.
struct DriverFacts {
    DriverOutcome outcome = DriverOutcome::crashed;
    std::string library;      ///< Path of the opened file, links resolved; empty if none was.
    std::string message;      ///< The loader's own words if nothing could be opened.
    std::string failed_call;  ///< "cuInit"; empty if none failed.
    int error_code = 0;       ///< CUresult of that call.
    std::optional<model::Version> cuda;  ///< Newest CUDA that it runs, 12.6.
    std::vector<model::Gpu> gpus;        ///< In the driver's order.
};

/// How to ask.
struct DriverQuery {
    /// Names or paths to open, the first that can be is taken.
    std::vector<std::string> libraries = default_libraries();
    std::chrono::milliseconds timeout{std::chrono::seconds(3)};

    /// libcuda.so.1 as the loader finds it, then where distributions keep it off its path.
    [[nodiscard]] static std::vector<std::string> default_libraries();
};

/// Asks the driver in a child process, so that one that hangs or crashes harms nothing. Fails only
/// if no process can be made (exit 6), and with `interrupted`.
[[nodiscard]] Result<DriverFacts> query_driver(const DriverQuery& query,
                                               const Cancellation& cancellation);

}  // namespace cudafetch::platform
