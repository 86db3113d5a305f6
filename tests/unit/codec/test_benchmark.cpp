// SPDX-License-Identifier: MIT
#include "cudafetch/codec/benchmark.hpp"

#include <nlohmann/json.hpp>

#include "support/catch.hpp"

namespace cudafetch::codec {

namespace {

using Json = nlohmann::ordered_json;

Json good_report() {
    return Json::parse(R"({"schema": "cudafetch.bench/1", "seed": 7, "quick": true,
        "driver_version": 13000, "runtime_version": 12060,
        "device": {"index": 0, "name": "Orin", "capability": "8.7", "uuid": null},
        "results": [{"name": "copy", "type": "fp32", "unit": "GB/s", "median": 170.5, "min": 1,
                     "max": 2, "spread": null, "samples": [1, 2], "bytes": 8, "elements": 4,
                     "launches": 1, "check": {"passed": false, "worst_error": null,
                     "tolerance": 0, "checked": 1000, "mismatched": 3}}],
        "error": null})");
}

}  // namespace

TEST_CASE("the benchmark's report is read") {
    const auto report = parse_benchmark_report(good_report().dump());
    REQUIRE(report);
    CHECK(report->driver_version == 13000);
    CHECK(report->device == "Orin");
    CHECK(report->capability->text() == "8.7");
    REQUIRE(report->results.size() == 1);
    const auto& result = report->results[0];
    CHECK(result.measurement.name == "copy");
    CHECK(result.measurement.type == "fp32");
    CHECK(result.measurement.unit == "GB/s");
    CHECK(result.measurement.median == 170.5);
    CHECK(result.measurement.spread == 0);
    CHECK_FALSE(result.measurement.correct);
    CHECK(result.checked == 1000);
    CHECK(result.mismatched == 3);
    CHECK_FALSE(report->failure);
}

TEST_CASE("a failing call comes without a device, or with one") {
    Json json = good_report();
    json["error"] = {{"call", "cudaFree"}, {"code", 803}, {"name", "cudaErrorX"}, {"text", "\x1b"}};
    json["device"] = nullptr;
    json["results"] = Json::array();
    const auto report = parse_benchmark_report(json.dump());
    REQUIRE(report);
    CHECK(report->device.empty());
    CHECK_FALSE(report->capability);
    REQUIRE(report->failure);
    CHECK(report->failure->call == "cudaFree");
    CHECK(report->failure->code == 803);
    CHECK(report->failure->text == "\\x1b");
}

TEST_CASE("anything else is a failed check") {
    const auto spoiled = [](const char* pointer, const Json& value) {
        Json json = good_report();
        json[Json::json_pointer(pointer)] = value;
        return json.dump();
    };
    const auto text = GENERATE_COPY(values<std::string>({
        "",
        "null",
        "[]",
        "{}",
        "{\"schema\":\"cudafetch.bench/1\"}",
        spoiled("/schema", "cudafetch.bench/2"),
        spoiled("/driver_version", "13000"),
        spoiled("/device", "Orin"),
        spoiled("/device/capability", "fast"),
        spoiled("/results", Json::object()),
        spoiled("/results/0/median", "fast"),
        spoiled("/results/0/check/passed", 1),
        spoiled("/results/0/check/checked", -1),
        spoiled("/error", Json::object()),
    }));
    CAPTURE(text);
    const auto report = parse_benchmark_report(text);
    REQUIRE_FALSE(report);
    CHECK(report.error().exit == ExitCode::verification_failed);
    CHECK(report.error().code == "benchmark_output");
}

}  // namespace cudafetch::codec
