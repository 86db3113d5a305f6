// SPDX-License-Identifier: MIT
#include "cudafetch/model/component_names.hpp"

#include <algorithm>

namespace cudafetch::model {

namespace {

bool contains(const std::vector<std::string>& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

std::vector<std::string> other_names(std::string_view component, const ComponentFacts& facts) {
    std::vector<std::string> others;
    for (const auto& names : facts.aliases)
        if (contains(names, component))
            std::copy_if(names.begin(), names.end(), std::back_inserter(others),
                         [&](const std::string& name) { return name != component; });
    return others;
}

const Component* find_component(const Manifest& manifest, std::string_view name,
                                const ComponentFacts& facts) {
    if (const Component* component = manifest.find(name)) return component;
    for (const std::string& other : other_names(name, facts))
        if (const Component* component = manifest.find(other)) return component;
    return nullptr;
}

std::vector<ComponentRange> needs_in(std::string_view component, const Version& cuda,
                                     const ComponentFacts& facts) {
    std::vector<ComponentRange> needs;
    if (const auto all = facts.needs.find(component); all != facts.needs.end())
        std::copy_if(all->second.begin(), all->second.end(), std::back_inserter(needs),
                     [&](const ComponentRange& need) { return need.covers(cuda); });
    return needs;
}

std::vector<std::string> profiles_with(std::string_view component, const Version& cuda,
                                       const ComponentFacts& facts) {
    std::vector<std::string> names = other_names(component, facts);
    names.emplace_back(component);
    std::vector<std::string> profiles;
    if (!contains(facts.driver_side, component)) profiles.emplace_back("all");
    for (const auto& [profile, ranges] : facts.profiles)
        if (std::any_of(ranges.begin(), ranges.end(), [&](const ComponentRange& range) {
                return contains(names, range.component) && range.covers(cuda);
            }))
            profiles.push_back(profile);
    std::sort(profiles.begin(), profiles.end());
    return profiles;
}

}  // namespace cudafetch::model
