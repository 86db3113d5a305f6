// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "cudafetch/base/file.hpp"
#include "cudafetch/store/renamer.hpp"

namespace cudafetch::store {

/// Names within the staging folder of a prefix: what will be the prefix, and what was.
inline constexpr std::string_view new_name = "new";
inline constexpr std::string_view old_name = "old";

/// Moves `<staging>/new` to `prefix`, which must not be there yet. Neither this nor publish_over
/// waits until the disk knows.
Result<void> publish_new(const fs::path& staging, const fs::path& prefix, Renamer& renamer);

/// Puts `<staging>/new` in the place of the prefix that is there; that one ends up in `staging`.
///
/// Where the file system cannot swap folders, the old one moves to `<staging>/old` first. The
/// staging folder is the journal of that: `old` in it and no prefix means that the process died
/// between the two moves.
Result<void> publish_over(const fs::path& staging, const fs::path& prefix, Renamer& renamer);

/// Waits until moves between the two are on disk.
Result<void> sync_moves(const fs::path& staging, const fs::path& prefix);

/// Moves the old prefix back from the staging folder of a process that died between the two moves.
void rescue_old(const fs::path& staging, const fs::path& prefix);

}  // namespace cudafetch::store
