// SPDX-License-Identifier: MIT
#include "resolve/component_rule.hpp"

#include <algorithm>
#include <map>

#include "cudafetch/base/text.hpp"
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

std::string label(const Manifest& manifest) {
    return (manifest.product == "cuda" ? "CUDA" : manifest.product) + " " + manifest.release.text();
}

/// The component under this name or one of its other names.
const Component* find_by_any_name(const Manifest& manifest, std::string_view name,
                                  const Facts& facts) {
    if (const Component* component = manifest.find(name)) return component;
    for (const auto& names : facts.components.aliases) {
        if (!contains(names, name)) continue;
        for (const std::string& other : names)
            if (const Component* component = manifest.find(other)) return component;
    }
    return nullptr;
}

tl::unexpected<Error> component_missing(const Manifest& manifest, std::string_view name,
                                        std::string_view needed_by) {
    std::string message = label(manifest) + " has no component " + printable(name);
    if (name.starts_with("release_"))
        message = printable(name) + " is not a component, but a property of the manifest";
    if (!needed_by.empty()) message += ", which " + std::string(needed_by) + " needs";
    return fail(ExitCode::no_resolution, "component_missing", message);
}

/// Collects components by key; each is there once, and required if anyone requires it.
class Selection {
  public:
    Selection(const Manifest& manifest, const Version& cuda, const Facts& facts)
        : manifest_(manifest), cuda_(cuda), facts_(facts) {}

    Result<void> require(std::string_view name, std::string_view needed_by) {
        const Component* component = find_by_any_name(manifest_, name, facts_);
        if (component == nullptr) return component_missing(manifest_, name, needed_by);
        auto& selected = by_key_[component->key];
        if (selected.component != nullptr && selected.required) return {};
        selected = {component, true};
        for (const std::string& need : needs_of(*component))
            CUDAFETCH_CHECK(require(need, component->key));
        return {};
    }

    void offer(const Component& component) {
        const bool is_new = by_key_.try_emplace(component.key, Selected{&component, false}).second;
        if (!is_new) return;
        for (const std::string& need : needs_of(component))
            if (const Component* needed = find_by_any_name(manifest_, need, facts_)) offer(*needed);
    }

    void remove(std::string_view name) {
        if (const Component* component = find_by_any_name(manifest_, name, facts_))
            by_key_.erase(component->key);
    }

    [[nodiscard]] std::vector<Selected> take() const {
        std::vector<Selected> all;
        for (const auto& [key, selected] : by_key_)
            all.push_back(selected);
        return all;
    }

  private:
    [[nodiscard]] std::vector<std::string> needs_of(const Component& component) const {
        std::vector<std::string> names;
        const auto needs = facts_.components.needs.find(component.key);
        if (needs == facts_.components.needs.end()) return names;
        for (const model::ComponentRange& need : needs->second)
            if (need.covers(cuda_)) names.push_back(need.component);
        return names;
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
        const Component* component = find_by_any_name(manifest, range.component, facts);
        if (profile == default_profile)
            CUDAFETCH_CHECK(selection.require(range.component, "compiling"));
        else if (component != nullptr)
            selection.offer(*component);
    }
    return {};
}

/// Samples, which nobody needs to build against a library.
bool is_source_only(const Component& component) {
    return std::all_of(
        component.archives.begin(), component.archives.end(),
        [](const model::Archive& archive) { return archive.tag == model::Tag::source; });
}

bool runs_on_host(const Component& component, const Facts& facts) {
    return contains(facts.components.host, component.key);
}

/// Whether a variant such as "cuda12" or "cuda13.2" is for this CUDA release.
bool variant_fits(std::string_view variant, const Version& cuda) {
    constexpr std::string_view prefix = "cuda";
    if (!variant.starts_with(prefix)) return false;
    const auto version = Version::parse(variant.substr(prefix.size()));
    return version && cuda.truncated(version->size()) == *version;
}

/// The archive with exactly this tag whose variant fits: the most specific one, else the flat one.
const model::Archive* archive_for(const Component& component, model::Tag tag, const Version& cuda) {
    const model::Archive* best = nullptr;
    for (const model::Archive& archive : component.archives) {
        if (archive.tag != tag) continue;
        if (!archive.variant.empty() && !variant_fits(archive.variant, cuda)) continue;
        if (best == nullptr || archive.variant.size() > best->variant.size()) best = &archive;
    }
    return best;
}

const model::Archive* archive_for_any(const Component& component, model::Tag tag,
                                      const Version& cuda) {
    for (const model::Tag candidate : {tag, model::Tag::linux_all, model::Tag::source})
        if (const auto* archive = archive_for(component, candidate, cuda)) return archive;
    return nullptr;
}

