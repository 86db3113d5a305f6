// SPDX-License-Identifier: MIT
#include "cli/archive_work.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

namespace cudafetch::cli {

std::optional<ArchiveFailure> for_each_archive(const std::vector<std::size_t>& order,
                                               std::size_t jobs, const Cancellation& cancellation,
                                               const ArchiveTask& task) {
    Cancellation stop(&cancellation);
    std::atomic<std::size_t> next{0};
    std::mutex mutex;
    std::optional<ArchiveFailure> failure;
    const auto work = [&] {
        for (std::size_t turn = next++; turn < order.size(); turn = next++) {
            auto done = stop.check();
            if (done) done = task(order[turn], stop);
            if (done) continue;
            const std::scoped_lock lock(mutex);
            if (!failure) failure = ArchiveFailure{order[turn], std::move(done).error()};
            stop.request();
            return;
        }
    };
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 0; i < std::min(jobs, order.size()); ++i)
            threads.emplace_back(work);
    }
    return failure;
}

}  // namespace cudafetch::cli
