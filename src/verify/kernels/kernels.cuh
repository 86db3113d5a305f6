// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "workload.hpp"

namespace kernels {

/// The index of this thread in the whole grid.
__device__ inline std::size_t global_thread() {
    return static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
}

/// to = from. Each thread moves one vector of four floats.
__global__ void __launch_bounds__(block_threads)
    copy_kernel(const float4* __restrict__ from, float4* __restrict__ to, std::size_t vectors) {
    const std::size_t i = global_thread();
    if (i < vectors) to[i] = from[i];
}

/// to = first + scale * second, with one rounding per element.
__global__ void __launch_bounds__(block_threads)
    triad_kernel(const float4* __restrict__ first, const float4* __restrict__ second,
                 float4* __restrict__ to, float scale, std::size_t vectors) {
    const std::size_t i = global_thread();
    if (i >= vectors) return;
    const float4 a = first[i];
    const float4 b = second[i];
    to[i] = make_float4(fmaf(scale, b.x, a.x), fmaf(scale, b.y, a.y), fmaf(scale, b.z, a.z),
                        fmaf(scale, b.w, a.w));
}

/// Runs `fma_chains` chains of `fma_steps` fused multiply-adds in the registers of each thread.
/// Every block does the same with the same inputs (see fma_inputs), and stores the end of every
/// chain, so that nothing can be left out and the CPU need follow one block only.
__global__ void __launch_bounds__(block_threads)
    fma_kernel(const float* __restrict__ inputs, float* __restrict__ outputs) {
    const unsigned thread = threadIdx.x;
    const float scale = inputs[thread];
    const float offset = inputs[block_threads + thread];

    float chain[fma_chains];
#pragma unroll
    for (unsigned c = 0; c < fma_chains; ++c)
        chain[c] = inputs[(2 + c) * block_threads + thread];

#pragma unroll 16
    for (unsigned step = 0; step < fma_steps; ++step) {
#pragma unroll
        for (unsigned c = 0; c < fma_chains; ++c)
            chain[c] = fmaf(chain[c], scale, offset);
    }

    float* const block_outputs =
        outputs + static_cast<std::size_t>(blockIdx.x) * fma_chains * block_threads;
#pragma unroll
    for (unsigned c = 0; c < fma_chains; ++c)
        block_outputs[c * block_threads + thread] = chain[c];
}

}  // namespace kernels
