// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include "cudafetch/base/cancellation.hpp"
#include "cudafetch/base/file.hpp"

namespace cudafetch::fetch {

using TakeBlock = std::function<Result<void>(ByteSpan)>;

/// Hands everything from the file's current position to its end to `take`. Stops at the first
/// failure of `take`, and when cancelled.
[[nodiscard]] Result<void> read_blocks(int fd, const fs::path& path,
                                       const Cancellation& cancellation, const TakeBlock& take);

}  // namespace cudafetch::fetch
