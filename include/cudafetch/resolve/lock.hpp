// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "cudafetch/base/error.hpp"
#include "cudafetch/model/facts.hpp"
#include "cudafetch/model/plan.hpp"
#include "cudafetch/model/platform.hpp"
#include "cudafetch/model/request.hpp"

namespace cudafetch::resolve {

/// Adds a plan to those of a lock, in place of the one for the same machines: the same host and
/// target architecture, and the same capabilities. The result is sorted, and holds nothing but what
/// an installation needs: no notes and no refused releases. The plan that was replaced, if one was.
std::optional<model::Plan> add_to_lock(std::vector<model::Plan>& plans, model::Plan plan);

/// The plan of a lock that is for this machine, or for what the request says with --host, --target,
/// --tag, --caps or --board. A lock with one plan and a request without any of these gives that
/// one. `platform.host` needs its board or GPUs only where several plans are left without them.
/// Fails with exit 3: lock_lacks_plan or lock_ambiguous, naming the plans that there are, or
/// unknown_board or ambiguous_board.
[[nodiscard]] Result<model::Plan> choose_locked_plan(const std::vector<model::Plan>& plans,
                                                     const model::Request& request,
                                                     const model::Platform& platform,
                                                     const model::Facts& facts);

}  // namespace cudafetch::resolve
