// SPDX-License-Identifier: MIT
#include "cli/terminal_reporter.hpp"

#include "cudafetch/base/text.hpp"

namespace cudafetch::cli {

namespace {

constexpr std::size_t bar_width = 30;
constexpr std::chrono::milliseconds bar_interval(100);
constexpr std::chrono::seconds line_interval(5);

std::string bar_of(const Progress& progress) {
    const double share = std::min(
        1.0, static_cast<double>(progress.done_bytes) / static_cast<double>(progress.total_bytes));
    const auto filled = static_cast<std::size_t>(share * static_cast<double>(bar_width));
    return "[" + std::string(filled, '#') + std::string(bar_width - filled, '.') + "] ";
}

std::string text_of(const Progress& progress) {
    std::string text(progress.activity);
    text += ' ' + human_size(progress.done_bytes);
    if (progress.total_bytes > 0) text += " of " + human_size(progress.total_bytes);
    return text;
}

}  // namespace

void TerminalReporter::print_line(std::string_view line) {
    if (bar_shown_) err_ << "\r\033[K";
    bar_shown_ = false;
    err_ << line << '\n' << std::flush;
}

void TerminalReporter::status(std::string_view line) {
    const std::scoped_lock lock(mutex_);
    if (!quiet_) print_line(line);
}

void TerminalReporter::warning(std::string_view line) {
    const std::scoped_lock lock(mutex_);
    print_line(style_.yellow("warning:") + " " + std::string(line));
}

bool TerminalReporter::is_due(const Progress& progress) {
    const auto now = clock_.now();
    const bool finished = progress.total_bytes > 0 && progress.done_bytes >= progress.total_bytes;
    if (progress.done_bytes == last_done_ || (now < next_ && !(finished && is_terminal_)))
        return false;
    last_done_ = progress.done_bytes;
    const bool first = next_ == Clock::TimePoint{};
    next_ = now + (is_terminal_ ? Clock::Duration(bar_interval) : Clock::Duration(line_interval));
    // Elsewhere than on a terminal a short activity needs no line at all.
    return is_terminal_ || !first;
}

void TerminalReporter::progress(const Progress& progress) {
    const std::scoped_lock lock(mutex_);
    if (quiet_ || !is_due(progress)) return;
    if (!is_terminal_) {
        print_line(text_of(progress));
        return;
    }
    err_ << "\r\033[K" << (progress.total_bytes > 0 ? bar_of(progress) : "") << text_of(progress)
         << std::flush;
    bar_shown_ = true;
}

void TerminalReporter::clear_bar() {
    const std::scoped_lock lock(mutex_);
    if (bar_shown_) err_ << "\r\033[K" << std::flush;
    bar_shown_ = false;
}

}  // namespace cudafetch::cli
