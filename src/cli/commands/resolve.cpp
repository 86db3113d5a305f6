// SPDX-License-Identifier: MIT
#include "cli/command.hpp"
#include "cli/locks.hpp"
#include "cli/planning.hpp"
#include "cli/render_plan.hpp"
#include "cudafetch/codec/plan.hpp"

namespace cudafetch::cli {

namespace {

struct ResolveOptions {
    SelectionOptions selection;
    bool explain = false;
    std::string lock;
};

void add_options(CLI::App& app, ResolveOptions& options) {
    add_selection(app, options.selection);
    app.add_flag("--explain,-v,--verbose", options.explain,
                 "say what was found and why releases were refused");
    app.add_option("--lock", options.lock,
                   "write the plan into this file, beside those for other machines")
        ->type_name("FILE");
}

Result<ExitCode> run(const ResolveOptions& options, Context& context) {
    CUDAFETCH_TRY(const auto network, Network::make(options.selection.network, context));
    const auto planning = make_plan(options.selection, Lookup::catalogue_only, *network, context);
    if (!planning) {
        if (options.explain && !context.options.json)
            print_rejected(context.out, context.style, planning.error().rejected);
        return tl::unexpected(planning.error());
    }
    if (!options.lock.empty()) CUDAFETCH_CHECK(write_lock(options.lock, planning->plan, context));
    if (context.options.json) {
        context.out << codec::to_json_text({planning->plan});
        return ExitCode::done;
    }
    print_plan(context.out, context.style, planning->plan);
    if (options.explain) print_explanation(context.out, context.style, *planning);
    return ExitCode::done;
}

}  // namespace

void add_resolve(CLI::App& app, Action& action) {
    add_command<ResolveOptions>(app, action, "resolve", "Decide which archives a machine takes",
                                add_options, run)
        .footer("Example: cudafetch resolve --caps 8.7 --l4t 36.4");
}

}  // namespace cudafetch::cli
