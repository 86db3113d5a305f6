// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "check.hpp"

namespace kernels {

/// The device that the benchmarks ran on. Of the plain numbers, zero means "not reported".
struct DeviceInfo {
    int index = 0;
    std::string name;
    std::string capability;   ///< Such as "8.7".
    std::string uuid;         ///< Such as "GPU-01234567-..."; empty where there is none.
    bool integrated = false;  ///< Shares its memory with the CPU.
    std::uint64_t memory_bytes = 0;
    std::uint64_t l2_bytes = 0;
    int multiprocessors = 0;
    int clock_khz = 0;         ///< Peak, not present.
    int memory_clock_khz = 0;  ///< Peak, not present.
    int memory_bus_bits = 0;
};

/// What the rate of a benchmark counts.
enum class Work { bytes, flops };

/// One benchmark that ran to its end.
struct Result {
    std::string name;
    Work work = Work::bytes;
    std::uint64_t work_per_launch = 0;  ///< Bytes read and written, or floating-point operations.
    std::uint64_t elements = 0;         ///< Length of the output.
    int launches = 0;                   ///< Launches per sample.
    std::vector<double> samples = {};   ///< In 10^9 bytes, or operations, per second.
    Check check = {};
};

/// A CUDA call that failed.
struct ErrorInfo {
    std::string call;
    int code = 0;
    std::string name;  ///< Such as "cudaErrorMemoryAllocation".
    std::string text;
};

/// Everything the program has to say.
struct Report {
    std::uint32_t seed = 0;
    bool quick = false;
    int driver_version = 0;  ///< Newest CUDA that the driver serves, as 1000 * major + 10 * minor.
    int runtime_version = 0;
    bool has_device = false;
    DeviceInfo device;
    std::vector<Result> results;
    bool has_error = false;
    ErrorInfo error;

    bool passed() const {
        return !has_error && !results.empty() &&
               std::all_of(results.begin(), results.end(),
                           [](const Result& result) { return result.check.passed(); });
    }
};

/// "GPU-" and the bytes in the usual groups; empty if all are zero, as on boards without one.
inline std::string format_uuid(const char (&bytes)[16]) {
    if (std::all_of(bytes, bytes + 16, [](char byte) { return byte == 0; })) return "";
    std::string text = "GPU";
    for (int i = 0; i < 16; ++i) {
        if (i == 0 || i == 4 || i == 6 || i == 8 || i == 10) text += '-';
        char digits[3];
        std::snprintf(digits, sizeof digits, "%02x",
                      static_cast<unsigned>(static_cast<unsigned char>(bytes[i])));
        text += digits;
    }
    return text;
}

}  // namespace kernels
