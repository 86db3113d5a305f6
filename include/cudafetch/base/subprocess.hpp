// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cudafetch/base/cancellation.hpp"
#include "cudafetch/base/error.hpp"

namespace cudafetch {

/// A program to run. No shell is involved.
struct Command {
    std::vector<std::string> argv;  ///< argv[0] is looked up on PATH unless it holds a slash.
    std::vector<std::pair<std::string, std::string>> environment;  ///< Set on top of our own.
    std::filesystem::path working_directory;                       ///< Empty: ours.
    /// Zero: it may run for as long as it likes.
    std::chrono::milliseconds timeout{std::chrono::minutes(10)};
};

/// How a program ended.
struct Completed {
    int exit_status = -1;    ///< 0 to 255; 128 + signal number if a signal ended it.
    bool timed_out = false;  ///< It was killed because it ran past its timeout.
    std::string out;         ///< Standard output, at most 16 MiB of it.
    std::string err;         ///< Standard error, at most 16 MiB of it.
};

/// Runs `command` to its end. Fails with `command_not_started` (exit 6) if it cannot be started,
/// and with `interrupted` if cancelled; a non-zero status is not a failure of this call.
/// The program runs in a process group of its own, all of which is ended on timeout or cancel.
[[nodiscard]] Result<Completed> run_command(const Command& command,
                                            const Cancellation& cancellation);

/// `argv` as a line that a POSIX shell would read back.
[[nodiscard]] std::string shell_quote(const std::vector<std::string>& argv);
[[nodiscard]] std::string shell_quote(std::string_view argument);

/// The executable file that `name` means on PATH, or absent.
[[nodiscard]] std::optional<std::filesystem::path> find_on_path(std::string_view name);

}  // namespace cudafetch
