// SPDX-License-Identifier: MIT
#pragma once

#include "cudafetch/base/error.hpp"
#include "cudafetch/model/facts.hpp"
#include "cudafetch/model/plan.hpp"

namespace cudafetch::resolve {

/// Whether a plan that comes from a file, and may have been edited, holds together: every archive
/// is of the release of its product, and the pieces of the compiler are of one build.
/// Fails with mixed_compilers (exit 3), and with malformed_plan (exit 5) where an archive is there
/// twice, or is not for the machine that its component runs on.
[[nodiscard]] Result<void> check_plan(const model::Plan& plan, const model::Facts& facts);

}  // namespace cudafetch::resolve
