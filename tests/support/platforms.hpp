// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "cudafetch/model/platform.hpp"

namespace cudafetch::test {

/// Machines as the probe describes them.
inline model::Machine machine(const std::string& arch, const std::string& os = "linux") {
    model::Machine result;
    result.os = os;
    result.arch = arch;
    return result;
}

inline model::Machine x86_machine() {
    return machine("x86_64");
}

/// 64-bit Arm of which nothing more is known, as in an unprivileged container.
inline model::Machine arm_container() {
    return machine("aarch64");
}

/// An Arm server: ACPI or DMI tables, no device tree.
inline model::Machine arm_server() {
    model::Machine result = machine("aarch64");
    result.server = true;
    return result;
}

/// A Jetson; `soc` and `l4t` may be empty where the probe could not tell.
inline model::Machine jetson(const std::string& soc, const std::string& l4t) {
    model::Machine result = machine("aarch64");
    result.tegra = true;
    result.soc = soc;
    if (!l4t.empty()) result.l4t = model::Version::parse(l4t);
    return result;
}

/// An Orin with a discrete GPU beside the integrated one.
inline model::Machine igx_orin(const std::string& l4t) {
    model::Machine result = jetson("tegra234", l4t);
    result.discrete_gpu = true;
    return result;
}

inline model::Machine with_gpus(model::Machine machine,
                                const std::vector<model::Capability>& capabilities) {
    for (const model::Capability& capability : capabilities)
        machine.gpus.push_back({"GPU", capability, false});
    return machine;
}

inline model::Platform on(const model::Machine& host) {
    return {host, std::nullopt};
}

/// A request about the machine whose root folder was given, made on an x86_64 machine.
inline model::Platform below_sysroot(const model::Machine& sysroot) {
    return {x86_machine(), sysroot};
}

}  // namespace cudafetch::test
