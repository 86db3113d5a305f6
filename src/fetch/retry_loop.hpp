// SPDX-License-Identifier: MIT
#pragma once

#include <random>
#include <string>
#include <vector>

#include "cudafetch/base/clock.hpp"
#include "cudafetch/base/reporter.hpp"
#include "cudafetch/fetch/retry_policy.hpp"
#include "fetch/transfer.hpp"

namespace cudafetch::fetch {

/// Carries one transfer through attempts, pauses and mirrors, as decide_retry() says.
class RetryLoop {
  public:
    /// `name` is what messages call the file; empty: its URL alone.
    RetryLoop(Clock& clock, Reporter& reporter, const RetryLimits& limits, std::uint64_t seed,
              std::string name);

    [[nodiscard]] Result<void> run(Transfer& transfer, const std::vector<Url>& urls,
                                   const Cancellation& cancellation);

  private:
    Outcome<void> run_on_mirror(Transfer& transfer, const Url& url, bool last_mirror,
                                const Cancellation& cancellation);
    RetryDecision decide(const Failure& failure, int attempt, bool last_mirror);
    void announce_retry(const Url& url, const Failure& failure, const RetryDecision& decision);
    [[nodiscard]] std::string describe(const Url& url, const Failure& failure) const;
    [[nodiscard]] Error error_of(const Url& url, const Failure& failure) const;

    Clock& clock_;
    Reporter& reporter_;
    const RetryLimits& limits_;
    std::mt19937_64 random_;
    std::string name_;
    int mismatches_ = 0;
};

}  // namespace cudafetch::fetch
