// SPDX-License-Identifier: MIT
#include "codec/fields.hpp"

namespace cudafetch::codec {

namespace {

Result<model::Version> version_of(const Node& node) {
    CUDAFETCH_TRY(const std::string text, node.string());
    auto version = model::Version::parse(text);
    if (!version) return node.expected("a version such as 12.6");
    return *std::move(version);
}

}  // namespace

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