/// What a component has instead of the wanted archive: "linux-x86_64 cuda12, linux-sbsa cuda12".
std::string offered(const Component& component) {
    std::vector<std::string> names;
    for (const model::Archive& archive : component.archives) {
        std::string name(model::to_text(archive.tag));
        if (!archive.variant.empty()) name += " " + archive.variant;
        names.push_back(std::move(name));
    }
    for (const std::string& tag : component.other_tags)
        names.push_back(tag);
    return names.empty() ? "no archive for Linux" : join(names, ", ");
}

tl::unexpected<Error> component_not_for_tag(const Manifest& manifest, const Component& component,
                                            model::Tag tag, const Version& cuda) {
    return fail(ExitCode::no_resolution, "component_not_for_tag",
                component.key + " of " + label(manifest) + " has no archive for " +
                    std::string(model::to_text(tag)) +
                    (manifest.product == "cuda" ? "" : " and CUDA " + cuda.truncated(2).text()) +
                    "; it has " + offered(component));
}

model::PlannedArchive planned(const Manifest& manifest, const Component& component,
                              const model::Archive& archive, model::Role role,
                              const std::string& base_url) {
    model::PlannedArchive result;
    result.product = manifest.product;
    result.release = manifest.release.text();
    result.component = component.key;
    result.version = component.version;
    result.tag = archive.tag;
    result.variant = archive.variant;
    result.role = role;
    result.relative_path = archive.relative_path;
    result.url = base_url + "/" + archive.relative_path;
    result.sha256 = archive.sha256;
    result.size = archive.size;
    result.license = component.license;
    result.license_path = component.license_path;
    return result;
}

}  // namespace

Result<void> check_profile(const Request& request, const Facts& facts) {
    const auto& profiles = facts.components.profiles;
    if (!request.profile || *request.profile == everything || profiles.contains(*request.profile))
        return {};
    std::vector<std::string> known{std::string(everything)};
    for (const auto& [name, unused] : profiles)
        known.push_back(name);
    return fail(ExitCode::no_resolution, "unknown_profile",
                "there is no profile \"" + printable(*request.profile) + "\"; there are " +
                    join(known, ", "));
}

Result<std::vector<Selected>> select_components(const Request& request, const Manifest& manifest,
                                                const Version& cuda,
                                                const std::vector<std::string>& extra,
                                                const Facts& facts) {
    Selection selection(manifest, cuda, facts);
    const bool only_named =
        std::any_of(request.components.begin(), request.components.end(),
                    [](const std::string& name) { return !name.starts_with('-'); });
    if (manifest.product != "cuda") {
        for (const Component& component : manifest.components)
            if (!is_source_only(component)) selection.offer(component);
        return selection.take();
    }
    if (request.profile || !only_named) {
        const std::string profile = request.profile.value_or(std::string(default_profile));
        CUDAFETCH_CHECK(add_profile(profile, manifest, cuda, facts, selection));
    }
    for (const std::string& name : extra)
        CUDAFETCH_CHECK(selection.require(name, "the board"));
    for (const std::string& name : request.components)
        if (!name.starts_with('-')) CUDAFETCH_CHECK(selection.require(name, ""));
    for (const std::string& name : request.components)
        if (name.starts_with('-')) selection.remove(std::string_view(name).substr(1));
    return selection.take();
}

Result<std::vector<model::PlannedArchive>> choose_archives(const std::vector<Selected>& selected,
                                                           const Manifest& manifest,
                                                           const ArchiveQuestion& question,
                                                           const std::string& base_url,
                                                           const Facts& facts,
                                                           std::vector<model::Note>& notes) {
    std::vector<model::PlannedArchive> archives;
    std::vector<const Component*> skipped;
    for (const auto& [component, required] : selected) {
        const bool on_host = runs_on_host(*component, facts);
        const model::Tag tag = on_host ? question.host_tag : question.tag;
        const model::Archive* archive = archive_for_any(*component, tag, question.cuda);
        if (archive != nullptr)
            archives.push_back(planned(manifest, *component, *archive,
                                       on_host ? model::Role::host : model::Role::target,
                                       base_url));
        else if (required)
            return component_not_for_tag(manifest, *component, tag, question.cuda);
        else
            skipped.push_back(component);
    }
    if (skipped.empty()) return archives;
    if (archives.empty())
        return component_not_for_tag(manifest, *skipped.front(), question.tag, question.cuda);
    std::vector<std::string> names;
    for (const Component* component : skipped)
        names.push_back(component->key);
    notes.push_back({"component_not_for_tag", "left out, as " +
                                                  std::string(model::to_text(question.tag)) +
                                                  " has none: " + join(names, ", ")});
    return archives;
}

}  // namespace cudafetch::resolve
