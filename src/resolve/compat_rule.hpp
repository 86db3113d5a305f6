// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "cudafetch/base/error.hpp"
#include "cudafetch/model/facts.hpp"
#include "cudafetch/model/manifest.hpp"
#include "cudafetch/model/plan.hpp"

namespace cudafetch::resolve {

/// The release and tag that a compat component is sought for.
struct CompatQuestion {
    const model::Version& release;
    const model::Manifest* manifest;  ///< Of the release; null if only its label is known.
    model::Tag tag{};
};

/// The component that brings the newer driver to boards with a SoC; null where there is none.
[[nodiscard]] const model::CompatFact* compat_for(const model::SocFact& soc,
                                                  const CompatQuestion& question,
                                                  const model::Facts& facts);

/// Whether the manifest has a component for the tag; true where only the label is known.
[[nodiscard]] bool offers(const CompatQuestion& question, const std::string& component);

/// The compat components of a request that demands them where no L4T release decides: those of the
/// boards of Jetson capabilities, else the data centre's. Fails with compat_missing.
[[nodiscard]] Result<std::vector<std::string>> demanded_compat(
    const std::vector<model::Capability>& capabilities, const CompatQuestion& question,
    const model::Facts& facts);

/// The error that a release lacks a compat component.
[[nodiscard]] tl::unexpected<Error> compat_missing(const CompatQuestion& question,
                                                   const std::string& component);

/// The driver that cuda_compat of CUDA 13 brings is a data centre's and breaks a Tegra.
/// Fails with component_not_for_tag.
[[nodiscard]] Result<void> check_compat_is_tegras(
    const std::vector<model::PlannedArchive>& archives, const model::Facts& facts);

}  // namespace cudafetch::resolve
