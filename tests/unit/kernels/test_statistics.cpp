// SPDX-License-Identifier: MIT
#include "statistics.hpp"

#include "support/catch.hpp"

using kernels::median;
using kernels::summarize;

TEST_CASE("the median does not depend on order") {
    CHECK(median({3.0, 1.0, 2.0}) == 2.0);
    CHECK(median({4.0, 1.0, 3.0, 2.0}) == 2.5);
    CHECK(median({7.0}) == 7.0);
    CHECK(median({}) == 0.0);
}

TEST_CASE("a summary holds middle, ends and spread") {
    const kernels::Summary summary = summarize({10.0, 14.0, 8.0, 11.0, 2.0});
    CHECK(summary.median == 10.0);
    CHECK(summary.minimum == 2.0);
    CHECK(summary.maximum == 14.0);
    CHECK(summary.spread == 0.2);  // deviations 0 1 2 4 8
}

TEST_CASE("one stray sample moves neither median nor spread") {
    const kernels::Summary calm = summarize({10.0, 10.0, 10.0, 10.0, 10.0});
    const kernels::Summary stray = summarize({10.0, 10.0, 0.001, 10.0, 10.0});
    CHECK(calm.spread == 0.0);
    CHECK(stray.median == 10.0);
    CHECK(stray.spread == 0.0);
    CHECK(stray.minimum == 0.001);
}

TEST_CASE("a summary of nothing, or about zero, is finite") {
    CHECK(summarize({}).median == 0.0);
    CHECK(summarize({}).spread == 0.0);
    CHECK(summarize({-1.0, 0.0, 1.0}).spread == 0.0);
    CHECK(summarize({-2.0, -4.0, -6.0}).spread == 0.5);
}
