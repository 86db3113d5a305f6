// SPDX-License-Identifier: MIT
#include "cli/free_space.hpp"

#include <algorithm>
#include <numeric>

#include "cudafetch/base/text.hpp"

namespace cudafetch::cli {

namespace {

// Measured on archives of CUDA 13.0 with xz -6: docs/performance.md.
constexpr std::uint64_t usual_expansion = 4;

}  // namespace

SpaceNeeded space_needed(const std::vector<std::uint64_t>& archive_sizes) {
    if (archive_sizes.empty()) return {};
    const std::uint64_t sum =
        std::accumulate(archive_sizes.begin(), archive_sizes.end(), std::uint64_t{0});
    const std::uint64_t largest = *std::max_element(archive_sizes.begin(), archive_sizes.end());
    return {sum + largest, usual_expansion * sum + largest};
}

Result<void> check_free_space(const model::Plan& plan, const store::Store& store,
                              Context& context) {
    std::vector<std::uint64_t> sizes;
    for (const model::PlannedArchive& archive : plan.archives)
        if (archive.size && !store.holds(archive.sha256)) sizes.push_back(*archive.size);
    const SpaceNeeded needed = space_needed(sizes);
    CUDAFETCH_TRY(const std::uint64_t free, store.free_space());
    if (free >= needed.usual) return {};
    const std::string where = printable(store.root().native());
    if (free >= needed.least) {
        context.reporter.warning("there may not be enough space at " + where + ": " +
                                 human_size(free) + " are free, and up to " +
                                 human_size(needed.usual) + " may be needed");
        return {};
    }
    return fail(ExitCode::disk, "no_space",
                "not enough space at " + where + ": at least " + human_size(needed.least) +
                    " are needed, " + human_size(free) + " are free",
                {"free some space, name a folder elsewhere with --store or --prefix, or take fewer "
                 "components: --profile, --components"});
}

}  // namespace cudafetch::cli
