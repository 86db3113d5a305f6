// SPDX-License-Identifier: MIT
#include "cudafetch/store/uninstall.hpp"
#include "cli/command.hpp"
#include "cli/json_text.hpp"
#include "cli/prefixes.hpp"
#include "cudafetch/base/text.hpp"
#include "cudafetch/base/xdg.hpp"
#include "cudafetch/store/current_link.hpp"
#include "cudafetch/store/prefix.hpp"

namespace cudafetch::cli {

namespace {

struct UninstallOptions {
    std::string prefix;
    bool force = false;
    bool dry_run = false;
};

void add_options(CLI::App& app, UninstallOptions& options) {
    app.add_option("--prefix", options.prefix, "folder that was installed into")->type_name("DIR");
    app.add_flag("--force", options.force, "remove files that were changed, too");
    app.add_flag("--dry-run", options.dry_run, "say what would be removed, and leave it");
}

void print_json(const store::Uninstallation& done, const fs::path& prefix, bool dry_run,
                Context& context) {
    context.out << json_text(nlohmann::ordered_json{{"schema", "cudafetch.uninstall/1"},
                                                    {"prefix", prefix.native()},
                                                    {"dry_run", dry_run},
                                                    {"removed", done.removed},
                                                    {"bytes", done.bytes},
                                                    {"kept_changed", done.changed},
                                                    {"prefix_is_gone", done.prefix_is_gone}});
}

void print_text(const store::Uninstallation& done, const fs::path& prefix, bool dry_run,
                Context& context) {
    for (const std::string& path : done.changed)
        context.out << "kept, as it was changed: " << printable(path) << '\n';
    context.out << done.removed << " files and links (" << human_size(done.bytes)
                << (dry_run ? ") would be removed from " : ") were removed from ")
                << printable(prefix.native()) << '\n';
    if (!dry_run && !done.prefix_is_gone)
        context.out << "the folder stays, as it holds what cudafetch did not put there\n";
}

Result<ExitCode> run(const UninstallOptions& options, Context& context) {
    CUDAFETCH_TRY(const fs::path prefix, installed_prefix(options.prefix));
    store::recover_prefix(prefix);
    CUDAFETCH_TRY(
        const auto done,
        store::uninstall(
            prefix, options.force ? store::ChangedFiles::remove : store::ChangedFiles::keep,
            options.dry_run ? store::Mode::dry_run : store::Mode::remove, context.cancellation));
    if (const auto home = data_home(); home && !options.dry_run)
        CUDAFETCH_CHECK(store::remove_current_link(*home, prefix, context.cancellation));
    if (context.options.json)
        print_json(done, prefix, options.dry_run, context);
    else
        print_text(done, prefix, options.dry_run, context);
    return ExitCode::done;
}

}  // namespace

void add_uninstall(CLI::App& app, Action& action) {
    add_command<UninstallOptions>(app, action, "uninstall",
                                  "Remove what install put into a prefix, and nothing else",
                                  add_options, run)
        .footer("Example: cudafetch uninstall --prefix ./cuda");
}

}  // namespace cudafetch::cli
