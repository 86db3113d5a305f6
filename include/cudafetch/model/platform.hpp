// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
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

/// A GPU that the driver names.
struct Gpu {
    std::string name;
    Capability capability;
    bool integrated = false;
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
};

/// The machines that a request is about.
struct Platform {
    Machine host;                    ///< This machine.
    std::optional<Machine> sysroot;  ///< The machine whose root folder was given.
};

}  // namespace cudafetch::model
