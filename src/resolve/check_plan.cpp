// SPDX-License-Identifier: MIT
#include "cudafetch/resolve/check_plan.hpp"

#include <algorithm>
#include <set>

#include "resolve/names.hpp"

namespace cudafetch::resolve {

namespace {

/// nvcc and what it calls and includes: the parts of compiling that are no library.
bool is_compiler_piece(const std::string& component, const model::ComponentFacts& facts) {
    const auto compile = facts.profiles.find("compile");
    return compile != facts.profiles.end() &&
           std::any_of(
               compile->second.begin(), compile->second.end(),
               [&](const model::ComponentRange& range) { return range.component == component; }) &&
           (contains(facts.host, component) || contains(facts.both, component));
}

tl::unexpected<Error> mixed(const model::PlannedArchive& archive, const std::string& other) {
    return fail(ExitCode::no_resolution, "mixed_compilers",
                archive.component + " " + archive.version + " of " + archive.product + " " +
                    archive.release + " does not belong to " + other +
                    ": compiler pieces of two builds do not work together",
                {"write the lock anew: cudafetch resolve --lock FILE"});
}

tl::unexpected<Error> malformed(const model::PlannedArchive& archive, const std::string& what) {
    return fail(ExitCode::integrity, "malformed_plan",
                archive.component + " " + archive.version + " of " + archive.product + " " + what,
                {"write the lock anew: cudafetch resolve --lock FILE"});
}

/// Whether every archive is there once, for the machine that its component runs on.
Result<void> check_archives(const model::Plan& plan, const model::Facts& facts) {
    std::set<std::pair<std::string, std::string>> seen;
    for (const model::PlannedArchive& archive : plan.archives) {
        if (!seen.emplace(archive.product, archive.component).second)
            return malformed(archive, "is there twice");
        const bool on_host = contains(facts.components.host, archive.component);
        if (on_host != (archive.role == model::Role::host))
            return malformed(archive, "has the wrong role");
        const model::Tag tag = on_host ? plan.host_tag : plan.tag;
        if (archive.tag != tag && model::arch_of(archive.tag))
            return malformed(archive, "is for " + std::string(model::to_text(archive.tag)) +
                                          " in a plan that needs it for " +
                                          std::string(model::to_text(tag)));
    }
    return {};
}

}  // namespace

Result<void> check_plan(const model::Plan& plan, const model::Facts& facts) {
    CUDAFETCH_CHECK(check_archives(plan, facts));
    const model::PlannedArchive* first = nullptr;
    for (const model::PlannedArchive& archive : plan.archives) {
        const std::string release(plan.release_of(archive.product));
        if (archive.release != release)
            return mixed(archive, "a plan of " + archive.product + " " + release);
        if (archive.product != "cuda" || !is_compiler_piece(archive.component, facts.components))
            continue;
        if (first != nullptr && first->version != archive.version)
            return mixed(archive, first->component + " " + first->version);
        first = &archive;
    }
    return {};
}

}  // namespace cudafetch::resolve
