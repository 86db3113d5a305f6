// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "cudafetch/model/facts.hpp"
#include "cudafetch/model/plan.hpp"
#include "cudafetch/model/platform.hpp"
#include "cudafetch/model/request.hpp"

namespace cudafetch::resolve {

/// The rules that made a plan what it is, one sentence each: what bounds the target, how the plan's
/// releases were found, which rule gave the tag of the libraries, and which that of the compilers.
[[nodiscard]] std::vector<std::string> explain(const model::Plan& plan,
                                               const model::Request& request,
                                               const model::Platform& platform,
                                               const model::Facts& facts);

}  // namespace cudafetch::resolve
