// SPDX-License-Identifier: MIT
#include "resolve/l4t_rule.hpp"

#include <algorithm>
#include <set>

#include "cudafetch/base/text.hpp"
#include "resolve/compat_rule.hpp"
#include "resolve/names.hpp"

namespace cudafetch::resolve {

namespace {

using model::Capability;
using model::Facts;
using model::L4tFact;
using model::Version;

/// The first L4T whose boards call Thor by its new name only.
constexpr unsigned first_l4t_of_thor = 38;
/// The first CUDA major whose archives for Jetson are linux-sbsa.
constexpr unsigned first_sbsa_major = 13;

/// The board's L4T for a message. The row that stands for it may be that of another patch level.
std::string name_of(const Version& l4t, const L4tFact& fact) {
    const std::string row = fact.l4t == l4t ? "" : "taken as " + fact.l4t.text() + ", ";
    return "L4T " + l4t.text() + " (" + row + "JetPack " + fact.jetpack + ")";
}

const model::SocFact* soc_among(const L4tFact& fact, const Capability& capability,
                                const Facts& facts) {
    for (const std::string& name : fact.socs) {
        const model::SocFact* soc = facts.find_soc(name);
        if (soc != nullptr && same_device(soc->capability, capability, facts)) return soc;
    }
    return nullptr;
}

/// The SoCs of this L4T that the request is about. None: the request is about discrete GPUs.
Result<std::vector<const model::SocFact*>> bound_socs(const L4tQuestion& question,
                                                      const L4tFact& fact, const Facts& facts) {
    std::vector<const model::SocFact*> socs;
    for (const Capability& capability : question.capabilities) {
        const model::SocFact* soc = soc_among(fact, capability, facts);
        const auto* known = facts.find(capability);
        if (soc != nullptr)
            socs.push_back(soc);
        else if (known != nullptr && known->jetson)
            return fail(ExitCode::no_resolution, "l4t_device_mismatch",
                        name_of(question.l4t, fact) + " does not run on a board of capability " +
                            capability.text());
    }
    return socs;
}

/// The names of L4T's majors that there are rows for: "35, 36, 38".
std::string known_majors(const Facts& facts) {
    std::set<unsigned> majors;
    for (const L4tFact& fact : facts.l4t)
        majors.insert(fact.l4t.major());
    std::vector<std::string> texts;
    for (const unsigned number : majors)
        texts.push_back(std::to_string(number));
    return join(texts, ", ");
}

/// What this L4T's driver runs at most, for a message.
std::string range_of(const L4tFact& fact) {
    std::string text;
    if (fact.default_cuda) text = "runs CUDA up to " + fact.default_cuda->text();
    if (!fact.compat_cuda.empty()) {
        std::vector<std::string> more;
        for (const Version& version : fact.compat_cuda)
            more.push_back(version.text());
        text += ", and " + join(more, ", ") + " with a compat component";
    }
    return text.empty() ? "runs no release of the catalogue" : text;
}

/// Adds the component that brings the newer driver, or says why there is none.
void add_compat(const L4tQuestion& question, const std::vector<const model::SocFact*>& socs,
                const Facts& facts, L4tAnswer& answer) {
    const CompatQuestion compat{question.release, question.manifest, question.tag};
    const std::string cuda = question.release.truncated(2).text();
    for (const model::SocFact* soc : socs) {
        const model::CompatFact* fact = compat_for(*soc, compat, facts);
        if (fact == nullptr)
            answer.notes.push_back({"thor_compat_not_in_redist",
                                    "the board's driver is older than CUDA " + cuda +
                                        "; the compat package for " + soc->soc +
                                        " is not among the redist archives, get it from JetPack's "
                                        "package server"});
        else if (!offers(compat, fact->component))
            answer.notes.push_back({"compat_missing", "CUDA " + question.release.text() +
                                                          " has no " + fact->component +
                                                          " for this tag"});
        else if (question.manifest != nullptr &&
                 !contains(answer.compat_components, fact->component))
            answer.compat_components.push_back(fact->component);
    }
}

/// A pair that NVIDIA does not list, but that the user asks for and that is known to work for some.
/// False if there is none for this L4T.
Result<bool> add_override(const L4tQuestion& question, const L4tFact& fact, const Facts& facts,
                          L4tAnswer& answer) {
    const auto pair = std::find_if(
        facts.overrides.begin(), facts.overrides.end(),
        [&](const model::OverrideFact& row) { return row.l4t_major == question.l4t.major(); });
    if (!question.with_compat || pair == facts.overrides.end()) return false;
    const CompatQuestion compat{question.release, question.manifest, question.tag};
    const Version cuda = question.release.truncated(2);
    if (cuda < pair->cuda_min || !offers(compat, pair->component))
        return compat_missing(compat, pair->component);
    answer.compat_components.push_back(pair->component);
    answer.notes.push_back({"compat_override", "NVIDIA does not list CUDA " + cuda.text() + " on " +
                                                   name_of(question.l4t, fact) + "; " +
                                                   pair->component +
                                                   " is reported to make it run"});
    return true;
}

/// What the sources of a row do not say for sure.
void note_uncertain(const L4tQuestion& question, const L4tFact& fact, L4tAnswer& answer) {
    if (fact.certainty != model::Certainty::high)
        answer.notes.push_back({"l4t_uncertain", "which CUDA " + name_of(question.l4t, fact) +
                                                     " runs has no certain source"});
    if (!fact.disputed.empty())
        answer.notes.push_back({"sources_disagree", "sources disagree on L4T " +
                                                        std::to_string(question.l4t.major()) +
                                                        ": " + fact.disputed});
}

/// A release of the time before the board moved to linux-sbsa.
Result<void> check_tag_generation(const L4tQuestion& question, const L4tFact& fact,
                                  L4tAnswer& answer) {
    if (question.tag != model::Tag::linux_aarch64 || !fact.default_cuda ||
        fact.default_cuda->major() < first_sbsa_major)
        return {};
    if (!question.named)
        return fail(
            ExitCode::no_resolution, "l4t_cannot_run_release",
            "linux-aarch64 archives are not known to work on " + name_of(question.l4t, fact));
    answer.notes.push_back(
        {"tag_unproven_on_l4t", "nobody has shown that linux-aarch64 archives work on " +
                                    name_of(question.l4t, fact) + ", whose own are linux-sbsa"});
    return {};
}

}  // namespace

std::string what_l4t_runs(const Version& l4t, const L4tRow& row) {
    return name_of(l4t, *row.fact) + " " + range_of(*row.fact);
}

tl::unexpected<Error> no_such_l4t(const Version& l4t, const Facts& facts) {
    std::string message = "there is no L4T " + l4t.text() + "; known are " + known_majors(facts);
    // People know their JetPack better than the L4T beneath it.
    for (const L4tFact& fact : facts.l4t)
        if (fact.jetpack == l4t.text())
            message += "; JetPack " + fact.jetpack + " is L4T " + fact.l4t.text();
    return fail(ExitCode::no_resolution, "l4t_cannot_run_release", std::move(message));
}

std::optional<L4tRow> l4t_row(const Version& l4t, const Facts& facts) {
    if (facts.l4t.empty()) return std::nullopt;
    const L4tFact& newest = facts.l4t.back();
    if (newest.l4t.truncated(l4t.size()) < l4t) return L4tRow{&newest, true};
    const L4tFact* best = nullptr;
    for (const L4tFact& fact : facts.l4t) {
        if (fact.l4t.major() != l4t.major()) continue;
        // Early-access rows without a known CUDA give way to their general release.
        const bool reached = fact.l4t.truncated(l4t.size()) <= l4t;
        if (best == nullptr || reached || !best->default_cuda) best = &fact;
    }
    if (best == nullptr) return std::nullopt;
    return L4tRow{best, false};
}

std::optional<Version> l4t_of_kernel(const std::string& kernel_release, const model::SocFact* soc,
                                     const Facts& facts) {
    if (kernel_release.find("-tegra") == std::string::npos) return std::nullopt;
    const auto kernel =
        Version::parse(kernel_release.substr(0, kernel_release.find_first_not_of("0123456789.")));
    if (!kernel) return std::nullopt;
    for (const model::KernelFact& fact : facts.kernels) {
        if (kernel->truncated(2) != fact.kernel) continue;
        unsigned major = fact.l4t_major;
        const std::string jetpack = std::to_string(fact.jetpack_major) + ".";
        for (const L4tFact& row : facts.l4t)
            if (soc != nullptr && row.l4t.major() >= fact.l4t_major &&
                row.jetpack.starts_with(jetpack) && contains(row.socs, soc->soc)) {
                major = row.l4t.major();
                break;
            }
        return Version::parse(std::to_string(major));
    }
    return std::nullopt;
}

bool same_device(const Capability& a, const Capability& b, const Facts& facts) {
    const auto newest_name = [&](const Capability& capability) {
        const auto* fact = facts.find(capability.base());
        return fact != nullptr && fact->renamed_to ? fact->renamed_to->base() : capability.base();
    };
    return newest_name(a) == newest_name(b);
}

Result<L4tAnswer> check_l4t(const L4tQuestion& question, const Facts& facts) {
    const auto row = l4t_row(question.l4t, facts);
    if (!row) return no_such_l4t(question.l4t, facts);
    const L4tFact& fact = *row->fact;
    CUDAFETCH_TRY(const auto socs, bound_socs(question, fact, facts));
    L4tAnswer answer;
    if (socs.empty() && !question.capabilities.empty()) return answer;

    for (const Capability& capability : question.capabilities) {
        const auto* known = facts.find(capability);
        if (known != nullptr && known->renamed_to && question.l4t.major() >= first_l4t_of_thor)
            return fail(ExitCode::no_resolution, "l4t_cannot_run_release",
                        name_of(question.l4t, fact) + " knows the GPU only as " +
                            known->renamed_to->text() + ", and runs CUDA 13 and later");
    }
    CUDAFETCH_CHECK(check_tag_generation(question, fact, answer));
    const Version cuda = question.release.truncated(2);
    if (row->newer_than_tables)
        answer.notes.push_back(
            {"l4t_newer_than_tables", "L4T " + question.l4t.text() + " is newer than the tables; " +
                                          name_of(fact.l4t, fact) + " stands for it"});
    note_uncertain(question, fact, answer);
    if (fact.default_cuda && cuda <= *fact.default_cuda) return answer;
    const bool listed =
        std::find(fact.compat_cuda.begin(), fact.compat_cuda.end(), cuda) != fact.compat_cuda.end();
    if (!listed) {
        CUDAFETCH_TRY(const bool overridden, add_override(question, fact, facts, answer));
        if (overridden) return answer;
        return fail(ExitCode::no_resolution, "l4t_cannot_run_release",
                    "CUDA " + cuda.text() + " does not run on " + name_of(question.l4t, fact) +
                        ", which " + range_of(fact));
    }
    if (!row->newer_than_tables) add_compat(question, socs, facts, answer);
    return answer;
}

}  // namespace cudafetch::resolve
