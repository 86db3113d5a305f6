// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cudafetch/model/facts.hpp"
#include "cudafetch/model/manifest.hpp"

namespace cudafetch::cli {

/// What the fact tables say about a CUDA release; null where they do not, or for other products.
struct ReleaseFacts {
    const model::DriverMinimumFact* minimum = nullptr;
    const model::DriverFact* driver = nullptr;
    const model::HostCompilerFact* host_compilers = nullptr;
};
[[nodiscard]] ReleaseFacts facts_about(const model::Manifest& manifest, const model::Facts& facts);

/// Which machine runs what a component holds: "host" (the one that compiles), "target", "both".
[[nodiscard]] std::string_view runs_on(const model::Component& component,
                                       const model::ComponentFacts& facts);

/// The components of the release that one of them needs, under the names that they have there.
[[nodiscard]] std::vector<std::string> needs_of(const model::Manifest& manifest,
                                                const model::Component& component,
                                                const model::ComponentFacts& facts);

/// The rows about exactly this archive, and about folders within it ("/lib/12" as the variant).
[[nodiscard]] std::vector<const model::CoverageFact*> coverage_of(const model::Manifest& manifest,
                                                                  const model::Component& component,
                                                                  const model::Archive& archive,
                                                                  const model::Facts& facts);

[[nodiscard]] std::string_view to_text(model::Certainty certainty);

}  // namespace cudafetch::cli
