// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <vector>

#include "cudafetch/base/cancellation.hpp"
#include "cudafetch/base/file.hpp"
#include "cudafetch/base/reporter.hpp"
#include "cudafetch/model/facts.hpp"
#include "cudafetch/model/platform.hpp"
#include "cudafetch/model/receipt.hpp"
#include "cudafetch/model/report.hpp"
#include "cudafetch/platform/driver.hpp"

namespace cudafetch::verify {

/// What of the files is compared with the receipt.
enum class FileCheck {
    contents,       ///< Size and digest.
    size_and_time,  ///< Nothing is read: finds edits, not what a disk did to the bytes.
};

/// What to verify.
struct VerifyRequest {
    fs::path prefix;         ///< Absolute.
    model::Receipt receipt;  ///< What was installed there.
    /// To compile for; empty: see choose_capabilities.
    std::vector<model::Capability> capabilities;
    FileCheck file_check = FileCheck::contents;
    bool run = true;         ///< Whether the driver is checked and the benchmark run.
    model::Machine machine;  ///< This one; only advice depends on it.
};

/// Asks this machine's driver. Patient: a machine with many GPUs may need long to wake them.
[[nodiscard]] Result<platform::DriverFacts> ask_driver(const Cancellation& cancellation);

/// What a verification needs of its surroundings.
struct VerifyServices {
    const model::Facts& facts;
    Reporter& reporter;
    /// Called with each step as soon as it has ended, in order.
    std::function<void(const model::Step&)> on_step{};
    std::function<Result<platform::DriverFacts>(const Cancellation&)> query_driver = ask_driver;
    fs::path device_folder = "/dev";
};

/// Proves that a prefix is as it was installed, that its compiler works, and that what it compiles
/// runs on the GPU here. A check that fails is a step of the report, not an error; errors are
/// `interrupted` and a temporary folder that cannot be written (exit 6).
[[nodiscard]] Result<model::Report> verify_prefix(const VerifyRequest& request,
                                                  const VerifyServices& services,
                                                  const Cancellation& cancellation);

}  // namespace cudafetch::verify
