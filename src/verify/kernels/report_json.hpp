// SPDX-License-Identifier: MIT
#pragma once

#include <ostream>

#include "json_writer.hpp"
#include "report.hpp"
#include "statistics.hpp"

namespace kernels {

template <typename Number>
void write_known(JsonWriter& json, const char* key, Number number) {
    json.key(key);
    number == 0 ? json.null() : json.value(number);
}

inline void write_device(JsonWriter& json, const DeviceInfo& device) {
    json.begin_object();
    json.key("index").value(device.index);
    json.key("name").value(device.name);
    json.key("capability").value(device.capability);
    json.key("uuid");
    device.uuid.empty() ? json.null() : json.value(device.uuid);
    json.key("integrated").value(device.integrated);
    write_known(json, "memory_bytes", device.memory_bytes);
    write_known(json, "l2_bytes", device.l2_bytes);
    write_known(json, "multiprocessors", device.multiprocessors);
    write_known(json, "clock_khz", device.clock_khz);
    write_known(json, "memory_clock_khz", device.memory_clock_khz);
    write_known(json, "memory_bus_bits", device.memory_bus_bits);
    json.end_object();
}

inline void write_check(JsonWriter& json, const Check& check) {
    json.begin_object();
    json.key("passed").value(check.passed());
    json.key("worst_error").value(check.worst_error);
    json.key("tolerance").value(0.0);
    json.key("checked").value(check.checked);
    json.key("mismatched").value(check.mismatched);
    json.end_object();
}

inline void write_result(JsonWriter& json, const Result& result) {
    const Summary summary = summarize(result.samples);
    const bool counts_bytes = result.work == Work::bytes;
    json.begin_object();
    json.key("name").value(result.name);
    json.key("type").value("fp32");
    json.key("unit").value(counts_bytes ? "GB/s" : "GFLOP/s");
    json.key("median").value(summary.median);
    json.key("min").value(summary.minimum);
    json.key("max").value(summary.maximum);
    json.key("spread").value(summary.spread);
    json.key("samples").begin_array();
    for (const double sample : result.samples)
        json.value(sample);
    json.end_array();
    json.key(counts_bytes ? "bytes" : "flops").value(result.work_per_launch);
    json.key("elements").value(result.elements);
    json.key("launches").value(result.launches);
    json.key("check");
    write_check(json, result.check);
    json.end_object();
}

inline void write_error(JsonWriter& json, const ErrorInfo& error) {
    json.begin_object();
    json.key("call").value(error.call);
    json.key("code").value(error.code);
    json.key("name").value(error.name);
    json.key("text").value(error.text);
    json.end_object();
}

/// Writes the report as one JSON document and a line feed.
inline void write_report(std::ostream& out, const Report& report) {
    JsonWriter json(out);
    json.begin_object();
    json.key("schema").value("cudafetch.bench/1");
    json.key("seed").value(report.seed);
    json.key("quick").value(report.quick);
    json.key("driver_version").value(report.driver_version);
    json.key("runtime_version").value(report.runtime_version);
    json.key("device");
    report.has_device ? write_device(json, report.device) : json.null();
    json.key("results").begin_array();
    for (const Result& result : report.results)
        write_result(json, result);
    json.end_array();
    json.key("error");
    report.has_error ? write_error(json, report.error) : json.null();
    json.end_object();
    out << '\n';
}

}  // namespace kernels
