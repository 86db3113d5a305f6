// SPDX-License-Identifier: MIT
#pragma once

#include <mutex>
#include <ostream>
#include <string>

#include "cli/style.hpp"
#include "cudafetch/base/clock.hpp"
#include "cudafetch/base/reporter.hpp"

namespace cudafetch::cli {

/// Status, warnings and progress on standard error: a bar that is redrawn on a terminal, a plain
/// line now and then elsewhere.
class TerminalReporter final : public Reporter {
  public:
    TerminalReporter(std::ostream& err, Style style, bool is_terminal, const Clock& clock)
        : err_(err), style_(style), is_terminal_(is_terminal), clock_(clock) {}
    ~TerminalReporter() override { clear_bar(); }

    void set_quiet(bool quiet) { quiet_ = quiet; }

    void status(std::string_view line) override;
    void warning(std::string_view line) override;
    void progress(const Progress& progress) override;

    /// Takes the bar off the screen, so that something else can be printed.
    void clear_bar();

  private:
    void print_line(std::string_view line);
    [[nodiscard]] bool is_due(const Progress& progress);

    std::ostream& err_;
    Style style_;
    bool is_terminal_;
    const Clock& clock_;
    bool quiet_ = false;
    std::mutex mutex_;
    bool bar_shown_ = false;
    Clock::TimePoint next_{};
    std::uint64_t last_done_ = 0;
};

}  // namespace cudafetch::cli
