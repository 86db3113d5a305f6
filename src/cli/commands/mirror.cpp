// SPDX-License-Identifier: MIT
#include <algorithm>
#include <set>

#include "cli/command.hpp"
#include "cli/json_text.hpp"
#include "cli/locks.hpp"
#include "cli/planning.hpp"
#include "cli/prefixes.hpp"
#include "cli/releases.hpp"
#include "cli/render_mirror.hpp"
#include "cudafetch/base/file_lock.hpp"
#include "cudafetch/base/text.hpp"
#include "cudafetch/model/request.hpp"

namespace cudafetch::cli {

namespace {

struct MirrorOptions {
    std::string root;
    SelectionOptions selection;
    std::vector<std::string> targets;
    std::vector<std::string> locks;
    std::vector<std::string> releases;
    std::string tags;
    std::size_t jobs = 4;
    bool check = false;
    bool dry_run = false;
};

CLI::Option* add_repeatable(CLI::App& app, const char* name, std::vector<std::string>& values,
                            const char* description, const char* type) {
    return app.add_option(name, values, description)->type_name(type)->allow_extra_args(false);
}

void add_options(CLI::App& app, MirrorOptions& options) {
    app.add_option("dir", options.root, "folder of the mirror; made, or added to")
        ->type_name("DIR")
        ->required();
    add_selection(app, options.selection);
    app.remove_option(app.get_option("--target"));
    add_repeatable(app, "--target", options.targets,
                   "architecture that code will run on; may be repeated", "ARCH");
    add_repeatable(app, "--lock", options.locks, "mirror all plans of this file; may be repeated",
                   "FILE");
    add_repeatable(app, "--release", options.releases,
                   "mirror a whole release, cuda@12.9.1; may be repeated", "NAME");
    app.add_option("--tags", options.tags, "of whole releases, take archives of these tags")
        ->type_name("TAGS");
    app.add_option("--jobs", options.jobs, "archives to fetch at once")
        ->type_name("N")
        ->check(CLI::Range(1, 64));
    app.add_flag("--check", options.check, "read the archives that are there, too");
    app.add_flag("--dry-run", options.dry_run, "print what would be fetched, and write nothing");
}

/// Options that choose for a plan mean nothing for what a lock or a release name says in full.
Result<void> check_options(const MirrorOptions& options) {
    if (options.releases.empty() && !options.tags.empty())
        return fail(ExitCode::usage, "usage", "--tags needs a whole release",
                    {"write --release cuda@12.9.1 --tags linux-x86_64,linux-sbsa"});
    if (options.releases.empty() && options.locks.empty()) return {};
    SelectionOptions selection = options.selection;
    if (!options.releases.empty()) selection.components.clear();
    CUDAFETCH_TRY(const model::Request request, to_request(selection));
    if (options.targets.empty() && selection.manifest.empty() &&
        model::command_line(request) == model::command_line({}))
        return {};
    return fail(ExitCode::usage, "usage",
                "--lock and --release say what is mirrored; leave out the options that select",
                {"beside --release go --tags and --components; mirror a selection of your own by "
                 "another run into the same folder"});
}

Result<ReleaseChoice> release_choice(const MirrorOptions& options) {
    ReleaseChoice choice;
    for (const std::string_view text : split(options.tags, ",; ")) {
        CUDAFETCH_TRY(const auto tag, parse_tag_option(text));
        if (tag) choice.tags.push_back(*tag);
    }
    for (const std::string_view name : split(options.selection.components, ",; "))
        choice.components.emplace_back(name);
    return choice;
}

/// What is named in full and not known may be on the server.
Result<void> look_up(const ReleaseName& name, Network& network,
                     manifest::EmbeddedCatalogue& catalogue) {
    if (!name.version || name.version->size() < 3 || catalogue.knows(name.product, *name.version))
        return {};
    const auto added = add_from_server(name.product, *name.version, network, catalogue);
    const bool missing =
        !added && (added.error().code == "not_found" || added.error().code == "forbidden");
    return missing ? Result<void>{} : added;
}

Result<void> add_releases(MirrorContent& content, const MirrorOptions& options, Network& network,
                          Context& context) {
    CUDAFETCH_TRY(const ReleaseChoice choice, release_choice(options));
    CUDAFETCH_TRY(const model::Facts facts, manifest::embedded_facts());
    manifest::EmbeddedCatalogue catalogue(network.base().shown());
    std::set<std::string> listed;
    for (const std::string& text : options.releases) {
        CUDAFETCH_TRY(const ReleaseName name, parse_release(text));
        if (network.is_mirror() && listed.insert(name.product).second)
            CUDAFETCH_CHECK(use_mirror_indexes(name.product, network, catalogue, context.reporter));
        CUDAFETCH_CHECK(look_up(name, network, catalogue));
        CUDAFETCH_TRY(const auto manifest, find_release(name, catalogue, facts));
        CUDAFETCH_TRY(const auto plan, plan_of_release(*manifest, choice, catalogue, facts));
        CUDAFETCH_CHECK(content.add(plan));
    }
    return {};
}

Result<MirrorContent> content_of(const MirrorOptions& options, Network& network, Context& context) {
    MirrorContent content;
    for (const std::string& lock : options.locks) {
        CUDAFETCH_TRY(const auto plans, read_whole_lock(lock));
        for (const model::Plan& plan : plans)
            CUDAFETCH_CHECK(content.add(plan));
    }
    CUDAFETCH_CHECK(add_releases(content, options, network, context));
    if (!options.locks.empty() || !options.releases.empty()) return content;
    auto targets = options.targets;
    if (targets.empty()) targets.emplace_back();
    for (const std::string& target : targets) {
        SelectionOptions selection = options.selection;
        selection.target = target;
        CUDAFETCH_TRY(const auto planning,
                      make_plan(selection, Lookup::server_too, network, context));
        CUDAFETCH_CHECK(content.add(planning.plan));
    }
    return content;
}

Result<void> fill(MirrorRun& done, const MirrorContent& content, const MirrorOptions& options,
                  Network& network, Context& context) {
    CUDAFETCH_CHECK(make_directories(done.root));
    const auto on_wait = [&] {
        context.reporter.status("waiting for another run into this mirror");
    };
    CUDAFETCH_TRY(const FileLock guard,
                  FileLock::acquire(done.root, context.cancellation, on_wait));
    CUDAFETCH_TRY(done.manifests, gather_manifests(content, done.root, network, context));
    CUDAFETCH_TRY(done.archives, survey_archives(content, done.root,
                                                 options.check ? Examine::digest : Examine::size,
                                                 context.cancellation));
    CUDAFETCH_CHECK(check_space(done.archives, done.root));
    CUDAFETCH_CHECK(
        fetch_archives(done.archives, content, done.root, options.jobs, network, context));
    // A release is listed once its archives are there.
    return write_manifests(done.manifests, done.root);
}

Result<ExitCode> run(const MirrorOptions& options, Context& context) {
    CUDAFETCH_CHECK(check_options(options));
    CUDAFETCH_TRY(const auto network, Network::make(options.selection.network, context));
    CUDAFETCH_TRY(const MirrorContent content, content_of(options, *network, context));
    MirrorRun done;
    CUDAFETCH_TRY(done.root, absolute_path(options.root));
    done.dry_run = options.dry_run;
    if (options.dry_run) {
        CUDAFETCH_TRY(
            done.archives,
            survey_archives(content, done.root, options.check ? Examine::digest : Examine::size,
                            context.cancellation));
    } else {
        CUDAFETCH_CHECK(fill(done, content, options, *network, context));
    }
    if (context.options.json)
        context.out << json_text(mirror_run_json(done));
    else
        print_mirror_run(context.out, context.style, done);
    return ExitCode::done;
}

}  // namespace

void add_mirror(CLI::App& app, Action& action) {
    add_command<MirrorOptions>(app, action, "mirror",
                               "Copy manifests and archives into a folder for a static server",
                               add_options, run)
        .footer("Example: cudafetch mirror ./mirror --release cuda@12.9.1 --tags linux-x86_64");
}

}  // namespace cudafetch::cli
