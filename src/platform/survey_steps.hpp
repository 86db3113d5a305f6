// SPDX-License-Identifier: MIT
#pragma once

#include "cudafetch/platform/survey.hpp"
#include "platform/findings.hpp"

namespace cudafetch::platform {

/// A survey under way.
struct Survey {
    const Findings& findings;
    const SurveyOptions& options;
    const Cancellation& cancellation;

    /// What a program of this machine prints if it ends well and in time; absent below another
    /// root, where nothing is run. Fails only with `interrupted`.
    [[nodiscard]] Result<std::optional<std::string>> output_of(std::vector<std::string> argv) const;
};

/// Which kind of container, if it is one.
void find_container(const Findings& findings);

/// Whether it is Linux below Windows.
void find_wsl(const Findings& findings);

/// Module, carrier and JetPack of a board, and whether it is a Jetson at all.
void describe_board(const Findings& findings);

/// The compilers that nvcc may use, with their versions.
Result<void> list_compilers(const Survey& survey);

/// The CUDA toolkits that are installed.
Result<void> list_toolkits(const Survey& survey);

}  // namespace cudafetch::platform
