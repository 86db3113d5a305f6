// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "cudafetch/base/cancellation.hpp"

namespace cudafetch::cli {

/// What is done with the archive of that index. It gives up when `stop` says so.
using ArchiveTask = std::function<Result<void>(std::size_t index, const Cancellation& stop)>;

/// The archive that failed first, and why.
struct ArchiveFailure {
    std::size_t index;
    Error error;
};

/// Does `task` for each index of `order`, in this order, from `jobs` threads. The first failure
/// stops all; what the others say once they were stopped is of no interest.
[[nodiscard]] std::optional<ArchiveFailure> for_each_archive(const std::vector<std::size_t>& order,
                                                             std::size_t jobs,
                                                             const Cancellation& cancellation,
                                                             const ArchiveTask& task);

}  // namespace cudafetch::cli
