// SPDX-License-Identifier: MIT
#include "cli/run.hpp"

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <iostream>

#include "cli/command.hpp"
#include "cli/exit_codes.hpp"
#include "cli/render_error.hpp"
#include "cli/terminal_reporter.hpp"
#include "cudafetch/base/nearest.hpp"
#include "cudafetch/base/text.hpp"

namespace cudafetch::cli {

namespace {

/// Every command, in the order of `--help`.
constexpr AddCommand commands[] = {add_resolve, add_install, add_verify,   add_detect,
                                   add_env,     add_list,    add_show,     add_diff,
                                   add_which,   add_mirror,  add_uninstall};

Cancellation cancellation;

extern "C" void on_signal(int) {
    cancellation.request();
}

void listen_for_signals() {
    struct sigaction action {};
    action.sa_handler = on_signal;
    // A second signal ends the program at once, in case the first is not heard.
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        ::sigaction(signal, &action, nullptr);
    std::signal(SIGPIPE, SIG_IGN);
}

void add_global_options(CLI::App& app, GlobalOptions& options) {
    app.set_version_flag("--version", "cudafetch " CUDAFETCH_VERSION);
    app.add_flag("--json", options.json, "print one JSON document on standard output");
    app.add_flag("--quiet,-q", options.quiet, "no status lines and no progress");
    app.add_flag("--offline", options.offline, "open no socket");
    app.require_subcommand(1);
    app.fallthrough();
    app.footer(exit_code_table());
}

/// `--lock=` would take the next word for its value.
void refuse_empty_assignments(int argc, char** argv) {
    for (int i = 1; i < argc && std::string_view(argv[i]) != "--"; ++i) {
        const std::string_view word = argv[i];
        if (word.starts_with("--") && word.ends_with('='))
            throw CLI::ValidationError(std::string(word.substr(0, word.size() - 1)),
                                       "must not be empty");
    }
}

/// CLI11's words, but for a command that does not exist, which it calls missing.
std::string usage_message(const CLI::App& app, const CLI::ParseError& error) {
    const auto words = app.remaining();
    if (!app.get_subcommands().empty() || error.get_name() != "RequiredError") return error.what();
    if (words.empty()) return "no command was given";
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands({}))
        names.push_back(command->get_name());
    return "there is no command \"" + words.front() + "\"" +
           did_you_mean(nearest(words.front(), names));
}

/// The failure of a command line that cannot be parsed; 0 for --help and --version.
int report_parse_error(const CLI::App& app, const CLI::ParseError& error, bool json) {
    if (error.get_exit_code() == 0) return app.exit(error);
    const auto chosen = app.get_subcommands();
    const std::string command = chosen.empty() ? "" : chosen.front()->get_name() + " ";
    const Error usage{ExitCode::usage,
                      "usage",
                      printable(usage_message(app, error)),
                      {"cudafetch " + command + "--help"},
                      {}};
    if (json) print_error_json(std::cout, usage);
    print_error(std::cerr, Style::of_stream(STDERR_FILENO), usage);
    return static_cast<int>(ExitCode::usage);
}

int run_action(const Action& action, Context& context, TerminalReporter& reporter) {
    const auto result = action(context);
    reporter.clear_bar();
    if (!result) {
        if (context.options.json) print_error_json(context.out, result.error());
        print_error(std::cerr, Style::of_stream(STDERR_FILENO), result.error());
    }
    context.out.flush();
    if (!context.out) {
        std::cerr << "error: cannot write to standard output\n";
        return static_cast<int>(ExitCode::disk);
    }
    return static_cast<int>(result ? *result : result.error().exit);
}

}  // namespace

int run(int argc, char** argv) try {
    std::ios::sync_with_stdio(false);
    listen_for_signals();
    CLI::App app("Picks, fetches, installs and proves NVIDIA's CUDA redist archives.", "cudafetch");
    GlobalOptions options;
    Action action;
    add_global_options(app, options);
    for (const AddCommand add : commands)
        add(app, action);
    try {
        refuse_empty_assignments(argc, argv);
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        const bool json = std::any_of(
            argv, argv + argc, [](const char* word) { return std::string_view(word) == "--json"; });
        return report_parse_error(app, error, json);
    }
    SystemClock clock;
    TerminalReporter reporter(std::cerr, Style::of_stream(STDERR_FILENO),
                              ::isatty(STDERR_FILENO) == 1, clock);
    reporter.set_quiet(options.quiet);
    Context context{options,  std::cout, Style::of_stream(STDOUT_FILENO),
                    reporter, clock,     cancellation};
    return run_action(action, context, reporter);
} catch (const std::exception& error) {
    std::cerr << "error: internal: " << error.what() << '\n';
    return static_cast<int>(ExitCode::internal);
}

}  // namespace cudafetch::cli
