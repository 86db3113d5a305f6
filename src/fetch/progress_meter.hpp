// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>

#include "cudafetch/base/reporter.hpp"

namespace cudafetch::fetch {

/// Adds up the progress of all downloads. Every call may come from any thread.
class ProgressMeter {
  public:
    /// `planned` bytes are the total; with 0 it grows by what expect() is told.
    ProgressMeter(Reporter& reporter, std::uint64_t planned)
        : reporter_(reporter), grows_(planned == 0), total_(planned) {}

    /// One more download of that size has begun.
    void expect(std::uint64_t bytes) {
        if (grows_) total_ += bytes;
    }

    /// One download went from `before` to `now` bytes, which is back if it starts again.
    void moved(std::uint64_t before, std::uint64_t now) {
        const std::uint64_t done = done_ += now - before;
        reporter_.progress({"downloading", done, total_});
    }

    /// One download turned out to be there already.
    void skipped(std::uint64_t bytes) {
        expect(bytes);
        moved(0, bytes);
    }

  private:
    Reporter& reporter_;
    const bool grows_;
    std::atomic<std::uint64_t> done_{0};
    std::atomic<std::uint64_t> total_;
};

}  // namespace cudafetch::fetch
