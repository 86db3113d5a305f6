// SPDX-License-Identifier: MIT
#include "cli/render_plan.hpp"

#include <algorithm>

#include "cli/table.hpp"
#include "cudafetch/base/text.hpp"

namespace cudafetch::cli {

namespace {

using model::Plan;

/// What sources dispute does not change the plan, so that only an explanation says it.
constexpr std::string_view background_note = "sources_disagree";

std::string title(const Plan& plan) {
    std::vector<std::string> names;
    for (const model::PlannedProduct& product : plan.products)
        names.push_back(display_name(product.product, product.release));
    std::string text = join(names, ", ") + " for " + std::string(model::to_text(plan.tag));
    const bool has_compilers =
        std::any_of(plan.archives.begin(), plan.archives.end(),
                    [](const auto& archive) { return archive.role == model::Role::host; });
    if (has_compilers && plan.host_tag != plan.tag)
        text += ", compilers for " + std::string(model::to_text(plan.host_tag));
    return text;
}

std::string capabilities_line(const Plan& plan) {
    if (plan.capabilities.empty()) return "for every GPU that the release serves";
    std::string text = plan.capabilities.size() == 1 ? "capability " : "capabilities ";
    text += model::to_text(plan.capabilities);
    switch (plan.capabilities_from) {
        case model::CapabilitiesFrom::request:
            return text + ", as requested";
        case model::CapabilitiesFrom::gpu:
            return text + ", as the driver says";
        case model::CapabilitiesFrom::board:
            return text + ", as the board has";
        case model::CapabilitiesFrom::default_:
            return text;
    }
    return text;
}

void print_archives(std::ostream& out, const Plan& plan) {
    Table table({3});
    for (const model::PlannedArchive& archive : plan.archives)
        table.add({archive.component, archive.version, std::string(model::to_text(archive.tag)),
                   archive.size ? human_size(*archive.size) : "size unknown", archive.variant});
    table.print(out, "  ");
}

/// Releases that were tried one after the other and refused for the same reason.
struct Refusals {
    const Rejection* newest;
    const Rejection* oldest;
    std::size_t count;
    std::string reason;

    [[nodiscard]] std::string releases() const {
        const std::string first = display_name(newest->product, newest->release);
        return count == 1 ? first
                          : first + " to " + oldest->release + " (" + std::to_string(count) + ")";
    }
};

/// A reason without the name of the release, which stands beside it.
std::string short_reason(const Rejection& rejection) {
    const auto release = model::Version::parse(rejection.release);
    for (const std::string& label :
         {rejection.release, release ? release->truncated(2).text() : rejection.release}) {
        const std::string name = display_name(rejection.product, label) + " ";
        if (rejection.reason.starts_with(name)) return rejection.reason.substr(name.size());
    }
    return rejection.reason;
}

std::vector<Refusals> refusals_of(const std::vector<Rejection>& rejected) {
    std::vector<Refusals> all;
    for (const Rejection& rejection : rejected) {
        const std::string reason = short_reason(rejection);
        const bool goes_on = !all.empty() && all.back().newest->product == rejection.product &&
                             all.back().newest->code == rejection.code &&
                             all.back().reason == reason;
        if (!goes_on) all.push_back({&rejection, &rejection, 0, reason});
        all.back().oldest = &rejection;
        ++all.back().count;
    }
    return all;
}

}  // namespace

std::string display_name(std::string_view product, std::string_view release) {
    return (product == "cuda" ? "CUDA" : std::string(product)) + " " + std::string(release);
}

void print_plan(std::ostream& out, const Style& style, const Plan& plan) {
    out << style.bold(title(plan)) << '\n' << capabilities_line(plan) << "\n\n";
    print_archives(out, plan);
    const std::size_t count = plan.archives.size();
    const bool all_known =
        std::all_of(plan.archives.begin(), plan.archives.end(),
                    [](const model::PlannedArchive& archive) { return archive.size.has_value(); });
    out << '\n'
        << count << (count == 1 ? " archive, " : " archives, ") << (all_known ? "" : "at least ")
        << human_size(plan.download_size()) << " to download\n";
    for (const model::Note& note : plan.notes)
        if (note.code != background_note) out << style.yellow("note: ") << note.text << '\n';
}

void print_rejected(std::ostream& out, const Style& style, const std::vector<Rejection>& rejected) {
    if (rejected.empty()) return;
    auto refusals = refusals_of(rejected);
    std::stable_sort(refusals.begin(), refusals.end(), [](const Refusals& a, const Refusals& b) {
        return a.reason.size() < b.reason.size();
    });
    Table table;
    for (const Refusals& refusal : refusals)
        table.add({refusal.releases(), refusal.newest->code, refusal.reason});
    out << style.bold("refused, the shortest reason first") << '\n';
    table.print(out, "  ");
}

void print_explanation(std::ostream& out, const Style& style, const Planning& planning) {
    const auto& sysroot = planning.platform.sysroot;
    Table found;
    for (const model::Evidence& evidence : (sysroot ? *sysroot : planning.platform.host).evidence)
        found.add({evidence.fact, evidence.value, evidence.source});
    out << '\n'
        << style.bold(sysroot ? "found below the sysroot" : "found on this machine") << '\n';
    found.print(out, "  ");
    out << style.bold("decided") << '\n';
    for (const std::string& rule : planning.rules)
        out << "  " << rule << '\n';
    for (const model::Note& note : planning.plan.notes)
        if (note.code == background_note) out << "  " << note.text << '\n';
    print_rejected(out, style, planning.plan.rejected);
}

}  // namespace cudafetch::cli
