// SPDX-License-Identifier: MIT
#include "cli/trees.hpp"

#include <algorithm>
#include <numeric>

#include "cli/archive_work.hpp"
#include "cli/upstream.hpp"

namespace cudafetch::cli {

namespace {

using model::PlannedArchive;

/// An archive with the right digest that is damaged or unsafe all the same came that way.
Error bad_at_source(Error error, const PlannedArchive& archive, const std::string& url) {
    if (error.code != "unsafe_archive" && error.code != "corrupt_archive") return error;
    error.message = archive.component + " from " + url + ": " + error.message;
    error.hints = {
        "its digest is the one that the manifest states, so fetching it again is no use: "
        "tell whoever serves it"};
    return error;
}

/// Indexes of the archives, the largest first.
std::vector<std::size_t> largest_first(const std::vector<PlannedArchive>& archives) {
    std::vector<std::size_t> order(archives.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return archives[a].size.value_or(0) > archives[b].size.value_or(0);
    });
    return order;
}

Result<store::Tree> obtain(const PlannedArchive& archive, store::Store& store, Network& network,
                           fetch::Downloader& downloader, const Cancellation& stop) {
    CUDAFETCH_TRY(const auto urls, network.urls_of(archive));
    const fetch::Download download{urls, archive.sha256, archive.size, archive.component};
    const auto fetch = [&](const fs::path& place, ArrivingFile& arriving,
                           const Cancellation& stop_fetching) {
        return downloader.stream(download, place, arriving, stop_fetching);
    };
    return store.obtain({archive.sha256, archive.size, archive.component}, fetch, stop)
        .map_error([&](Error error) {
            return bad_at_source(std::move(error), archive, urls.front().shown());
        });
}

}  // namespace

Result<std::vector<store::Tree>> obtain_trees(const model::Plan& plan, store::Store& store,
                                              Network& network, std::size_t jobs,
                                              Context& context) {
    fetch::Downloader downloader = network.downloader(plan.download_size());
    std::vector<store::Tree> trees(plan.archives.size());
    auto failure = for_each_archive(
        largest_first(plan.archives), jobs, context.cancellation,
        [&](std::size_t index, const Cancellation& stop) -> Result<void> {
            CUDAFETCH_TRY(trees[index],
                          obtain(plan.archives[index], store, network, downloader, stop));
            return {};
        });
    if (!failure) return trees;
    return tl::unexpected(
        explain_mismatch(std::move(failure->error), plan.archives[failure->index], plan, network));
}

}  // namespace cudafetch::cli
