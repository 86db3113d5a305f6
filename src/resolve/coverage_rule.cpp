// SPDX-License-Identifier: MIT
#include "resolve/coverage_rule.hpp"

#include <algorithm>
#include <map>

#include "cudafetch/base/text.hpp"
#include "resolve/names.hpp"

namespace cudafetch::resolve {

namespace {

using model::Accept;
using model::Capability;
using model::CoverageFact;
using model::Facts;
using model::PlannedArchive;
using model::Version;

bool is_jetson(const Capability& capability, const Facts& facts) {
    const auto* fact = facts.find(capability.base());
    return fact != nullptr && fact->jetson;
}

/// The first release for which code of other GPUs on a Jetson is unproven rather than known not to
/// run; absent for boards that never ran libraries of servers.
std::optional<Version> unproven_from(const Capability& device, const Facts& facts) {
    const auto* fact = facts.find(device.base());
    return fact != nullptr ? fact->sbsa_proven_from : std::nullopt;
}

Serves serves_one(const Capability& device, const Capability& code, const Version& cuda,
                  const Facts& facts) {
    if (code.base() == device.base()) return Serves::native;
    if (code.suffix == Capability::Suffix::architecture || code.major != device.major)
        return Serves::not_at_all;
    if (is_jetson(code, facts)) return Serves::not_at_all;
    if (code.minor > device.minor) return Serves::not_at_all;
    if (!is_jetson(device, facts)) return Serves::compatible;
    const auto from = unproven_from(device, facts);
    return from && cuda.truncated(2) >= *from ? Serves::unproven : Serves::not_at_all;
}

/// The rows about one archive, and within it about the folder that the plan takes.
std::vector<const CoverageFact*> rows_about(const PlannedArchive& archive, const Facts& facts) {
    const std::string place =
        archive.lib_folder.empty() ? archive.variant : "/" + archive.lib_folder;
    std::vector<const CoverageFact*> rows;
    for (const CoverageFact& fact : facts.coverage)
        if (fact.product == archive.product && fact.release == archive.release &&
            fact.component == archive.component && fact.tag == archive.tag && fact.variant == place)
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

bool accepted(Serves serves, Accept accept) {
    switch (accept) {
        case Accept::native:
            return serves == Serves::native;
        case Accept::sass:
            return serves != Serves::not_at_all;
        case Accept::ptx:
            return true;
    }
    return false;
}

/// Libraries that serve a capability, but not with code of its own; by how and for which.
class Lesser {
  public:
    void add(Serves serves, const Capability& capability, const std::string& component) {
        if (serves != Serves::native) libraries_[{serves, capability}].push_back(component);
    }

    void write_notes(std::vector<model::Note>& notes) const {
        for (const auto& [key, components] : libraries_) {
            const auto& [serves, capability] = key;
            const bool one = components.size() == 1;
            const std::string names = join(components, ", ");
            if (serves == Serves::compatible)
                notes.push_back({"code_by_compatibility",
                                 names + (one ? " has" : " have") + " no code of " +
                                     capability.text() + " itself, and serve" + (one ? "s" : "") +
                                     " it with that of an earlier GPU of the same major"});
            else if (serves == Serves::unproven)
                notes.push_back(
                    {"code_unproven", names + (one ? " has" : " have") + " no code of " +
                                          capability.text() +
                                          " itself; whether a Jetson runs that of its major is "
                                          "unproven"});
            else
                notes.push_back(
                    {"ptx_unknown", names + (one ? " has" : " have") + " no real code for " +
                                        capability.text() +
                                        "; whether there is PTX, which the driver compiles when it "
                                        "loads, is not known"});
        }
    }

  private:
    std::map<std::pair<Serves, Capability>, std::vector<std::string>> libraries_;
};

}  // namespace

Serves serves(const Capability& device, const std::vector<Capability>& code, const Version& cuda,
              const Facts& facts) {
    Serves best = Serves::not_at_all;
    for (const Capability& one : code)
        best = std::min(best, serves_one(device, one, cuda, facts));
    return best;
}

Result<void> check_coverage(const std::vector<PlannedArchive>& archives,
                            const std::vector<Capability>& capabilities, const Version& cuda,
                            Accept accept, const Facts& facts, std::vector<model::Note>& notes) {
    if (capabilities.empty()) return {};
    std::vector<std::string> unknown;
    Lesser lesser;
    for (const PlannedArchive& archive : archives) {
        if (!contains(facts.components.libraries, archive.component)) continue;
        const auto rows = rows_about(archive, facts);
        if (rows.empty()) unknown.push_back(archive.component);
        for (const CoverageFact* row : rows) {
            if (!decides(*row, facts)) continue;
            for (const Capability& capability : capabilities) {
                const Serves how = serves(capability, row->real, cuda, facts);
                if (!accepted(how, accept))
                    return fail(ExitCode::no_resolution, "library_lacks_capability",
                                archive.component + " " + archive.version + " for " +
                                    std::string(model::to_text(archive.tag)) +
                                    (how == Serves::not_at_all ? " holds no code for "
                                                               : " holds no code of its own for ") +
                                    capability.text() + ", only " + names_of(row->real));
                lesser.add(how, capability, archive.component);
            }
        }
    }
    lesser.write_notes(notes);
    if (!unknown.empty())
        notes.push_back({"coverage_unknown",
                         "not known: which GPU architectures " + join(unknown, ", ") +
                             (unknown.size() == 1 ? " holds" : " hold") + " in this release"});
    return {};
}

}  // namespace cudafetch::resolve
