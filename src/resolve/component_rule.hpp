// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "cudafetch/base/error.hpp"
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

/// Whether the request's profile exists, if it names one. Fails with unknown_profile.
[[nodiscard]] Result<void> check_profile(const model::Request& request, const model::Facts& facts);

/// The components of a release that a request takes, by key. `extra` are compat components.
/// Aliases, the profile, removals and what components need are taken into account.
/// Fails with component_missing.
[[nodiscard]] Result<std::vector<Selected>> select_components(const model::Request& request,
                                                              const model::Manifest& manifest,
                                                              const model::Version& cuda,
                                                              const std::vector<std::string>& extra,
                                                              const model::Facts& facts);

/// The tags of a plan, and the CUDA release that variants are chosen by.
struct ArchiveQuestion {
    model::Tag host_tag{};
    model::Tag tag{};
    const model::Version& cuda;
};

/// Step 10: the archive of each component. Where one that is not required has none for its tag, it
/// is left out with a note. `base_url` is what relative paths stand below.
/// Fails with component_not_for_tag.
[[nodiscard]] Result<std::vector<model::PlannedArchive>> choose_archives(
    const std::vector<Selected>& selected, const model::Manifest& manifest,
    const ArchiveQuestion& question, const std::string& base_url, const model::Facts& facts,
    std::vector<model::Note>& notes);

/// Whether the libraries among `archives` hold code for every capability.
/// Fails with library_lacks_capability; adds the note coverage_unknown where nobody looked.
[[nodiscard]] Result<void> check_coverage(const std::vector<model::PlannedArchive>& archives,
                                          const std::vector<model::Capability>& capabilities,
                                          const model::Facts& facts,
                                          std::vector<model::Note>& notes);

}  // namespace cudafetch::resolve
