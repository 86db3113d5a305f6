// SPDX-License-Identifier: MIT
#include "cudafetch/codec/report.hpp"

#include <nlohmann/json.hpp>

namespace cudafetch::codec {

namespace {

using Json = nlohmann::ordered_json;

Json to_json(const model::Step& step) {
    return {{"name", step.name},   {"outcome", to_text(step.outcome)}, {"detail", step.detail},
            {"cause", step.cause}, {"seconds", step.seconds},          {"advice", step.advice}};
}

Json to_json(const model::Measurement& measurement) {
    return {{"name", measurement.name},     {"type", measurement.type},
            {"unit", measurement.unit},     {"median", measurement.median},
            {"spread", measurement.spread}, {"correct", measurement.correct}};
}

template <typename Value>
Json list(const std::vector<Value>& values) {
    Json result = Json::array();
    for (const Value& value : values)
        result.push_back(to_json(value));
    return result;
}

}  // namespace

std::string to_json_text(const model::Report& report) {
    const model::Step* decisive = report.decisive();
    const Json document{
        {"schema", "cudafetch.verify/1"},
        {"prefix", report.prefix},
        {"verdict",
         {{"exit_code", static_cast<int>(report.verdict())},
          {"cause", decisive != nullptr ? decisive->cause : ""}}},
        {"capabilities", report.capabilities},
        {"capabilities_from", report.capabilities_from},
        {"device", report.device},
        {"steps", list(report.steps)},
        {"measurements", list(report.measurements)},
    };
    // File names may hold any bytes.
    return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace cudafetch::codec
