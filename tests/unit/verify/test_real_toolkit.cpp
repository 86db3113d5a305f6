// SPDX-License-Identifier: MIT
#include "cudafetch/base/subprocess.hpp"
#include "support/fake_toolkit/fake_prefix.hpp"

namespace cudafetch::verify {

using Catch::Matchers::ContainsSubstring;
using test::ending;
using test::FakePrefix;
using test::step_of;

namespace {

/// The toolkit of CUDAFETCH_NVCC, else of the nvcc on PATH, else the usual one.
std::optional<fs::path> find_toolkit() {
    const char* named = std::getenv("CUDAFETCH_NVCC");
    const auto nvcc = named != nullptr ? std::optional<fs::path>(named) : find_on_path("nvcc");
    std::error_code error;
    const fs::path found = fs::canonical(nvcc.value_or("/usr/local/cuda/bin/nvcc"), error);
    if (error) return std::nullopt;
    return found.parent_path().parent_path();
}

}  // namespace

TEST_CASE("a real toolkit is verified up to the run") {
    const auto toolkit = find_toolkit();
    if (!toolkit || !find_on_path("g++")) {
        WARN("skipped: no nvcc (CUDAFETCH_NVCC, PATH, /usr/local/cuda) or no g++ on PATH");
        return;
    }
    const char* path = std::getenv("PATH");
    const std::string real_path = path != nullptr ? path : "/usr/bin:/bin";
    FakePrefix fake;
    fake.set("PATH", real_path);
    fs::remove_all(fake.prefix);
    fs::create_directory(fake.prefix);
    for (const char* name : {"bin", "include", "lib", "lib64", "nvvm", "targets"})
        if (fs::exists(*toolkit / name)) fs::create_symlink(*toolkit / name, fake.prefix / name);
    fake.driver = platform::DriverFacts{};
    fake.driver->outcome = platform::DriverOutcome::no_library;

    const auto report = fake.verify();
    for (const auto& step : report.steps)
        UNSCOPED_INFO(step.name << ": " << to_text(step.outcome) << " " << step.detail);
    CHECK(ending(report, "files") == "passed");
    CHECK(ending(report, "compiler") == "passed");
    CHECK(ending(report, "host_compiler") == "passed");
    CHECK(ending(report, "compile") == "passed");
    CHECK(report.capabilities_from == "compiler");
    CHECK(ending(report, "driver") == "unavailable no_driver");
    CHECK(report.verdict() == ExitCode::no_usable_gpu);
}

}  // namespace cudafetch::verify
