// SPDX-License-Identifier: MIT
#include "cudafetch/verify/verify.hpp"

#include <algorithm>
#include <array>

#include "verify/steps.hpp"

namespace cudafetch::verify {

namespace {

struct NamedStep {
    const char* name;
    StepFunction* run;
};

/// In this order. A later step finds in the context what it needs of the earlier ones.
constexpr std::array steps{
    NamedStep{"files", check_files},
    NamedStep{"compiler", check_compiler},
    NamedStep{"host_compiler", check_host_compiler},
    NamedStep{"compile", compile_benchmark},
    NamedStep{"driver", check_driver},
    NamedStep{"run", run_benchmark},
};

}  // namespace

Result<platform::DriverFacts> ask_driver(const Cancellation& cancellation) {
    platform::DriverQuery query;
    query.timeout = std::chrono::seconds(30);
    return platform::query_driver(query, cancellation);
}

Result<model::Report> verify_prefix(const VerifyRequest& request, const VerifyServices& services,
                                    const Cancellation& cancellation) {
    CUDAFETCH_TRY(const ScratchFolder scratch, ScratchFolder::create());
    model::Report report;
    report.prefix = request.prefix.string();
    Context context{.request = request,
                    .services = services,
                    .cancellation = cancellation,
                    .scratch = scratch,
                    .report = report};
    for (const auto& [name, run_step] : steps) {
        CUDAFETCH_CHECK(cancellation.check());
        const auto start = std::chrono::steady_clock::now();
        CUDAFETCH_TRY(model::Step step, run_step(context));
        step.name = name;
        step.seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        report.steps.push_back(step);
        if (services.on_step) services.on_step(step);
    }
    return report;
}

bool Context::installs(std::string_view component) const {
    const auto& archives = plan().archives;
    return std::any_of(archives.begin(), archives.end(),
                       [&](const auto& archive) { return archive.component == component; });
}

Result<platform::DriverFacts> Context::ask_driver_once() {
    if (!driver) {
        CUDAFETCH_TRY(driver, services.query_driver(cancellation));
    }
    return *driver;
}

model::Step passed(std::string detail) {
    model::Step step;
    step.outcome = model::Outcome::passed;
    step.detail = std::move(detail);
    return step;
}

model::Step failed(std::string cause, std::string detail, std::vector<std::string> advice) {
    model::Step step = skipped(std::move(cause), std::move(detail));
    step.outcome = model::Outcome::failed;
    step.advice = std::move(advice);
    return step;
}

model::Step skipped(std::string cause, std::string detail) {
    model::Step step = passed(std::move(detail));
    step.outcome = model::Outcome::skipped;
    step.cause = std::move(cause);
    return step;
}

model::Step unavailable(std::string cause, std::string detail, std::vector<std::string> advice) {
    model::Step step = failed(std::move(cause), std::move(detail), std::move(advice));
    step.outcome = model::Outcome::unavailable;
    return step;
}

Result<Ran> run(const Context& context, std::vector<std::string> argv,
                std::chrono::milliseconds timeout, const Environment& environment) {
    auto completed = run_command({.argv = std::move(argv),
                                  .environment = environment,
                                  .working_directory = context.scratch.path(),
                                  .timeout = timeout},
                                 context.cancellation);
    if (completed) return Ran{.completed = *std::move(completed)};
    if (completed.error().exit == ExitCode::interrupted)
        return tl::unexpected(std::move(completed).error());
    return Ran{.not_started = completed.error().message};
}

Environment nvcc_environment(const Context& context) {
    return {{"NVCC_PREPEND_FLAGS", ""},
            {"NVCC_APPEND_FLAGS", ""},
            {"TMPDIR", context.scratch.path().string()}};
}

}  // namespace cudafetch::verify
