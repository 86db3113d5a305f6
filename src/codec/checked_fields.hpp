// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "cudafetch/base/digest.hpp"
#include "cudafetch/codec/json.hpp"

namespace cudafetch::codec {

/// A string member that is safe to print.
Result<std::string> printable_at(const Node& object, std::string_view key);

/// A string member that is safe as a file name: letters, digits, and `_ . -` inside.
Result<std::string> name_at(const Node& object, std::string_view key);

/// A string member that stays below the folder it is joined to, see is_tree_path.
Result<std::string> tree_path_at(const Node& object, std::string_view key);

Result<Sha256Digest> digest_at(const Node& object, std::string_view key);

}  // namespace cudafetch::codec
