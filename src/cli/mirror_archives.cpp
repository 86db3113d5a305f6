// SPDX-License-Identifier: MIT
#include "cli/mirror_archives.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <mutex>
#include <thread>

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

/// Where an archive is fetched from: the mirrors if any are named, else where the plan says.
Result<std::vector<fetch::Url>> sources_of(const MirroredArchive& mirrored,
                                           const Network& network) {
    if (network.is_mirror()) return network.urls_of(mirrored.path.native());
    CUDAFETCH_TRY(auto url, fetch::Url::parse(mirrored.archive.url));
    return std::vector<fetch::Url>{std::move(url)};
}

/// Works through the missing archives from several threads.
class Fetching {
  public:
    Fetching(const std::vector<MirroredArchive>& archives, const fs::path& root, Network& network,
             Context& context)
        : archives_(archives),
          root_(root),
          network_(network),
          downloader_(network.downloader(size_of(archives, false))),
          stop_(&context.cancellation) {}

    /// One thread's part: takes archives until there are none left or something failed.
    void run() {
        for (std::size_t turn = next_++; turn < archives_.size(); turn = next_++) {
            if (archives_[turn].there) continue;
            auto done = fetch(archives_[turn]);
            if (done) continue;
            report(std::move(done).error(), archives_[turn].archive);
            return;
        }
    }

    Result<void> finish(const MirrorContent& content) {
        if (!failure_) return {};
        model::Plan plan;
        plan.products = content.products;
        return tl::unexpected(explain_mismatch(*std::move(failure_), *failed_, plan, network_));
    }

  private:
    Result<void> fetch(const MirroredArchive& mirrored) {
        CUDAFETCH_CHECK(stop_.check());
        CUDAFETCH_TRY(const auto urls, sources_of(mirrored, network_));
        const auto& archive = mirrored.archive;
        return downloader_.download({urls, archive.sha256, archive.size, archive.component},
                                    root_ / mirrored.path, stop_);
    }

    /// Keeps the first failure; what the others say once they were stopped is of no interest.
    void report(Error error, const model::PlannedArchive& archive) {
        const std::scoped_lock lock(mutex_);
        if (!failure_) {
            failure_ = std::move(error);
            failed_ = &archive;
        }
        stop_.request();
    }

    const std::vector<MirroredArchive>& archives_;
    const fs::path& root_;
    Network& network_;
    fetch::Downloader downloader_;
    Cancellation stop_;
    std::atomic<std::size_t> next_{0};
    std::mutex mutex_;
    std::optional<Error> failure_;
    const model::PlannedArchive* failed_ = nullptr;  ///< What `failure_` is about.
};

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
    constexpr auto most = std::numeric_limits<std::uint64_t>::max();  // Sizes are not trusted.
    std::uint64_t sum = 0;
    for (const MirroredArchive& mirrored : archives)
        if (mirrored.there == there) {
            const std::uint64_t size = mirrored.archive.size.value_or(0);
            sum = size > most - sum ? most : sum + size;
        }
    return sum;
}

Result<void> check_space(const std::vector<MirroredArchive>& archives, const fs::path& root) {
    std::uint64_t kept = 0;
    for (const MirroredArchive& mirrored : archives)
        if (!mirrored.there)
            kept += std::min(bytes_in(part_of(root / mirrored.path)),
                             mirrored.archive.size.value_or(0));
    const std::uint64_t need = size_of(archives, false) - kept;
    std::error_code error;
    const auto space = fs::space(root, error);
    if (error) return fail_errno("look at the space in", root.native(), error.value());
    if (need <= space.available) return {};
    return fail(ExitCode::disk, "no_space",
                "there is no room in " + printable(root.native()) + ": " + human_size(need) +
                    " are needed, " + human_size(space.available) + " are free",
                {"free some, or mirror less (--tags, --components)"});
}

Result<void> fetch_archives(const std::vector<MirroredArchive>& archives,
                            const MirrorContent& content, const fs::path& root, std::size_t jobs,
                            Network& network, Context& context) {
    Fetching fetching(archives, root, network, context);
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 0; i < std::min(jobs, archives.size()); ++i)
            threads.emplace_back([&fetching] { fetching.run(); });
    }
    return fetching.finish(content);
}

}  // namespace cudafetch::cli
