// SPDX-License-Identifier: MIT
#include <algorithm>

#include "cudafetch/base/text.hpp"
#include "resolve/component_rule.hpp"
#include "resolve/names.hpp"

namespace cudafetch::resolve {

namespace {

using model::Capability;
using model::CoverageFact;
using model::Facts;
using model::PlannedArchive;

/// Whether a device runs this real code (facts: sass-same-major, suffix-a, suffix-f, tegra-caveat).
bool runs(const Capability& device, const Capability& code, const Facts& facts) {
    if (code.suffix == Capability::Suffix::architecture) return code.base() == device.base();
    const auto is_jetson = [&](const Capability& capability) {
        const auto* fact = facts.find(capability.base());
        return fact != nullptr && fact->jetson;
    };
    if (is_jetson(device) || is_jetson(code)) return code.base() == device.base();
    return code.major == device.major && code.minor <= device.minor;
}

/// The rows about one archive; a variant that is a folder within it counts as the archive.
std::vector<const CoverageFact*> rows_about(const PlannedArchive& archive, const Facts& facts) {
    std::vector<const CoverageFact*> rows;
    for (const CoverageFact& fact : facts.coverage)
        if (fact.product == archive.product && fact.release == archive.release &&
            fact.component == archive.component && fact.tag == archive.tag &&
            (fact.variant == archive.variant || fact.variant.starts_with('/')))
            rows.push_back(&fact);
    return rows;
}

bool decides(const CoverageFact& row, const Facts& facts) {
    return !contains(facts.components.coverage_never_rejects, row.component) &&
           !(row.real.size() < 2 && contains(facts.components.coverage_needs_two, row.component));
}

std::string names_of(const std::vector<Capability>& real) {
    std::vector<std::string> names;
    for (const Capability& capability : real)
        names.push_back(capability.sm());
    return join(names, " ");
}

}  // namespace

Result<void> check_coverage(const std::vector<PlannedArchive>& archives,
                            const std::vector<Capability>& capabilities, const Facts& facts,
                            std::vector<model::Note>& notes) {
    if (capabilities.empty()) return {};
    std::vector<std::string> unknown;
    for (const PlannedArchive& archive : archives) {
        if (!contains(facts.components.libraries, archive.component)) continue;
        const auto rows = rows_about(archive, facts);
        if (rows.empty()) unknown.push_back(archive.component);
        for (const CoverageFact* row : rows) {
            if (!decides(*row, facts)) continue;
            for (const Capability& capability : capabilities) {
                const bool covered = std::any_of(
                    row->real.begin(), row->real.end(),
                    [&](const Capability& code) { return runs(capability, code, facts); });
                if (!covered)
                    return fail(ExitCode::no_resolution, "library_lacks_capability",
                                archive.component + " " + archive.version + " for " +
                                    std::string(model::to_text(archive.tag)) +
                                    " holds no code for " + capability.text() + ", only " +
                                    names_of(row->real));
            }
        }
    }
    if (!unknown.empty())
        notes.push_back({"coverage_unknown",
                         "not known: which GPU architectures " + join(unknown, ", ") +
                             (unknown.size() == 1 ? " holds" : " hold") + " in this release"});
    return {};
}

}  // namespace cudafetch::resolve
