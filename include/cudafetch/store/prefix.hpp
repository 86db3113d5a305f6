// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cudafetch/base/cancellation.hpp"
#include "cudafetch/base/file.hpp"
#include "cudafetch/model/plan.hpp"
#include "cudafetch/store/installed_prefix.hpp"
#include "cudafetch/store/renamer.hpp"
#include "cudafetch/store/tree.hpp"

namespace cudafetch::store {

/// Cleans up beside a prefix after processes that died: removes their staging folders and puts the
/// former prefix back if one died where there was none. To be called before any look at a prefix.
void recover_prefix(const fs::path& prefix);

/// What an installation did.
struct Installation {
    fs::path prefix;                   ///< Where it really is, links resolved.
    bool replaced = false;             ///< There was an installation before.
    std::vector<std::string> dropped;  ///< Components that were there and no longer are, sorted.
};

/// Puts the trees of the plan's archives, in the order of the plan, into `prefix` at one instant:
/// a reader finds the former state or the new one. Files are hard links to those of the trees, or
/// copies where the file system has no hard links.
///
/// With Durability::unsynced a power cut soon after may leave a prefix with empty files.
///
/// Refuses as examine_prefix does, and as lay_out() does. After a failure or a cancellation the
/// prefix is as it was, with nothing beside it and no parent folders made for it.
[[nodiscard]] Result<Installation> install_prefix(const model::Plan& plan,
                                                  std::span<const Tree> trees,
                                                  const fs::path& prefix,
                                                  const Cancellation& cancellation,
                                                  Renamer& renamer = system_renamer(),
                                                  Durability durability = Durability::synced);

}  // namespace cudafetch::store
