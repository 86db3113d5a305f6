// SPDX-License-Identifier: MIT
#include "resolve/release_rule.hpp"

#include <algorithm>

#include "cudafetch/base/text.hpp"
#include "cudafetch/model/component_names.hpp"
#include "resolve/archive_rule.hpp"
#include "resolve/capability_rule.hpp"
#include "resolve/compat_rule.hpp"
#include "resolve/component_rule.hpp"
#include "resolve/coverage_rule.hpp"
#include "resolve/driver_rule.hpp"
#include "resolve/l4t_rule.hpp"
#include "resolve/names.hpp"

namespace cudafetch::resolve {

namespace {

using model::Capability;
using model::Facts;
using model::Manifest;
using model::Plan;
using model::Tag;
using model::Version;

/// NVIDIA's redist archives begin with CUDA 11.
constexpr unsigned oldest_archive_major = 11;

/// Step 8.
Result<void> check_tag_present(const model::Catalogue& catalogue, const Version& release, Tag tag) {
    CUDAFETCH_TRY(const bool present, catalogue.has_tag("cuda", release, tag));
    if (present) return {};
    std::string message =
        "CUDA " + release.text() + " has no " + std::string(model::to_text(tag)) + " archives";
    if (tag == Tag::linux_aarch64)
        message += release.major() >= 13
                       ? "; from CUDA 13.0 on Jetsons take linux-sbsa"
                       : "; those exist in 11.8, 12.0 to 12.2 and 12.4 to 12.9 only";
    return fail(ExitCode::no_resolution, "tag_not_in_release", message);
}

/// Boards end at a release (7.2 at CUDA 12.2), however well newer compilers know their GPU.
Result<void> check_board_ceiling(const std::vector<Capability>& capabilities,
                                 const Version& release, bool named, const Facts& facts,
                                 std::vector<model::Note>& notes) {
    for (const Capability& capability : capabilities) {
        const auto* fact = facts.find(capability);
        if (fact == nullptr || !fact->device_cuda_max ||
            release.truncated(2) <= *fact->device_cuda_max)
            continue;
        std::string message = "boards of capability " + capability.text() + " run CUDA up to " +
                              fact->device_cuda_max->text();
        if (fact->device_cuda_max->major() < oldest_archive_major)
            message += ", which no archive serves: take the CUDA of the board's JetPack";
        if (!named) return fail(ExitCode::no_resolution, "board_cannot_run_release", message);
        notes.push_back({"board_runs_up_to", message});
    }
    return {};
}

void note_unproven(const std::vector<Capability>& capabilities, const CudaChoice& choice,
                   const Facts& facts, std::vector<model::Note>& notes) {
    for (const Capability& capability : capabilities) {
        const auto* fact = facts.find(capability);
        if (choice.tag == Tag::linux_sbsa && fact->sbsa_proven_from &&
            choice.release.truncated(2) < *fact->sbsa_proven_from)
            notes.push_back({"orin_sbsa_before_13_2",
                             "no board of capability " + capability.text() +
                                 " was ever served linux-sbsa archives of CUDA " +
                                 choice.release.truncated(2).text() + "; the first are those of " +
                                 fact->sbsa_proven_from->text()});
        if (fact->certainty != model::Certainty::high)
            notes.push_back({"capability_uncertain",
                             "what is known of " + capability.text() + " has no certain source"});
        if (!fact->disputed.empty())
            notes.push_back({"sources_disagree",
                             "sources disagree on " + capability.text() + ": " + fact->disputed});
    }
}

/// Whether an L4T runs on boards of all the Jetson capabilities, and there is one.
bool serves_all(const model::L4tFact& fact, const std::vector<Capability>& capabilities,
                const Facts& facts) {
    const auto has_board_of = [&](const Capability& capability) {
        return std::any_of(fact.socs.begin(), fact.socs.end(), [&](const std::string& name) {
            const auto* soc = facts.find_soc(name);
            return soc != nullptr && same_device(soc->capability, capability, facts);
        });
    };
    bool any = false;
    for (const Capability& capability : capabilities) {
        if (!all_jetson({capability}, facts)) continue;
        if (!has_board_of(capability)) return false;
        any = true;
    }
    return any;
}

/// A Jetson's L4T decides what it runs; without one the answer may be wrong for the board at hand.
/// Of the lines that cannot run the release, and of those that need a compat component, the newest
/// is told.
void note_missing_l4t(const Question& question, const CudaChoice& choice,
                      const std::vector<Capability>& capabilities,
                      std::vector<model::Note>& notes) {
    const Facts& facts = question.knowledge.facts;
    const Version cuda = choice.release.truncated(2);
    const Version first_jetson_archive = *Version::parse("11.8");
    const model::L4tFact* cannot = nullptr;
    const model::L4tFact* needs_compat = nullptr;
    for (const model::L4tFact& fact : facts.l4t) {
        if (!fact.default_cuda || cuda <= *fact.default_cuda ||
            !serves_all(fact, capabilities, facts))
            continue;
        // Older drivers without a compat component (JetPack 4, previews of 5) run no archive, and
        // early access gives way to the release that follows.
        if (fact.compat_cuda.empty() && *fact.default_cuda < first_jetson_archive) continue;
        if (l4t_row(fact.l4t.truncated(1), facts)->fact != &fact) continue;
        const auto& listed = fact.compat_cuda;
        (std::find(listed.begin(), listed.end(), cuda) == listed.end() ? cannot : needs_compat) =
            &fact;
    }
    const auto tell = [&](const model::L4tFact* fact, const char* what, bool other_release) {
        if (fact == nullptr) return;
        model::Request other = question.request;
        other.l4t = fact->l4t.truncated(2);
        if (other_release) other.cuda = {};
        notes.push_back(
            {"l4t_not_given", "a board with L4T " + fact->l4t.truncated(1).text() + " (JetPack " +
                                  fact->jetpack.substr(0, fact->jetpack.find('.')) + ") " + what +
                                  cuda.text() + "; for that one: " + model::command_line(other)});
    };
    tell(cannot, "cannot run CUDA ", true);
    tell(needs_compat, "needs a compat component for CUDA ", false);
}

model::PlannedProduct planned_product(const Question& question, const Manifest& manifest) {
    return {manifest.product, manifest.release.text(),
            question.knowledge.catalogue.original_digest(manifest.product, manifest.release)};
}

/// Step 9: the L4T release where one is known, else the driver.
Result<L4tAnswer> check_board(const Question& question, const CudaChoice& choice,
                              const Manifest* manifest, bool named) {
    const Facts& facts = question.knowledge.facts;
    const bool with_compat = question.request.with_compat;
    const auto capabilities = names_in_release(question.target, choice.release, facts);
    if (question.target.l4t)
        return check_l4t({*question.target.l4t, capabilities, choice.release, manifest, choice.tag,
                          named, with_compat},
                         facts);
    L4tAnswer answer;
    CUDAFETCH_CHECK(
        check_driver(question.target, choice.release, with_compat, facts, answer.notes));
    if (with_compat) {
        // A board's driver is the board's, whatever else the request builds for.
        const auto devices = question.target.soc != nullptr
                                 ? std::vector<Capability>{question.target.soc->capability}
                                 : capabilities;
        CUDAFETCH_TRY(answer.compat_components,
                      demanded_compat(devices, {choice.release, manifest, choice.tag}, facts));
    }
    return answer;
}

bool is_for_tegra(const Question& question, const std::vector<Capability>& capabilities) {
    const Target& target = question.target;
    return target.l4t || target.soc != nullptr ||
           (target.machine != nullptr && target.machine->tegra) ||
           std::any_of(capabilities.begin(), capabilities.end(), [&](const Capability& one) {
               return all_jetson({one}, question.knowledge.facts);
           });
}

/// Step 10 for one product. After a failure the plan is as it was.
Result<void> add_archives(const Question& question, const Manifest& manifest,
                          const CudaChoice& choice, const std::vector<std::string>& extra,
                          Plan& plan) {
    const Knowledge& knowledge = question.knowledge;
    std::vector<model::Note> notes;
    CUDAFETCH_TRY(const auto selected, select_components(question.request, manifest, choice.release,
                                                         extra, knowledge.facts));
    CUDAFETCH_TRY(
        const auto archives,
        choose_archives(selected, manifest, {choice.host_tag, choice.tag, choice.release},
                        knowledge.catalogue.base_url(manifest.product), knowledge.facts, notes));
    if (archives.empty())
        return fail(
            ExitCode::no_resolution, "component_missing",
            "no component of " + manifest.product + " " + manifest.release.text() + " is wanted");
    if (is_for_tegra(question, plan.capabilities))
        CUDAFETCH_CHECK(check_compat_is_tegras(archives, knowledge.facts));
    CUDAFETCH_CHECK(check_coverage(archives, plan.capabilities, choice.release,
                                   question.request.accept, knowledge.facts, notes));
    plan.archives.insert(plan.archives.end(), archives.begin(), archives.end());
    plan.notes.insert(plan.notes.end(), notes.begin(), notes.end());
    plan.products.push_back(planned_product(question, manifest));
    return {};
}

/// Steps 4 to 7.
Result<CudaChoice> choose_tags(const Question& question, const Version& release) {
    const Facts& facts = question.knowledge.facts;
    const auto capabilities = names_in_release(question.target, release, facts);
    CUDAFETCH_CHECK(check_compiles(capabilities, release, facts));
    CUDAFETCH_TRY(const Tag tag, choose_tag(question.target, capabilities, release, facts));
    return CudaChoice{
        release, choose_host_tag(question.target, tag, release, question.knowledge.platform), tag};
}

/// What libraries of a sibling product need from cuda, and the plan does not bring.
void note_missing_needs(const model::PlannedProduct& product, const CudaChoice& choice,
                        const Facts& facts, Plan& plan) {
    std::vector<std::string> missing;
    const auto is_in_plan = [&](const std::string& component) {
        const auto others = model::other_names(component, facts.components);
        return std::any_of(plan.archives.begin(), plan.archives.end(), [&](const auto& archive) {
            return archive.component == component || contains(others, archive.component);
        });
    };
    for (const model::PlannedArchive& archive : plan.archives)
        if (archive.product == product.product)
            for (const auto& need :
                 model::needs_in(archive.component, choice.release, facts.components))
                if (!is_in_plan(need.component) && !contains(missing, need.component))
                    missing.push_back(need.component);
    if (!missing.empty())
        plan.notes.push_back(
            {"needs_from_cuda",
             product.product + " " + product.release + " uses " + join(missing, ", ") +
                 " of CUDA, which this plan does not bring: " +
                 (plan.release_of("cuda").empty() ? "add cuda to the products, and name "
                                                  : "name ") +
                 (missing.size() == 1 ? "it" : "them") + " with --components"});
}

}  // namespace

Result<void> judge_label(const Question& question, const Version& release) {
    CUDAFETCH_TRY(const CudaChoice choice, choose_tags(question, release));
    CUDAFETCH_CHECK(check_board(question, choice, nullptr, true));
    return {};
}

Result<CudaPlan> try_cuda_release(const Question& question, const Version& release, bool named,
                                  bool with_archives) {
    const auto& [catalogue, facts, platform] = question.knowledge;
    const Target& target = question.target;
    CUDAFETCH_TRY(const CudaChoice choice, choose_tags(question, release));
    Plan plan;
    plan.target = target.target;
    plan.host_tag = choice.host_tag;
    plan.tag = choice.tag;
    plan.capabilities = names_in_release(target, release, facts);
    plan.capabilities_from = target.capabilities_from;
    plan.notes = target.notes;
    if (plan.capabilities != target.capabilities)
        plan.notes.push_back({"capability_name", "CUDA " + release.text() + " calls this board " +
                                                     model::to_text(plan.capabilities)});
    CUDAFETCH_CHECK(check_tag_present(catalogue, release, choice.tag));
    CUDAFETCH_CHECK(check_tag_present(catalogue, release, choice.host_tag));
    CUDAFETCH_CHECK(check_board_ceiling(plan.capabilities, release, named, facts, plan.notes));
    // The manifest is dear to read, and not for a release that falls without it.
    CUDAFETCH_CHECK(check_board(question, choice, nullptr, named));
    CUDAFETCH_TRY(const auto manifest, catalogue.manifest("cuda", release));
    CUDAFETCH_TRY(const L4tAnswer board, check_board(question, choice, manifest.get(), named));
    plan.notes.insert(plan.notes.end(), board.notes.begin(), board.notes.end());
    note_unproven(plan.capabilities, choice, facts, plan.notes);
    if (!target.l4t) note_missing_l4t(question, choice, plan.capabilities, plan.notes);
    if (with_archives)
        CUDAFETCH_CHECK(add_archives(question, *manifest, choice, board.compat_components, plan));
    return CudaPlan{choice, std::move(plan)};
}

Result<void> add_sibling(const Question& question, const model::ProductRequest& product,
                         const CudaChoice& choice, Plan& plan) {
    const model::Catalogue& catalogue = question.knowledge.catalogue;
    const Candidates allowed = candidates(catalogue, product.product, product.spec);
    std::vector<Rejection> rejected;
    Error last{ExitCode::no_resolution,
               "release_not_in_catalogue",
               "no release of " + product.product + " matches \"" + product.spec.text() + "\"",
               {},
               {}};
    for (const Version& release : allowed.releases) {
        CUDAFETCH_TRY(const auto manifest, catalogue.manifest(product.product, release));
        const auto added = add_archives(question, *manifest, choice, {}, plan);
        if (added) {
            note_missing_needs(plan.products.back(), choice, question.knowledge.facts, plan);
            plan.rejected.insert(plan.rejected.end(), rejected.begin(), rejected.end());
            return {};
        }
        last = added.error();
        rejected.push_back({product.product, release.text(), last.code, last.message});
    }
    if (rejected.size() > 1)
        last = {ExitCode::no_resolution,
                "no_release_serves",
                "no release of " + product.product + " fits CUDA " + choice.release.text() +
                    " on " + std::string(model::to_text(choice.tag)),
                {},
                {}};
    last.rejected = std::move(rejected);
    return tl::unexpected(std::move(last));
}

Candidates candidates(const model::Catalogue& catalogue, const std::string& product,
                      const model::VersionSpec& spec, const model::VersionSpec& more) {
    Candidates result;
    for (const Version& release : catalogue.releases(product)) {
        if (!spec.allows(release) || !more.allows(release)) continue;
        for (const auto& named : {spec.named(), more.named()})
            if (named && named->text() == release.text()) return {{release}, true};
        result.releases.push_back(release);
    }
    return result;
}

}  // namespace cudafetch::resolve
