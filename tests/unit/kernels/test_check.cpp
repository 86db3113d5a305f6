// SPDX-License-Identifier: MIT
#include "check.hpp"

#include <cmath>

#include "support/catch.hpp"

using kernels::Check;

TEST_CASE("equal elements pass") {
    Check check;
    check.compare(1.5F, 1.5F);
    check.compare(-0.25F, -0.25F);
    CHECK(check.passed());
    CHECK(check.checked == 2);
    CHECK(check.worst_error == 0.0);
}

TEST_CASE("nothing checked is nothing proven") {
    CHECK_FALSE(Check{}.passed());
}

TEST_CASE("the last bit counts") {
    Check check;
    check.compare(1.0F, std::nextafter(1.0F, 2.0F));
    CHECK_FALSE(check.passed());
    CHECK(check.mismatched == 1);
    CHECK(check.worst_error == std::ldexp(1.0, -23));
}

TEST_CASE("the worst error stays while better elements follow") {
    Check check;
    check.compare(1.0F, 4.0F);
    check.compare(1.0F, 1.5F);
    check.compare(1.0F, 1.0F);
    CHECK(check.worst_error == 3.0);
    CHECK(check.mismatched == 2);
    CHECK(check.checked == 3);
}

TEST_CASE("a poisoned element fails with an error beyond all bounds, whatever follows") {
    Check check;
    check.compare(1.0F, std::nanf(""));
    check.compare(1.0F, 2.0F);
    CHECK_FALSE(check.passed());
    CHECK(std::isinf(check.worst_error));
}
