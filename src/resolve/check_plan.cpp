// SPDX-License-Identifier: MIT
#include "cudafetch/resolve/check_plan.hpp"

#include <algorithm>

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

}  // namespace

Result<void> check_plan(const model::Plan& plan, const model::Facts& facts) {
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
