// SPDX-License-Identifier: MIT
#pragma once

#include "cli/context.hpp"
#include "cudafetch/model/plan.hpp"
#include "cudafetch/store/store.hpp"

namespace cudafetch::cli {

/// Their sum, or the largest number where that would not fit: sizes of manifests are not trusted.
[[nodiscard]] std::uint64_t sum_of_sizes(const std::vector<std::uint64_t>& sizes);

/// What a plan's archives need on disk, in bytes, given the sizes of those that must be fetched.
struct SpaceNeeded {
    std::uint64_t least = 0;  ///< Less cannot be enough.
    std::uint64_t usual = 0;  ///< More is seldom needed.
};

/// Counted as least: each archive unpacked at its own size, and the largest one itself until it is
/// unpacked. As usual: four times the size unpacked, a little above the 3.7 times of CUDA 13.0's
/// compilers, headers and nvrtc in docs/performance.md; other archives were not measured.
[[nodiscard]] SpaceNeeded space_needed(const std::vector<std::uint64_t>& archive_sizes);

/// Fails with exit code 6 and code `no_space` if the store's file system cannot hold what the store
/// lacks of the plan; warns if it may not.
[[nodiscard]] Result<void> check_free_space(const model::Plan& plan, const store::Store& store,
                                            Context& context);

}  // namespace cudafetch::cli
