// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

#include "cli/context.hpp"
#include "cudafetch/base/error.hpp"

namespace cudafetch::cli {

/// A command, ready to run: what its options were is inside.
using Action = std::function<Result<ExitCode>(Context&)>;

/// Adds a command to the program. When the command is the one on the command line, `action` becomes
/// what it does.
using AddCommand = void (*)(CLI::App& app, Action& action);

void add_resolve(CLI::App& app, Action& action);
void add_install(CLI::App& app, Action& action);
void add_verify(CLI::App& app, Action& action);
void add_env(CLI::App& app, Action& action);
void add_detect(CLI::App& app, Action& action);
void add_list(CLI::App& app, Action& action);
void add_show(CLI::App& app, Action& action);
void add_diff(CLI::App& app, Action& action);
void add_uninstall(CLI::App& app, Action& action);
void add_which(CLI::App& app, Action& action);
void add_mirror(CLI::App& app, Action& action);

/// An empty value is a variable of a script that was not set, never what somebody wants.
inline void refuse_empty_values(const CLI::App& command) {
    for (const CLI::Option* option : command.get_options())
        for (const std::string& value : option->results()) {
            if (value.find_first_not_of(",; ") == value.npos)
                throw CLI::ValidationError(option->get_name(), "must not be empty");
            if (value.starts_with("--"))
                throw CLI::ValidationError(option->get_name(),
                                           "needs a value, and \"" + value + "\" is an option");
        }
}

/// Adds a command whose options are an `Options` and whose work is `run`.
template <typename Options>
CLI::App& add_command(CLI::App& app, Action& action, const char* name, const char* description,
                      void (*add_options)(CLI::App&, Options&),
                      Result<ExitCode> (*run)(const Options&, Context&)) {
    CLI::App* command = app.add_subcommand(name, description);
    auto options = std::make_shared<Options>();
    add_options(*command, *options);
    command->callback([command, options, run, &action] {
        refuse_empty_values(*command);
        action = [options, run](Context& context) { return run(*options, context); };
    });
    return *command;
}

}  // namespace cudafetch::cli
