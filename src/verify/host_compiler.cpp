// SPDX-License-Identifier: MIT
#include <cstdlib>

#include "cudafetch/base/text.hpp"
#include "cudafetch/platform/compilers.hpp"
#include "verify/host_config.hpp"
#include "verify/nvcc_output.hpp"
#include "verify/steps.hpp"

namespace cudafetch::verify {

namespace {

constexpr std::chrono::minutes patience(1);
constexpr unsigned oldest_gcc = 6;

/// Where to look, and why nothing that was found there did.
struct Search {
    std::vector<fs::path> candidates;
    std::string looked_for;  ///< Their names, for a person.
    HostCompilerLimits limits;
    std::string too_new;  ///< The first compiler that works but is too new.
    std::string broken;   ///< The first that cannot be used, and why.
};

/// "ccache g++ -m64" is g++.
std::string compiler_word(std::string_view value) {
    std::string_view word;
    for (const auto part : split(value, " \t"))
        if (part.front() != '-') word = part;
    return std::string(word);
}

std::optional<std::string> from_environment() {
    for (const char* variable : {"NVCC_CCBIN", "CXX"}) {
        const char* value = std::getenv(variable);
        std::string name = compiler_word(value != nullptr ? value : "");
        if (name.empty()) continue;
        std::error_code error;
        // nvcc takes a folder as well.
        if (fs::is_directory(name, error)) name += "/g++";
        return name;
    }
    return std::nullopt;
}

bool may_serve(const HostCompilerLimits& limits, const platform::CompilerName& name) {
    if (!name.cxx) return false;
    if (!name.major) return true;
    const auto& limit = name.clang ? limits.clang : limits.gcc;
    return limit && *name.major <= static_cast<unsigned>(*limit) &&
           (name.clang || *name.major >= oldest_gcc);
}

/// g++, then the newest g++-N that the toolkit takes, and so on down; then Clang likewise.
void add_compilers_on_path(Search& search, const std::string& triple) {
    const platform::Sysroot here("/");
    for (const auto& file : platform::find_compilers(here, platform::folders_on_path(), triple))
        if (may_serve(search.limits, file.name)) search.candidates.push_back(file.path);
    search.looked_for +=
        (search.looked_for.empty() ? "" : ", ") + triple + "g++, " + triple + "clang++";
}

Search begin_search(const Context& context) {
    Search search;
    const fs::path config = context.request.prefix / "include/crt/host_config.h";
    search.limits = parse_host_config(read_if_present(config).value_or(""));
    const bool cross = context.plan().cross();
    if (const auto named = from_environment()) {
        search.looked_for = *named;
        if (const auto path = find_on_path(*named)) search.candidates = {*path};
        // There the variables usually name this machine's compiler.
        if (!cross) return search;
    }
    if (cross)
        add_compilers_on_path(search, std::string(to_text(context.plan().target)) + "-linux-gnu-");
    add_compilers_on_path(search, "");
    if (const auto path = find_on_path("c++")) search.candidates.push_back(*path);
    return search;
}

/// What the compiler is; absent, with a word in `search`, if it cannot compile an empty file.
Result<std::optional<CompilerIdentity>> try_out(const Context& context, const fs::path& compiler,
                                                Search& search) {
    const std::string name = compiler.string();
    CUDAFETCH_TRY(const Ran compiled,
                  run(context, {name, "-x", "c++", "-c", "/dev/null", "-o", "empty.o"}, patience));
    CUDAFETCH_TRY(const Ran macros,
                  run(context, {name, "-x", "c++", "-dM", "-E", "/dev/null"}, patience));
    if (compiled.completed && compiled.completed->exit_status == 0 && macros.completed)
        return std::optional(parse_predefined_macros(macros.completed->out));
    if (search.broken.empty())
        search.broken =
            printable(compiler.native()) + ": " +
            (compiled.completed ? error_lines(compiled.completed->err, 1) : compiled.not_started);
    return std::optional<CompilerIdentity>();
}

bool accepts(const HostCompilerLimits& limits, const CompilerIdentity& identity) {
    const auto& limit = identity.clang ? limits.clang : limits.gcc;
    return !limit || identity.major <= *limit;
}

std::string describe(const CompilerIdentity& identity) {
    if (identity.major == 0) return "an unknown compiler";
    return (identity.clang ? "Clang " : "GCC ") + std::to_string(identity.major);
}

model::Step not_found(const Search& search) {
    const auto gcc = search.limits.gcc ? "g++-" + std::to_string(*search.limits.gcc) : "g++";
    const std::vector<std::string> advice{"install " + gcc +
                                          ", or name a compiler with NVCC_CCBIN=<path>"};
    if (!search.too_new.empty())
        return failed(
            "host_compiler_too_new",
            search.too_new + " is newer than this toolkit takes: it needs " +
                (search.limits.gcc ? "GCC <= " + std::to_string(*search.limits.gcc) : "") +
                (search.limits.gcc && search.limits.clang ? " or " : "") +
                (search.limits.clang ? "Clang <= " + std::to_string(*search.limits.clang) : ""),
            advice);
    if (!search.broken.empty())
        return failed("no_host_compiler", "no host C++ compiler that works: " + search.broken,
                      advice);
    return failed(
        "no_host_compiler",
        "no host C++ compiler, which nvcc needs; looked for " + printable(search.looked_for),
        advice);
}

/// The first compiler on PATH that nvcc can use and that is for the target; in a cross prefix else
/// the first for any machine. Absent, with the reasons in `search`, if there is none.
Result<std::optional<HostCompiler>> find_compiler(const Context& context, Search& search) {
    std::optional<HostCompiler> fallback;
    for (const fs::path& path : search.candidates) {
        CUDAFETCH_TRY(const auto identity, try_out(context, path, search));
        if (!identity) continue;
        const std::string text = printable(path.native()) + ", " + describe(*identity);
        if (!accepts(search.limits, *identity)) {
            if (search.too_new.empty()) search.too_new = text;
            continue;
        }
        if (identity->machine.empty() || identity->machine == to_text(context.plan().target))
            return std::optional(HostCompiler{path, text, true});
        if (context.plan().cross() && !fallback)
            fallback = HostCompiler{path, text, false};
        else if (search.broken.empty())
            search.broken = text + " for " + identity->machine;
    }
    return fallback;
}

}  // namespace

Result<model::Step> check_host_compiler(Context& context) {
    if (!context.nvcc) return skipped("no_compiler", "nvcc is not to be had");
    Search search = begin_search(context);
    CUDAFETCH_TRY(context.host_compiler, find_compiler(context, search));
    if (!context.host_compiler) return not_found(search);
    const auto& [path, text, for_target] = *context.host_compiler;
    if (for_target) return passed(text);
    return passed(text + "; there is none for " + std::string(to_text(context.plan().target)) +
                  " here");
}

}  // namespace cudafetch::verify
