// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "cudafetch/resolve/resolve.hpp"

namespace cudafetch::resolve {

/// Requests that name something real, each in place of one unknown name of `request`: products,
/// profiles, components and boards, the closest first.
[[nodiscard]] std::vector<model::Request> with_nearest_names(const model::Request& request,
                                                             const Knowledge& knowledge);

/// Ever simpler requests, from `request` itself on, each without what makes the one before special:
/// names that do not exist, bounds, the driver, the board, and at last all but capabilities.
[[nodiscard]] std::vector<model::Request> asking_less(const model::Request& request,
                                                      const Knowledge& knowledge);

}  // namespace cudafetch::resolve
