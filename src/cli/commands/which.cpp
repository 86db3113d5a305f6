// SPDX-License-Identifier: MIT
#include "cli/command.hpp"
#include "cli/json_text.hpp"
#include "cli/releases.hpp"
#include "cli/render_which.hpp"
#include "cudafetch/base/nearest.hpp"
#include "cudafetch/base/subprocess.hpp"
#include "cudafetch/base/text.hpp"
#include "cudafetch/manifest/catalogue.hpp"
#include "cudafetch/manifest/file_search.hpp"

namespace cudafetch::cli {

namespace {

using Packages = std::vector<codec::FilePackage>;

struct WhichOptions {
    std::vector<std::string> names;
};

void add_options(CLI::App& app, WhichOptions& options) {
    app.add_option("names", options.names,
                   "libcublas.so, libcudart.so.13, ptxas, nv/target, cuda_runtime.h")
        ->type_name("NAME")
        ->required();
}

/// Why a name has no answer, with what comes close.
std::string not_found(const std::string& name, const Packages& packages,
                      const std::vector<std::string>& similar, const model::ComponentFacts& facts) {
    std::string text = "no package that was read holds \"" + printable(name) + "\"";
    const auto other = make_answer(name, manifest::find_other_numbers(packages, name), facts);
    for (const Holder& holder : other.holders)
        text += "; " + holder.path + " is in " + holder.component + " of " + releases_text(holder);
    return other.holders.empty() ? text + did_you_mean(similar) : text;
}

Result<ExitCode> run(const WhichOptions& options, Context& context) {
    CUDAFETCH_TRY(const model::Facts facts, manifest::embedded_facts());
    CUDAFETCH_TRY(const Packages packages, manifest::embedded_files());
    std::vector<Answer> answers;
    std::vector<std::string> missing;
    std::vector<std::string> hints;
    for (const std::string& name : options.names) {
        const auto found = manifest::find_files(packages, name);
        if (!found.empty()) {
            answers.push_back(make_answer(printable(name), found, facts.components));
            continue;
        }
        const auto similar = manifest::similar_files(packages, name);
        missing.push_back(not_found(name, packages, similar, facts.components));
        for (const std::string& other : similar)
            hints.push_back("cudafetch which " + shell_quote(other));
    }
    if (context.options.json && missing.empty()) context.out << json_text(answers_json(answers));
    if (!context.options.json && !answers.empty())
        print_answers(context.out, context.style, answers, packages);
    if (missing.empty()) return ExitCode::done;
    if (hints.empty()) hints.emplace_back("cudafetch show latest");
    return fail(ExitCode::no_resolution, "unknown_file", join(missing, "; "), std::move(hints));
}

}  // namespace

void add_which(CLI::App& app, Action& action) {
    add_command<WhichOptions>(app, action, "which", "Tell which component holds a file",
                              add_options, run)
        .footer("Example: cudafetch which libcublas.so nv/target");
}

}  // namespace cudafetch::cli
