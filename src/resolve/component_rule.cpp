// SPDX-License-Identifier: MIT
#include "resolve/component_rule.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "cudafetch/base/nearest.hpp"
#include "cudafetch/base/text.hpp"
#include "cudafetch/model/component_names.hpp"
#include "resolve/names.hpp"

namespace cudafetch::resolve {

namespace {

using model::Component;
using model::Facts;
using model::Manifest;
using model::Request;
using model::Version;

constexpr std::string_view default_profile = "compile";
constexpr std::string_view everything = "all";

tl::unexpected<Error> component_missing(const Manifest& manifest, std::string_view name,
                                        std::string_view needed_by) {
    std::vector<std::string> keys;
    for (const Component& component : manifest.components)
        keys.push_back(component.key);
    std::string message = label(manifest) + " has no component " + printable(name) +
                          (needed_by.empty() ? did_you_mean(nearest(name, keys)) : "");
    if (name.starts_with("release_"))
        message = printable(name) + " is not a component, but a property of the manifest";
    if (!needed_by.empty()) message += ", which " + std::string(needed_by) + " needs";
    return fail(ExitCode::no_resolution, "component_missing", message);
}

/// Samples, which nobody needs to build against a library.
bool is_source_only(const Component& component) {
    return std::all_of(
        component.archives.begin(), component.archives.end(),
        [](const model::Archive& archive) { return archive.tag == model::Tag::source; });
}

bool is_removal(std::string_view name) {
    return name.starts_with('-');
}

bool names_any(const Request& request) {
    return !std::all_of(request.components.begin(), request.components.end(), is_removal);
}

/// Collects components by key; each is there once, and required if anyone requires it.
class Selection {
  public:
    Selection(const Manifest& manifest, const Version& cuda, const Facts& facts)
        : manifest_(manifest), cuda_(cuda), facts_(facts) {}

    Result<void> require(std::string_view name, std::string_view needed_by) {
        const Component* component = model::find_component(manifest_, name, facts_.components);
        if (component == nullptr) return component_missing(manifest_, name, needed_by);
        auto& selected = by_key_[component->key];
        if (selected.component != nullptr && selected.required) return {};
        selected = {component, true};
        for (const model::ComponentRange& need : needs_of(*component)) {
            if (need.optional)
                offer(need.component);
            else
                CUDAFETCH_CHECK(require(need.component, component->key));
        }
        return {};
    }

    void offer(const Component& component) {
        const bool is_new = by_key_.try_emplace(component.key, Selected{&component, false}).second;
        if (!is_new) return;
        for (const model::ComponentRange& need : needs_of(component))
            offer(need.component);
    }

    void offer(std::string_view name) {
        if (const Component* component = model::find_component(manifest_, name, facts_.components))
            offer(*component);
    }

    /// All of a product that is not made of tools to choose from.
    void offer_libraries() {
        for (const Component& component : manifest_.components)
            if (!is_source_only(component)) offer(component);
    }

    void remove(std::string_view name) {
        if (const Component* component = model::find_component(manifest_, name, facts_.components))
            by_key_.erase(component->key);
    }

    [[nodiscard]] std::vector<Selected> take() const {
        std::vector<Selected> all;
        for (const auto& [key, selected] : by_key_)
            all.push_back(selected);
        return all;
    }

  private:
    [[nodiscard]] std::vector<model::ComponentRange> needs_of(const Component& component) const {
        return model::needs_in(component.key, cuda_, facts_.components);
    }

