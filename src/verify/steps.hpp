// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cudafetch/base/subprocess.hpp"
#include "cudafetch/verify/verify.hpp"
#include "verify/scratch_folder.hpp"

namespace cudafetch::verify {

/// The prefix's nvcc, once it was seen to start.
struct Nvcc {
    fs::path path;
    model::Version version;  ///< 12.6.85
    /// The real architectures it lists; empty for one too old to list them.
    std::vector<model::Capability> real_codes;
};

/// A host compiler that was seen to compile and that nvcc accepts.
struct HostCompiler {
    fs::path path;
    std::string text;        ///< Path and version, for a person.
    bool for_target = true;  ///< False in a cross prefix where only this machine has one.
};

/// A verification under way: what it is about, and what its steps have found so far.
struct Context {
    const VerifyRequest& request;
    const VerifyServices& services;
    const Cancellation& cancellation;
    const ScratchFolder& scratch;
    model::Report& report;

    std::optional<Nvcc> nvcc{};
    std::optional<HostCompiler> host_compiler{};
    std::vector<model::Capability> capabilities{};  ///< What the benchmark is compiled for.
    fs::path benchmark{};  ///< The compiled program; empty if there is none that can run here.
    std::optional<platform::DriverFacts> driver{};
    bool driver_usable = false;

    [[nodiscard]] const model::Plan& plan() const { return request.receipt.plan; }
    /// Whether the plan has a component of this name.
    [[nodiscard]] bool installs(std::string_view component) const;
    /// The driver's answer; it is asked once.
    [[nodiscard]] Result<platform::DriverFacts> ask_driver_once();
};

/// A step's end; the caller fills in name and time.
[[nodiscard]] model::Step passed(std::string detail);
[[nodiscard]] model::Step failed(std::string cause, std::string detail,
                                 std::vector<std::string> advice);
[[nodiscard]] model::Step skipped(std::string cause, std::string detail);
[[nodiscard]] model::Step unavailable(std::string cause, std::string detail,
                                      std::vector<std::string> advice);

/// How running a program of the verification went. Failure to start it is a value of its own, so
/// that `interrupted` is the only error.
struct Ran {
    std::optional<Completed> completed{};
    std::string not_started{};  ///< Why not, if it could not be.
};

using Environment = std::vector<std::pair<std::string, std::string>>;

/// Runs a program in the scratch folder.
[[nodiscard]] Result<Ran> run(const Context& context, std::vector<std::string> argv,
                              std::chrono::milliseconds timeout,
                              const Environment& environment = {});

/// For nvcc: without the user's own flags, which could add architectures, and with its temporary
/// files where they go with ours.
[[nodiscard]] Environment nvcc_environment(const Context& context);

/// A step of a verification.
using StepFunction = Result<model::Step>(Context& context);

/// All steps. Each is defined in the source file of its name, and stands in the table of
/// verify.cpp.
StepFunction check_files;
StepFunction check_compiler;
StepFunction check_host_compiler;
StepFunction compile_benchmark;
StepFunction check_driver;
StepFunction run_benchmark;

}  // namespace cudafetch::verify
