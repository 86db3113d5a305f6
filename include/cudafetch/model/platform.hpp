// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cudafetch/model/capability.hpp"
#include "cudafetch/model/version.hpp"

namespace cudafetch::model {

/// A finding of one probe, for `--explain`.
struct Evidence {
    std::string fact;    ///< "soc"
    std::string value;   ///< "tegra234"
    std::string source;  ///< "/proc/device-tree/compatible"
};

/// A probe that was made for a fact, whether or not it told.
struct Attempt {
    std::string fact;    ///< "l4t"
    std::string source;  ///< "/etc/nv_tegra_release"
};

/// A GPU that the driver names.
struct Gpu {
    std::string name;
    Capability capability;
    bool integrated = false;
};

/// A C++ compiler that nvcc may take as its host compiler.
struct InstalledCompiler {
    std::string path;  ///< "/usr/bin/g++-12"
    bool clang = false;
    std::optional<Version> version;  ///< 12.2.0, or 12 where only the file's name tells.
};

/// A CUDA toolkit.
struct InstalledToolkit {
    std::string folder;              ///< Empty if only an environment variable speaks of it.
    std::optional<Version> release;  ///< 12.6.3, or 12.6 where no more is told.
};

/// What is known of one machine. An empty value means that no probe could tell.
struct Machine {
    std::string os;              ///< Lower case: "linux", "darwin".
    std::string arch;            ///< As the machine names it: "x86_64", "aarch64", "armv7l".
    std::string kernel_release;  ///< "5.15.148-tegra"
    std::string soc;             ///< "tegra234"; empty unless it is a Tegra of the tables.
    std::string board;           ///< "Jetson AGX Orin"; may be empty although `soc` is known.
    bool tegra = false;          ///< Some probe says Tegra, even if the SoC is not known.
    std::optional<Version> l4t;  ///< L4T release of the board.
    /// A release file is there but says nothing usable.
    bool l4t_unreadable = false;
    bool server = false;        ///< Evidence of an Arm server: ACPI, DMI, a foreign device tree.
    bool discrete_gpu = false;  ///< A PCI display device of NVIDIA.
    std::vector<Gpu> gpus;      ///< What the driver lists, in its order.
    std::optional<Version> driver_cuda;     ///< Newest CUDA that the user-mode driver runs, 12.6.
    std::optional<Version> driver_version;  ///< Of the kernel's driver, 535.104.05.
    std::vector<Evidence> evidence;
    std::vector<Attempt> attempts;

    // Only a survey asks for the rest.
    std::optional<bool> jetson;  ///< A Jetson or one of its kin (IGX, Clara).
    std::string module;          ///< "p3701-0005"
    std::string carrier;         ///< "p3737-0000", the board that the module sits on.
    std::string jetpack;         ///< "6.2.1"
    std::string libcuda;         ///< The user-mode driver's file, links resolved.
    std::string container;       ///< "docker", "podman", "kubernetes" ...; "none" if it is none.
    std::optional<bool> wsl;     ///< Linux below Windows.
    std::vector<InstalledCompiler> compilers;  ///< In the order in which nvcc would want them.
    std::vector<InstalledToolkit> toolkits;    ///< The one that is in use first.

    /// The first evidence of a fact; null if there is none.
    [[nodiscard]] const Evidence* find(std::string_view fact) const;
    /// The sources that were asked for a fact, each once.
    [[nodiscard]] std::vector<std::string> asked_for(std::string_view fact) const;
    /// Facts that were asked for and have no evidence, in the order of the probes.
    [[nodiscard]] std::vector<std::string> undecided() const;
};

/// Whether a libcuda lies in a folder of drivers that are newer than the machine's own. The CUDA
/// that such a one names is its own, not that of the machine's driver.
[[nodiscard]] bool is_compat_library(std::string_view path);

/// The machines that a request is about.
struct Platform {
    Machine host;                    ///< This machine.
    std::optional<Machine> sysroot;  ///< The machine whose root folder was given.
};

}  // namespace cudafetch::model
