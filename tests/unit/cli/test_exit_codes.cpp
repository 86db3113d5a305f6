// SPDX-License-Identifier: MIT
#include "cli/exit_codes.hpp"

#include <map>

#include "cudafetch/base/exit_code.hpp"
#include "cudafetch/base/text.hpp"
#include "support/catch.hpp"

namespace cudafetch::cli {
namespace {

/// -Wswitch sees to it that a new code is added here, and then in the table.
constexpr ExitCode next(ExitCode code) {
    switch (code) {
        case ExitCode::done:
            return ExitCode::internal;
        case ExitCode::internal:
            return ExitCode::usage;
        case ExitCode::usage:
            return ExitCode::no_resolution;
        case ExitCode::no_resolution:
            return ExitCode::network;
        case ExitCode::network:
            return ExitCode::integrity;
        case ExitCode::integrity:
            return ExitCode::disk;
        case ExitCode::disk:
            return ExitCode::verification_failed;
        case ExitCode::verification_failed:
            return ExitCode::no_usable_gpu;
        case ExitCode::no_usable_gpu:
            return ExitCode::interrupted;
        case ExitCode::interrupted:
            return ExitCode::done;
    }
    return ExitCode::done;
}

TEST_CASE("the table names every exit code once, in order") {
    std::vector<std::string> expected;
    ExitCode code = ExitCode::done;
    do {
        expected.push_back(std::to_string(static_cast<int>(code)));
        code = next(code);
    } while (code != ExitCode::done);

    const std::string text = exit_code_table();
    std::vector<std::string> found;
    for (const std::string_view line : split(text, "\n")) {
        if (!line.starts_with(' ')) continue;
        const auto words = split(line, " ");
        found.emplace_back(words.at(0));
        CHECK(words.size() > 1);
    }
    CHECK(found == expected);
    CHECK(text.starts_with("Exit codes:\n"));
}

TEST_CASE("the numbers are the documented ones") {
    const std::map<ExitCode, int> documented{
        {ExitCode::done, 0},          {ExitCode::internal, 1},
        {ExitCode::usage, 2},         {ExitCode::no_resolution, 3},
        {ExitCode::network, 4},       {ExitCode::integrity, 5},
        {ExitCode::disk, 6},          {ExitCode::verification_failed, 7},
        {ExitCode::no_usable_gpu, 8}, {ExitCode::interrupted, 130}};
    for (const auto& [code, number] : documented)
        CHECK(static_cast<int>(code) == number);
}

}  // namespace
}  // namespace cudafetch::cli
