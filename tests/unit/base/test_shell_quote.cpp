// SPDX-License-Identifier: MIT
#include "cudafetch/base/subprocess.hpp"
#include "support/catch.hpp"

namespace cudafetch {
namespace {

std::string through_shell(std::vector<std::string> argv) {
    argv.insert(argv.begin(), {"printf", "%s|"});
    return run_command({{"sh", "-c", shell_quote(argv)}, {}, {}, std::chrono::minutes(1)},
                       Cancellation())
        .value()
        .out;
}

TEST_CASE("a shell reads back every argument as it was") {
    for (const std::string argument : {"",
                                       "plain",
                                       "two words",
                                       "it's",
                                       "''",
                                       "'",
                                       "\"",
                                       "\\",
                                       "$HOME",
                                       "`id`",
                                       "$(id)",
                                       "*",
                                       "?",
                                       "[a]",
                                       "a;b",
                                       "a&b",
                                       "a|b",
                                       "<",
                                       ">",
                                       "#x",
                                       "~",
                                       "!",
                                       "{a,b}",
                                       "a\nb",
                                       "\t",
                                       "-n",
                                       "--caps=8.7",
                                       "A=b",
                                       "cudnn@>=9,<10",
                                       "caf\xc3\xa9",
                                       "\xff\x01"}) {
        CAPTURE(argument);
        CHECK(through_shell({argument}) == argument + "|");
        CHECK(through_shell({argument, "next", argument}) == argument + "|next|" + argument + "|");
    }
}

TEST_CASE("what needs no quotes gets none") {
    CHECK(shell_quote({"cudafetch", "resolve", "--caps", "8.0,9.0a", "cudnn@9.7.1"}) ==
          "cudafetch resolve --caps 8.0,9.0a cudnn@9.7.1");
    CHECK(shell_quote("") == "''");
    CHECK(shell_quote("it's") == R"('it'\''s')");
    CHECK(shell_quote(std::vector<std::string>{}) == "");
}

}  // namespace
}  // namespace cudafetch
