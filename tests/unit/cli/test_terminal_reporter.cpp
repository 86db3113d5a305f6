// SPDX-License-Identifier: MIT
#include "cli/terminal_reporter.hpp"

#include <sstream>

#include "support/catch.hpp"
#include "support/fake_clock.hpp"

namespace cudafetch::cli {
namespace {

using Catch::Matchers::ContainsSubstring;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::string_view erase_line = "\r\033[K";

/// A reporter whose stream and clock can be looked into.
class Screen {
  public:
    explicit Screen(bool is_terminal) : reporter(out_, Style(is_terminal), is_terminal, clock_) {
        wait(seconds(1));
    }

    void wait(Clock::Duration duration) { clock_.sleep_for(duration, Cancellation()); }

    /// What was written since the last call.
    std::string take() {
        std::string text = out_.str();
        out_.str("");
        return text;
    }

  private:
    std::ostringstream out_;
    test::FakeClock clock_;

  public:
    TerminalReporter reporter;
};

Progress at(std::uint64_t done, std::uint64_t total = 100'000'000) {
    return {"downloading", done, total};
}

TEST_CASE("status and warnings are lines") {
    Screen screen(false);
    screen.reporter.status("fetching");
    screen.reporter.warning("careful");
    CHECK(screen.take() == "fetching\nwarning: careful\n");
    Screen terminal(true);
    terminal.reporter.warning("careful");
    CHECK(terminal.take() == "\033[33mwarning:\033[0m careful\n");
}

TEST_CASE("quiet leaves warnings only") {
    for (const bool is_terminal : {true, false}) {
        Screen screen(is_terminal);
        screen.reporter.set_quiet(true);
        screen.reporter.status("fetching");
        screen.reporter.progress(at(1'000'000));
        screen.wait(seconds(10));
        screen.reporter.progress(at(100'000'000));
        CHECK(screen.take().empty());
        screen.reporter.warning("careful");
        CHECK_THAT(screen.take(), ContainsSubstring("careful"));
    }
}

TEST_CASE("elsewhere than on a terminal progress is a plain line every few seconds") {
    Screen screen(false);
    screen.reporter.progress(at(1'000'000));
    CHECK(screen.take().empty());
    screen.wait(seconds(4));
    screen.reporter.progress(at(2'000'000));
    CHECK(screen.take().empty());
    screen.wait(seconds(1));
    screen.reporter.progress(at(50'000'000));
    CHECK(screen.take() == "downloading 50.0 MB of 100 MB\n");
    screen.reporter.progress(at(60'000'000));
    CHECK(screen.take().empty());
    screen.wait(seconds(5));
    screen.reporter.progress(at(60'000'000, 0));
    CHECK(screen.take() == "downloading 60.0 MB\n");
}

TEST_CASE("nothing but a terminal sees control characters") {
    Screen screen(false);
    for (std::uint64_t done = 1; done < 20; ++done) {
        screen.reporter.progress(at(done * 5'000'000));
        screen.reporter.status("status");
        screen.wait(seconds(2));
    }
    screen.reporter.clear_bar();
    const std::string text = screen.take();
    CHECK(text.find('\033') == std::string::npos);
    CHECK(text.find('\r') == std::string::npos);
    CHECK_THAT(text, ContainsSubstring("downloading"));
}

TEST_CASE("a terminal shows a bar that is drawn over") {
    Screen screen(true);
    screen.reporter.progress(at(50'000'000));
    CHECK(screen.take() == std::string(erase_line) +
                               "[###############...............] downloading 50.0 MB of 100 MB");
    screen.reporter.progress(at(51'000'000));
    CHECK(screen.take().empty());
    screen.wait(milliseconds(100));
    screen.reporter.progress(at(51'000'000));
    CHECK_THAT(screen.take(), ContainsSubstring("51.0 MB"));
    screen.wait(milliseconds(100));
    screen.reporter.progress(at(51'000'000));
    CHECK(screen.take().empty());
}

TEST_CASE("the end of the bar is shown at once, and more than all is no more than full") {
    Screen screen(true);
    screen.reporter.progress(at(1'000'000));
    screen.reporter.progress(at(100'000'000));
    CHECK_THAT(screen.take(), ContainsSubstring("[##############################] "));
    screen.wait(seconds(1));
    screen.reporter.progress(at(300'000'000));
    CHECK_THAT(screen.take(), ContainsSubstring("[##############################] "));
}

TEST_CASE("a bar of unknown length is none") {
    Screen screen(true);
    screen.reporter.progress(at(5'000, 0));
    CHECK(screen.take() == std::string(erase_line) + "downloading 5.00 kB");
}

TEST_CASE("a line takes the place of the bar, and the bar does not stay behind") {
    Screen screen(true);
    screen.reporter.progress(at(1'000'000));
    screen.take();
    screen.reporter.status("next");
    CHECK(screen.take() == std::string(erase_line) + "next\n");
    screen.reporter.status("again");
    CHECK(screen.take() == "again\n");
    screen.wait(seconds(1));
    screen.reporter.progress(at(2'000'000));
    screen.take();
    screen.reporter.clear_bar();
    CHECK(screen.take() == erase_line);
    screen.reporter.clear_bar();
    CHECK(screen.take().empty());
}

TEST_CASE("a reporter takes its bar away when it goes") {
    std::ostringstream out;
    test::FakeClock clock;
    clock.sleep_for(seconds(1), Cancellation());
    {
        TerminalReporter reporter(out, Style(true), true, clock);
        reporter.progress(at(1'000'000));
        out.str("");
    }
    CHECK(out.str() == erase_line);
}

}  // namespace
}  // namespace cudafetch::cli
