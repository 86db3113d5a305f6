// SPDX-License-Identifier: MIT
#include "cli/releases.hpp"

#include <algorithm>

#include "cli/render_plan.hpp"
#include "cli/tag_names.hpp"
#include "cudafetch/base/nearest.hpp"
#include "cudafetch/base/text.hpp"
#include "cudafetch/model/component_names.hpp"

namespace cudafetch::cli {

namespace {

using model::Version;

constexpr std::string_view latest = "latest";
constexpr std::size_t most_names = 3;

/// Whether a word is a product's name rather than a release that was written wrongly.
bool looks_like_product(std::string_view word) {
    return !word.empty() && word != latest && word.front() >= 'a' && word.front() <= 'z' &&
           word.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == word.npos;
}

/// Whether `release` is named by `named`: 12.6 names 12.6.3 too.
bool is_named(const Version& release, const Version& named) {
    return release.truncated(named.size()) == named;
}

/// Releases that may have been meant: those of the same minor number first, else those of the same
/// major number, or of any, with a similar text.
std::vector<std::string> similar_releases(const std::vector<Version>& releases,
                                          const Version& wanted) {
    const auto with_same = [&](std::size_t parts) {
        std::vector<std::string> names;
        for (const Version& release : releases)
            if (release.truncated(parts) == wanted.truncated(parts))
                names.push_back(release.text());
        return names;
    };
    auto same_minor = with_same(2);
    if (same_minor.size() > most_names) same_minor.resize(most_names);
    if (!same_minor.empty()) return same_minor;
    const auto similar = nearest(wanted.text(), with_same(1), most_names);
    return similar.empty() ? nearest(wanted.text(), with_same(0), most_names) : similar;
}

Result<void> check_published(const ReleaseName& name, const model::Facts& facts) {
    if (name.product != "cuda") return {};
    for (const model::UnpublishedFact& fact : facts.unpublished)
        if (is_named(*name.version, fact.match))
            return fail(ExitCode::no_resolution, "cuda_release_unpublished", fact.reason,
                        {"cudafetch list cuda"});
    return {};
}

}  // namespace

Result<ReleaseName> parse_release(std::string_view text, const std::string& product) {
    const auto at = text.find('@');
    ReleaseName name{product, {}};
    std::string_view release = text;
    if (at != std::string_view::npos) {
        name.product = text.substr(0, at);
        release = text.substr(at + 1);
    } else if (looks_like_product(text)) {
        name.product = text;
        release = latest;
    }
    if (release != latest) name.version = Version::parse(release);
    if (name.product.empty() || (release != latest && !name.version))
        return fail(ExitCode::usage, "usage",
                    "\"" + printable(text) + "\" cannot be read as a release",
                    {"write a release as 12.6.3, 12.6, latest or cudnn@9.6.0"});
    return name;
}

Result<void> check_product(std::string_view product, const model::Catalogue& catalogue) {
    const auto known = catalogue.products();
    if (std::find(known.begin(), known.end(), product) != known.end()) return {};
    const auto similar = nearest(product, known);
    return fail(
        ExitCode::no_resolution, "unknown_product",
        "there is no product \"" + printable(product) + "\"" +
            (similar.empty() ? "; the catalogue has " + join(known, ", ") : did_you_mean(similar)),
        {"cudafetch list"});
}

Result<std::shared_ptr<const model::Manifest>> find_release(const ReleaseName& name,
                                                            const model::Catalogue& catalogue,
                                                            const model::Facts& facts) {
    CUDAFETCH_CHECK(check_product(name.product, catalogue));
    const auto releases = catalogue.releases(name.product);
    for (const Version& release : releases)
        if (!name.version || is_named(release, *name.version))
            return catalogue.manifest(name.product, release);
    CUDAFETCH_CHECK(check_published(name, facts));
    return fail(ExitCode::no_resolution, "release_not_in_catalogue",
                display_name(name.product, name.version->text()) + " is not in the catalogue" +
                    did_you_mean(similar_releases(releases, *name.version)),
                {"cudafetch list " + name.product});
}

Result<const model::Component*> component_of(const model::Manifest& manifest, std::string_view name,
                                             const model::ComponentFacts& facts) {
    if (const auto* component = model::find_component(manifest, name, facts)) return component;
    std::vector<std::string> known;
    for (const model::Component& component : manifest.components) {
        known.push_back(component.key);
        for (const std::string& other : model::other_names(component.key, facts))
            known.push_back(other);
    }
    const std::string release = manifest.product == "cuda"
                                    ? manifest.release.text()
                                    : manifest.product + "@" + manifest.release.text();
    return fail(ExitCode::no_resolution, "component_missing",
                display_name(manifest.product, manifest.release.text()) + " has no component \"" +
                    printable(name) + "\"" + did_you_mean(nearest(name, known)),
                {"cudafetch show " + release});
}

Result<std::optional<model::Tag>> parse_tag_option(std::string_view text) {
    if (text.empty()) return std::optional<model::Tag>{};
    if (const auto tag = model::parse_tag(text)) return tag;
    const auto known = tag_names(model::all_tags);
    const auto similar = nearest(text, known);
    return fail(
        ExitCode::no_resolution, "tag_not_served",
        "the tag \"" + printable(text) +
            "\" is not served by cudafetch, whether or not a "
            "release has it" +
            (similar.empty() ? "; served are " + join(known, ", ") : did_you_mean(similar)));
}

}  // namespace cudafetch::cli
