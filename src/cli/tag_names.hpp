// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cudafetch/model/tag.hpp"

namespace cudafetch::cli {

/// The tags as they are written.
[[nodiscard]] inline std::vector<std::string> tag_names(std::span<const model::Tag> tags) {
    std::vector<std::string> names;
    for (const model::Tag tag : tags)
        names.emplace_back(model::to_text(tag));
    return names;
}

}  // namespace cudafetch::cli
