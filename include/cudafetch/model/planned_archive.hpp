// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "cudafetch/model/manifest.hpp"
#include "cudafetch/model/plan.hpp"

namespace cudafetch::model {

/// An archive of a manifest as a plan names it; `base_url` is where the product's redist folder is.
/// Role and lib_folder are the planner's to set.
[[nodiscard]] PlannedArchive planned_archive(const Manifest& manifest, const Component& component,
                                             const Archive& archive, std::string_view base_url);

}  // namespace cudafetch::model
