// SPDX-License-Identifier: MIT
#pragma once

#include "cudafetch/base/error.hpp"
#include "cudafetch/model/catalogue.hpp"
#include "cudafetch/model/facts.hpp"
#include "cudafetch/model/plan.hpp"
#include "cudafetch/model/platform.hpp"
#include "cudafetch/model/request.hpp"

namespace cudafetch::resolve {

/// Everything the rules look at besides the request.
struct Knowledge {
    const model::Catalogue& catalogue;
    const model::Facts& facts;
    const model::Platform& platform;
};

/// Decides which archives a request takes: the tag, the newest release that serves, and the
/// components. Pure: the same request and knowledge give the same plan.
/// Fails with exit code 3 and one of the codes in docs/resolution.md; the hints of such an error
/// are commands that were tried and resolve.
[[nodiscard]] Result<model::Plan> resolve(const model::Request& request,
                                          const Knowledge& knowledge);

/// Whether asking this machine's driver for its GPUs could change the answer. It costs time, so it
/// is only done if so.
[[nodiscard]] bool depends_on_gpus(const model::Request& request, const model::Platform& platform);

}  // namespace cudafetch::resolve
