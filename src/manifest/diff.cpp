// SPDX-License-Identifier: MIT
#include "cudafetch/manifest/diff.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "cudafetch/model/component_names.hpp"

namespace cudafetch::manifest {

namespace {

using model::Archive;
using model::Component;
using model::Manifest;
using model::Tag;

bool counts(const Archive& archive, std::optional<Tag> tag) {
    return !tag || archive.tag == *tag;
}

/// A component that has an archive that counts; null in place of any other.
const Component* if_there(const Component* component, std::optional<Tag> tag) {
    if (component == nullptr) return nullptr;
    const auto& archives = component->archives;
    const bool there = std::any_of(archives.begin(), archives.end(),
                                   [&](const Archive& archive) { return counts(archive, tag); });
    return there ? component : nullptr;
}

std::vector<ArchiveDiff> archives_of(const Component* before, const Component* after,
                                     std::optional<Tag> tag) {
    std::map<std::pair<Tag, std::string>, ArchiveDiff> all;
    const auto add = [&](const Component* component, std::optional<Archive> ArchiveDiff::*side) {
        if (component == nullptr) return;
        for (const Archive& archive : component->archives) {
            if (!counts(archive, tag)) continue;
            ArchiveDiff& one = all[{archive.tag, archive.variant}];
            one.tag = archive.tag;
            one.variant = archive.variant;
            one.*side = archive;
        }
    };
    add(before, &ArchiveDiff::before);
    add(after, &ArchiveDiff::after);
    std::vector<ArchiveDiff> list;
    for (auto& [place, archive] : all)
        list.push_back(std::move(archive));
    return list;
}

/// Either may be null, not both.
ComponentDiff compare(const Component* before, const Component* after, std::optional<Tag> tag) {
    ComponentDiff result;
    if (before != nullptr)
        std::tie(result.before, result.version_before) = std::tie(before->key, before->version);
    if (after != nullptr)
        std::tie(result.after, result.version_after) = std::tie(after->key, after->version);
    result.change = after == nullptr            ? Change::gone
                    : before == nullptr         ? Change::come
                    : before->key != after->key ? Change::renamed
                                                : Change::changed;
    result.archives = archives_of(before, after, tag);
    return result;
}

bool differs(const ComponentDiff& component) {
    return component.change != Change::changed ||
           component.version_before != component.version_after ||
           !std::all_of(component.archives.begin(), component.archives.end(),
                        [](const ArchiveDiff& archive) { return archive.same(); });
}

void add_up(const Manifest& manifest, std::optional<Tag> tag, ArchiveSum TagSums::*side,
            std::map<Tag, TagSums>& sums) {
    for (const Component& component : manifest.components) {
        for (const Archive& archive : component.archives) {
            if (!counts(archive, tag)) continue;
            sums[archive.tag].tag = archive.tag;
            ArchiveSum& sum = sums[archive.tag].*side;
            ++sum.archives;
            sum.bytes += archive.size.value_or(0);
            sum.unknown += archive.size ? 0 : 1;
        }
    }
}

const std::string& shown_name(const ComponentDiff& component) {
    return component.after.empty() ? component.before : component.after;
}

}  // namespace

std::string_view to_text(Change change) {
    switch (change) {
        case Change::gone:
            return "gone";
        case Change::come:
            return "come";
        case Change::renamed:
            return "renamed";
        case Change::changed:
            return "changed";
    }
    return {};
}

ManifestDiff diff(const Manifest& before, const Manifest& after, const model::ComponentFacts& facts,
                  std::optional<Tag> tag) {
    ManifestDiff result;
    const auto add = [&](const Component* older, const Component* newer) {
        ComponentDiff component = compare(older, newer, tag);
        if (differs(component))
            result.components.push_back(std::move(component));
        else
            ++result.unchanged;
    };
    for (const Component& component : before.components) {
        const Component* older = if_there(&component, tag);
        const Component* newer = if_there(model::find_component(after, component.key, facts), tag);
        if (older != nullptr) add(older, newer);
    }
    for (const Component& component : after.components) {
        const Component* newer = if_there(&component, tag);
        const Component* older = if_there(model::find_component(before, component.key, facts), tag);
        if (newer != nullptr && older == nullptr) add(nullptr, newer);
    }
    std::sort(result.components.begin(), result.components.end(),
              [](const ComponentDiff& a, const ComponentDiff& b) {
                  return std::tie(a.change, shown_name(a)) < std::tie(b.change, shown_name(b));
              });
    std::map<Tag, TagSums> sums;
    add_up(before, tag, &TagSums::before, sums);
    add_up(after, tag, &TagSums::after, sums);
    for (const auto& [name, sum] : sums)
        result.sums.push_back(sum);
    return result;
}

}  // namespace cudafetch::manifest
