// SPDX-License-Identifier: MIT
#include "cli/style.hpp"

#include <fcntl.h>
#include <stdlib.h>

#include "cudafetch/base/file.hpp"
#include "support/catch.hpp"
#include "support/fake_toolkit/environment.hpp"

namespace cudafetch::cli {
namespace {

using test::ScopedVariable;

/// Whether a style colours at all.
bool colours(const Style& style) {
    return style.red("x") != "x";
}

TEST_CASE("text is wrapped in a colour and its end, or left alone") {
    const Style coloured(true);
    CHECK(coloured.red("no") == "\033[1;31mno\033[0m");
    CHECK(coloured.green("ok") == "\033[32mok\033[0m");
    CHECK(coloured.yellow("hm") == "\033[33mhm\033[0m");
    CHECK(coloured.bold("b") == "\033[1mb\033[0m");
    CHECK(coloured.dim("d") == "\033[2md\033[0m");
    CHECK(coloured.red("") == "");
    const Style plain(false);
    for (const std::string& text :
         {plain.red("x"), plain.green("x"), plain.yellow("x"), plain.bold("x"), plain.dim("x")})
        CHECK(text == "x");
}

TEST_CASE("only a terminal is coloured, and only if nobody objects") {
    const FileDescriptor terminal(::posix_openpt(O_RDWR | O_NOCTTY));
    if (!terminal.valid()) {
        WARN("skipped: there is no pseudo terminal to be had here");
        return;
    }
    const auto null = open_file("/dev/null", O_WRONLY);
    REQUIRE(null);
    const ScopedVariable term("TERM", "xterm");
    const ScopedVariable no_color("NO_COLOR", {});
    CHECK(colours(Style::of_stream(terminal.get())));
    CHECK_FALSE(colours(Style::of_stream(null->get())));
    {
        const ScopedVariable empty("NO_COLOR", "");
        CHECK(colours(Style::of_stream(terminal.get())));
        const ScopedVariable set("NO_COLOR", "1");
        CHECK_FALSE(colours(Style::of_stream(terminal.get())));
    }
    for (const std::optional<std::string>& value : {std::optional<std::string>("dumb"), {}}) {
        const ScopedVariable dumb("TERM", value);
        CHECK_FALSE(colours(Style::of_stream(terminal.get())));
    }
}

}  // namespace
}  // namespace cudafetch::cli
