// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>

#include "cudafetch/base/text.hpp"
#include "cudafetch/codec/benchmark.hpp"
#include "verify/driver_cause.hpp"
#include "verify/nvcc_output.hpp"
#include "verify/steps.hpp"

namespace cudafetch::verify {

namespace {

using codec::BenchmarkReport;

constexpr std::chrono::minutes patience(1);
constexpr int no_kernel_image_error = 209;
constexpr int insufficient_driver_error = 35;
constexpr int unsupported_ptx_error = 222;

/// A step that ends the run before it begins, if there is one.
std::optional<model::Step> refuse(const Context& context) {
    if (!context.request.run) return skipped("not_requested", "not asked for (--no-run)");
    if (context.plan().cross())
        return unavailable("cross_prefix",
                           "what this prefix compiles is for " +
                               std::string(to_text(context.plan().target)) + ", not this machine",
                           {"copy what you compile to the target; cudafetch verify --no-run is all "
                            "that can be proven here"});
    if (context.benchmark.empty()) return skipped("not_compiled", "the benchmark was not compiled");
    if (!context.driver_usable) return skipped("no_driver", "no usable driver");
    return std::nullopt;
}

/// LD_LIBRARY_PATH with the folder of the libcuda that answered at its end: the loader alone does
/// not find one that was found by its usual place.
std::string library_path(const Context& context) {
    const char* own = std::getenv("LD_LIBRARY_PATH");
    const std::string folder = fs::path(context.driver->library).parent_path().string();
    return own != nullptr && *own != '\0' ? own + (":" + folder) : folder;
}

/// The benchmark's report is one line; a driver may have printed others before it.
std::string_view last_line(std::string_view text) {
    text = trim(text);
    return text.substr(text.rfind('\n') + 1);
}

std::string rate(const model::Measurement& measurement) {
    std::array<char, 32> number{};
    std::snprintf(number.data(), number.size(), "%.4g", measurement.median);
    return measurement.name + " " + measurement.type + " " + number.data() + " " + measurement.unit;
}

model::Step explain(const Context& context, const BenchmarkReport& report) {
    const auto& failure = *report.failure;
    const std::string what = failure.call + " failed: " + failure.text + " (" + failure.name +
                             ", " + std::to_string(failure.code) + ")";
    if (failure.code == no_kernel_image_error) {
        const std::string device = report.capability ? report.capability->text() : "unknown";
        return failed("no_kernel_image",
                      what + ": " + report.device + " has capability " + device +
                          ", compiled was for " + model::to_text(context.capabilities),
                      {"cudafetch verify --caps " + device});
    }
    if (failure.code == unsupported_ptx_error)
        return failed("ptx_too_new", what + ": PTX newer than the driver",
                      {"compile real code for the device in place of PTX"});
    if (failure.code == insufficient_driver_error && report.driver_version == 0)
        return unavailable("no_driver", what, {"install NVIDIA's driver"});
    if (report.device.empty()) return to_step(driver_cause(failure.code), what);
    return failed("cuda_error", what, {});
}

model::Step judge(const Context& context, const BenchmarkReport& report) {
    if (report.failure) return explain(context, report);
    if (report.results.empty())
        return failed("benchmark_output", "the benchmark reports no result", {});
    std::vector<std::string> rates;
    for (const auto& result : report.results) {
        if (!result.measurement.correct)
            return failed(
                "wrong_results",
                result.measurement.name + ": " + std::to_string(result.mismatched) + " of " +
                    std::to_string(result.checked) + " elements differ from the CPU's",
                {"run it again; if it repeats, suspect the GPU, its memory or its clocks"});
        rates.push_back(rate(result.measurement));
    }
    return passed(report.device + ": " + join(rates, ", ") + "; every element correct");
}

}  // namespace

Result<model::Step> run_benchmark(Context& context) {
    if (auto step = refuse(context)) return *std::move(step);
    context.services.reporter.status("running the benchmark");
    CUDAFETCH_TRY(const Ran ran, run(context, {context.benchmark.string(), "--quick"}, patience,
                                     {{"LD_LIBRARY_PATH", library_path(context)}}));
    if (!ran.completed)
        return failed("benchmark_not_started", ran.not_started,
                      {"if the folder is mounted noexec, set TMPDIR to another one"});
    const auto& completed = *ran.completed;
    if (completed.timed_out)
        return failed("benchmark_timed_out", "the benchmark did not end within a minute", {});
    const auto report = codec::parse_benchmark_report(last_line(completed.out));
    if (!report)
        return failed("benchmark_output",
                      "the benchmark ended with status " + std::to_string(completed.exit_status) +
                          " and no report: " + error_lines(completed.err, 2),
                      {});
    context.report.device = report->device;
    for (const auto& result : report->results)
        context.report.measurements.push_back(result.measurement);
    model::Step step = judge(context, *report);
    if (step.outcome == model::Outcome::passed && completed.exit_status != 0)
        return failed("benchmark_output",
                      "the benchmark ended with status " + std::to_string(completed.exit_status) +
                          " although its report is good",
                      {});
    return step;
}

}  // namespace cudafetch::verify
