// SPDX-License-Identifier: MIT
#include "cudafetch/manifest/diff.hpp"

#include "cli/command.hpp"
#include "cli/json_text.hpp"
#include "cli/releases.hpp"
#include "cli/render_diff.hpp"
#include "cudafetch/manifest/catalogue.hpp"

namespace cudafetch::cli {

namespace {

struct DiffOptions {
    std::string before;
    std::string after;
    std::string tag;
};

void add_options(CLI::App& app, DiffOptions& options) {
    app.add_option("before", options.before, "a release: 12.9.1, 12.9, latest, cudnn@9.5.0")
        ->type_name("RELEASE")
        ->required();
    app.add_option("after", options.after,
                   "another one of the same product, which need not be said")
        ->type_name("RELEASE")
        ->required();
    app.add_option("--tag", options.tag, "only what has archives for this tag")->type_name("TAG");
}

Result<ExitCode> run(const DiffOptions& options, Context& context) {
    CUDAFETCH_TRY(const ReleaseName before_name, parse_release(options.before));
    CUDAFETCH_TRY(const ReleaseName after_name, parse_release(options.after, before_name.product));
    CUDAFETCH_TRY(const auto tag, parse_tag_option(options.tag));
    CUDAFETCH_TRY(const model::Facts facts, manifest::embedded_facts());
    const manifest::EmbeddedCatalogue catalogue;
    CUDAFETCH_TRY(const auto before, find_release(before_name, catalogue, facts));
    CUDAFETCH_TRY(const auto after, find_release(after_name, catalogue, facts));
    if (before->product != after->product)
        return fail(ExitCode::usage, "usage",
                    "releases of two products, " + before->product + " and " + after->product +
                        ", cannot be compared",
                    {"cudafetch diff --help"});
    const Comparison comparison{*before, *after, tag,
                                manifest::diff(*before, *after, facts.components, tag)};
    if (context.options.json)
        context.out << json_text(diff_json(comparison));
    else
        print_diff(context.out, context.style, comparison);
    return ExitCode::done;
}

}  // namespace

void add_diff(CLI::App& app, Action& action) {
    add_command<DiffOptions>(app, action, "diff", "Tell what changed from one release to another",
                             add_options, run)
        .footer("Example: cudafetch diff 12.9.1 13.0.2 --tag linux-sbsa");
}

}  // namespace cudafetch::cli