    const Manifest& manifest_;
    const Version& cuda_;
    const Facts& facts_;
    std::map<std::string, Selected> by_key_;
};

/// Adds what a profile holds. Only `compile` is minimal: each of its parts is needed.
Result<void> add_profile(const std::string& profile, const Manifest& manifest, const Version& cuda,
                         const Facts& facts, Selection& selection) {
    if (profile == everything) {
        for (const Component& component : manifest.components)
            if (!contains(facts.components.driver_side, component.key)) selection.offer(component);
        return {};
    }
    for (const model::ComponentRange& range : facts.components.profiles.find(profile)->second) {
        if (!range.covers(cuda)) continue;
        if (profile == default_profile)
            CUDAFETCH_CHECK(selection.require(range.component, "compiling"));
        else
            selection.offer(range.component);
    }
    return {};
}

}  // namespace

std::string label(const Manifest& manifest) {
    return (manifest.product == "cuda" ? "CUDA" : manifest.product) + " " + manifest.release.text();
}

std::vector<std::string> profile_names(const Facts& facts) {
    std::vector<std::string> names{std::string(everything)};
    for (const auto& [name, unused] : facts.components.profiles)
        names.push_back(name);
    return names;
}

Result<void> check_profile(const Request& request, const Facts& facts) {
    const auto known = profile_names(facts);
    if (!request.profile || contains(known, *request.profile)) return {};
    return fail(ExitCode::no_resolution, "unknown_profile",
                "there is no profile \"" + printable(*request.profile) + "\"; there are " +
                    join(known, ", "));
}

Result<std::vector<Selected>> select_components(const Request& request, const Manifest& manifest,
                                                const Version& cuda,
                                                const std::vector<std::string>& extra,
                                                const Facts& facts) {
    Selection selection(manifest, cuda, facts);
    const bool others_may_have_it = request.products.size() > 1;
    std::vector<std::string> named;
    for (const std::string& name : request.components)
        if (!is_removal(name) &&
            (!others_may_have_it ||
             model::find_component(manifest, name, facts.components) != nullptr))
            named.push_back(name);
    if (manifest.product != "cuda") {
        if (named.empty()) selection.offer_libraries();
    } else if (request.profile || !names_any(request)) {
        const std::string profile = request.profile.value_or(std::string(default_profile));
        CUDAFETCH_CHECK(add_profile(profile, manifest, cuda, facts, selection));
    }
    for (const std::string& name : extra)
        CUDAFETCH_CHECK(selection.require(name, "the board"));
    for (const std::string& name : named)
        CUDAFETCH_CHECK(selection.require(name, ""));
    for (const std::string& name : request.components)
        if (is_removal(name)) selection.remove(std::string_view(name).substr(1));
    return selection.take();
}

Result<void> check_named_components(const Request& request,
                                    const std::vector<model::PlannedArchive>& archives,
                                    const Facts& facts) {
    for (const std::string& name : request.components) {
        const bool found =
            is_removal(name) ||
            std::any_of(archives.begin(), archives.end(), [&](const auto& archive) {
                return archive.component == name ||
                       contains(model::other_names(name, facts.components), archive.component);
            });
        if (!found)
            return fail(ExitCode::no_resolution, "component_missing",
                        "none of the products has a component " + printable(name));
    }
    return {};
}

Result<void> check_removals(const Request& request, const model::Catalogue& catalogue,
                            const Facts& facts) {
    std::vector<std::string> products;
    for (const model::ProductRequest& product : request.products)
        products.push_back(product.product);
    if (products.empty()) products.emplace_back("cuda");
    for (const std::string& removal : request.components) {
        if (!is_removal(removal)) continue;
        const std::string name = removal.substr(1);
        std::set<std::string> keys;
        bool found = false;
        for (const std::string& product : products)
            for (const Version& release : catalogue.releases(product)) {
                if (found) break;
                CUDAFETCH_TRY(const auto manifest, catalogue.manifest(product, release));
                found = model::find_component(*manifest, name, facts.components) != nullptr;
                for (const Component& component : manifest->components)
                    keys.insert(component.key);
            }
        if (!found)
            return fail(ExitCode::no_resolution, "component_missing",
                        "no release has a component " + printable(name) + " to leave out" +
                            did_you_mean(nearest(name, {keys.begin(), keys.end()})));
    }
    return {};
}

}  // namespace cudafetch::resolve
