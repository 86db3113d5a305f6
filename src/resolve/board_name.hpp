// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cudafetch/base/error.hpp"
#include "cudafetch/model/facts.hpp"

namespace cudafetch::resolve {

/// The SoC of a board as people name it: "Jetson AGX Orin", "orin-nano", the module "p3701-0005" or
/// the SoC "tegra234". Never null. Fails with unknown_board, naming the nearest, and with
/// ambiguous_board where boards of several SoCs have such a name.
[[nodiscard]] Result<const model::SocFact*> find_board(std::string_view name,
                                                       const model::Facts& facts);

/// Boards that a name that find_board refuses may mean, as their makers call them.
[[nodiscard]] std::vector<std::string> nearest_boards(std::string_view name,
                                                      const model::Facts& facts);

}  // namespace cudafetch::resolve
