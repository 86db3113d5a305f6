// SPDX-License-Identifier: MIT
#include "report.hpp"

#include "support/catch.hpp"

using kernels::format_uuid;
using kernels::Report;
using kernels::Result;

namespace {

Result result_with(float expected, float actual) {
    Result result;
    result.check.compare(expected, actual);
    return result;
}

}  // namespace

TEST_CASE("a UUID is printed in groups, and none is printed as none") {
    const char bytes[16] = {'\x00', '\x12', '\x34', '\x56', '\x78', '\x9a', '\xbc', '\xde',
                            '\xf0', '\x01', '\x02', '\x03', '\x04', '\x05', '\x06', '\xff'};
    CHECK(format_uuid(bytes) == "GPU-00123456-789a-bcde-f001-0203040506ff");
    const char zeros[16] = {};
    CHECK(format_uuid(zeros).empty());
}

TEST_CASE("a run passes only with results, all of them right, and no error") {
    Report report;
    CHECK_FALSE(report.passed());
    report.results.push_back(result_with(1.0F, 1.0F));
    CHECK(report.passed());
    report.has_error = true;
    CHECK_FALSE(report.passed());
    report.has_error = false;
    report.results.push_back(result_with(1.0F, 2.0F));
    CHECK_FALSE(report.passed());
}
