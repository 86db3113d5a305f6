// SPDX-License-Identifier: MIT
#include "cudafetch/verify/verify.hpp"

#include "cli/command.hpp"
#include "cli/prefixes.hpp"
#include "cli/render_report.hpp"
#include "cudafetch/codec/report.hpp"
#include "cudafetch/manifest/catalogue.hpp"
#include "cudafetch/platform/probe.hpp"
#include "cudafetch/store/installed_prefix.hpp"

namespace cudafetch::cli {

namespace {

struct VerifyOptions {
    std::string prefix;
    std::string caps;
    bool no_run = false;
    bool quick = false;
};

void add_options(CLI::App& app, VerifyOptions& options) {
    app.add_option("--prefix", options.prefix, "folder to verify; default: the one installed last")
        ->type_name("DIR");
    app.add_option("--caps", options.caps, "compute capabilities to compile for")
        ->type_name("LIST")
        ->join(',');
    app.add_flag("--no-run", options.no_run, "compile and link, but run nothing");
    app.add_flag("--quick", options.quick, "compare sizes and times of files, not their contents");
}

/// A prefix without a usable receipt is not whole: a failed check, not a failure to check.
model::Report report_without_receipt(const fs::path& prefix, const Error& error) {
    model::Report report;
    report.prefix = prefix.native();
    report.steps.push_back(
        {"receipt", model::Outcome::failed, error.message, error.code, 0, error.hints});
    return report;
}

Result<void> check_known(const std::vector<model::Capability>& capabilities,
                         const model::Facts& facts) {
    for (const model::Capability& capability : capabilities)
        if (facts.find(capability) == nullptr)
            return fail(ExitCode::no_resolution, "unknown_capability",
                        "there is no compute capability " + capability.text());
    return {};
}

ExitCode conclude(const model::Report& report, Context& context) {
    if (context.options.json)
        context.out << codec::to_json_text(report);
    else
        print_verdict(context.out, context.style, report);
    return report.verdict();
}

Result<ExitCode> run(const VerifyOptions& options, Context& context) {
    const auto show = [&](const model::Step& step) {
        if (!context.options.json) print_step(context.out, context.style, step);
    };
    verify::VerifyRequest request;
    request.run = !options.no_run;
    if (options.quick) request.file_check = verify::FileCheck::size_and_time;
    if (!options.caps.empty()) {
        CUDAFETCH_TRY(request.capabilities, model::parse_capabilities(options.caps));
    }
    CUDAFETCH_TRY(request.prefix, installed_prefix(options.prefix));
    auto receipt = store::read_receipt(request.prefix);
    if (!receipt && receipt.error().code != "no_permission") {
        const auto report = report_without_receipt(request.prefix, receipt.error());
        show(report.steps.front());
        return conclude(report, context);
    }
    if (!receipt) return tl::unexpected(receipt.error());
    request.receipt = *std::move(receipt);
    CUDAFETCH_TRY(const model::Facts facts, manifest::embedded_facts());
    CUDAFETCH_CHECK(check_known(request.capabilities, facts));
    request.machine = platform::probe_machine("/", facts, {});

    if (!context.options.json)
        print_report_head(context.out, context.style, request.prefix, request.receipt.plan);
    CUDAFETCH_TRY(
        const model::Report report,
        verify::verify_prefix(request, {facts, context.reporter, show}, context.cancellation));
    return conclude(report, context);
}

}  // namespace

void add_verify(CLI::App& app, Action& action) {
    add_command<VerifyOptions>(app, action, "verify",
                               "Check the files, then compile and run the bundled benchmark",
                               add_options, run)
        .footer("Example: cudafetch verify --prefix ./cuda");
}

}  // namespace cudafetch::cli
