// SPDX-License-Identifier: MIT
#include <algorithm>

#include "cudafetch/verify/capabilities.hpp"

namespace cudafetch::verify {

namespace {

using model::Capability;

bool holds(const std::vector<Capability>& list, const Capability& capability) {
    return std::find(list.begin(), list.end(), capability) != list.end();
}

/// The name that the compiler has for a device: Thor is 10.1 or 11.0.
Capability compilers_name(const Capability& detected, const std::vector<Capability>& compiler,
                          const model::Facts& facts) {
    if (holds(compiler, detected)) return detected;
    for (const auto& fact : facts.capabilities) {
        if (!fact.renamed_to) continue;
        if (fact.capability == detected && holds(compiler, *fact.renamed_to))
            return *fact.renamed_to;
        if (*fact.renamed_to == detected && holds(compiler, fact.capability))
            return fact.capability;
    }
    return detected;
}

std::vector<Capability> sorted(std::vector<Capability> list) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
    return list;
}

}  // namespace

ChosenCapabilities choose_capabilities(const CapabilitySources& sources,
                                       const model::Facts& facts) {
    if (!sources.requested.empty()) return {sorted(sources.requested), "request"};
    if (!sources.detected.empty()) {
        std::vector<Capability> named;
        for (const auto& detected : sources.detected)
            named.push_back(compilers_name(detected, sources.compiler, facts));
        return {sorted(std::move(named)), "gpu"};
    }
    if (!sources.installed.empty()) return {sorted(sources.installed), "receipt"};
    if (sources.compiler.empty()) return {};
    return {{*std::min_element(sources.compiler.begin(), sources.compiler.end())}, "compiler"};
}

}  // namespace cudafetch::verify
