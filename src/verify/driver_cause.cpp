// SPDX-License-Identifier: MIT
#include "verify/driver_cause.hpp"

#include <algorithm>
#include <array>

#include "verify/steps.hpp"

namespace cudafetch::verify {

namespace {

using model::Outcome;

constexpr std::array table{
    DriverCause{34, "stub_library_loaded", Outcome::failed,
                "the toolkit's stub library was loaded in place of the driver",
                "take every stubs folder off LD_LIBRARY_PATH"},
    DriverCause{35, "driver_too_old", Outcome::failed, "the driver is older than the toolkit",
                "install a newer driver, or an older CUDA release"},
    DriverCause{46, "device_busy", Outcome::failed,
                "all devices are busy or in exclusive or prohibited mode",
                "end the other programs, or set the compute mode to default"},
    DriverCause{100, "no_device", Outcome::unavailable, "the driver sees no device",
                "check CUDA_VISIBLE_DEVICES; in a container pass the GPU in (--gpus all, or "
                "--runtime=nvidia)"},
    DriverCause{102, "device_not_licensed", Outcome::failed, "the virtual GPU has no licence",
                "check the licence server of the vGPU"},
    DriverCause{304, "operating_system", Outcome::failed,
                "the operating system refused the driver a call",
                "check the permissions of /dev/nvidia*, /dev/nvgpu and /dev/nvhost*"},
    DriverCause{801, "not_supported", Outcome::failed,
                "the driver says that this system does not support the operation",
                "on a Jetson in a container start it with --runtime=nvidia"},
    DriverCause{802, "system_not_ready", Outcome::failed, "the system is not ready for CUDA",
                "on NVSwitch machines start nvidia-fabricmanager"},
    DriverCause{803, "driver_mismatch", Outcome::failed,
                "libcuda and the kernel module are of different driver versions",
                "reboot after a driver update; in a container take compat folders off "
                "LD_LIBRARY_PATH"},
    DriverCause{804, "compat_not_supported", Outcome::failed,
                "a compat libcuda was loaded that this GPU does not support",
                "take compat folders off LD_LIBRARY_PATH"},
    DriverCause{999, "driver_unknown_error", Outcome::failed, "the driver reports an unknown error",
                "look for NVRM or Xid lines in dmesg; a reboot may help"},
};

constexpr DriverCause other{0, "driver_error", Outcome::failed, "the driver does not work", ""};

}  // namespace

const DriverCause& driver_cause(int code) {
    const auto* row = std::find_if(table.begin(), table.end(),
                                   [&](const DriverCause& cause) { return cause.code == code; });
    return row != table.end() ? *row : other;
}

model::Step to_step(const DriverCause& cause, const std::string& what) {
    model::Step step = failed(cause.name, what + ": " + cause.text, {});
    step.outcome = cause.outcome;
    if (*cause.advice != '\0') step.advice.emplace_back(cause.advice);
    return step;
}

}  // namespace cudafetch::verify
