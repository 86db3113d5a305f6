// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

namespace cudafetch::store {

/// The calls that put a prefix in its place. Tests stand in for file systems that lack one.
class Renamer {
  public:
    virtual ~Renamer() = default;

    /// rename(2). Yields 0 or an errno value.
    virtual int move(const std::filesystem::path& from, const std::filesystem::path& to) = 0;

    /// Swaps two folders at one instant, renameat2(2) with RENAME_EXCHANGE. Yields 0 or an errno
    /// value; EINVAL and ENOSYS mean that it is not supported here.
    virtual int exchange(const std::filesystem::path& a, const std::filesystem::path& b) = 0;
};

/// The kernel's own.
[[nodiscard]] Renamer& system_renamer();

}  // namespace cudafetch::store
