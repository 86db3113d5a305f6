// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

namespace kernels {

constexpr unsigned block_threads = 256;

/// Independent chains of fused multiply-adds per thread: enough to hide the latency of one.
constexpr unsigned fma_chains = 8;
/// Fused multiply-adds, each on the result of the one before, in a chain.
constexpr unsigned fma_steps = 4096;

/// How long and how often to measure.
struct Pace {
    double warm_up_seconds;  ///< Least time on the device before the first sample.
    double sample_seconds;   ///< Least time on the device per sample, far above timer steps.
    int rounds;              ///< Samples to take.
};

inline Pace pace(bool quick) {
    return quick ? Pace{0.05, 0.005, 9} : Pace{0.2, 0.02, 15};
}

/// The memory of a device, in bytes.
struct DeviceMemory {
    std::uint64_t l2;
    std::uint64_t free;
    std::uint64_t total;
};

/// Bytes of each of the three buffers that the memory benchmarks stream through: a multiple of
/// 1 MiB, and at least that. Several times the L2, so that it cannot serve them; all three within
/// a quarter of the free memory; and small on small boards, where the CPU shares the memory and
/// takes its time to check.
inline std::uint64_t buffer_bytes(const DeviceMemory& memory, bool quick) {
    constexpr std::uint64_t mib = std::uint64_t{1} << 20;
    const std::uint64_t wanted =
        quick ? std::max(2 * memory.l2, 16 * mib) : std::max(4 * memory.l2, 64 * mib);
    const std::uint64_t most = quick ? 128 * mib : 256 * mib;
    const std::uint64_t allowed = std::min({most, memory.free / 12, memory.total / 64});
    return std::max(std::min(wanted, allowed) / mib, std::uint64_t{1}) * mib;
}

}  // namespace kernels
