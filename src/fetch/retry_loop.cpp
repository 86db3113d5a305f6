// SPDX-License-Identifier: MIT
#include "fetch/retry_loop.hpp"

#include <array>
#include <cstdio>
#include <optional>

namespace cudafetch::fetch {

namespace {

std::string seconds_text(std::chrono::milliseconds duration) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.1f s", static_cast<double>(duration.count()) / 1000);
    return text.data();
}

/// What all mirrors together came to: a mismatch says more than a server that did not answer.
Error summary_of(std::vector<Error> errors) {
    std::size_t chosen = errors.size() - 1;
    for (std::size_t i = errors.size(); i-- > 0;)
        if (errors[i].exit == ExitCode::integrity) chosen = i;
    Error summary = std::move(errors[chosen]);
    for (std::size_t i = 0; i < errors.size(); ++i)
        if (i != chosen)
            summary.hints.push_back("another source failed as well: " + errors[i].message);
    return summary;
}

}  // namespace

RetryLoop::RetryLoop(Clock& clock, Reporter& reporter, const RetryLimits& limits,
                     std::uint64_t seed, std::string name)
    : clock_(clock), reporter_(reporter), limits_(limits), random_(seed), name_(std::move(name)) {}

Result<void> RetryLoop::run(Transfer& transfer, const std::vector<Url>& urls,
                            const Cancellation& cancellation) {
    std::vector<Error> errors;
    for (std::size_t i = 0; i < urls.size(); ++i) {
        const bool last = i + 1 == urls.size();
        auto outcome = run_on_mirror(transfer, urls[i], last, cancellation);
        if (outcome) return {};
        const Failure& failure = outcome.error();
        errors.push_back(error_of(urls[i], failure));
        if (decide(failure, limits_.attempts, last).action == RetryAction::give_up) break;
        if (!last)
            reporter_.warning(errors.back().message + "; going on with " + urls[i + 1].shown());
    }
    return tl::unexpected(summary_of(std::move(errors)));
}

Outcome<void> RetryLoop::run_on_mirror(Transfer& transfer, const Url& url, bool last_mirror,
                                       const Cancellation& cancellation) {
    for (int attempt = 1;; ++attempt) {
        if (cancellation.requested()) return tl::unexpected(cancelled_failure());
        auto outcome = transfer.attempt(url, cancellation);
        if (outcome) return outcome;
        const Failure& failure = outcome.error();
        if (failure.kind == FailureClass::corrupt) ++mismatches_;
        if (transfer.advanced()) attempt = 1;
        const RetryDecision decision = decide(failure, attempt, last_mirror);
        if (decision.action != RetryAction::retry) return outcome;
        announce_retry(url, failure, decision);
        clock_.sleep_for(decision.delay, cancellation);
    }
}

RetryDecision RetryLoop::decide(const Failure& failure, int attempt, bool last_mirror) {
    const double random = std::generate_canonical<double, 53>(random_);
    return decide_retry(
        limits_, {failure.kind, attempt, mismatches_, failure.retry_after, random, last_mirror});
}

void RetryLoop::announce_retry(const Url& url, const Failure& failure,
                               const RetryDecision& decision) {
    reporter_.status(describe(url, failure) + "; trying again in " + seconds_text(decision.delay));
}

std::string RetryLoop::describe(const Url& url, const Failure& failure) const {
    // An error of the disk names its own path.
    if (failure.error.exit == ExitCode::disk || failure.kind == FailureClass::cancelled)
        return failure.error.message;
    std::string text = "cannot download " + (name_.empty() ? "" : name_ + " from ") + url.shown();
    if (failure.final_url && *failure.final_url != url)
        text += " (redirected to " + failure.final_url->shown() + ")";
    return text + ": " + failure.error.message;
}

Error RetryLoop::error_of(const Url& url, const Failure& failure) const {
    Error error = failure.error;
    error.message = describe(url, failure);
    return error;
}

}  // namespace cudafetch::fetch
