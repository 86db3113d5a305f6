// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cudafetch/model/facts.hpp"
#include "cudafetch/model/manifest.hpp"

namespace cudafetch::manifest {

/// What became of a component from one release to another.
enum class Change { gone, come, renamed, changed };

[[nodiscard]] std::string_view to_text(Change change);

/// One archive in both releases, told by tag and variant; absent where a release has none.
struct ArchiveDiff {
    model::Tag tag{};
    std::string variant;
    std::optional<model::Archive> before;
    std::optional<model::Archive> after;

    /// Whether both releases have the very same bytes.
    [[nodiscard]] bool same() const { return before && after && before->sha256 == after->sha256; }
};

/// A component that differs.
struct ComponentDiff {
    Change change = Change::changed;
    std::string before;  ///< Its name in the older release; empty where it is not there.
    std::string after;
    std::string version_before;
    std::string version_after;
    std::vector<ArchiveDiff> archives;  ///< By tag and variant, those that did not change too.
};

/// All archives of a tag in one release.
struct ArchiveSum {
    std::size_t archives = 0;
    std::uint64_t bytes = 0;  ///< Of those whose size is known.
    std::size_t unknown = 0;  ///< How many have no size.
};

struct TagSums {
    model::Tag tag{};
    ArchiveSum before;
    ArchiveSum after;
};

struct ManifestDiff {
    std::vector<ComponentDiff> components;  ///< By change, then by name.
    std::size_t unchanged = 0;              ///< Components with the same version and bytes.
    std::vector<TagSums> sums;              ///< Of all components, of tags that either has.
};

/// What lies between two releases of one product, looking only at archives of `tag` if it is given.
/// A component without such an archive is not there. One that another name of the facts was given
/// to is renamed.
[[nodiscard]] ManifestDiff diff(const model::Manifest& before, const model::Manifest& after,
                                const model::ComponentFacts& facts,
                                std::optional<model::Tag> tag = {});

}  // namespace cudafetch::manifest
