// SPDX-License-Identifier: MIT
#include "cudafetch/platform/survey.hpp"

#include "cudafetch/base/subprocess.hpp"
#include "cudafetch/base/text.hpp"
#include "platform/survey_steps.hpp"

namespace cudafetch::platform {

namespace {

/// The driver of a machine that is not this one can be seen, not asked.
void find_libcuda(const Findings& findings) {
    findings.asked({"driver_cuda", "gpu"}, "the driver, which only that machine can ask");
    for (const std::string& library : DriverQuery::default_libraries()) {
        if (library.find('/') == std::string::npos) continue;
        findings.asked({"libcuda"}, library);
        const auto file = findings.files.follow(library);
        if (!file) continue;
        findings.machine.libcuda = printable(file->native());
        return findings.note("libcuda", file->native(), library);
    }
}

/// No such device is a finding, where the list can be read.
void note_absent_discrete_gpu(const Findings& findings) {
    constexpr const char* devices = "/sys/bus/pci/devices";
    findings.asked({"discrete_gpu"}, devices);
    if (!findings.machine.discrete_gpu && findings.files.resolve(devices))
        findings.note("discrete_gpu", "none", devices);
}

void note_device_nodes(const Findings& findings) {
    const auto folder = findings.files.resolve("/dev");
    if (!folder) return;
    const auto nodes = gpu_device_nodes(*folder);
    if (!nodes.empty()) findings.note("device_nodes", join(nodes, " "), "/dev");
}

}  // namespace

Result<std::optional<std::string>> Survey::output_of(std::vector<std::string> argv) const {
    CUDAFETCH_CHECK(cancellation.check());
    if (!findings.files.is_this_machine()) return std::optional<std::string>();
    Command command;
    command.argv = std::move(argv);
    command.environment = {{"LC_ALL", "C"}};
    command.timeout = options.patience;
    auto completed = run_command(command, cancellation);
    if (!completed && completed.error().exit == ExitCode::interrupted)
        return tl::unexpected(completed.error());
    if (!completed || completed->timed_out || completed->exit_status != 0)
        return std::optional<std::string>();
    return std::optional(std::move(completed->out));
}

Result<model::Machine> survey_machine(const fs::path& root, const model::Facts& facts,
                                      const SurveyOptions& options,
                                      const Cancellation& cancellation) {
    const Sysroot files(root);
    model::Machine machine = probe_machine(root, facts, {options.driver, &cancellation});
    CUDAFETCH_CHECK(cancellation.check());
    const Findings findings{files, facts, machine};
    if (!files.is_this_machine()) find_libcuda(findings);
    note_absent_discrete_gpu(findings);
    note_device_nodes(findings);
    describe_board(findings);
    find_container(findings);
    find_wsl(findings);
    const Survey survey{findings, options, cancellation};
    CUDAFETCH_CHECK(list_compilers(survey));
    CUDAFETCH_CHECK(list_toolkits(survey));
    return machine;
}

}  // namespace cudafetch::platform
