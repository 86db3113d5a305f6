// SPDX-License-Identifier: MIT
#include "cudafetch/codec/report.hpp"

#include <nlohmann/json.hpp>

#include "support/catch.hpp"

namespace cudafetch::codec {

using Json = nlohmann::ordered_json;

TEST_CASE("a report becomes one document with stable keys") {
    model::Report report;
    report.prefix = "/opt/cuda";
    report.capabilities = {"9.0"};
    report.capabilities_from = "gpu";
    report.device = "NVIDIA H200";
    report.measurements = {{"triad", "fp32", "GB/s", 4012.5, 0.01, true}};
    report.steps = {{"files", model::Outcome::passed, "3 files", "", 0.5, {}},
                    {"driver", model::Outcome::failed, "old", "driver_too_old", 1, {"update"}}};
    const std::string text = to_json_text(report);
    CHECK(text.back() == '\n');
    CHECK(Json::parse(text) == Json::parse(R"({
        "schema": "cudafetch.verify/1", "prefix": "/opt/cuda",
        "verdict": {"exit_code": 7, "cause": "driver_too_old"},
        "capabilities": ["9.0"], "capabilities_from": "gpu", "device": "NVIDIA H200",
        "steps": [
            {"name": "files", "outcome": "passed", "detail": "3 files", "cause": "",
             "seconds": 0.5, "advice": []},
            {"name": "driver", "outcome": "failed", "detail": "old", "cause": "driver_too_old",
             "seconds": 1.0, "advice": ["update"]}],
        "measurements": [{"name": "triad", "type": "fp32", "unit": "GB/s", "median": 4012.5,
                          "spread": 0.01, "correct": true}]})"));
}

TEST_CASE("an empty report is good and keeps its lists") {
    const Json document = Json::parse(to_json_text({}));
    CHECK(document["verdict"] == Json{{"exit_code", 0}, {"cause", ""}});
    CHECK(document["capabilities"].is_array());
    CHECK(document["steps"].is_array());
    CHECK(document["measurements"].is_array());
}

TEST_CASE("bytes that are no UTF-8 do not break the document") {
    model::Report report;
    report.prefix = "/opt/\xff";
    CHECK(Json::accept(to_json_text(report)));
}

}  // namespace cudafetch::codec
