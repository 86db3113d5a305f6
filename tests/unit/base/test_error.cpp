// SPDX-License-Identifier: MIT
#include "cudafetch/base/error.hpp"

#include <cerrno>
#include <memory>

#include "support/catch.hpp"

namespace cudafetch {
namespace {

using Catch::Matchers::ContainsSubstring;

Result<std::unique_ptr<int>> make_number(bool works) {
    if (!works) return fail(ExitCode::network, "no_number", "no number", {"ask again"});
    return std::make_unique<int>(7);
}

Result<int> doubled(bool first_works, bool second_works) {
    CUDAFETCH_TRY(const auto number, make_number(first_works));
    CUDAFETCH_CHECK(make_number(second_works));
    return 2 * *number;
}

TEST_CASE("errno tells the code and the advice") {
    struct Row {
        int number;
        const char* code;
        const char* advice;
    };
    const Row rows[] = {
        {ENOSPC, "no_space", "free some space"}, {EDQUOT, "no_space", "free some space"},
        {EACCES, "no_permission", "may write"},  {EPERM, "no_permission", "may write"},
        {EROFS, "no_permission", "read-only"},   {EMFILE, "file_error", "ulimit"},
        {ENFILE, "file_error", "ulimit"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.number);
        const Error error = fail_errno("write", "/some/file", row.number).value();
        CHECK(error.exit == ExitCode::disk);
        CHECK(error.code == row.code);
        REQUIRE(error.hints.size() == 1);
        CHECK_THAT(error.hints.front(), ContainsSubstring(row.advice));
    }
}

TEST_CASE("an error about a file names what was tried, the path and the reason") {
    const Error error = fail_errno("open", "/a\nb", ENOENT).value();
    CHECK(error.message == R"(cannot open /a\x0ab: No such file or directory)");
    CHECK(error.code == "file_error");
    CHECK(error.hints.empty());
}

TEST_CASE("TRY and CHECK hand errors on whole and values over") {
    CHECK(doubled(true, true) == 14);
    for (const auto& result : {doubled(false, true), doubled(true, false)}) {
        REQUIRE_FALSE(result);
        CHECK(result.error().exit == ExitCode::network);
        CHECK(result.error().code == "no_number");
        CHECK(result.error().hints == std::vector<std::string>{"ask again"});
    }
}

}  // namespace
}  // namespace cudafetch
