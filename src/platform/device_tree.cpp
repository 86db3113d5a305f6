// SPDX-License-Identifier: MIT
#include "cudafetch/platform/device_tree.hpp"

#include <algorithm>

#include "cudafetch/base/text.hpp"

namespace cudafetch::platform {

namespace {

constexpr std::string_view vendor = "nvidia,";

bool holds(const std::vector<std::string>& list, std::string_view text) {
    return std::find(list.begin(), list.end(), text) != list.end();
}

/// The part number in "nvidia,p3701-0005" or, after the carrier's, "nvidia,p3737-0000+p3701-0005".
std::string_view module_in(std::string_view compatible) {
    constexpr std::size_t length = std::string_view("p3701-0005").size();
    if (compatible.substr(0, vendor.size()) != vendor) return {};
    const auto plus = compatible.find('+');
    return compatible.substr(plus == std::string_view::npos ? vendor.size() : plus + 1, length);
}

/// "Jetson Nano (4 GB)" is "Jetson Nano" in free text.
std::string_view spoken_name(std::string_view name) {
    return trim(name.substr(0, name.find('(')));
}

}  // namespace

std::vector<std::string> parse_compatible(std::string_view content) {
    std::vector<std::string> strings;
    for (const auto part : split(content, std::string_view("\0\n", 2)))
        strings.emplace_back(trim(part));
    return strings;
}

bool names_tegra(const std::vector<std::string>& compatible) {
    return std::any_of(compatible.begin(), compatible.end(), [](const std::string& text) {
        return text.compare(0, 12, "nvidia,tegra") == 0;
    });
}

const model::SocFact* find_soc(const std::vector<std::string>& compatible,
                               const model::Facts& facts) {
    for (const auto& soc : facts.socs)
        for (const auto& text : compatible)
            if (holds(soc.compatible, text)) return &soc;
    return nullptr;
}

const model::SocFact::Board* find_board(const std::vector<std::string>& compatible,
                                        const model::SocFact& soc) {
    for (const auto& text : compatible)
        for (const auto& board : soc.boards)
            if (holds(board.compatible, text)) return &board;
    for (const auto& text : compatible)
        for (const auto& board : soc.boards)
            if (holds(board.modules, module_in(text))) return &board;
    return nullptr;
}

BoardParts find_module(const std::vector<std::string>& compatible, const model::Facts& facts) {
    for (const std::string_view text : compatible) {
        const auto plus = text.find('+');
        if (plus == std::string_view::npos || module_in(text).empty()) continue;
        return {std::string(module_in(text)),
                std::string(text.substr(vendor.size(), plus - vendor.size()))};
    }
    const auto known = [&](std::string_view part) {
        for (const auto& soc : facts.socs)
            for (const auto& board : soc.boards)
                if (holds(board.modules, part)) return true;
        return false;
    };
    for (const auto& text : compatible)
        if (known(module_in(text))) return {std::string(module_in(text)), {}};
    return {};
}

BoardMatch find_board_in_text(std::string_view text, const model::Facts& facts) {
    BoardMatch match;
    std::size_t longest = 0;
    for (const auto& soc : facts.socs) {
        for (const auto& board : soc.boards) {
            const auto name = spoken_name(board.name);
            if (name.size() <= longest || text.find(name) == std::string_view::npos) continue;
            match = {&soc, &board};
            longest = name.size();
        }
    }
    return match;
}

}  // namespace cudafetch::platform
