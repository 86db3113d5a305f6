// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cudafetch/model/facts.hpp"

namespace cudafetch::platform {

/// The strings of a device tree's `compatible`, which end in NUL; most specific first.
[[nodiscard]] std::vector<std::string> parse_compatible(std::string_view content);

/// Whether any string names a Tegra, be it one of the tables or not.
[[nodiscard]] bool names_tegra(const std::vector<std::string>& compatible);

/// The SoC that any of the strings means; null if the tables know none of them.
[[nodiscard]] const model::SocFact* find_soc(const std::vector<std::string>& compatible,
                                             const model::Facts& facts);

/// The board that the strings mean: by a whole string, else by the module's part number in one.
[[nodiscard]] const model::SocFact::Board* find_board(const std::vector<std::string>& compatible,
                                                      const model::SocFact& soc);

/// Part numbers of a board; empty where the strings do not tell.
struct BoardParts {
    std::string module;   ///< "p3701-0005"
    std::string carrier;  ///< "p3737-0000"
};

/// The module and its carrier: of "nvidia,<carrier>+<module>", else the module alone where the
/// tables know it as one.
[[nodiscard]] BoardParts find_module(const std::vector<std::string>& compatible,
                                     const model::Facts& facts);

/// A board, and the SoC on it.
struct BoardMatch {
    const model::SocFact* soc = nullptr;
    const model::SocFact::Board* board = nullptr;
};

/// The board with the longest name that occurs in a free text, such as the device tree's `model`
/// or a DMI product name. Both null if there is none.
[[nodiscard]] BoardMatch find_board_in_text(std::string_view text, const model::Facts& facts);

}  // namespace cudafetch::platform
