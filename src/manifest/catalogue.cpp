// SPDX-License-Identifier: MIT
#include "cudafetch/manifest/catalogue.hpp"

#include <algorithm>
#include <cstring>
#include <set>

#include "cudafetch/codec/facts.hpp"
#include "cudafetch/codec/json.hpp"
#include "cudafetch/manifest/manifest_reader.hpp"
#include "manifest/embedded.hpp"

namespace cudafetch::manifest {

namespace {

using Digests = std::map<std::string, std::map<std::string, Sha256Digest>, std::less<>>;

void add_digests(const codec::Node& products, Digests& digests) {
    const auto by_product = products.members();
    if (!by_product) return;
    for (const auto& [product, releases] : *by_product)
        if (const auto members = releases.members())
            for (const auto& [release, node] : *members)
                if (const auto digest = Sha256Digest::parse(node.string().value_or("")))
                    digests[product].emplace(release, *digest);
}

/// What digests.json says, as far as it can be read; the build checks that all of it can.
Digests read_digests() {
    Digests digests;
    const auto document =
        codec::Document::parse(embedded_text("digests.json"), "digests.json", "malformed_facts");
    if (!document) return digests;
    for (const char* kind : {"digests", "imported"})
        if (const auto products = document->root().find(kind)) add_digests(*products, digests);
    return digests;
}

}  // namespace

Result<model::Facts> embedded_facts() {
    return codec::read_facts({.capabilities = embedded_text("capabilities.json"),
                              .boards = embedded_text("boards.json"),
                              .l4t = embedded_text("l4t.json"),
                              .drivers = embedded_text("drivers.json"),
                              .host_compilers = embedded_text("host_compilers.json"),
                              .components = embedded_text("components.json"),
                              .releases = embedded_text("releases.json"),
                              .coverage = embedded_text("coverage.json")});
}

EmbeddedCatalogue::EmbeddedCatalogue(std::string base) : base_(std::move(base)) {
    for (const EmbeddedFile& file : catalogue_files()) {
        const std::string_view name = file.name;
        const auto slash = name.find('/');
        if (slash == std::string_view::npos) continue;
        const auto release = model::Version::parse(names_from_path(name).release);
        if (release) texts_[std::string(name.substr(0, slash))].emplace(*release, file.text());
    }
}

void EmbeddedCatalogue::add(model::Manifest manifest, const Sha256Digest& digest) {
    auto shared = std::make_shared<const model::Manifest>(std::move(manifest));
    added_[shared->product].insert_or_assign(shared->release, Added{shared, digest});
}

void EmbeddedCatalogue::restrict_to(const std::string& product,
                                    std::vector<model::Version> releases) {
    restricted_[product] = std::move(releases);
}

bool EmbeddedCatalogue::knows(std::string_view product, const model::Version& release) const {
    const auto texts = texts_.find(product);
    const auto added = added_.find(product);
    return (texts != texts_.end() && texts->second.contains(release)) ||
           (added != added_.end() && added->second.contains(release));
}

std::vector<std::string> EmbeddedCatalogue::products() const {
    std::set<std::string> names;
    for (const auto& [product, releases] : texts_)
        names.insert(product);
    for (const auto& [product, releases] : added_)
        names.insert(product);
    return {names.begin(), names.end()};
}

std::vector<model::Version> EmbeddedCatalogue::releases(std::string_view product) const {
    std::set<model::Version, std::greater<>> all;
    if (const auto found = texts_.find(product); found != texts_.end())
        for (const auto& [release, text] : found->second)
            all.insert(release);
    if (const auto found = added_.find(product); found != added_.end())
        for (const auto& [release, added] : found->second)
            all.insert(release);
    if (const auto found = restricted_.find(product); found != restricted_.end())
        std::erase_if(all, [&](const model::Version& release) {
            return std::find(found->second.begin(), found->second.end(), release) ==
                   found->second.end();
        });
    return {all.begin(), all.end()};
}

std::string_view EmbeddedCatalogue::text_of(std::string_view product,
                                            const model::Version& release) const {
    const auto texts = texts_.find(product);
    if (texts == texts_.end()) return {};
    const auto text = texts->second.find(release);
    return text == texts->second.end() ? std::string_view() : text->second;
}

Result<std::shared_ptr<const model::Manifest>> EmbeddedCatalogue::manifest(
    std::string_view product, const model::Version& release) const {
    if (const auto found = added_.find(product); found != added_.end())
        if (const auto added = found->second.find(release); added != found->second.end())
            return added->second.manifest;
    const std::string_view text = text_of(product, release);
    if (text.empty())
        return fail(ExitCode::no_resolution, "release_not_in_catalogue",
                    std::string(product) + " " + release.text() + " is not in the catalogue");
    auto& read = read_[{std::string(product), release}];
    if (read == nullptr) {
        const std::string name(product);
        const ManifestNames names{"manifests/" + name + "/" + release.text() + ".json", name,
                                  release.text()};
        CUDAFETCH_TRY(model::Manifest manifest, read_manifest(text, names));
        // Some of NVIDIA's own call themselves otherwise, cublasmp 0.1.0 "cublasmp-v0-1".
        manifest.product = name;
        read = std::make_shared<const model::Manifest>(std::move(manifest));
    }
    return read;
}

Result<bool> EmbeddedCatalogue::has_tag(std::string_view product, const model::Version& release,
                                        model::Tag tag) const {
    const auto added = added_.find(product);
    const bool is_added = added != added_.end() && added->second.contains(release);
    const std::string_view text = text_of(product, release);
    if (!text.empty() && !is_added) {
        const auto [entry, is_new] = tags_.try_emplace({std::string(product), release, tag}, false);
        // In these texts, which we made, a tag in quotes is always the key of an archive.
        const std::string key = '"' + std::string(model::to_text(tag)) + '"';
        if (is_new)
            entry->second = ::memmem(text.data(), text.size(), key.data(), key.size()) != nullptr;
        return entry->second;
    }
    CUDAFETCH_TRY(const auto found, manifest(product, release));
    return found->has(tag);
}

std::optional<Sha256Digest> EmbeddedCatalogue::original_digest(
    std::string_view product, const model::Version& release) const {
    if (const auto found = added_.find(product); found != added_.end())
        if (const auto added = found->second.find(release); added != found->second.end())
            return added->second.digest;
    if (digests_.empty()) digests_ = read_digests();
    const auto releases = digests_.find(product);
    if (releases == digests_.end()) return std::nullopt;
    const auto digest = releases->second.find(release.text());
    return digest == releases->second.end() ? std::nullopt : std::optional(digest->second);
}

std::string EmbeddedCatalogue::base_url(std::string_view product) const {
    return base_ + "/" + std::string(product) + "/redist";
}

}  // namespace cudafetch::manifest
