// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cudafetch/base/cancellation.hpp"
#include "cudafetch/base/file.hpp"

namespace cudafetch::store {

/// What becomes of files that were changed since they were installed.
enum class ChangedFiles { keep, remove };

/// Whether anything is removed at all.
enum class Mode { remove, dry_run };

struct Uninstallation {
    std::size_t removed = 0;           ///< Files and links.
    std::uint64_t bytes = 0;           ///< Of those files.
    std::vector<std::string> changed;  ///< Paths that were kept as they were changed, sorted.
    bool prefix_is_gone = false;       ///< Nothing else was in the prefix.
};

/// Removes what the receipt of `prefix` lists, the folders that are empty then, and the receipt
/// last, so that after a kill at any moment the same call finishes. What the receipt does not list
/// stays. A file counts as changed if its size or digest differs.
///
/// Fails with exit code 6 as read_receipt() does, or naming what cannot be removed.
[[nodiscard]] Result<Uninstallation> uninstall(const fs::path& prefix, ChangedFiles changed,
                                               Mode mode, const Cancellation& cancellation);

}  // namespace cudafetch::store
