// SPDX-License-Identifier: MIT
#include "cudafetch/base/cancellation.hpp"

#include "support/catch.hpp"

namespace cudafetch {
namespace {

TEST_CASE("a wish to stop is an error with exit code 130") {
    Cancellation cancellation;
    CHECK_FALSE(cancellation.requested());
    CHECK(cancellation.check());
    cancellation.request();
    CHECK(cancellation.requested());
    const auto checked = cancellation.check();
    REQUIRE_FALSE(checked);
    CHECK(checked.error().exit == ExitCode::interrupted);
    CHECK(checked.error().code == "interrupted");
}

TEST_CASE("a wish reaches all that is within, and nothing outside") {
    Cancellation outer;
    Cancellation middle(&outer);
    const Cancellation inner(&middle);
    middle.request();
    CHECK(inner.requested());
    CHECK_FALSE(outer.requested());

    Cancellation other_middle(&outer);
    CHECK_FALSE(other_middle.requested());
    outer.request();
    CHECK(other_middle.requested());
    CHECK_FALSE(Cancellation(nullptr).requested());
}

}  // namespace
}  // namespace cudafetch
