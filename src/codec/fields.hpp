// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

#include "cudafetch/codec/json.hpp"
#include "cudafetch/model/capability.hpp"
#include "cudafetch/model/tag.hpp"
#include "cudafetch/model/version.hpp"

namespace cudafetch::codec {

/// Members of an object that hold a value of the model; `at` demands them, `find` does not.
Result<model::Version> version_at(const Node& object, std::string_view key);
Result<std::optional<model::Version>> find_version(const Node& object, std::string_view key);
Result<model::Capability> capability_at(const Node& object, std::string_view key);
Result<model::Tag> tag_at(const Node& object, std::string_view key);
Result<std::vector<model::Version>> versions_at(const Node& object, std::string_view key);

/// Calls `read` for each element of the array member `key`, until one fails.
template <typename Read>
Result<void> for_each(const Node& object, std::string_view key, Read read) {
    CUDAFETCH_TRY(const Node list, object.at(key));
    CUDAFETCH_TRY(const auto elements, list.elements());
    for (const Node& element : elements)
        CUDAFETCH_CHECK(read(element));
    return {};
}

}  // namespace cudafetch::codec
