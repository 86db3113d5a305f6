// SPDX-License-Identifier: MIT
#pragma once

#include "cli/network.hpp"
#include "cudafetch/model/plan.hpp"

namespace cudafetch::cli {

/// `error`, and, if it says that the bytes of an archive are not those of the plan, a hint whether
/// the manifest on the server has changed since the plan was made.
[[nodiscard]] Error explain_mismatch(Error error, const model::PlannedArchive& archive,
                                     const model::Plan& plan, Network& network);

}  // namespace cudafetch::cli
