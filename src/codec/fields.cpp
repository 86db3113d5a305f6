// SPDX-License-Identifier: MIT
#include "codec/fields.hpp"

#include "codec/tree_path.hpp"
#include "cudafetch/base/text.hpp"

namespace cudafetch::codec {

namespace {

/// A string member for which `holds` is true.
Result<std::string> string_that(const Node& object, std::string_view key,
                                bool (*holds)(std::string_view), std::string_view what) {
    CUDAFETCH_TRY(const Node node, object.at(key));
    CUDAFETCH_TRY(std::string text, node.string());
    if (!holds(text)) return node.expected(what);
    return text;
}

Result<model::Version> version_of(const Node& node) {
    CUDAFETCH_TRY(const std::string text, node.string());
    auto version = model::Version::parse(text);
    if (!version) return node.expected("a version such as 12.6");
    return *std::move(version);
}

}  // namespace

bool is_plain_name(std::string_view name) {
    constexpr std::string_view allowed =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-";
    return is_tree_path(name) && name.find_first_not_of(allowed) == std::string_view::npos &&
           name.front() != '.' && name.front() != '-';
}

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

Result<model::Version> version_at(const Node& object, std::string_view key) {
    CUDAFETCH_TRY(const Node node, object.at(key));
    return version_of(node);
}

Result<std::optional<model::Version>> find_version(const Node& object, std::string_view key) {
    const auto node = object.find(key);
    if (!node) return std::optional<model::Version>{};
    CUDAFETCH_TRY(auto version, version_of(*node));
    return std::optional(std::move(version));
}

Result<model::Capability> capability_at(const Node& object, std::string_view key) {
    CUDAFETCH_TRY(const Node node, object.at(key));
    CUDAFETCH_TRY(const std::string text, node.string());
    const auto capability = model::Capability::parse(text);
    if (!capability) return node.expected("a capability such as 8.7");
    return *capability;
}

Result<model::Tag> tag_at(const Node& object, std::string_view key) {
    CUDAFETCH_TRY(const Node node, object.at(key));
    CUDAFETCH_TRY(const std::string text, node.string());
    const auto tag = model::parse_tag(text);
    if (!tag) return node.expected("a tag such as linux-x86_64");
    return *tag;
}

Result<std::vector<model::Version>> versions_at(const Node& object, std::string_view key) {
    std::vector<model::Version> versions;
    CUDAFETCH_CHECK(for_each(object, key, [&](const Node& node) -> Result<void> {
        CUDAFETCH_TRY(auto version, version_of(node));
        versions.push_back(std::move(version));
        return {};
    }));
    return versions;
}

}  // namespace cudafetch::codec
