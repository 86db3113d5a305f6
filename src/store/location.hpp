// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "cudafetch/base/file.hpp"

namespace cudafetch::store {

/// Where a prefix that the user names really is, or would be: absolute, links resolved.
Result<fs::path> resolve_prefix(const fs::path& prefix);

/// Whether the user named a link that leads nowhere.
bool is_dangling_link(const fs::path& prefix);

/// How the names of staging folders beside a prefix begin.
std::string staging_stem(const fs::path& prefix);

/// Whether hard links can lead from `a` to `b`, judged by the nearest folders that exist.
bool on_same_file_system(const fs::path& a, const fs::path& b);

/// Whether something is mounted at `folder`, so that it cannot be renamed.
bool is_mount_point(const fs::path& folder);

/// Whether the text of /proc/self/mountinfo lists `folder` as a mount point.
bool lists_mount_point(std::string_view mountinfo, std::string_view folder);

}  // namespace cudafetch::store
