// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/style.hpp"
#include "cudafetch/model/facts.hpp"
#include "cudafetch/model/manifest.hpp"

namespace cudafetch::cli {

/// A release: what it asks of driver and compiler, and its components.
void print_release(std::ostream& out, const Style& style, const model::Manifest& manifest,
                   const model::Facts& facts);

/// One component of it, with everything about its archives. `base_url` is what their paths stand
/// below.
void print_component(std::ostream& out, const Style& style, const model::Manifest& manifest,
                     const model::Component& component, const std::string& base_url,
                     const model::Facts& facts);

/// The same two as the document `cudafetch.show/1`.
[[nodiscard]] nlohmann::ordered_json release_json(const model::Manifest& manifest,
                                                  const model::Facts& facts);
[[nodiscard]] nlohmann::ordered_json component_json(const model::Manifest& manifest,
                                                    const model::Component& component,
                                                    const std::string& base_url,
                                                    const model::Facts& facts);

}  // namespace cudafetch::cli
