// SPDX-License-Identifier: MIT
#include "cli/trees.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <numeric>
#include <thread>

#include "cli/upstream.hpp"
#include "cudafetch/base/text.hpp"

namespace cudafetch::cli {

namespace {

using model::PlannedArchive;

/// Where an archive is fetched from: the mirrors if any are named, else where the plan says.
Result<std::vector<fetch::Url>> urls_of(const PlannedArchive& archive, const Network& network) {
    if (network.is_mirror())
        return network.urls_of(archive.product + "/redist/" + archive.relative_path);
    CUDAFETCH_TRY(auto url, fetch::Url::parse(archive.url));
    return std::vector<fetch::Url>{std::move(url)};
}

/// An archive with the right digest that is damaged or unsafe all the same came that way.
Error bad_at_source(Error error, const PlannedArchive& archive, const std::string& url) {
    if (error.code != "unsafe_archive" && error.code != "corrupt_archive") return error;
    error.message = archive.component + " from " + url + ": " + error.message;
    error.hints = {
        "its digest is the one that the manifest states, so fetching it again is no use: "
        "tell whoever serves it"};
    return error;
}

/// Works through the archives of one plan from several threads.
class Work {
  public:
    Work(const model::Plan& plan, store::Store& store, Network& network, Context& context)
        : plan_(plan),
          store_(store),
          network_(network),
          downloader_(network.downloader(plan.download_size())),
          stop_(&context.cancellation),
          order_(plan.archives.size()),
          trees_(plan.archives.size()) {
        std::iota(order_.begin(), order_.end(), std::size_t{0});
        const auto size = [&](std::size_t i) { return plan.archives[i].size.value_or(0); };
        std::sort(order_.begin(), order_.end(),
                  [&](std::size_t a, std::size_t b) { return size(a) > size(b); });
    }

    /// One thread's part: takes archives until there are none left or something failed.
    void run() {
        for (std::size_t turn = next_++; turn < order_.size(); turn = next_++) {
            auto tree = obtain(plan_.archives[order_[turn]]);
            if (!tree) {
                report(std::move(tree).error(), plan_.archives[order_[turn]]);
                return;
            }
            trees_[order_[turn]] = *std::move(tree);
        }
    }

    Result<std::vector<store::Tree>> finish() {
        if (failure_)
            return tl::unexpected(
                explain_mismatch(*std::move(failure_), *failed_, plan_, network_));
        return std::move(trees_);
    }

  private:
    Result<store::Tree> obtain(const PlannedArchive& archive) {
        CUDAFETCH_CHECK(stop_.check());
        CUDAFETCH_TRY(const auto urls, urls_of(archive, network_));
        const fetch::Download download{urls, archive.sha256, archive.size, archive.component};
        return store_
            .obtain(
                {archive.sha256, archive.size, archive.component},
                [&](const fs::path& place, ArrivingFile& arriving, const Cancellation& stop) {
                    return downloader_.stream(download, place, arriving, stop);
                },
                stop_)
            .map_error([&](Error error) {
                return bad_at_source(std::move(error), archive, urls.front().shown());
            });
    }

    /// Keeps the first failure; what the others say once they were stopped is of no interest.
    void report(Error error, const PlannedArchive& archive) {
        const std::scoped_lock lock(mutex_);
        if (!failure_) {
            failure_ = std::move(error);
            failed_ = &archive;
        }
        stop_.request();
    }

    const model::Plan& plan_;
    store::Store& store_;
    Network& network_;
    fetch::Downloader downloader_;
    Cancellation stop_;
    std::vector<std::size_t> order_;
    std::vector<store::Tree> trees_;
    std::atomic<std::size_t> next_{0};
    std::mutex mutex_;
    std::optional<Error> failure_;
    const PlannedArchive* failed_ = nullptr;  ///< What `failure_` is about.
};

}  // namespace

Result<std::vector<store::Tree>> obtain_trees(const model::Plan& plan, store::Store& store,
                                              Network& network, std::size_t jobs,
                                              Context& context) {
    Work work(plan, store, network, context);
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 0; i < std::min(jobs, plan.archives.size()); ++i)
            threads.emplace_back([&work] { work.run(); });
    }
    return work.finish();
}

}  // namespace cudafetch::cli
