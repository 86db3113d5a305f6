// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "cli/context.hpp"
#include "cli/network.hpp"
#include "cudafetch/model/plan.hpp"
#include "cudafetch/store/store.hpp"

namespace cudafetch::cli {

/// The trees of a plan's archives, in its order: those that the store lacks are fetched and
/// unpacked, `jobs` at a time, the largest first. The first failure stops all.
[[nodiscard]] Result<std::vector<store::Tree>> obtain_trees(const model::Plan& plan,
                                                            store::Store& store, Network& network,
                                                            std::size_t jobs, Context& context);

}  // namespace cudafetch::cli
