// SPDX-License-Identifier: MIT
#include "support/fake_toolkit/fake_prefix.hpp"

namespace cudafetch::verify {

using Catch::Matchers::ContainsSubstring;
using test::ending;
using test::FakePrefix;
using test::step_of;

TEST_CASE("a host compiler is found and named") {
    FakePrefix fake;
    const auto report = fake.verify();
    CHECK(ending(report, "host_compiler") == "passed");
    CHECK(step_of(report, "host_compiler").detail ==
          (fake.path_folder / "g++").string() + ", GCC 12");
}

TEST_CASE("the environment's choice is respected") {
    FakePrefix fake;
    const auto detail = [&] { return step_of(fake.verify(), "host_compiler").detail; };
    FakePrefix::install("cxx", fake.path_folder / "clang++");
    FakePrefix::install("cxx", fake.temp / "other/g++");
    fake.set("CXX", "ccache clang++ -m64");
    CHECK_THAT(detail(), ContainsSubstring("clang++, Clang 14"));
    fake.set("NVCC_CCBIN", (fake.temp / "other").string());
    CHECK_THAT(detail(), ContainsSubstring("other/g++, GCC 12"));
    fake.set("NVCC_CCBIN", "no-such-compiler");
    const auto report = fake.verify();
    CHECK(ending(report, "host_compiler") == "failed no_host_compiler");
    CHECK_THAT(step_of(report, "host_compiler").detail, ContainsSubstring("no-such-compiler"));
}

TEST_CASE("a compiler newer than the toolkit knows is passed over") {
    FakePrefix fake;
    fake.set("FAKE_GXX_MAJOR", "16");
    SECTION("for the newest that it does know") {
        FakePrefix::install("cxx", fake.path_folder / "g++-12");
        FakePrefix::install("cxx", fake.path_folder / "g++-13");
        FakePrefix::install("cxx", fake.path_folder / "g++-14");
        FakePrefix::install("cxx", fake.path_folder / "clang++");
        const auto report = fake.verify();
        CHECK_THAT(step_of(report, "host_compiler").detail, ContainsSubstring("g++-13, GCC 13"));
        CHECK_THAT(fake.nvcc_log(), ContainsSubstring("g++-13"));
    }
    SECTION("for Clang, if there is no GCC") {
        FakePrefix::install("cxx", fake.path_folder / "clang++");
        CHECK_THAT(step_of(fake.verify(), "host_compiler").detail, ContainsSubstring("Clang 14"));
    }
    SECTION("for the newest Clang that it does know, by its number") {
        FakePrefix::install("cxx", fake.path_folder / "clang++-15");
        FakePrefix::install("cxx", fake.path_folder / "clang++-16");
        FakePrefix::install("cxx", fake.path_folder / "clang++-17");
        CHECK_THAT(step_of(fake.verify(), "host_compiler").detail, ContainsSubstring("clang++-16"));
    }
    SECTION("and if it is alone, the limit is named") {
        const auto report = fake.verify();
        CHECK(ending(report, "host_compiler") == "failed host_compiler_too_new");
        CHECK_THAT(step_of(report, "host_compiler").detail,
                   ContainsSubstring("GCC 16") && ContainsSubstring("GCC <= 13 or Clang <= 16"));
        CHECK_THAT(step_of(report, "host_compiler").advice.at(0), ContainsSubstring("g++-13"));
        CHECK(report.verdict() == ExitCode::verification_failed);
    }
}

TEST_CASE("without a working host compiler nothing is compiled") {
    FakePrefix fake;
    SECTION("none on PATH") {
        fs::remove(fake.path_folder / "g++");
    }
    SECTION("one that cannot compile an empty file") {
        fake.set("FAKE_CXX_ERROR", "error trying to exec 'cc1plus'");
        CHECK_THAT(step_of(fake.verify(), "host_compiler").detail, ContainsSubstring("cc1plus"));
    }
    SECTION("one for another machine") {
        fs::remove(fake.path_folder / "g++");
        FakePrefix::install("cxx", fake.path_folder / "aarch64-linux-gnu-g++");
        fake.set("CXX", "aarch64-linux-gnu-g++");
        CHECK_THAT(step_of(fake.verify(), "host_compiler").detail,
                   ContainsSubstring("for aarch64"));
    }
    const auto report = fake.verify();
    CHECK(ending(report, "host_compiler") == "failed no_host_compiler");
    CHECK(ending(report, "compile") == "skipped no_host_compiler");
    CHECK(report.verdict() == ExitCode::verification_failed);
}

}  // namespace cudafetch::verify
