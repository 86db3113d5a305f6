// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "cudafetch/base/error.hpp"

namespace cudafetch {

/// `$XDG_CACHE_HOME/cudafetch`, by default `~/.cache/cudafetch`.
/// Fails with exit code 6 where neither XDG_CACHE_HOME nor HOME holds an absolute path.
[[nodiscard]] Result<std::filesystem::path> cache_home();

/// `$XDG_DATA_HOME/cudafetch`, by default `~/.local/share/cudafetch`; fails likewise.
[[nodiscard]] Result<std::filesystem::path> data_home();

}  // namespace cudafetch
