// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cudafetch::codec {

/// Whether `path` names something below a folder it is joined to, and can be printed: relative,
/// printable UTF-8, no empty, `.` or `..` part, no part over 255 bytes, 1024 bytes at most.
[[nodiscard]] bool is_tree_path(std::string_view path);

/// Where a symbolic link at the tree path `link` leads, as a path from the top of the tree ("" is
/// the top itself). Absent if it leads out of the tree, is absolute, or goes up after it went
/// down, which is where a link met on the way could change the meaning of `..`.
[[nodiscard]] std::optional<std::string> resolve_link(std::string_view link,
                                                      std::string_view target);

}  // namespace cudafetch::codec
