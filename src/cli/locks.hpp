// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "cli/context.hpp"
#include "cli/selection.hpp"
#include "cudafetch/model/plan.hpp"

namespace cudafetch::cli {

/// Writes `plan` into the lock file at `path`, beside the plans for other machines that it holds.
/// Fails with `malformed_plan` where there is a file that is no lock, which stays as it is.
[[nodiscard]] Result<void> write_lock(const std::string& path, const model::Plan& plan,
                                      Context& context);

/// All plans of a lock file. Fails with `malformed_plan` for a file that is no lock.
[[nodiscard]] Result<std::vector<model::Plan>> read_whole_lock(const std::string& path);

/// The plan of a lock file that is for this machine, or for what `selection` names; options that
/// would change the plan are refused (exit 2).
[[nodiscard]] Result<model::Plan> read_lock(const std::string& path,
                                            const SelectionOptions& selection,
                                            const Cancellation& cancellation);

}  // namespace cudafetch::cli
