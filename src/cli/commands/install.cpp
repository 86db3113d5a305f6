// SPDX-License-Identifier: MIT
#include "cli/command.hpp"
#include "cli/free_space.hpp"
#include "cli/json_text.hpp"
#include "cli/locks.hpp"
#include "cli/planning.hpp"
#include "cli/prefixes.hpp"
#include "cli/render_plan.hpp"
#include "cli/store_flags.hpp"
#include "cli/trees.hpp"
#include "cudafetch/base/subprocess.hpp"
#include "cudafetch/base/text.hpp"
#include "cudafetch/base/xdg.hpp"
#include "cudafetch/codec/plan.hpp"
#include "cudafetch/store/current_link.hpp"
#include "cudafetch/store/installed_prefix.hpp"
#include "cudafetch/store/prefix.hpp"
#include "cudafetch/store/renamer.hpp"

namespace cudafetch::cli {

namespace {

struct InstallOptions {
    SelectionOptions selection;
    std::string lock;
    std::string prefix;
    StoreFlags store;
};

void add_options(CLI::App& app, InstallOptions& options) {
    add_selection(app, options.selection);
    app.add_option("--lock", options.lock, "install what this file says, see resolve --lock")
        ->type_name("FILE");
    app.add_option("--prefix", options.prefix, "folder to install into")->type_name("DIR");
    add_store_flags(app, options.store);
}

Result<model::Plan> plan_for(const InstallOptions& options, Network& network, Context& context) {
    if (!options.lock.empty())
        return read_lock(options.lock, options.selection, context.cancellation);
    CUDAFETCH_TRY(auto planning,
                  make_plan(options.selection, Lookup::server_too, network, context));
    return std::move(planning.plan);
}

/// What an install did, for printing.
struct InstallResult {
    fs::path prefix;
    bool changed = false;
    bool replaced = false;
    std::vector<std::string> dropped;
};

void print_result(const InstallResult& result, const model::Plan& plan, Context& context) {
    if (context.options.json) {
        nlohmann::ordered_json document{{"schema", "cudafetch.install/1"},
                                        {"prefix", result.prefix.native()},
                                        {"changed", result.changed},
                                        {"replaced", result.replaced},
                                        {"dropped", result.dropped}};
        document["plans"] = nlohmann::ordered_json::parse(codec::to_json_text({plan}))["plans"];
        context.out << json_text(document);
        return;
    }
    if (!result.dropped.empty())
        context.out << "no longer there: " << join(result.dropped, ", ") << '\n';
    std::string what;
    for (const model::PlannedProduct& product : plan.products)
        what += (what.empty() ? "" : ", ") + display_name(product.product, product.release);
    what += " for " + std::string(model::to_text(plan.tag));
    what += result.changed ? " is installed in" : " was already installed in";
    context.out << context.style.green(what) << '\n' << result.prefix.native() << '\n';
}

/// A link that later commands go by is a comfort; not having one is no reason to fail.
void point_current_to(const fs::path& prefix, Context& context) {
    const auto home = data_home();
    const auto updated = home ? store::update_current_link(*home, prefix, context.cancellation)
                              : Result<void>(tl::unexpected(home.error()));
    if (!updated)
        context.reporter.warning("verify and env will need --prefix: " + updated.error().message);
}

/// Neither may hold the other: the store sweeps what it does not know, and a prefix is exchanged
/// as a whole.
Result<void> check_apart(const fs::path& store, const fs::path& prefix) {
    std::error_code error;
    const auto within = [&](const fs::path& inner, const fs::path& outer) {
        const fs::path relative = fs::weakly_canonical(inner, error)
                                      .lexically_relative(fs::weakly_canonical(outer, error));
        return !relative.empty() && *relative.begin() != "..";
    };
    if (!within(store, prefix) && !within(prefix, store)) return {};
    return fail(ExitCode::usage, "usage",
                "the store " + printable(store.native()) + " and the prefix " +
                    printable(prefix.native()) + " must not lie within each other",
                {"name other folders with --store or --prefix"});
}

Result<InstallResult> install(const model::Plan& plan, const InstallOptions& options,
                              Network& network, Context& context) {
    CUDAFETCH_TRY(const fs::path prefix, prefix_for(options.prefix, plan));
    store::recover_prefix(prefix);
    if (store::is_installed(plan, prefix)) {
        point_current_to(prefix, context);
        return InstallResult{prefix, false, false, {}};
    }
    CUDAFETCH_TRY(const fs::path root, store_root(options.store));
    CUDAFETCH_CHECK(check_apart(root, prefix));
    CUDAFETCH_CHECK(store::examine_prefix(prefix));
    if (!context.options.json) {
        print_plan(context.out, context.style, plan);
        context.out << std::endl;
    }
    store::StoreOptions how = to_options(options.store);
    how.planned_bytes = plan.download_size();
    CUDAFETCH_TRY(auto store, store::Store::open_for_prefix(root, prefix, context.reporter, how));
    CUDAFETCH_CHECK(check_free_space(plan, store, context));
    CUDAFETCH_TRY(const auto trees,
                  obtain_trees(plan, store, network, jobs_of(options.store), context));
    context.reporter.status("writing " + prefix.native());
    CUDAFETCH_TRY(const auto done, store::install_prefix(plan, trees, prefix, context.cancellation,
                                                         store::system_renamer(), how.durability));
    point_current_to(prefix, context);
    context.reporter.status("to prove that it works: cudafetch verify --prefix " +
                            shell_quote(prefix.native()));
    return InstallResult{prefix, true, done.replaced, done.dropped};
}

Result<ExitCode> run(const InstallOptions& options, Context& context) {
    CUDAFETCH_TRY(const auto network, Network::make(options.selection.network, context));
    CUDAFETCH_TRY(const model::Plan plan, plan_for(options, *network, context));
    CUDAFETCH_TRY(const auto result, install(plan, options, *network, context));
    print_result(result, plan, context);
    return ExitCode::done;
}

}  // namespace

void add_install(CLI::App& app, Action& action) {
    add_command<InstallOptions>(app, action, "install",
                                "Fetch, check and install what resolve decides", add_options, run)
        .footer("Example: cudafetch install --caps 8.9 --prefix ./cuda");
}

}  // namespace cudafetch::cli
