// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cudafetch/base/digest.hpp"
#include "cudafetch/codec/json.hpp"
#include "cudafetch/model/capability.hpp"
#include "cudafetch/model/tag.hpp"
#include "cudafetch/model/version.hpp"

namespace cudafetch::codec {

/// Whether a name is safe in a path, a URL and a message: letters, digits, and `_ . -` inside.
[[nodiscard]] bool is_plain_name(std::string_view name);

/// A string member that is safe to print.
Result<std::string> printable_at(const Node& object, std::string_view key);

/// A string member that is a plain name.
Result<std::string> name_at(const Node& object, std::string_view key);

/// A string member that stays below the folder it is joined to, see is_tree_path.
Result<std::string> tree_path_at(const Node& object, std::string_view key);

Result<Sha256Digest> digest_at(const Node& object, std::string_view key);

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
