// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cudafetch/model/facts.hpp"
#include "cudafetch/model/manifest.hpp"

namespace cudafetch::model {

/// The other names that a component has in other releases; usually none.
[[nodiscard]] std::vector<std::string> other_names(std::string_view component,
                                                   const ComponentFacts& facts);

/// The component of a release under this name or one of its other names; null if there is none.
[[nodiscard]] const Component* find_component(const Manifest& manifest, std::string_view name,
                                              const ComponentFacts& facts);

/// What a component needs beside it in a CUDA release.
[[nodiscard]] std::vector<ComponentRange> needs_in(std::string_view component, const Version& cuda,
                                                   const ComponentFacts& facts);

/// The profiles that hold a component of a CUDA release, sorted. "all" holds every component but
/// those that belong to the driver.
[[nodiscard]] std::vector<std::string> profiles_with(std::string_view component,
                                                     const Version& cuda,
                                                     const ComponentFacts& facts);

}  // namespace cudafetch::model
