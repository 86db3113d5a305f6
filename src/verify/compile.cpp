// SPDX-License-Identifier: MIT
#include <fcntl.h>

#include <algorithm>

#include "cudafetch/base/text.hpp"
#include "cudafetch/verify/capabilities.hpp"
#include "cudafetch/verify/kernel_files.hpp"
#include "verify/nvcc_output.hpp"
#include "verify/steps.hpp"

namespace cudafetch::verify {

namespace {

using model::Capability;

constexpr std::chrono::minutes patience(10);

/// Settles what to compile for, and puts it into the report.
Result<void> settle_capabilities(Context& context) {
    CapabilitySources sources{.requested = context.request.capabilities,
                              .detected = {},
                              .installed = context.plan().capabilities,
                              .compiler = {}};
    if (context.nvcc) sources.compiler = context.nvcc->real_codes;
    // The GPU of this machine says nothing about the target of a cross prefix.
    if (sources.requested.empty() && !context.plan().cross()) {
        CUDAFETCH_TRY(const auto driver, context.ask_driver_once());
        for (const auto& gpu : driver.gpus)
            sources.detected.push_back(gpu.capability);
    }
    const auto chosen = choose_capabilities(sources, context.services.facts);
    context.capabilities = chosen.capabilities;
    context.report.capabilities_from = chosen.from;
    for (const Capability& capability : chosen.capabilities)
        context.report.capabilities.push_back(capability.text());
    return {};
}

/// A step that ends the compilation before it begins, if there is one.
std::optional<model::Step> refuse(const Context& context) {
    if (!context.nvcc) return skipped("no_compiler", "nvcc is not to be had");
    if (!context.installs("cuda_cudart"))
        return skipped("not_installed", "cuda_cudart is not part of this prefix");
    if (!context.host_compiler) return skipped("no_host_compiler", "no host compiler to be had");
    if (context.capabilities.empty())
        return failed("no_capability", "nothing says which architecture to compile for",
                      {"name one with --caps"});
    const auto& known = context.nvcc->real_codes;
    for (const Capability& capability : context.capabilities)
        if (!known.empty() &&
            std::find(known.begin(), known.end(), capability.base()) == known.end())
            return failed(
                "unsupported_arch",
                "nvcc " + context.nvcc->version.text() + " does not compile for " +
                    capability.text() + ", only for " + model::to_text(known),
                {"install a release that does: cudafetch resolve --caps " + capability.text()});
    return std::nullopt;
}

Result<void> write_sources(const fs::path& folder) {
    for (const EmbeddedFile& file : kernel_files()) {
        const fs::path path = folder / file.name;
        CUDAFETCH_TRY(const auto fd, open_file(path, O_WRONLY | O_CREAT | O_EXCL, 0600));
        CUDAFETCH_CHECK(write_all(fd.get(), as_bytes(file.text()), path));
    }
    return {};
}

/// One command for the whole program; without a host compiler for the target, one for the device
/// code of each capability.
std::vector<std::vector<std::string>> commands(const Context& context) {
    std::vector<std::string> program{context.nvcc->path.string(), "-std=c++14", "-O2", "-ccbin",
                                     context.host_compiler->path.string()};
    const auto add = [](std::vector<std::string>& argv, std::initializer_list<std::string> words) {
        argv.insert(argv.end(), words);
    };
    if (context.host_compiler->for_target) {
        // nvcc turns the folder's name into host compiler options, which only a cross compiler has.
        if (context.plan().cross())
            add(program, {"--target-directory", std::string(target_folder(context.plan().tag))});
        for (const Capability& capability : context.capabilities)
            add(program, {"-gencode", "arch=" + capability.compute() + ",code=" + capability.sm()});
        add(program, {"-cudart", "static", "-o", "bench", "bench.cu"});
        return {program};
    }
    std::vector<std::vector<std::string>> device_code;
    for (const Capability& capability : context.capabilities) {
        device_code.push_back(program);
        add(device_code.back(),
            {"-cubin", "-arch=" + capability.sm(), "-o", capability.sm() + ".cubin", "bench.cu"});
    }
    return device_code;
}

model::Step describe_failure(const std::vector<std::string>& argv, const Ran& ran) {
    if (!ran.completed) return failed("compile_failed", ran.not_started, {});
    const auto& completed = *ran.completed;
    if (completed.timed_out)
        return failed("compile_timed_out", "nvcc did not end in 10 minutes", {});
    const std::string output = completed.err + "\n" + completed.out;
    const std::string cause = compile_failure_cause(output);
    std::vector<std::string> advice{"the command was: " + printable(shell_quote(argv))};
    if (cause == "host_compiler_too_new")
        advice.emplace_back("name an older compiler with NVCC_CCBIN=<path>");
    if (const auto library = missing_library(output); !library.empty())
        advice.push_back("install the package that brings " + library);
    return failed(cause,
                  "nvcc ended with status " + std::to_string(completed.exit_status) + ": " +
                      error_lines(output, 3),
                  std::move(advice));
}

std::string describe_success(const Context& context) {
    std::vector<std::string> codes;
    for (const Capability& capability : context.capabilities)
        codes.push_back(capability.sm());
    const std::string what = printable(context.nvcc->path.native()) + " for " + join(codes, ", ");
    if (!context.host_compiler->for_target) return what + ", device code only";
    std::error_code error;
    const auto size = fs::file_size(context.scratch.path() / "bench", error);
    return what + ", " + human_size(error ? 0 : size);
}

}  // namespace

Result<model::Step> compile_benchmark(Context& context) {
    CUDAFETCH_CHECK(settle_capabilities(context));
    if (auto step = refuse(context)) return *std::move(step);
    CUDAFETCH_CHECK(write_sources(context.scratch.path()));
    context.services.reporter.status("compiling the benchmark for " +
                                     model::to_text(context.capabilities));
    for (const auto& argv : commands(context)) {
        CUDAFETCH_TRY(const Ran ran, run(context, argv, patience, nvcc_environment(context)));
        if (!ran.completed || ran.completed->timed_out || ran.completed->exit_status != 0)
            return describe_failure(argv, ran);
    }
    if (!context.plan().cross()) context.benchmark = context.scratch.path() / "bench";
    return passed(describe_success(context));
}

}  // namespace cudafetch::verify
