// SPDX-License-Identifier: MIT
#include "cudafetch/base/text.hpp"
#include "cudafetch/platform/elf_machine.hpp"
#include "cudafetch/platform/toolkit.hpp"
#include "verify/nvcc_output.hpp"
#include "verify/steps.hpp"

namespace cudafetch::verify {

namespace {

constexpr std::chrono::minutes patience(1);

/// Why the kernel would not execute nvcc although the file is there.
model::Step not_executed(const fs::path& nvcc, const std::string& reason) {
    const auto content = read_file(nvcc, 256 << 20);
    const auto machine = content ? platform::elf_machine(as_bytes(*content)) : std::string_view();
    const bool no_loader = reason.find("No such file") != std::string::npos;
    return failed(
        no_loader ? "no_loader" : "compiler_does_not_start",
        reason + (no_loader         ? ": the file is there, its dynamic loader is not"
                  : machine.empty() ? ""
                                    : ", which is a program for " + std::string(machine)),
        {no_loader ? "make the loader that `readelf -l` names available (on NixOS: nix-ld)"
                   : "verify the prefix on a machine that its compilers are for"});
}

model::Step not_working(const fs::path& nvcc, const Completed& completed) {
    const std::string name = printable(nvcc.native());
    if (completed.timed_out)
        return failed("compiler_timed_out", name + " --version did not end within a minute", {});
    if (const auto library = missing_library(completed.err); !library.empty())
        return failed("missing_library",
                      name + " needs " + library + ", which is not on this machine",
                      {"install the package that brings " + library});
    return failed("compiler_does_not_start",
                  name + " --version ended with status " + std::to_string(completed.exit_status) +
                      ": " + error_lines(completed.err + "\n" + completed.out, 2),
                  {});
}

std::string describe(const Nvcc& nvcc) {
    std::string text = "nvcc " + nvcc.version.text();
    if (nvcc.real_codes.empty()) return text + ", which does not list its architectures";
    return text + ", compiles for " + model::to_text(nvcc.real_codes);
}

}  // namespace

Result<model::Step> check_compiler(Context& context) {
    if (!context.installs("cuda_nvcc"))
        return skipped("not_installed", "cuda_nvcc is not part of this prefix");
    Nvcc nvcc{context.request.prefix / "bin/nvcc", {}, {}};
    std::error_code error;
    if (!fs::exists(nvcc.path, error))
        return failed("compiler_missing", printable(nvcc.path.native()) + " is missing",
                      {"install the prefix again"});

    CUDAFETCH_TRY(const Ran version, run(context, {nvcc.path.string(), "--version"}, patience,
                                         nvcc_environment(context)));
    if (!version.completed) return not_executed(nvcc.path, version.not_started);
    const auto parsed = platform::parse_nvcc_version(version.completed->out);
    if (version.completed->exit_status != 0 || !parsed)
        return not_working(nvcc.path, *version.completed);
    nvcc.version = *parsed;

    CUDAFETCH_TRY(const Ran codes, run(context, {nvcc.path.string(), "--list-gpu-code"}, patience,
                                       nvcc_environment(context)));
    if (codes.completed && codes.completed->exit_status == 0)
        nvcc.real_codes = parse_gpu_codes(codes.completed->out);
    context.nvcc = nvcc;
    return passed(describe(nvcc));
}

}  // namespace cudafetch::verify
