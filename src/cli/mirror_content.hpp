// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "cudafetch/base/error.hpp"
#include "cudafetch/model/catalogue.hpp"
#include "cudafetch/model/facts.hpp"
#include "cudafetch/model/plan.hpp"

namespace cudafetch::cli {

/// What a mirror is to hold, each release and each archive once.
struct MirrorContent {
    std::vector<model::PlannedProduct> products;
    std::vector<model::PlannedArchive> archives;

    /// Adds what a plan installs. Fails with `mirror_conflict` (exit 5) if one path would have to
    /// hold two different archives, or one release would need two manifests.
    [[nodiscard]] Result<void> add(const model::Plan& plan);
};

/// What of a release is taken.
struct ReleaseChoice {
    std::vector<model::Tag> tags;         ///< Empty: all that cudafetch serves.
    std::vector<std::string> components;  ///< Under any name of theirs; empty: all.
};

/// The archives of a release as a plan that holds them all, whatever could be installed together.
/// Fails with `component_missing` or `tag_not_in_release` (exit 3).
[[nodiscard]] Result<model::Plan> plan_of_release(const model::Manifest& manifest,
                                                  const ReleaseChoice& choice,
                                                  const model::Catalogue& catalogue,
                                                  const model::Facts& facts);

/// Fails with `mirror_conflict` (exit 5) unless the manifest, which `where` names, states the
/// digests of all archives in `content` that are of its release.
[[nodiscard]] Result<void> check_agrees(const MirrorContent& content,
                                        const model::Manifest& manifest, const std::string& where);

}  // namespace cudafetch::cli
