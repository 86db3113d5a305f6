// SPDX-License-Identifier: MIT
#include "cudafetch/fetch/retry_policy.hpp"

#include <algorithm>

namespace cudafetch::fetch {

namespace {

using std::chrono::milliseconds;

constexpr RetryDecision give_up{RetryAction::give_up, milliseconds(0)};
constexpr RetryDecision next_mirror{RetryAction::next_mirror, milliseconds(0)};

milliseconds backoff(const RetryLimits& limits, const FailedAttempt& failed) {
    milliseconds ceiling = std::min(limits.first_delay, limits.max_delay);
    for (int i = 1; i < failed.attempt && ceiling < limits.max_delay; ++i)
        ceiling = std::min(ceiling * 2, limits.max_delay);
    const double random = std::clamp(failed.random, 0.0, 1.0);
    return ceiling / 2 + std::chrono::duration_cast<milliseconds>(ceiling / 2 * random);
}

}  // namespace

RetryDecision decide_retry(const RetryLimits& limits, const FailedAttempt& failed) {
    const int attempts = failed.last_mirror
                             ? limits.attempts
                             : std::min(limits.attempts, limits.attempts_before_next);
    switch (failed.failure) {
        case FailureClass::local:
        case FailureClass::cancelled:
            return give_up;
        case FailureClass::permanent:
        case FailureClass::absent:
            return next_mirror;
        case FailureClass::corrupt:
            // One other source may be right; two that disagree with the digest are no accident.
            return failed.mismatches <= 1 ? next_mirror : give_up;
        case FailureClass::stale:
            if (failed.attempt >= attempts) return next_mirror;
            return {RetryAction::retry, milliseconds(0)};
        case FailureClass::retry:
            break;
    }
    if (failed.attempt >= attempts) return next_mirror;
    const std::chrono::seconds asked = failed.retry_after.value_or(std::chrono::seconds(0));
    if (asked > limits.max_retry_after) return next_mirror;
    return {RetryAction::retry, std::max<milliseconds>(asked, backoff(limits, failed))};
}

}  // namespace cudafetch::fetch
