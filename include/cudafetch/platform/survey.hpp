// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string_view>

#include "cudafetch/base/cancellation.hpp"
#include "cudafetch/platform/probe.hpp"

namespace cudafetch::platform {

/// What a survey works with.
struct SurveyOptions {
    /// How to ask this machine's driver.
    DriverQuery driver;
    /// Tells the release of a toolkit from its version.json.
    std::function<std::optional<model::Version>(std::string_view)> read_version_json;
    /// For each compiler that is asked for its version.
    std::chrono::milliseconds patience{std::chrono::seconds(2)};
};

/// probe_machine, and everything that only a person asks for: container, WSL, module and carrier,
/// JetPack, host compilers, toolkits. Runs compilers of this machine, so it takes its time; below
/// another root it runs nothing, and file names have to do. Fails only with `interrupted`.
[[nodiscard]] Result<model::Machine> survey_machine(const fs::path& root, const model::Facts& facts,
                                                    const SurveyOptions& options,
                                                    const Cancellation& cancellation);

}  // namespace cudafetch::platform
