// SPDX-License-Identifier: MIT
#include "cli/mirror_content.hpp"

#include <algorithm>

#include "cli/releases.hpp"
#include "cli/render_plan.hpp"
#include "cli/tag_names.hpp"
#include "cudafetch/base/text.hpp"
#include "cudafetch/model/planned_archive.hpp"

namespace cudafetch::cli {

namespace {

using model::PlannedArchive;
using model::PlannedProduct;

tl::unexpected<Error> conflict(std::string message) {
    return fail(ExitCode::integrity, "mirror_conflict", std::move(message),
                {"keep the two in mirrors of their own"});
}

Result<void> add_product(std::vector<PlannedProduct>& products, const PlannedProduct& product) {
    const auto same = std::find_if(products.begin(), products.end(), [&](const auto& other) {
        return other.product == product.product && other.release == product.release;
    });
    if (same == products.end()) {
        products.push_back(product);
        return {};
    }
    if (!same->manifest_sha256) same->manifest_sha256 = product.manifest_sha256;
    if (!product.manifest_sha256 || same->manifest_sha256 == product.manifest_sha256) return {};
    return conflict(display_name(product.product, product.release) +
                    " was planned from two different manifests");
}

Result<void> add_archive(std::vector<PlannedArchive>& archives, const PlannedArchive& archive) {
    const auto same = std::find_if(archives.begin(), archives.end(), [&](const auto& other) {
        return other.product == archive.product && other.relative_path == archive.relative_path;
    });
    if (same == archives.end())
        archives.push_back(archive);
    else if (same->sha256 != archive.sha256)
        return conflict(archive.product + "/redist/" + archive.relative_path +
                        " would have to be two different archives");
    return {};
}

/// Whether an archive is wanted: one for every Linux goes with each of its tags.
bool is_wanted(model::Tag tag, const std::vector<model::Tag>& tags) {
    return tags.empty() || tag == model::Tag::linux_all || tag == model::Tag::source ||
           std::find(tags.begin(), tags.end(), tag) != tags.end();
}

}  // namespace

Result<void> MirrorContent::add(const model::Plan& plan) {
    for (const PlannedProduct& product : plan.products)
        CUDAFETCH_CHECK(add_product(products, product));
    for (const PlannedArchive& archive : plan.archives)
        CUDAFETCH_CHECK(add_archive(archives, archive));
    return {};
}

Result<model::Plan> plan_of_release(const model::Manifest& manifest, const ReleaseChoice& choice,
                                    const model::Catalogue& catalogue, const model::Facts& facts) {
    std::vector<const model::Component*> components;
    for (const std::string& name : choice.components) {
        CUDAFETCH_TRY(const auto* component, component_of(manifest, name, facts.components));
        components.push_back(component);
    }
    if (choice.components.empty())
        for (const model::Component& component : manifest.components)
            components.push_back(&component);
    model::Plan plan;
    plan.products = {{manifest.product, manifest.release.text(),
                      catalogue.original_digest(manifest.product, manifest.release)}};
    const std::string base = catalogue.base_url(manifest.product);
    for (const model::Component* component : components)
        for (const model::Archive& archive : component->archives)
            if (is_wanted(archive.tag, choice.tags))
                plan.archives.push_back(
                    model::planned_archive(manifest, *component, archive, base));
    if (plan.archives.empty())
        return fail(ExitCode::no_resolution, "tag_not_in_release",
                    display_name(manifest.product, manifest.release.text()) +
                        " has no archives for " + join(tag_names(choice.tags), ", "),
                    {"cudafetch list " + manifest.product});
    return plan;
}

Result<void> check_agrees(const MirrorContent& content, const model::Manifest& manifest,
                          const std::string& where) {
    for (const PlannedArchive& archive : content.archives) {
        if (archive.product != manifest.product || archive.release != manifest.release.text())
            continue;
        const model::Component* component = manifest.find(archive.component);
        const auto states = [&](const model::Archive& other) {
            return other.relative_path == archive.relative_path && other.sha256 == archive.sha256;
        };
        if (component == nullptr ||
            std::none_of(component->archives.begin(), component->archives.end(), states))
            return conflict(where + " does not state " + archive.relative_path +
                            " with the digest that was planned");
    }
    return {};
}

}  // namespace cudafetch::cli
