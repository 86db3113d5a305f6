// SPDX-License-Identifier: MIT
#pragma once

namespace kernels {

/// The exit status of the program.
enum class ExitCode : int {
    passed = 0,     ///< Every benchmark ran and every element was right.
    failed = 1,     ///< A wrong element, or a CUDA call that failed.
    usage = 2,      ///< The command line cannot be understood; no report is printed.
    no_device = 3,  ///< No device could be opened.
};

/// Whether a CUDA runtime error, met while a device is being opened, says that this machine has
/// none that can be used. Numbers, because old toolkits lack some of the names.
inline bool means_no_device(int code) {
    switch (code) {
        case 3:    // initialization error
        case 34:   // the stub libcuda of the toolkit was loaded in place of the driver's
        case 35:   // no driver, or one older than the runtime
        case 36:   // the call needs a newer driver
        case 46:   // all devices are busy or in exclusive mode
        case 100:  // no device
        case 102:  // device not licensed
        case 304:  // the operating system refused, say for want of device nodes
        case 801:  // not supported
        case 802:  // system not ready, say a fabric that is not up
        case 803:  // driver library and kernel module do not match
        case 804:  // compat driver on a device that does not support it
        case 999:  // unknown
            return true;
        default:
            return false;
    }
}

}  // namespace kernels
