// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "cudafetch/model/plan.hpp"
#include "resolve/component_rule.hpp"

namespace cudafetch::resolve {

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

}  // namespace cudafetch::resolve
