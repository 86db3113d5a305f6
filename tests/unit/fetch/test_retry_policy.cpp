// SPDX-License-Identifier: MIT
#include "cudafetch/fetch/retry_policy.hpp"

#include "support/catch.hpp"

namespace cudafetch::fetch {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using enum FailureClass;

struct Row {
    const char* what;
    FailedAttempt failed;
    RetryDecision expected;
};

constexpr RetryLimits limits{5, milliseconds(500), milliseconds(3000), seconds(120)};

const Row rows[] = {
    {"first attempt, no jitter", {retry, 1, 0, {}, 0.0}, {RetryAction::retry, milliseconds(250)}},
    {"first attempt, half", {retry, 1, 0, {}, 0.5}, {RetryAction::retry, milliseconds(375)}},
    {"first attempt, full jitter", {retry, 1, 0, {}, 1.0}, {RetryAction::retry, milliseconds(500)}},
    {"second doubles", {retry, 2, 0, {}, 1.0}, {RetryAction::retry, milliseconds(1000)}},
    {"third doubles again", {retry, 3, 0, {}, 1.0}, {RetryAction::retry, milliseconds(2000)}},
    {"fourth meets the cap", {retry, 4, 0, {}, 1.0}, {RetryAction::retry, milliseconds(3000)}},
    {"cap, no jitter", {retry, 4, 0, {}, 0.0}, {RetryAction::retry, milliseconds(1500)}},
    {"last attempt is over", {retry, 5, 0, {}, 0.5}, {RetryAction::next_mirror, {}}},
    {"past the last attempt", {retry, 6, 0, {}, 0.5}, {RetryAction::next_mirror, {}}},
    {"random too low is clamped", {retry, 1, 0, {}, -9.0}, {RetryAction::retry, milliseconds(250)}},
    {"random too high is clamped", {retry, 1, 0, {}, 9.0}, {RetryAction::retry, milliseconds(500)}},
    {"server asks for more", {retry, 1, 0, seconds(7), 1.0}, {RetryAction::retry, seconds(7)}},
    {"server asks for less", {retry, 3, 0, seconds(1), 1.0}, {RetryAction::retry, seconds(2)}},
    {"server asks for the limit",
     {retry, 1, 0, seconds(120), 0.0},
     {RetryAction::retry, seconds(120)}},
    {"server asks too much", {retry, 1, 0, seconds(121), 0.0}, {RetryAction::next_mirror, {}}},
    {"asked to wait, attempts over",
     {retry, 5, 0, seconds(1), 0.0},
     {RetryAction::next_mirror, {}}},
    {"stale starts at once", {stale, 1, 0, {}, 0.9}, {RetryAction::retry, milliseconds(0)}},
    {"stale again", {stale, 4, 0, {}, 0.9}, {RetryAction::retry, milliseconds(0)}},
    {"stale without end", {stale, 5, 0, {}, 0.9}, {RetryAction::next_mirror, {}}},
    {"refused for good", {permanent, 1, 0, {}, 0.5}, {RetryAction::next_mirror, {}}},
    {"refused, whatever it asks",
     {permanent, 1, 0, seconds(1), 0.5},
     {RetryAction::next_mirror, {}}},
    {"not there", {absent, 1, 0, {}, 0.5}, {RetryAction::next_mirror, {}}},
    {"not there after others", {absent, 3, 1, {}, 0.5}, {RetryAction::next_mirror, {}}},
    {"first mismatch", {corrupt, 1, 1, {}, 0.5}, {RetryAction::next_mirror, {}}},
    {"first mismatch, late", {corrupt, 5, 1, {}, 0.5}, {RetryAction::next_mirror, {}}},
    {"second mismatch", {corrupt, 1, 2, {}, 0.5}, {RetryAction::give_up, {}}},
    {"third mismatch", {corrupt, 1, 3, {}, 0.5}, {RetryAction::give_up, {}}},
    {"another mirror is left, first attempt",
     {retry, 1, 0, {}, 0.0, false},
     {RetryAction::retry, milliseconds(250)}},
    {"another mirror is left, second attempt",
     {retry, 2, 0, {}, 0.0, false},
     {RetryAction::next_mirror, {}}},
    {"another mirror is left, asked to wait",
     {retry, 1, 0, seconds(7), 0.0, false},
     {RetryAction::retry, seconds(7)}},
    {"another mirror is left, asked to wait too long",
     {retry, 1, 0, seconds(121), 0.0, false},
     {RetryAction::next_mirror, {}}},
    {"another mirror is left, stale", {stale, 1, 0, {}, 0.0, false}, {RetryAction::retry, {}}},
    {"another mirror is left, stale again",
     {stale, 2, 0, {}, 0.0, false},
     {RetryAction::next_mirror, {}}},
    {"another mirror is left, mismatch",
     {corrupt, 1, 1, {}, 0.0, false},
     {RetryAction::next_mirror, {}}},
    {"another mirror is left, second mismatch",
     {corrupt, 1, 2, {}, 0.0, false},
     {RetryAction::give_up, {}}},
    {"another mirror is left, not there",
     {absent, 1, 0, {}, 0.0, false},
     {RetryAction::next_mirror, {}}},
    {"another mirror is left, disk full",
     {local, 1, 0, {}, 0.0, false},
     {RetryAction::give_up, {}}},
    {"another mirror is left, interrupted",
     {cancelled, 1, 0, {}, 0.0, false},
     {RetryAction::give_up, {}}},
    {"disk full", {local, 1, 0, {}, 0.5}, {RetryAction::give_up, {}}},
    {"interrupted", {cancelled, 1, 0, {}, 0.5}, {RetryAction::give_up, {}}},
};

TEST_CASE("retry policy table") {
    for (const Row& row : rows) {
        INFO(row.what);
        const RetryDecision decision = decide_retry(limits, row.failed);
        CHECK(decision.action == row.expected.action);
        CHECK(decision.delay.count() == row.expected.delay.count());
    }
}

TEST_CASE("back-off never overflows and never passes the cap") {
    const RetryLimits patient{1'000'000, milliseconds(10), seconds(30), seconds(120)};
    for (const int attempt : {1, 2, 40, 70, 999'999}) {
        const auto decision = decide_retry(patient, {retry, attempt, 0, {}, 1.0});
        CHECK(decision.action == RetryAction::retry);
        CHECK(decision.delay > milliseconds(0));
        CHECK(decision.delay <= seconds(30));
    }
}

TEST_CASE("a cap below the first delay wins") {
    const RetryLimits hasty{3, seconds(10), seconds(1), seconds(120)};
    CHECK(decide_retry(hasty, {retry, 1, 0, {}, 1.0}).delay == seconds(1));
}

}  // namespace
}  // namespace cudafetch::fetch
