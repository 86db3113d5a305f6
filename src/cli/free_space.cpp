// SPDX-License-Identifier: MIT
#include "cli/free_space.hpp"

#include <algorithm>
#include <limits>

#include "cudafetch/base/text.hpp"

namespace cudafetch::cli {

std::uint64_t sum_of_sizes(const std::vector<std::uint64_t>& sizes) {
    std::uint64_t sum = 0;
    for (const std::uint64_t size : sizes)
        sum = size > std::numeric_limits<std::uint64_t>::max() - sum
                  ? std::numeric_limits<std::uint64_t>::max()
                  : sum + size;
    return sum;
}

SpaceNeeded space_needed(const std::vector<std::uint64_t>& archive_sizes) {
    if (archive_sizes.empty()) return {};
    const std::uint64_t sum = sum_of_sizes(archive_sizes);
    const std::uint64_t largest = *std::max_element(archive_sizes.begin(), archive_sizes.end());
    return {sum_of_sizes({sum, largest}), sum_of_sizes({sum, sum, sum, sum, largest})};
}

Result<void> check_free_space(const model::Plan& plan, const store::Store& store,
                              Context& context) {
    std::vector<std::uint64_t> sizes;
    for (const model::PlannedArchive& archive : plan.archives)
        if (archive.size && !store.holds(archive.sha256)) sizes.push_back(*archive.size);
    const SpaceNeeded needed = space_needed(sizes);
    CUDAFETCH_TRY(const std::uint64_t free, free_space(store.root()));
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
