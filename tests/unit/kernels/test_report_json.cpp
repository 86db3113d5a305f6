// SPDX-License-Identifier: MIT
#include "report_json.hpp"

#include <nlohmann/json.hpp>
#include <sstream>

#include "support/catch.hpp"

using kernels::Report;
using nlohmann::json;

namespace {

json printed(const Report& report) {
    std::ostringstream out;
    kernels::write_report(out, report);
    return json::parse(out.str());
}

Report report_of_a_board() {
    Report report;
    report.seed = 4294967295U;
    report.driver_version = 12020;
    report.runtime_version = 12000;
    report.has_device = true;
    report.device.name = "Board \"x\"";
    report.device.capability = "8.7";
    report.device.integrated = true;
    report.device.memory_bytes = std::uint64_t{64} << 30;
    report.device.multiprocessors = 16;

    kernels::Result result;
    result.name = "copy";
    result.work_per_launch = 128;
    result.elements = 2;
    result.launches = 4;
    result.samples = {100.0, 101.0, 99.0};
    result.check.compare(1.0F, 1.0F);
    result.check.compare(2.0F, 2.0F);
    report.results.push_back(result);
    result.name = "fma";
    result.work = kernels::Work::flops;
    report.results.push_back(result);
    return report;
}

}  // namespace

TEST_CASE("a report without device and results is a document all the same") {
    Report report;
    report.has_error = true;
    report.error = {"cudaGetDeviceCount", 100, "cudaErrorNoDevice", "no device"};
    const json document = printed(report);
    CHECK(document.at("schema") == "cudafetch.bench/1");
    CHECK(document.at("device").is_null());
    CHECK(document.at("results") == json::array());
    CHECK(document.at("error") == json{{"call", "cudaGetDeviceCount"},
                                       {"code", 100},
                                       {"name", "cudaErrorNoDevice"},
                                       {"text", "no device"}});
}

TEST_CASE("the device is described, and what it does not report is null") {
    const json document = printed(report_of_a_board());
    CHECK(document.at("seed") == 4294967295U);
    CHECK(document.at("driver_version") == 12020);
    CHECK(document.at("runtime_version") == 12000);
    CHECK(document.at("quick") == false);
    CHECK(document.at("error").is_null());
    CHECK(document.at("device") == json{{"index", 0},
                                        {"name", "Board \"x\""},
                                        {"capability", "8.7"},
                                        {"uuid", nullptr},
                                        {"integrated", true},
                                        {"memory_bytes", std::uint64_t{64} << 30},
                                        {"l2_bytes", nullptr},
                                        {"multiprocessors", 16},
                                        {"clock_khz", nullptr},
                                        {"memory_clock_khz", nullptr},
                                        {"memory_bus_bits", nullptr}});
}

TEST_CASE("a result says what was measured, how, and whether it was right") {
    const json results = printed(report_of_a_board()).at("results");
    REQUIRE(results.size() == 2);
    CHECK(results[0] == json{{"name", "copy"},
                             {"type", "fp32"},
                             {"unit", "GB/s"},
                             {"median", 100.0},
                             {"min", 99.0},
                             {"max", 101.0},
                             {"spread", 0.01},
                             {"samples", {100.0, 101.0, 99.0}},
                             {"bytes", 128},
                             {"elements", 2},
                             {"launches", 4},
                             {"check",
                              {{"passed", true},
                               {"worst_error", 0.0},
                               {"tolerance", 0.0},
                               {"checked", 2},
                               {"mismatched", 0}}}});
    CHECK(results[1].at("unit") == "GFLOP/s");
    CHECK(results[1].at("flops") == 128);
    CHECK_FALSE(results[1].contains("bytes"));
}

TEST_CASE("poison found by a check is an error without a number") {
    Report report = report_of_a_board();
    report.results[0].check.compare(1.0F, std::nanf(""));
    const json check = printed(report).at("results")[0].at("check");
    CHECK(check.at("passed") == false);
    CHECK(check.at("worst_error").is_null());
    CHECK(check.at("mismatched") == 1);
}
