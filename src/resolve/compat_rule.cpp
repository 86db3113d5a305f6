// SPDX-License-Identifier: MIT
#include "resolve/compat_rule.hpp"

#include <algorithm>

#include "resolve/l4t_rule.hpp"
#include "resolve/names.hpp"

namespace cudafetch::resolve {

namespace {

using model::Capability;
using model::CompatFact;
using model::Facts;
using model::SocFact;
using model::Version;

/// The user-mode driver for data-centre GPUs, where it is not that of a Tegra.
constexpr const char* data_centre_compat = "cuda_compat";

/// The SoC of a Jetson capability; null for a GPU of another kind.
const SocFact* soc_of(const Capability& capability, const Facts& facts) {
    const auto found = std::find_if(facts.socs.begin(), facts.socs.end(), [&](const SocFact& soc) {
        return soc.jetson && same_device(soc.capability, capability, facts);
    });
    return found == facts.socs.end() ? nullptr : &*found;
}

}  // namespace

const CompatFact* compat_for(const SocFact& soc, const CompatQuestion& question,
                             const Facts& facts) {
    const Version cuda = question.release.truncated(2);
    const auto serves = [&](const CompatFact& fact) {
        return fact.tag == question.tag && fact.cuda_from <= cuda &&
               (!fact.cuda_to || cuda <= *fact.cuda_to) && contains(fact.socs, soc.soc);
    };
    const auto found = std::find_if(facts.compat.begin(), facts.compat.end(), serves);
    return found == facts.compat.end() ? nullptr : &*found;
}

bool offers(const CompatQuestion& question, const std::string& component) {
    if (question.manifest == nullptr) return true;
    const model::Component* found = question.manifest->find(component);
    return found != nullptr && found->has(question.tag);
}

tl::unexpected<Error> compat_missing(const CompatQuestion& question, const std::string& component) {
    return fail(ExitCode::no_resolution, "compat_missing",
                "CUDA " + question.release.text() + " has no " + component + " for " +
                    std::string(model::to_text(question.tag)));
}

Result<std::vector<std::string>> demanded_compat(const std::vector<Capability>& capabilities,
                                                 const CompatQuestion& question,
                                                 const Facts& facts) {
    std::vector<std::string> components;
    for (const Capability& capability : capabilities) {
        const SocFact* soc = soc_of(capability, facts);
        if (soc == nullptr) continue;
        const CompatFact* fact = compat_for(*soc, question, facts);
        if (fact == nullptr || !offers(question, fact->component))
            return compat_missing(
                question, fact == nullptr ? "compat component for " + soc->soc : fact->component);
        if (!contains(components, fact->component)) components.push_back(fact->component);
    }
    if (!components.empty()) return components;
    // Up to CUDA 12 the component of this name is a Jetson's, and has its tag alone.
    if (!offers(question, data_centre_compat)) return compat_missing(question, data_centre_compat);
    return std::vector<std::string>{data_centre_compat};
}

Result<void> check_compat_is_tegras(const std::vector<model::PlannedArchive>& archives,
                                    const Facts& facts) {
    for (const model::PlannedArchive& archive : archives) {
        if (!archive.component.starts_with(data_centre_compat)) continue;
        const bool for_tegra =
            std::any_of(facts.compat.begin(), facts.compat.end(), [&](const CompatFact& fact) {
                return fact.component == archive.component && fact.tag == archive.tag;
            });
        if (!for_tegra)
            return fail(ExitCode::no_resolution, "component_not_for_tag",
                        archive.component + " of CUDA " + archive.release + " for " +
                            std::string(model::to_text(archive.tag)) +
                            " is a data-centre driver, which a Tegra board must not get");
    }
    return {};
}

}  // namespace cudafetch::resolve
