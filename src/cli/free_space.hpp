// SPDX-License-Identifier: MIT
#pragma once

#include "cli/context.hpp"
#include "cudafetch/model/plan.hpp"
#include "cudafetch/store/store.hpp"

namespace cudafetch::cli {

/// What a plan's archives need on disk, in bytes, given the sizes of those that must be fetched.
struct SpaceNeeded {
    std::uint64_t least = 0;  ///< Less cannot be enough.
    std::uint64_t usual = 0;  ///< More is seldom needed.
};

/// An archive unpacks to its own size at least, and is there itself until it is unpacked. NVIDIA's
/// compilers and headers unpack to about four times their size, libraries to little more than it.
[[nodiscard]] SpaceNeeded space_needed(const std::vector<std::uint64_t>& archive_sizes);

/// Fails with exit code 6 and code `no_space` if the store's file system cannot hold what the store
/// lacks of the plan; warns if it may not.
[[nodiscard]] Result<void> check_free_space(const model::Plan& plan, const store::Store& store,
                                            Context& context);

}  // namespace cudafetch::cli
