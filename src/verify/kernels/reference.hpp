// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "workload.hpp"

namespace kernels {

/// Which of the random sequences that one seed stands for.
enum class Sequence : std::uint32_t { first, second, fma };

/// Spreads every bit of the input over the whole result (the finalizer of MurmurHash3).
inline std::uint32_t mix(std::uint32_t bits) {
    bits ^= bits >> 16;
    bits *= 0x85ebca6bU;
    bits ^= bits >> 13;
    bits *= 0xc2b2ae35U;
    return bits ^ (bits >> 16);
}

/// A uniform value in [-1, 1), a multiple of 2^-23. A function of its arguments alone, so that
/// inputs of any size need no copy on the host: they are computed again for the check.
inline float uniform(std::uint32_t seed, Sequence sequence, std::size_t index) {
    const std::uint32_t start = mix(mix(seed) + static_cast<std::uint32_t>(sequence));
    const std::uint32_t bits = mix(start ^ static_cast<std::uint32_t>(index));
    return static_cast<float>(bits >> 8) * (1.0F / (1 << 23)) - 1.0F;
}

constexpr float triad_scale = 3.0F;

/// What the triad makes of one pair of elements, rounded once as the device rounds it.
inline float triad_element(float first, float second) {
    return std::fma(triad_scale, second, first);
}

/// What a chain of `steps` fused multiply-adds makes of its start.
inline float fma_chain(float start, float scale, float offset, unsigned steps) {
    for (unsigned step = 0; step < steps; ++step)
        start = std::fma(start, scale, offset);
    return start;
}

/// The inputs of one block of the FMA kernel: for each thread its scale, then its offset, then
/// the starts of its chains. The scales are so near 1 that chains are still moving at their last
/// step: one that had come to rest would not show a skipped step.
inline std::vector<float> fma_inputs(std::uint32_t seed) {
    std::vector<float> inputs((2 + fma_chains) * block_threads);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const float value = uniform(seed, Sequence::fma, i);
        if (i < block_threads) {
            inputs[i] = 1.0F - 0.0003F * (value + 2.0F);
        } else {
            inputs[i] = i < 2 * block_threads ? value * 0.001F : value;
        }
    }
    return inputs;
}

/// What one block of the FMA kernel makes of its inputs, in the order it stores them.
inline std::vector<float> fma_outputs(const std::vector<float>& inputs) {
    std::vector<float> outputs(fma_chains * block_threads);
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const std::size_t thread = i % block_threads;
        const float start = inputs[2 * block_threads + i];
        outputs[i] = fma_chain(start, inputs[thread], inputs[block_threads + thread], fma_steps);
    }
    return outputs;
}

}  // namespace kernels
