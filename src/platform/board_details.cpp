// SPDX-License-Identifier: MIT
#include <algorithm>

#include "cudafetch/platform/device_tree.hpp"
#include "platform/survey_steps.hpp"

namespace cudafetch::platform {

namespace {

/// What decides, and the source of it.
struct Verdict {
    bool jetson = false;
    const char* fact = nullptr;  ///< Has evidence.
};

std::optional<Verdict> judge(const Findings& findings) {
    const model::Machine& machine = findings.machine;
    const auto* soc = findings.facts.find_soc(machine.soc);
    if (soc != nullptr) return Verdict{soc->jetson, "soc"};
    if (machine.l4t) return Verdict{true, "l4t"};
    // Of a Tegra that the tables do not know, only NVIDIA's kernel or a board's name tells.
    if (machine.tegra && machine.kernel_release.find("-tegra") != std::string::npos)
        return Verdict{true, "kernel_release"};
    if (machine.tegra && !machine.board.empty()) return Verdict{true, "tegra"};
    if (machine.tegra) return std::nullopt;
    if (machine.server) return Verdict{false, "server"};
    if (machine.discrete_gpu) return Verdict{false, "discrete_gpu"};
    const bool may_be_arm =
        machine.arch.empty() || machine.arch.substr(0, 3) == "arm" || machine.arch == "aarch64";
    if (!may_be_arm) return Verdict{false, "arch"};
    return std::nullopt;
}

void decide_jetson(const Findings& findings) {
    model::Machine& machine = findings.machine;
    // The probe of Tegras may have ruled it out.
    if (machine.find("jetson") != nullptr) {
        machine.jetson = false;
        return;
    }
    const auto verdict = judge(findings);
    const auto* evidence = verdict ? machine.find(verdict->fact) : nullptr;
    if (evidence == nullptr) return;
    machine.jetson = verdict->jetson;
    findings.note("jetson", verdict->jetson ? "yes" : "no",
                  evidence->source + " (" + evidence->value + ")");
}

void read_module(const Findings& findings) {
    for (const char* path :
         {"/proc/device-tree/compatible", "/sys/firmware/devicetree/base/compatible"}) {
        findings.asked({"module", "carrier"}, path);
        const auto content = findings.files.read(path);
        if (!content || !findings.machine.tegra) continue;
        const auto parts = find_module(parse_compatible(*content), findings.facts);
        findings.machine.module = printable(parts.module);
        findings.machine.carrier = printable(parts.carrier);
        if (!parts.module.empty()) findings.note("module", parts.module, path);
        if (!parts.carrier.empty()) findings.note("carrier", parts.carrier, path);
        if (!parts.module.empty()) return;
    }
}

void find_jetpack(const Findings& findings) {
    model::Machine& machine = findings.machine;
    if (!machine.l4t) return findings.asked({"jetpack"}, "L4T, which is undecided");
    const auto& table = findings.facts.l4t;
    const auto row = std::find_if(table.begin(), table.end(),
                                  [&](const auto& fact) { return fact.l4t == *machine.l4t; });
    if (row == table.end() || row->jetpack.empty())
        return findings.asked({"jetpack"},
                              "L4T " + machine.l4t->text() + ", which is not in the tables");
    machine.jetpack = row->jetpack;
    findings.note("jetpack", row->jetpack, "L4T " + machine.l4t->text());
}

}  // namespace

void describe_board(const Findings& findings) {
    decide_jetson(findings);
    read_module(findings);
    find_jetpack(findings);
}

}  // namespace cudafetch::platform
