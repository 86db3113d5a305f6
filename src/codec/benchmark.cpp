// SPDX-License-Identifier: MIT
#include "cudafetch/codec/benchmark.hpp"

#include "cudafetch/base/text.hpp"
#include "cudafetch/codec/json.hpp"

namespace cudafetch::codec {

namespace {

/// A number; 0 where it is null, which stands for one that is not finite.
Result<double> real_at(const Node& object, std::string_view key) {
    CUDAFETCH_TRY(const Node node, object.at(key));
    if (node.is_null()) return 0.0;
    return node.real();
}

Result<std::uint64_t> number_at(const Node& object, std::string_view key) {
    CUDAFETCH_TRY(const Node node, object.at(key));
    return node.number();
}

Result<std::string> text_at(const Node& object, std::string_view key) {
    CUDAFETCH_TRY(const std::string text, object.string_at(key));
    return printable(text);
}

Result<BenchmarkReport::Result> read_result(const Node& node) {
    BenchmarkReport::Result result;
    CUDAFETCH_TRY(result.measurement.name, text_at(node, "name"));
    CUDAFETCH_TRY(result.measurement.type, text_at(node, "type"));
    CUDAFETCH_TRY(result.measurement.unit, text_at(node, "unit"));
    CUDAFETCH_TRY(result.measurement.median, real_at(node, "median"));
    CUDAFETCH_TRY(result.measurement.spread, real_at(node, "spread"));
    CUDAFETCH_TRY(const Node check, node.at("check"));
    CUDAFETCH_TRY(const Node passed, check.at("passed"));
    CUDAFETCH_TRY(result.measurement.correct, passed.boolean());
    CUDAFETCH_TRY(result.checked, number_at(check, "checked"));
    CUDAFETCH_TRY(result.mismatched, number_at(check, "mismatched"));
    return result;
}

Result<BenchmarkReport::Failure> read_failure(const Node& node) {
    BenchmarkReport::Failure failure;
    CUDAFETCH_TRY(failure.call, text_at(node, "call"));
    CUDAFETCH_TRY(const auto code, number_at(node, "code"));
    failure.code = static_cast<int>(code);
    CUDAFETCH_TRY(failure.name, text_at(node, "name"));
    CUDAFETCH_TRY(failure.text, text_at(node, "text"));
    return failure;
}

Result<void> read_device(const Node& node, BenchmarkReport& report) {
    CUDAFETCH_TRY(report.device, text_at(node, "name"));
    CUDAFETCH_TRY(const Node place, node.at("capability"));
    CUDAFETCH_TRY(const std::string capability, place.string());
    report.capability = model::Capability::parse(capability);
    if (!report.capability) return place.expected("a compute capability");
    return {};
}

Result<BenchmarkReport> read_report(const Node& root) {
    BenchmarkReport report;
    CUDAFETCH_CHECK(check_schema(root, "cudafetch.bench/1"));
    CUDAFETCH_TRY(const auto driver_version, number_at(root, "driver_version"));
    report.driver_version = static_cast<int>(driver_version);
    if (const auto device = root.find("device")) CUDAFETCH_CHECK(read_device(*device, report));
    CUDAFETCH_TRY(const Node list, root.at("results"));
    CUDAFETCH_TRY(const auto results, list.elements());
    for (const Node& node : results) {
        CUDAFETCH_TRY(auto result, read_result(node));
        report.results.push_back(std::move(result));
    }
    if (const auto error = root.find("error")) {
        CUDAFETCH_TRY(report.failure, read_failure(*error));
    }
    return report;
}

}  // namespace

Result<BenchmarkReport> parse_benchmark_report(std::string_view text) {
    auto document = Document::parse(text, "the benchmark's report", "benchmark_output");
    auto report = document ? read_report(document->root()) : tl::unexpected(document.error());
    // A program that we built and ran is no archive or manifest: its fault is a failed check.
    return std::move(report).map_error([](Error error) {
        error.exit = ExitCode::verification_failed;
        return error;
    });
}

}  // namespace cudafetch::codec
