// SPDX-License-Identifier: MIT
#include "support/fake_toolkit/fake_prefix.hpp"

namespace cudafetch::verify {

using Catch::Matchers::ContainsSubstring;
using test::ending;
using test::FakePrefix;
using test::step_of;

namespace {

/// The document of a benchmark that met a failing CUDA call.
std::string failing_benchmark(int code, const std::string& device, int driver_version = 13000) {
    return R"({"schema":"cudafetch.bench/1","driver_version":)" + std::to_string(driver_version) +
           R"(,"device":)" + device + R"(,"results":[],"error":{"call":"cudaMalloc","code":)" +
           std::to_string(code) + R"(,"name":"cudaErrorX","text":"went wrong"}})";
}

const std::string a100 = R"({"name":"A100","capability":"8.0"})";

}  // namespace

TEST_CASE("a run that is right fills the report") {
    FakePrefix fake;
    const auto report = fake.verify();
    CHECK(ending(report, "run") == "passed");
    CHECK(report.device == "NVIDIA H200");
    REQUIRE(report.measurements.size() == 1);
    CHECK(report.measurements[0].name == "triad");
    CHECK(report.measurements[0].median == 4012.5);
    CHECK(report.measurements[0].correct);
    CHECK_THAT(step_of(report, "run").detail, ContainsSubstring("triad fp32 4012 GB/s"));
    CHECK(report.verdict() == ExitCode::done);
    CHECK(fake.announced == std::vector<std::string>{"files", "compiler", "host_compiler",
                                                     "compile", "driver", "run"});
}

TEST_CASE("a run that is wrong fails, and says how") {
    struct Row {
        std::string output;
        const char* status;
        std::string expected;
        std::string detail;
    };
    std::string wrong = test::good_benchmark;
    wrong.replace(wrong.find("\"passed\":true"), 13, "\"passed\":false");
    wrong.replace(wrong.find("\"mismatched\":0"), 14, "\"mismatched\":3");
    const auto row = GENERATE_COPY(values<Row>({
        {wrong, "1", "failed wrong_results", "triad: 3 of 1000 elements differ"},
        {failing_benchmark(209, a100), "1", "failed no_kernel_image",
         "A100 has capability 8.0, compiled was for 9.0"},
        {failing_benchmark(222, a100), "1", "failed ptx_too_new", "PTX newer than the driver"},
        {failing_benchmark(2, a100), "1", "failed cuda_error", "cudaMalloc failed: went wrong"},
        {failing_benchmark(803, "null"), "3", "failed driver_mismatch", "(cudaErrorX, 803)"},
        {failing_benchmark(100, "null"), "3", "unavailable no_device", "the driver sees no device"},
        {failing_benchmark(35, "null", 0), "3", "unavailable no_driver", "cudaMalloc"},
        {failing_benchmark(35, "null"), "3", "failed driver_too_old", "older than the toolkit"},
        {"", "139", "failed benchmark_output", "status 139 and no report: it crashed"},
        {"{}", "0", "failed benchmark_output", "no report"},
        {test::good_benchmark, "1", "failed benchmark_output", "although its report is good"},
        {R"({"schema":"cudafetch.bench/1","driver_version":1,"results":[],"device":null})", "0",
         "failed benchmark_output", "no result"},
    }));
    FakePrefix fake;
    fake.set("FAKE_BENCH_OUTPUT", row.output);
    fake.set("FAKE_BENCH_STATUS", row.status);
    fake.set("FAKE_BENCH_MESSAGE", "it crashed");
    const auto report = fake.verify();
    CAPTURE(row.output);
    CHECK(ending(report, "run") == row.expected);
    CHECK_THAT(step_of(report, "run").detail, ContainsSubstring(row.detail));
}

TEST_CASE("a driver that talks does not spoil the report") {
    FakePrefix fake;
    fake.set("FAKE_BENCH_OUTPUT", "a driver that talks\n" + test::good_benchmark + "\n");
    CHECK(ending(fake.verify(), "run") == "passed");
}

TEST_CASE("without a run nothing is asked of the GPU and the verdict is good") {
    FakePrefix fake;
    fake.request.run = false;
    const auto report = fake.verify();
    CHECK(ending(report, "driver") == "skipped not_requested");
    CHECK(ending(report, "run") == "skipped not_requested");
    CHECK(report.verdict() == ExitCode::done);
}

TEST_CASE("an interrupted verification is an error") {
    FakePrefix fake;
    fake.cancellation.request();
    const auto report = fake.try_verify();
    REQUIRE_FALSE(report);
    CHECK(report.error().exit == ExitCode::interrupted);
}

TEST_CASE("nothing is left in the temporary folder, which must be there") {
    FakePrefix fake;
    fs::create_directory(fake.temp / "tmp");
    fake.set("TMPDIR", (fake.temp / "tmp").string());
    CHECK(fake.verify().verdict() == ExitCode::done);
    CHECK(fs::is_empty(fake.temp / "tmp"));
    fake.set("TMPDIR", (fake.temp / "nothing").string());
    const auto report = fake.try_verify();
    REQUIRE_FALSE(report);
    CHECK(report.error().exit == ExitCode::disk);
}

}  // namespace cudafetch::verify
