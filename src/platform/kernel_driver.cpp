// SPDX-License-Identifier: MIT
#include "cudafetch/platform/kernel_driver.hpp"

#include <algorithm>
#include <array>

#include "platform/findings.hpp"

namespace cudafetch::platform {

namespace {

constexpr const char* module_version = "/sys/module/nvidia/version";
constexpr const char* nvrm_version = "/proc/driver/nvidia/version";

/// A driver's version has two or three numbers; "12" or a kernel's build number is none.
std::optional<model::Version> parse_driver_version(std::string_view text) {
    auto version = model::Version::parse(trim(text));
    return version && version->size() >= 2 ? version : std::nullopt;
}

/// Whether nvgpu drives the GPU of this Tegra. From Thor on it is the driver of discrete GPUs.
bool has_nvgpu(const Findings& findings) {
    if (!findings.machine.tegra) return false;
    if (!findings.machine.soc.empty()) return findings.machine.soc != "tegra264";
    constexpr std::array traces{"/sys/module/nvgpu", "/dev/nvgpu", "/dev/nvhost-gpu"};
    return std::any_of(traces.begin(), traces.end(),
                       [&](const char* path) { return findings.files.resolve(path).has_value(); });
}

}  // namespace

std::optional<model::Version> parse_nvrm_version(std::string_view text) {
    constexpr std::string_view label = "NVRM version:";
    for (std::string_view line : split(text, "\n")) {
        line = trim(line);
        if (line.substr(0, label.size()) != label) continue;
        for (const std::string_view word : split(line.substr(label.size()), " \t"))
            if (auto version = parse_driver_version(word)) return version;
    }
    return std::nullopt;
}

void read_kernel_driver(const Findings& findings) {
    findings.asked({"driver_version"}, module_version);
    findings.asked({"driver_version"}, nvrm_version);
    const auto content = findings.files.read(module_version);
    const char* source = module_version;
    auto version = parse_driver_version(content.value_or(""));
    if (!version) {
        source = nvrm_version;
        version =
            parse_nvrm_version(findings.files.read(nvrm_version, Sysroot::megabyte).value_or(""));
    }
    if (!version) return;
    // Beside nvgpu the module only serves the display, and its version says nothing about CUDA.
    if (has_nvgpu(findings) && !findings.machine.discrete_gpu)
        return findings.note("display_driver", version->text(), source);
    findings.note("driver_version", version->text(), source);
    findings.machine.driver_version = std::move(version);
}

}  // namespace cudafetch::platform
