// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "cudafetch/base/error.hpp"
#include "cudafetch/model/catalogue.hpp"
#include "cudafetch/model/facts.hpp"
#include "cudafetch/model/manifest.hpp"
#include "cudafetch/model/plan.hpp"
#include "cudafetch/model/request.hpp"

namespace cudafetch::resolve {

/// A component that a plan takes, and why.
struct Selected {
    const model::Component* component = nullptr;
    /// It cannot be left out: named by the user, needed by another, or part of a minimal profile.
    bool required = true;
};

/// The profiles that there are.
[[nodiscard]] std::vector<std::string> profile_names(const model::Facts& facts);

/// Whether the request's profile exists, if it names one. Fails with unknown_profile.
[[nodiscard]] Result<void> check_profile(const model::Request& request, const model::Facts& facts);

/// "CUDA 12.6.3", "cudnn 9.6.0", for messages.
[[nodiscard]] std::string label(const model::Manifest& manifest);

/// The components of a release that a request takes, by key. `extra` are compat components.
/// Aliases, the profile, removals and what components need are taken into account. Where several
/// products are asked for, names that this manifest lacks are left to the others. A product other
/// than cuda gives all it has but samples, unless some of it is named.
/// Fails with component_missing.
[[nodiscard]] Result<std::vector<Selected>> select_components(const model::Request& request,
                                                              const model::Manifest& manifest,
                                                              const model::Version& cuda,
                                                              const std::vector<std::string>& extra,
                                                              const model::Facts& facts);

/// Whether each component that was named is in the plan, once all products have their archives.
/// Fails with component_missing.
[[nodiscard]] Result<void> check_named_components(
    const model::Request& request, const std::vector<model::PlannedArchive>& archives,
    const model::Facts& facts);

/// Whether each component to be left out exists in any release. Fails with component_missing.
[[nodiscard]] Result<void> check_removals(const model::Request& request,
                                          const model::Catalogue& catalogue,
                                          const model::Facts& facts);

}  // namespace cudafetch::resolve
