// SPDX-License-Identifier: MIT
#include "codec/checked_fields.hpp"

#include "codec/tree_path.hpp"
#include "cudafetch/base/text.hpp"

namespace cudafetch::codec {

namespace {

bool is_plain_name(std::string_view name) {
    constexpr std::string_view allowed =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-";
    return is_tree_path(name) && name.find_first_not_of(allowed) == std::string_view::npos &&
           name.front() != '.' && name.front() != '-';
}

/// A string member for which `holds` is true.
Result<std::string> string_that(const Node& object, std::string_view key,
                                bool (*holds)(std::string_view), std::string_view what) {
    CUDAFETCH_TRY(const Node node, object.at(key));
    CUDAFETCH_TRY(std::string text, node.string());
    if (!holds(text)) return node.expected(what);
    return text;
}

}  // namespace

Result<std::string> printable_at(const Node& object, std::string_view key) {
    return string_that(object, key, is_printable_utf8, "printable text");
}

Result<std::string> name_at(const Node& object, std::string_view key) {
    return string_that(object, key, is_plain_name, "a name of letters, digits, and _ . -");
}

Result<std::string> tree_path_at(const Node& object, std::string_view key) {
    return string_that(object, key, is_tree_path, "a relative path without \"..\"");
}

Result<Sha256Digest> digest_at(const Node& object, std::string_view key) {
    CUDAFETCH_TRY(const Node node, object.at(key));
    CUDAFETCH_TRY(const std::string hex, node.string());
    const auto digest = Sha256Digest::parse(hex);
    if (!digest) return node.expected("64 lower-case hexadecimal digits");
    return *digest;
}

}  // namespace cudafetch::codec
