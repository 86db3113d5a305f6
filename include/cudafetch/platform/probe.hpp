// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cudafetch/base/cancellation.hpp"
#include "cudafetch/base/file.hpp"
#include "cudafetch/model/facts.hpp"
#include "cudafetch/model/platform.hpp"
#include "cudafetch/platform/driver.hpp"

namespace cudafetch::platform {

/// What a probe may do beyond reading files.
struct ProbeOptions {
    /// How to ask the driver for GPUs; absent: it is not asked. A driver below a root that is not
    /// this machine's is never asked.
    std::optional<DriverQuery> driver;
    /// Ends the wait for the driver's answer; null: nothing does before its time is up. What the
    /// driver would say is then missing, so the caller has to check.
    const Cancellation* cancellation = nullptr;
};

/// Finds out what the machine with this root folder is. Every fact found is in `evidence` with its
/// source; what no probe can tell stays empty.
[[nodiscard]] model::Machine probe_machine(const fs::path& root, const model::Facts& facts,
                                           const ProbeOptions& options);

/// The nodes of NVIDIA devices in a /dev folder, sorted; none where no GPU is passed in.
[[nodiscard]] std::vector<std::string> gpu_device_nodes(const fs::path& device_folder);

}  // namespace cudafetch::platform
