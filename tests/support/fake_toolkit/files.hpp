// SPDX-License-Identifier: MIT
#pragma once

#include <fstream>
#include <string_view>

#include "cudafetch/base/file.hpp"

namespace cudafetch::test {

/// Writes a file, with the folders above it.
inline void put(const fs::path& path, std::string_view content) {
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary | std::ios::trunc) << content;
}

/// The same, for a script that can be run.
inline void put_script(const fs::path& path, std::string_view content) {
    put(path, content);
    fs::permissions(path, fs::perms::owner_exec | fs::perms::group_exec, fs::perm_options::add);
}

}  // namespace cudafetch::test
