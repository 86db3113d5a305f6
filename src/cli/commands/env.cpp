// SPDX-License-Identifier: MIT
#include "cli/command.hpp"
#include "cli/json_text.hpp"
#include "cli/prefixes.hpp"
#include "cudafetch/base/subprocess.hpp"
#include "cudafetch/base/text.hpp"
#include "cudafetch/store/installed_prefix.hpp"

namespace cudafetch::cli {

namespace {

struct EnvOptions {
    std::string prefix;
};

/// A variable that is set, or a list of folders that is put in front of what a variable holds.
struct Variable {
    std::string name;
    std::vector<std::string> values;
    bool prepend = false;
};

void add_options(CLI::App& app, EnvOptions& options) {
    app.add_option("--prefix", options.prefix, "folder to use; default: the one installed last")
        ->type_name("DIR");
}

/// Folders of stubs are never among these: a program that finds the stub of libcuda there at run
/// time fails with error 34.
std::vector<Variable> variables_for(const fs::path& prefix, bool cross) {
    const auto below = [&](const char* name) { return (prefix / name).native(); };
    std::error_code error;
    std::vector<std::string> includes{below("include")};
    // From CUDA 13 on thrust, cub and libcu++ are one folder further down, where only nvcc looks.
    if (fs::is_directory(prefix / "include/cccl", error)) includes.push_back(below("include/cccl"));
    std::vector<Variable> variables{{"CUDA_HOME", {prefix.native()}, false},
                                    {"CUDAToolkit_ROOT", {prefix.native()}, false},
                                    {"PATH", {below("bin")}, true},
                                    {"CPATH", includes, true}};
    // A cross prefix holds libraries of another machine.
    if (!cross) {
        variables.push_back({"LIBRARY_PATH", {below("lib")}, true});
        variables.push_back({"LD_LIBRARY_PATH", {below("lib")}, true});
    }
    return variables;
}

void print_json(std::ostream& out, const fs::path& prefix, const std::vector<Variable>& variables) {
    nlohmann::ordered_json set = nlohmann::ordered_json::object();
    nlohmann::ordered_json prepend = nlohmann::ordered_json::object();
    for (const Variable& variable : variables) {
        if (variable.prepend)
            prepend[variable.name] = variable.values;
        else
            set[variable.name] = variable.values.front();
    }
    const nlohmann::ordered_json document{{"schema", "cudafetch.env/1"},
                                          {"prefix", prefix.native()},
                                          {"set", set},
                                          {"prepend", prepend}};
    out << json_text(document);
}

void print_shell(std::ostream& out, const std::vector<Variable>& variables) {
    for (const auto& [name, values, prepend] : variables) {
        out << "export " << name << '=' << shell_quote(std::string_view(join(values, ":")));
        if (prepend) out << "\"${" << name << ":+:$" << name << "}\"";
        out << '\n';
    }
}

/// How to compile for the target of a cross prefix, as a comment of the shell.
void print_cross_advice(std::ostream& out, const model::Plan& plan) {
    const std::string triple = std::string(model::to_text(plan.target)) + "-linux-gnu";
    out << "# the libraries here are for " << model::to_text(plan.target)
        << "; compile with: nvcc --target-directory " << model::target_folder(plan.tag)
        << " -ccbin " << triple << "-g++\n";
}

Result<ExitCode> run(const EnvOptions& options, Context& context) {
    CUDAFETCH_TRY(const fs::path prefix, installed_prefix(options.prefix));
    CUDAFETCH_TRY(const auto receipt, store::read_receipt(prefix));
    if (prefix.native().find(':') != std::string::npos)
        return fail(ExitCode::disk, "colon_in_prefix",
                    prefix.native() + " holds a colon, which separates the folders of PATH",
                    {"install into a folder without one"});
    const auto variables = variables_for(prefix, receipt.plan.cross());
    if (context.options.json) {
        print_json(context.out, prefix, variables);
        return ExitCode::done;
    }
    print_shell(context.out, variables);
    if (receipt.plan.cross()) print_cross_advice(context.out, receipt.plan);
    return ExitCode::done;
}

}  // namespace

void add_env(CLI::App& app, Action& action) {
    add_command<EnvOptions>(app, action, "env", "Print what a shell needs to use a prefix",
                            add_options, run)
        .footer("Example: eval \"$(cudafetch env --prefix ./cuda)\"");
}

}  // namespace cudafetch::cli
