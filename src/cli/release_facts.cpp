// SPDX-License-Identifier: MIT
#include "cli/release_facts.hpp"

#include <algorithm>

#include "cudafetch/model/component_names.hpp"

namespace cudafetch::cli {

namespace {

/// The first row for which `matches` is true, or null.
template <typename Row, typename Matches>
const Row* find_row(const std::vector<Row>& rows, Matches matches) {
    const auto found = std::find_if(rows.begin(), rows.end(), matches);
    return found == rows.end() ? nullptr : &*found;
}

}  // namespace

ReleaseFacts facts_about(const model::Manifest& manifest, const model::Facts& facts) {
    if (manifest.product != "cuda") return {};
    const model::Version& release = manifest.release;
    return {find_row(facts.driver_minimums,
                     [&](const auto& row) { return row.cuda_major == release.major(); }),
            find_row(facts.drivers, [&](const auto& row) { return row.cuda == release; }),
            find_row(facts.host_compilers,
                     [&](const auto& row) { return row.cuda == release.truncated(2); })};
}

std::string_view runs_on(const model::Component& component, const model::ComponentFacts& facts) {
    const auto is_among = [&](const std::vector<std::string>& names) {
        return std::find(names.begin(), names.end(), component.key) != names.end();
    };
    if (is_among(facts.host)) return "host";
    return is_among(facts.both) ? "both" : "target";
}

std::vector<std::string> needs_of(const model::Manifest& manifest,
                                  const model::Component& component,
                                  const model::ComponentFacts& facts) {
    // Ranges are of CUDA releases; another product's release says nothing about them.
    if (manifest.product != "cuda") return {};
    std::vector<std::string> names;
    for (const auto& need : model::needs_in(component.key, manifest.release, facts)) {
        const auto* found = model::find_component(manifest, need.component, facts);
        names.push_back(found != nullptr ? found->key : need.component);
    }
    return names;
}

std::vector<const model::CoverageFact*> coverage_of(const model::Manifest& manifest,
                                                    const model::Component& component,
                                                    const model::Archive& archive,
                                                    const model::Facts& facts) {
    std::vector<const model::CoverageFact*> rows;
    for (const model::CoverageFact& row : facts.coverage)
        if (row.product == manifest.product && row.release == manifest.release.text() &&
            row.component == component.key && row.tag == archive.tag &&
            (row.variant == archive.variant ||
             (archive.variant.empty() && row.variant.starts_with('/'))))
            rows.push_back(&row);
    return rows;
}

std::string_view to_text(model::Certainty certainty) {
    switch (certainty) {
        case model::Certainty::high:
            return "high";
        case model::Certainty::medium:
            return "medium";
        case model::Certainty::low:
            return "low";
    }
    return {};
}

}  // namespace cudafetch::cli
