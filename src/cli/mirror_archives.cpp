// SPDX-License-Identifier: MIT
#include "cli/mirror_archives.hpp"

#include <algorithm>

#include "cli/archive_work.hpp"
#include "cli/free_space.hpp"
#include "cli/upstream.hpp"
#include "cudafetch/base/text.hpp"

namespace cudafetch::cli {

namespace {

/// Size of a regular file; 0 if it is not there.
std::uint64_t bytes_in(const fs::path& path) {
    std::error_code error;
    const std::uint64_t size = fs::file_size(path, error);
    return error ? 0 : size;
}

Result<bool> holds(const fs::path& path, const model::PlannedArchive& archive, Examine examine) {
    std::error_code error;
    if (!fs::is_regular_file(path, error)) return false;
    if (archive.size && bytes_in(path) != *archive.size) return false;
    if (archive.size && examine == Examine::size) return true;
    CUDAFETCH_TRY(const Sha256Digest found, sha256_file(path));
    return found == archive.sha256;
}

fs::path part_of(fs::path path) {
    return path += ".part";
}

}  // namespace

Result<std::vector<MirroredArchive>> survey_archives(const MirrorContent& content,
                                                     const fs::path& root, Examine examine,
                                                     const Cancellation& cancellation) {
    std::vector<MirroredArchive> archives;
    for (const model::PlannedArchive& archive : content.archives) {
        CUDAFETCH_CHECK(cancellation.check());
        const fs::path path = fs::path(archive.product) / "redist" / archive.relative_path;
        CUDAFETCH_TRY(const bool there, holds(root / path, archive, examine));
        archives.push_back({archive, path, there});
    }
    return archives;
}

std::uint64_t size_of(const std::vector<MirroredArchive>& archives, bool there) {
    std::vector<std::uint64_t> sizes;
    for (const MirroredArchive& mirrored : archives)
        if (mirrored.there == there) sizes.push_back(mirrored.archive.size.value_or(0));
    return sum_of_sizes(sizes);
}

Result<void> check_space(const std::vector<MirroredArchive>& archives, const fs::path& root) {
    std::uint64_t kept = 0;
    for (const MirroredArchive& mirrored : archives)
        if (!mirrored.there)
            kept += std::min(bytes_in(part_of(root / mirrored.path)),
                             mirrored.archive.size.value_or(0));
    const std::uint64_t need = size_of(archives, false) - kept;
    CUDAFETCH_TRY(const std::uint64_t free, free_space(root));
    if (need <= free) return {};
    return fail(ExitCode::disk, "no_space",
                "there is no room in " + printable(root.native()) + ": " + human_size(need) +
                    " are needed, " + human_size(free) + " are free",
                {"free some, or mirror less (--tags, --components)"});
}

Result<void> fetch_archives(const std::vector<MirroredArchive>& archives,
                            const MirrorContent& content, const fs::path& root, std::size_t jobs,
                            Network& network, Context& context) {
    std::vector<std::size_t> missing;
    for (std::size_t index = 0; index < archives.size(); ++index)
        if (!archives[index].there) missing.push_back(index);
    fetch::Downloader downloader = network.downloader(size_of(archives, false));
    auto failure = for_each_archive(
        missing, jobs, context.cancellation,
        [&](std::size_t index, const Cancellation& stop) -> Result<void> {
            const model::PlannedArchive& archive = archives[index].archive;
            CUDAFETCH_TRY(const auto urls, network.urls_of(archive));
            return downloader.download({urls, archive.sha256, archive.size, archive.component},
                                       root / archives[index].path, stop);
        });
    if (!failure) return {};
    model::Plan plan;
    plan.products = content.products;
    return tl::unexpected(explain_mismatch(std::move(failure->error),
                                           archives[failure->index].archive, plan, network));
}

}  // namespace cudafetch::cli
