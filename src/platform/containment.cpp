// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>

#include "platform/survey_steps.hpp"

namespace cudafetch::platform {

namespace {

constexpr const char* manager_file = "/run/systemd/container";
constexpr const char* first_environment = "/proc/1/environ";
constexpr std::size_t max_kind_bytes = 64;
constexpr const char* first_cgroup = "/proc/1/cgroup";

bool contains(std::string_view text, std::string_view word) {
    return text.find(word) != std::string_view::npos;
}

/// The runtimes leave these. Kubernetes comes first, as it uses one of the others.
std::string from_marker(const Findings& findings, std::string& source) {
    struct Marker {
        const char* path;
        const char* kind;
    };
    constexpr std::array markers{
        Marker{"/var/run/secrets/kubernetes.io/serviceaccount", "kubernetes"},
        Marker{"/.dockerenv", "docker"},
        Marker{"/run/.containerenv", "podman"},
    };
    for (const auto& [path, kind] : markers) {
        findings.asked({"container"}, path);
        source = path;
        if (findings.files.resolve(path)) return kind;
    }
    return {};
}

/// What the manager told the first process: "lxc", "systemd-nspawn", "oci".
std::string from_first_process(const Findings& findings, std::string& source) {
    constexpr std::string_view variable = "container=";
    findings.asked({"container"}, manager_file);
    source = manager_file;
    const std::string manager = findings.files.read(manager_file).value_or("");
    if (!trim(manager).empty()) return std::string(trim(manager));
    findings.asked({"container"}, first_environment);
    source = first_environment;
    const std::string environment =
        findings.files.read(first_environment, Sysroot::megabyte).value_or("");
    for (const auto entry : split(environment, std::string_view("\0", 1)))
        if (entry.substr(0, variable.size()) == variable)
            return std::string(entry.substr(variable.size(), max_kind_bytes));
    return {};
}

/// The group of the first process; below systemd on a machine of its own it is "/init.scope".
std::string from_cgroup(const Findings& findings, std::string& source) {
    struct Sign {
        std::string_view word;
        const char* kind;
    };
    constexpr std::array signs{
        Sign{"kubepods", "kubernetes"},   Sign{"docker", "docker"},
        Sign{"libpod", "podman"},         Sign{"lxc", "lxc"},
        Sign{"containerd", "containerd"}, Sign{"/init.scope", "none"},
    };
    findings.asked({"container"}, first_cgroup);
    source = first_cgroup;
    const std::string text = findings.files.read(first_cgroup, Sysroot::megabyte).value_or("");
    const auto* sign = std::find_if(signs.begin(), signs.end(), [&](const Sign& candidate) {
        return contains(text, candidate.word);
    });
    return sign != signs.end() ? sign->kind : "";
}

}  // namespace

void find_container(const Findings& findings) {
    for (const auto probe : {from_marker, from_first_process, from_cgroup}) {
        std::string source;
        const std::string kind = probe(findings, source);
        if (kind.empty()) continue;
        findings.machine.container = printable(kind);
        return findings.note("container", kind, source);
    }
}

void find_wsl(const Findings& findings) {
    const auto decide = [&](bool is_wsl, const std::string& source) {
        findings.machine.wsl = is_wsl;
        findings.note("wsl", is_wsl ? "yes" : "no", source);
    };
    for (const char* path :
         {"/usr/lib/wsl/lib/libcuda.so.1", "/usr/lib/wsl/lib/libdxcore.so", "/dev/dxg"}) {
        findings.asked({"wsl"}, path);
        if (findings.files.resolve(path)) return decide(true, path);
    }
    std::string source = "/proc/sys/kernel/osrelease";
    findings.asked({"wsl"}, source);
    std::string release = findings.files.read(source).value_or("");
    if (trim(release).empty()) {
        const auto* kernel = findings.machine.find("kernel_release");
        if (kernel == nullptr) return;
        release = kernel->value;
        source = kernel->source;
    }
    // WSL 1 writes it with a capital letter.
    decide(contains(release, "microsoft") || contains(release, "Microsoft"), source);
}

}  // namespace cudafetch::platform
