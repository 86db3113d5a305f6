// SPDX-License-Identifier: MIT
#include "cudafetch/manifest/manifest_reader.hpp"

#include <charconv>

#include "codec/fields.hpp"
#include "cudafetch/base/text.hpp"
#include "cudafetch/codec/json.hpp"

namespace cudafetch::manifest {

namespace {

using codec::Node;

/// Members of a component with other names describe it; NVIDIA adds new ones from time to time.
bool looks_like_tag(std::string_view key) {
    return model::parse_tag(key).has_value() || key.starts_with("linux-") ||
           key.starts_with("windows-");
}

/// A path that stays what it is behind a base URL or a folder.
Result<std::string> safe_path_at(const Node& object, std::string_view key) {
    CUDAFETCH_TRY(std::string path, codec::tree_path_at(object, key));
    if (path.find_first_of("\\?#:") != std::string::npos)
        return object.find(key)->expected("a path without the signs \\ ? # :");
    return path;
}

/// A text that people are shown; empty where it is missing.
Result<std::string> shown_text(const Node& object, std::string_view key) {
    CUDAFETCH_TRY(std::string text, object.string_or(key, ""));
    if (!is_printable_utf8(text))
        return object.find(key)->expected("text without control characters");
    return text;
}

/// NVIDIA writes sizes as strings of digits; other tools write numbers.
Result<std::uint64_t> size_of(const Node& node) {
    if (!node.is_string()) return node.number();
    CUDAFETCH_TRY(const std::string text, node.string());
    std::uint64_t size = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), size);
    constexpr std::uint64_t largest = std::uint64_t{1} << 50;  // So that sums stay numbers.
    if (error != std::errc{} || end != text.data() + text.size() || size > largest)
        return node.expected("a size in bytes, all digits");
    return size;
}

Result<model::Archive> read_archive(const Node& node, model::Tag tag, std::string variant) {
    model::Archive archive;
    archive.tag = tag;
    archive.variant = std::move(variant);
    CUDAFETCH_TRY(archive.relative_path, safe_path_at(node, "relative_path"));
    CUDAFETCH_TRY(archive.sha256, codec::digest_at(node, "sha256"));
    if (const auto size = node.find("size")) {
        CUDAFETCH_TRY(archive.size, size_of(*size));
    }
    return archive;
}

/// The value of a tag: one archive, an object of variants, or both at once.
Result<void> read_tag(const Node& node, model::Tag tag, model::Component& component) {
    CUDAFETCH_TRY(const auto members, node.members());
    const std::size_t before = component.archives.size();
    for (const auto& [key, value] : members) {
        if (!value.is_object()) continue;
        if (!codec::is_plain_name(key))
            return value.expected("a variant of letters and digits as the key");
        CUDAFETCH_TRY(auto archive, read_archive(value, tag, key));
        component.archives.push_back(std::move(archive));
    }
    const bool has_variants = component.archives.size() > before;
    if (!has_variants || node.find("relative_path")) {
        CUDAFETCH_TRY(auto archive, read_archive(node, tag, ""));
        component.archives.push_back(std::move(archive));
    }
    return {};
}

Result<model::Component> read_component(const Node& node, std::string key) {
    model::Component component;
    component.key = std::move(key);
    CUDAFETCH_TRY(component.name, shown_text(node, "name"));
    CUDAFETCH_TRY(component.license, shown_text(node, "license"));
    if (node.find("license_path")) {
        CUDAFETCH_TRY(component.license_path, safe_path_at(node, "license_path"));
    }
    CUDAFETCH_TRY(component.version, shown_text(node, "version"));
    CUDAFETCH_TRY(const auto members, node.members());
    for (const auto& [name, value] : members) {
        if (!looks_like_tag(name)) continue;
        if (!codec::is_plain_name(name))
            return value.expected("a tag of letters and digits as the key");
        if (!value.is_object()) return value.expected("an object, the archive of a tag");
        if (const auto tag = model::parse_tag(name)) {
            CUDAFETCH_CHECK(read_tag(value, *tag, component));
        } else {
            component.other_tags.push_back(name);
        }
    }
    return component;
}

Result<model::Version> release_of(const Node& root, const ManifestNames& names) {
    CUDAFETCH_TRY(const std::string label, root.string_or("release_label", names.release));
    const auto release = model::Version::parse(label);
    if (!release)
        return fail(ExitCode::integrity, "malformed_manifest",
                    names.where + ": $.release_label: expected a release such as 12.6.3",
                    {"name the file redistrib_<release>.json if the manifest does not say it"});
    return *release;
}

}  // namespace

Result<model::Manifest> read_manifest(std::string_view text, const ManifestNames& names) {
    CUDAFETCH_TRY(const codec::Document document,
                  codec::Document::parse(text, names.where, "malformed_manifest"));
    const Node root = document.root();
    CUDAFETCH_TRY(const auto members, root.members());
    model::Manifest manifest;
    CUDAFETCH_TRY(manifest.product, root.string_or("release_product", names.product));
    if (!codec::is_plain_name(manifest.product))
        return fail(ExitCode::integrity, "malformed_manifest",
                    names.where + ": $.release_product: expected a product such as cuda");
    CUDAFETCH_TRY(manifest.release, release_of(root, names));
    CUDAFETCH_TRY(manifest.date, shown_text(root, "release_date"));
    for (const auto& [key, value] : members) {
        if (key.starts_with("release_") && !value.is_object()) continue;
        if (!value.is_object()) return value.expected("an object, a component");
        if (!codec::is_plain_name(key))
            return value.expected("a component name of letters and digits");
        CUDAFETCH_TRY(auto component, read_component(value, key));
        manifest.components.push_back(std::move(component));
    }
    if (manifest.components.empty()) return root.expected("at least one component");
    return manifest;
}

ManifestNames names_from_path(std::string_view path) {
    constexpr std::string_view prefix = "redistrib_";
    constexpr std::string_view suffix = ".json";
    ManifestNames names{std::string(path), {}, {}};
    const auto parts = split(path, "/");
    if (parts.empty()) return names;
    std::string_view file = parts.back();
    if (file.starts_with(prefix)) file.remove_prefix(prefix.size());
    if (file.ends_with(suffix)) file.remove_suffix(suffix.size());
    if (model::Version::parse(file)) names.release = file;
    std::size_t parent = parts.size() - 1;
    if (parent > 0 && parts[parent - 1] == "redist") --parent;
    if (parent > 0) names.product = parts[parent - 1];
    return names;
}

}  // namespace cudafetch::manifest
