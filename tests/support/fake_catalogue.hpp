// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "cudafetch/model/catalogue.hpp"

namespace cudafetch::test {

/// A tag, or a variant of it, that a component has an archive for.
struct Place {
    model::Tag tag{};
    std::string variant;
};

/// A component with one archive for each place. Digests and paths follow from the names.
inline model::Component make_component(const std::string& key, const std::vector<Place>& places,
                                       const std::string& version = "1.0") {
    model::Component component;
    component.key = key;
    component.version = version;
    component.license = "CUDA Toolkit";
    for (const Place& place : places) {
        model::Archive archive;
        archive.tag = place.tag;
        archive.variant = place.variant;
        archive.relative_path = key + "/" + std::string(model::to_text(place.tag)) + "/" + key +
                                place.variant + "-" + version + ".tar.xz";
        archive.sha256 = sha256(as_bytes(archive.relative_path));
        archive.size = 1000;
        component.archives.push_back(archive);
    }
    return component;
}

inline model::Manifest make_manifest(const std::string& product, const std::string& release,
                                     std::vector<model::Component> components) {
    return {product, model::Version::parse(release).value(), "2024-01-01", std::move(components)};
}

/// Manifests in memory.
class FakeCatalogue final : public model::Catalogue {
  public:
    explicit FakeCatalogue(const std::vector<model::Manifest>& manifests = {}) {
        for (const model::Manifest& manifest : manifests)
            add(manifest);
    }

    void add(const model::Manifest& manifest) {
        manifests_[manifest.product][manifest.release] =
            std::make_shared<const model::Manifest>(manifest);
    }

    [[nodiscard]] std::vector<std::string> products() const override {
        std::vector<std::string> names;
        for (const auto& [product, releases] : manifests_)
            names.push_back(product);
        return names;
    }

    [[nodiscard]] std::vector<model::Version> releases(std::string_view product) const override {
        std::vector<model::Version> labels;
        if (const auto found = manifests_.find(product); found != manifests_.end())
            for (const auto& [release, manifest] : found->second)
                labels.push_back(release);
        std::reverse(labels.begin(), labels.end());
        return labels;
    }

    [[nodiscard]] Result<std::shared_ptr<const model::Manifest>> manifest(
        std::string_view product, const model::Version& release) const override {
        if (const auto found = manifests_.find(product); found != manifests_.end())
            if (const auto one = found->second.find(release); one != found->second.end())
                return one->second;
        return fail(ExitCode::no_resolution, "release_not_in_catalogue", "not in the fake");
    }

    [[nodiscard]] Result<bool> has_tag(std::string_view product, const model::Version& release,
                                       model::Tag tag) const override {
        CUDAFETCH_TRY(const auto found, manifest(product, release));
        return found->has(tag);
    }

    [[nodiscard]] std::optional<Sha256Digest> original_digest(
        std::string_view product, const model::Version& release) const override {
        if (product != "cuda") return std::nullopt;
        return sha256(as_bytes(release.text()));
    }

    [[nodiscard]] std::string base_url(std::string_view product) const override {
        return "https://example.com/" + std::string(product) + "/redist";
    }

  private:
    std::map<std::string, std::map<model::Version, std::shared_ptr<const model::Manifest>>,
             std::less<>>
        manifests_;
};

}  // namespace cudafetch::test
