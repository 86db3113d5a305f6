// SPDX-License-Identifier: MIT
#include <functional>

#include "support/fake_toolkit/fake_prefix.hpp"

namespace cudafetch::verify {

using Catch::Matchers::ContainsSubstring;
using test::ending;
using test::FakePrefix;
using test::step_of;

TEST_CASE("the benchmark is compiled as real code for exactly the chosen capabilities") {
    FakePrefix fake;
    fake.request.capabilities = model::parse_capabilities("7.5 9.0a").value();
    fake.set("NVCC_PREPEND_FLAGS", "-gencode arch=compute_80,code=compute_80");
    fake.set("NVCC_APPEND_FLAGS", "-gencode arch=compute_80,code=compute_80");
    const auto report = fake.verify();
    CHECK(ending(report, "compile") == "passed");
    CHECK(report.capabilities == std::vector<std::string>{"7.5", "9.0a"});
    CHECK(report.capabilities_from == "request");
    const auto log = fake.nvcc_log();
    CHECK_THAT(log, ContainsSubstring("-gencode arch=compute_75,code=sm_75 "
                                      "-gencode arch=compute_90a,code=sm_90a"));
    CHECK_THAT(log, ContainsSubstring("-std=c++14 -O2"));
    CHECK_THAT(log, ContainsSubstring("-ccbin " + (fake.path_folder / "g++").string()));
    CHECK_THAT(log, ContainsSubstring("-cudart static"));
    CHECK(log.find("code=compute_") == std::string::npos);
    CHECK(log.find("--target-directory") == std::string::npos);
    CHECK_THAT(step_of(report, "compile").detail, ContainsSubstring("sm_75, sm_90a"));
}

TEST_CASE("the GPU decides what to compile for, then the receipt, then the compiler") {
    FakePrefix fake;
    fake.plan.capabilities = {{8, 0}};
    CHECK(fake.verify().capabilities_from == "gpu");
    fake.driver = platform::DriverFacts{};
    auto report = fake.verify();
    CHECK(report.capabilities_from == "receipt");
    CHECK(report.capabilities == std::vector<std::string>{"8.0"});
    fake.plan.capabilities.clear();
    report = fake.verify();
    CHECK(report.capabilities_from == "compiler");
    CHECK(report.capabilities == std::vector<std::string>{"7.5"});
    fake.set("FAKE_NVCC_CODES", "none");
    report = fake.verify();
    CHECK(ending(report, "compiler") == "passed");
    CHECK(ending(report, "compile") == "failed no_capability");
}

TEST_CASE("a compiler that cannot work is told apart") {
    FakePrefix fake;
    struct Row {
        std::function<void(FakePrefix&)> spoil;
        std::string expected;
        std::string detail;
    };
    const auto row = GENERATE(values<Row>({
        {[](FakePrefix& f) { fs::remove(f.prefix / "bin/nvcc"); }, "failed compiler_missing",
         "bin/nvcc is missing"},
        {[](FakePrefix& f) {
             test::put_script(
                 f.prefix / "bin/nvcc",
                 "#!/bin/sh\necho \"$0: error while loading shared libraries: "
                 "libmissing.so.9: cannot open shared object file: No such file\" >&2\n"
                 "exit 127\n");
         },
         "failed missing_library", "bin/nvcc needs libmissing.so.9"},
        {[](FakePrefix& f) { test::put_script(f.prefix / "bin/nvcc", "#!/no/such/loader\n"); },
         "failed no_loader", "its dynamic loader is not"},
        {[](FakePrefix& f) {
             test::put_script(f.prefix / "bin/nvcc",
                              "\x7f"
                              "ELF");
         },
         "failed compiler_does_not_start", "Exec format error"},
        {[](FakePrefix& f) { test::put_script(f.prefix / "bin/nvcc", "#!/bin/sh\nexit 3\n"); },
         "failed compiler_does_not_start", "status 3"},
        {[](FakePrefix& f) { test::put_script(f.prefix / "bin/nvcc", "#!/bin/sh\necho hi\n"); },
         "failed compiler_does_not_start", "status 0: hi"},
    }));
    row.spoil(fake);
    const auto report = fake.verify();
    CHECK(ending(report, "compiler") == row.expected);
    CHECK_THAT(step_of(report, "compiler").detail, ContainsSubstring(row.detail));
    CHECK(ending(report, "compile") == "skipped no_compiler");
    CHECK(ending(report, "run") == "skipped not_compiled");
    CHECK(report.verdict() == ExitCode::verification_failed);
}

TEST_CASE("a failing compilation shows the first errors and the command") {
    FakePrefix fake;
    fake.set("FAKE_NVCC_ERROR", "note\nbench.cu(3): error: expected a ;");
    const auto report = fake.verify();
    CHECK(ending(report, "compile") == "failed compile_failed");
    CHECK_THAT(step_of(report, "compile").detail,
               ContainsSubstring("status 2: bench.cu(3): error: expected a ;"));
    CHECK_THAT(step_of(report, "compile").advice.at(0), ContainsSubstring("bin/nvcc"));
    CHECK(report.verdict() == ExitCode::verification_failed);
}

TEST_CASE("an architecture that nvcc does not list is refused before it is tried") {
    FakePrefix fake;
    fake.request.capabilities = model::parse_capabilities("12.0").value();
    const auto report = fake.verify();
    CHECK(ending(report, "compile") == "failed unsupported_arch");
    CHECK(fake.nvcc_log().empty());
}

TEST_CASE("a prefix without the compile set skips what it cannot do") {
    FakePrefix fake;
    SECTION("no nvcc") {
        fake.plan.archives.erase(fake.plan.archives.begin());
        const auto report = fake.verify();
        CHECK(ending(report, "compiler") == "skipped not_installed");
        CHECK(ending(report, "host_compiler") == "skipped no_compiler");
        CHECK(ending(report, "compile") == "skipped no_compiler");
        CHECK(ending(report, "driver") == "passed");
        CHECK(ending(report, "run") == "skipped not_compiled");
        CHECK(report.verdict() == ExitCode::done);
    }
    SECTION("no cudart") {
        fake.plan.archives.pop_back();
        CHECK(ending(fake.verify(), "compile") == "skipped not_installed");
    }
}

TEST_CASE("a cross prefix is compiled for its target and run nowhere") {
    FakePrefix fake;
    fake.plan.target = model::Arch::aarch64;
    fake.plan.tag = model::Tag::linux_sbsa;
    fake.plan.capabilities = {{9, 0}};
    fake.request.receipt = {};
    SECTION("with a cross compiler the program is linked") {
        FakePrefix::install("cxx", fake.path_folder / "aarch64-linux-gnu-g++");
        const auto report = fake.verify();
        CHECK(ending(report, "compile") == "passed");
        CHECK_THAT(fake.nvcc_log(), ContainsSubstring("aarch64-linux-gnu-g++"));
        CHECK_THAT(fake.nvcc_log(), ContainsSubstring("--target-directory sbsa-linux"));
        CHECK_THAT(fake.nvcc_log(), ContainsSubstring("-cudart static"));
        CHECK(ending(report, "driver") == "skipped cross_prefix");
        CHECK(ending(report, "run") == "unavailable cross_prefix");
        CHECK(report.capabilities_from == "receipt");
        CHECK(report.verdict() == ExitCode::no_usable_gpu);
    }
    SECTION("without one only the device code is compiled, even if CXX names this machine's") {
        fake.set("CXX", "g++");
        const auto report = fake.verify();
        CHECK(ending(report, "compile") == "passed");
        CHECK_THAT(step_of(report, "host_compiler").detail, ContainsSubstring("none for aarch64"));
        CHECK_THAT(step_of(report, "compile").detail, ContainsSubstring("device code only"));
        CHECK_THAT(fake.nvcc_log(), ContainsSubstring("-cubin -arch=sm_90"));
        CHECK(fake.nvcc_log().find("--target-directory") == std::string::npos);
    }
    SECTION("without a run it is complete") {
        fake.request.run = false;
        CHECK(fake.verify().verdict() == ExitCode::done);
    }
}

}  // namespace cudafetch::verify
