// SPDX-License-Identifier: MIT
#include <functional>

#include "support/fake_toolkit/fake_prefix.hpp"

namespace cudafetch::verify {

using Catch::Matchers::ContainsSubstring;
using test::ending;
using test::FakePrefix;
using test::put;

TEST_CASE("a prefix as installed passes") {
    FakePrefix fake;
    const auto report = fake.verify();
    CHECK(ending(report, "files") == "passed");
    CHECK_THAT(test::step_of(report, "files").detail, ContainsSubstring("5 files"));
    CHECK(report.verdict() == ExitCode::done);
}

TEST_CASE("every way to tamper with a prefix is seen") {
    FakePrefix fake;
    fake.record();
    struct Row {
        std::function<void(const fs::path&)> tamper;
        std::string expected;
        std::string detail;
    };
    const auto row = GENERATE(values<Row>({
        {[](const fs::path& prefix) { put(prefix / "lib/libcudart_static.a", "archivE"); },
         "failed files_changed", "lib/libcudart_static.a (has SHA-256"},
        {[](const fs::path& prefix) { put(prefix / "lib/libcudart_static.a", "longer archive"); },
         "failed files_changed", "has 14 bytes, not 7"},
        {[](const fs::path& prefix) { fs::remove(prefix / "include/cuda_runtime.h"); },
         "failed files_missing", "1 of 5 files differ: include/cuda_runtime.h (missing)"},
        {[](const fs::path& prefix) { fs::remove_all(prefix / "include"); }, "failed files_missing",
         "2 of 5 files differ"},
        {[](const fs::path& prefix) {
             fs::remove(prefix / "lib64");
             fs::create_symlink("/tmp", prefix / "lib64");
         },
         "failed files_changed", "lib64 (links to /tmp, not lib)"},
        {[](const fs::path& prefix) {
             fs::remove(prefix / "lib64");
             put(prefix / "lib64", "");
         },
         "failed files_changed", "lib64 (is no longer a link)"},
        {[](const fs::path& prefix) {
             fs::remove(prefix / "lib/libcudart_static.a");
             fs::create_symlink("/etc/hostname", prefix / "lib/libcudart_static.a");
         },
         "failed files_changed", "is no longer a file"},
        {[](const fs::path& prefix) {
             fs::permissions(prefix / "bin/nvcc", fs::perms::owner_read | fs::perms::owner_write);
         },
         "failed files_changed", "bin/nvcc (can no longer be executed)"},
        {[](const fs::path& prefix) { fs::remove_all(prefix); }, "failed files_missing",
         "and 2 more"},
        {[](const fs::path& prefix) { put(prefix / "extra", ""); }, "passed",
         "1 file there that cudafetch did not install"},
        {[](const fs::path& prefix) { put(prefix / ".cudafetch/receipt.json", "{}"); }, "passed",
         "as installed"},
    }));
    row.tamper(fake.prefix);
    const auto report = fake.verify();
    CHECK(ending(report, "files") == row.expected);
    CHECK_THAT(test::step_of(report, "files").detail, ContainsSubstring(row.detail));
    if (row.expected != "passed") CHECK(report.verdict() == ExitCode::verification_failed);
}

TEST_CASE("many files are compared in parallel") {
    FakePrefix fake;
    for (int i = 0; i < 300; ++i)
        put(fake.prefix / "include" / std::to_string(i),
            std::string(static_cast<std::size_t>(i), 'x'));
    fake.record();
    put(fake.prefix / "include/77", std::string(77, 'y'));
    const auto report = fake.verify();
    CHECK_THAT(test::step_of(report, "files").detail,
               ContainsSubstring("1 of 305 files differ: include/77"));
}

}  // namespace cudafetch::verify
