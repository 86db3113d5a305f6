// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cudafetch/base/digest.hpp"
#include "cudafetch/model/plan.hpp"

namespace cudafetch::model {

/// Modification time of every installed file, in seconds since 1970 (2000-01-01T00:00:00Z). It is
/// the same for all, so that trees are equal wherever they are unpacked and an edited file shows.
inline constexpr std::int64_t installed_mtime = 946684800;

/// A file or symbolic link that an installation put into a prefix.
struct InstalledFile {
    std::string path;         ///< Relative to the prefix, with forward slashes.
    std::string link_target;  ///< Not empty: a symbolic link; then the fields below say nothing.
    Sha256Digest sha256;
    std::uint64_t size = 0;  ///< Bytes.
    bool executable = false;

    bool operator==(const InstalledFile&) const = default;
};

/// What stands in a prefix, kept there as `.cudafetch/receipt.json`.
struct Receipt {
    Plan plan;
    std::vector<InstalledFile> files;  ///< Sorted by path; everything but the receipt itself.
};

}  // namespace cudafetch::model
