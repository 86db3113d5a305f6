// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <string>

#include "cli/style.hpp"
#include "cudafetch/manifest/diff.hpp"

namespace cudafetch::cli {

/// Two releases of one product, and what lies between them.
struct Comparison {
    const model::Manifest& before;
    const model::Manifest& after;
    std::optional<model::Tag> tag;  ///< The only one that was looked at.
    manifest::ManifestDiff diff;
};

/// A change of size for a person: "+1.20 MB", "-84.0 kB", "0 B".
[[nodiscard]] std::string signed_size(std::uint64_t before, std::uint64_t after);

void print_diff(std::ostream& out, const Style& style, const Comparison& comparison);

/// The document `cudafetch.diff/1`; sizes are bytes.
[[nodiscard]] nlohmann::ordered_json diff_json(const Comparison& comparison);

}  // namespace cudafetch::cli
