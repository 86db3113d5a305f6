// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <optional>

#include "cudafetch/fetch/transport.hpp"

namespace cudafetch::fetch {

/// How patient to be with a server.
struct RetryLimits {
    /// On one mirror, without notable progress in between; at least 1.
    int attempts = 5;
    std::chrono::milliseconds first_delay{500};  ///< Doubles with each further attempt.
    std::chrono::milliseconds max_delay{30'000};
    /// A server that asks to wait longer than this is left alone.
    std::chrono::seconds max_retry_after{120};
    /// Like `attempts`, on a mirror after which there is another one to ask.
    int attempts_before_next = 2;
};

/// An attempt that did not succeed.
struct FailedAttempt {
    FailureClass failure = FailureClass::permanent;
    int attempt = 1;     ///< 1 for the first one on this mirror.
    int mismatches = 0;  ///< Corrupt answers so far from all mirrors, this one included.
    std::optional<std::chrono::seconds> retry_after;
    double random = 0.0;  ///< 0 to 1, evenly distributed.
    bool last_mirror = true;
};

enum class RetryAction { retry, next_mirror, give_up };

struct RetryDecision {
    RetryAction action = RetryAction::give_up;
    std::chrono::milliseconds delay{0};  ///< Before the retry; 0 for the other actions.

    bool operator==(const RetryDecision&) const = default;
};

/// What to do after a failed attempt. Delays are half fixed and half random, so that many clients
/// do not come back at the same instant. Where there is no next mirror, `next_mirror` means to
/// give up.
[[nodiscard]] RetryDecision decide_retry(const RetryLimits& limits, const FailedAttempt& failed);

}  // namespace cudafetch::fetch
