// SPDX-License-Identifier: MIT
#include "codec/tree_path.hpp"

#include <algorithm>
#include <vector>

#include "cudafetch/base/text.hpp"

namespace cudafetch::codec {

namespace {

constexpr std::size_t max_part_bytes = 255;
constexpr std::size_t max_path_bytes = 1024;

}  // namespace

bool is_tree_path(std::string_view path) {
    if (path.empty() || path.size() > max_path_bytes || path.front() == '/' || path.back() == '/' ||
        path.find("//") != std::string_view::npos || !is_printable_utf8(path))
        return false;
    const auto parts = split(path, "/");
    return std::all_of(parts.begin(), parts.end(), [](std::string_view part) {
        return part != "." && part != ".." && part.size() <= max_part_bytes;
    });
}

std::optional<std::string> resolve_link(std::string_view link, std::string_view target) {
    if (target.empty() || target.size() > max_path_bytes || target.front() == '/' ||
        !is_printable_utf8(target))
        return std::nullopt;
    auto parts = split(link, "/");
    parts.pop_back();
    bool went_down = false;
    for (const std::string_view part : split(target, "/")) {
        if (part == ".") continue;
        if (part == "..") {
            if (went_down || parts.empty()) return std::nullopt;
            parts.pop_back();
        } else {
            went_down = true;
            parts.push_back(part);
        }
    }
    return join({parts.begin(), parts.end()}, "/");
}

}  // namespace cudafetch::codec
