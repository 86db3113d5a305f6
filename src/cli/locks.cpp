// SPDX-License-Identifier: MIT
#include "cli/locks.hpp"

#include "cli/planning.hpp"
#include "cli/render_plan.hpp"
#include "cudafetch/base/file.hpp"
#include "cudafetch/base/file_lock.hpp"
#include "cudafetch/base/subprocess.hpp"
#include "cudafetch/base/text.hpp"
#include "cudafetch/codec/plan.hpp"
#include "cudafetch/manifest/catalogue.hpp"
#include "cudafetch/resolve/check_plan.hpp"
#include "cudafetch/resolve/lock.hpp"

namespace cudafetch::cli {

namespace {

constexpr std::uint64_t max_lock_bytes = std::uint64_t{16} << 20;

/// The plans of a lock file; none where there is no file.
Result<std::vector<model::Plan>> plans_so_far(const std::string& path) {
    std::error_code error;
    if (!fs::exists(fs::symlink_status(path, error))) return std::vector<model::Plan>{};
    return read_whole_lock(path);
}

std::string place_of(const model::Plan& plan) {
    return std::string(model::to_text(plan.tag)) +
           (plan.capabilities.empty() ? "" : " " + model::to_text(plan.capabilities));
}

std::string products_of(const model::Plan& plan) {
    std::vector<std::string> names;
    for (const model::PlannedProduct& product : plan.products)
        names.push_back(display_name(product.product, product.release));
    return join(names, ", ");
}

/// A lock says all that other options could say, but for which of its plans is meant.
Result<void> check_only_machine_is_named(model::Request request, const SelectionOptions& options) {
    request.capabilities.clear();
    for (std::optional<std::string>* choice :
         {&request.host, &request.target, &request.tag, &request.board})
        choice->reset();
    if (model::command_line(request) == model::command_line({}) && options.manifest.empty())
        return {};
    return fail(ExitCode::usage, "usage",
                "--lock decides what is installed; leave out the other options that select",
                {"beside it go --prefix, --store, --mirror and --jobs, and, to say which of its "
                 "plans, --host, --target, --tag, --caps and --board"});
}

}  // namespace

Result<void> write_lock(const std::string& path, const model::Plan& plan, Context& context) {
    // Jobs that write into one lock at once must not lose each other's plans.
    CUDAFETCH_TRY(const FileLock guard,
                  FileLock::acquire(fs::absolute(path).parent_path(), context.cancellation));
    // A link stays one, and what it leads to is written.
    std::error_code error;
    const bool is_link = fs::is_symlink(fs::symlink_status(path, error));
    error.clear();  // What cannot be looked at says so when it is read.
    const fs::path file = is_link ? fs::canonical(path, error) : fs::path(path);
    if (error) return fail_errno("follow", path, error.value());
    CUDAFETCH_TRY(auto plans, plans_so_far(path));
    const std::string before = plans.empty() ? "" : codec::to_lock_text(plans);
    const auto replaced = resolve::add_to_lock(plans, plan);
    const std::string text = codec::to_lock_text(plans);
    if (text != before) CUDAFETCH_CHECK(write_file_atomically(file, text));
    std::string done = "added the plan for " + place_of(plan);
    if (text == before)
        done = "the plan for " + place_of(plan) + " is as it was";
    else if (replaced)
        done = "REPLACED the plan for " + place_of(plan) + ": " + products_of(*replaced) + " by " +
               products_of(plan);
    context.reporter.status(printable(path) + ": " + done +
                            (plans.size() == 1 ? "" : ", one of " + std::to_string(plans.size())));
    return {};
}

Result<std::vector<model::Plan>> read_whole_lock(const std::string& path) {
    CUDAFETCH_TRY(const std::string text, read_file(path, max_lock_bytes));
    return codec::read_plans(text, path);
}

Result<model::Plan> read_lock(const std::string& path, const SelectionOptions& selection,
                              const Cancellation& cancellation) {
    CUDAFETCH_TRY(const model::Request request, to_request(selection));
    CUDAFETCH_CHECK(check_only_machine_is_named(request, selection));
    CUDAFETCH_TRY(const auto plans, read_whole_lock(path));
    CUDAFETCH_TRY(const model::Facts facts, manifest::embedded_facts());
    model::Platform platform;
    if (plans.size() > 1) {
        CUDAFETCH_TRY(platform, read_platform(request, facts, cancellation));
    }
    CUDAFETCH_TRY(
        model::Plan plan,
        resolve::choose_locked_plan(plans, request, platform, facts).map_error([&](Error error) {
            error.message = printable(path) + ": " + error.message;
            for (std::string& hint : error.hints)
                hint.insert(0, shell_quote({"cudafetch", "install", "--lock", path}) + " ");
            return error;
        }));
    CUDAFETCH_CHECK(resolve::check_plan(plan, facts));
    return plan;
}

}  // namespace cudafetch::cli
