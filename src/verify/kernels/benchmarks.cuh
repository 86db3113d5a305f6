// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "device.cuh"
#include "kernels.cuh"
#include "reference.hpp"
#include "report.hpp"
#include "timing.cuh"
#include "workload.hpp"

namespace kernels {

/// Elements that pass between host and device at a time: bounds the host's memory.
constexpr std::size_t transfer_elements = std::size_t{1} << 20;

/// Fills a buffer with a random sequence.
inline void fill(DeviceBuffer& buffer, std::uint32_t seed, Sequence sequence) {
    std::vector<float> values;
    for (std::size_t start = 0; start < buffer.elements(); start += values.size()) {
        values.resize(std::min(transfer_elements, buffer.elements() - start));
        for (std::size_t i = 0; i < values.size(); ++i) {
            values[i] = uniform(seed, sequence, start + i);
        }
        buffer.upload(values.data(), start, values.size());
    }
}

/// Compares every element of a buffer with `expected(index)`.
template <typename Expected>
Check check_elements(const DeviceBuffer& buffer, const Expected& expected) {
    Check result;
    std::vector<float> values;
    for (std::size_t start = 0; start < buffer.elements(); start += values.size()) {
        values.resize(std::min(transfer_elements, buffer.elements() - start));
        buffer.download(values.data(), start, values.size());
        for (std::size_t i = 0; i < values.size(); ++i) {
            result.compare(expected(start + i), values[i]);
        }
    }
    return result;
}

/// Times a launch that fills `output`, and then checks what the timed launches, and none before
/// them, wrote there. Completes `result`, whose name and work are given.
template <typename Launch, typename Expected>
Result measure(Result result, const Launch& launch, DeviceBuffer& output, const Pace& pace,
               const Expected& expected) {
    result.launches = warm_up(launch, pace);
    output.poison();
    for (const double seconds : time_rounds(launch, result.launches, pace.rounds)) {
        result.samples.push_back(static_cast<double>(result.work_per_launch) / seconds / 1e9);
    }
    result.elements = output.elements();
    result.check = check_elements(output, expected);
    return result;
}

/// What the memory benchmarks stream through: two buffers of random inputs and one for outputs.
struct MemoryBuffers {
    MemoryBuffers(std::size_t elements, std::uint32_t seed)
        : first(elements), second(elements), output(elements) {
        fill(first, seed, Sequence::first);
        fill(second, seed, Sequence::second);
    }

    std::size_t bytes() const { return output.elements() * sizeof(float); }
    std::size_t vectors() const { return output.elements() / 4; }
    unsigned blocks() const {
        return static_cast<unsigned>((vectors() + block_threads - 1) / block_threads);
    }

    DeviceBuffer first;
    DeviceBuffer second;
    DeviceBuffer output;
};

/// output = first: two transfers of device memory per element.
inline Result run_copy(MemoryBuffers& buffers, const Report& report) {
    const auto launch = [&] {
        copy_kernel<<<buffers.blocks(), block_threads>>>(
            buffers.first.vectors(), buffers.output.vectors(), buffers.vectors());
        cuda_check(cudaGetLastError(), "launch of copy_kernel");
    };
    const auto expected = [&](std::size_t i) { return uniform(report.seed, Sequence::first, i); };
    return measure({"copy", Work::bytes, 2 * buffers.bytes()}, launch, buffers.output,
                   pace(report.quick), expected);
}

/// output = first + scale * second: three transfers of device memory per element.
inline Result run_triad(MemoryBuffers& buffers, const Report& report) {
    const auto launch = [&] {
        triad_kernel<<<buffers.blocks(), block_threads>>>(
            buffers.first.vectors(), buffers.second.vectors(), buffers.output.vectors(),
            triad_scale, buffers.vectors());
        cuda_check(cudaGetLastError(), "launch of triad_kernel");
    };
    const auto expected = [&](std::size_t i) {
        return triad_element(uniform(report.seed, Sequence::first, i),
                             uniform(report.seed, Sequence::second, i));
    };
    return measure({"triad", Work::bytes, 3 * buffers.bytes()}, launch, buffers.output,
                   pace(report.quick), expected);
}

/// Fused multiply-adds in registers, with as many blocks as the device holds at once.
inline Result run_fma(const Report& report) {
    int blocks_each = 0;
    cuda_check(
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_each, fma_kernel, block_threads, 0),
        "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
    const auto blocks = static_cast<unsigned>(report.device.multiprocessors * blocks_each);
    const std::vector<float> host_inputs = fma_inputs(report.seed);
    const std::vector<float> host_outputs = fma_outputs(host_inputs);
    DeviceBuffer inputs(host_inputs.size());
    DeviceBuffer outputs(blocks * host_outputs.size());
    inputs.upload(host_inputs.data(), 0, host_inputs.size());

    const auto launch = [&] {
        fma_kernel<<<blocks, block_threads>>>(inputs.data(), outputs.data());
        cuda_check(cudaGetLastError(), "launch of fma_kernel");
    };
    const auto expected = [&](std::size_t i) { return host_outputs[i % host_outputs.size()]; };
    const std::uint64_t flops = std::uint64_t{2} * fma_steps * outputs.elements();
    return measure({"fma", Work::flops, flops}, launch, outputs, pace(report.quick), expected);
}

/// Runs every benchmark on the device that the report describes, and adds the results to it.
inline void run_benchmarks(Report& report) {
    {
        std::size_t free_bytes = 0;
        std::size_t total_bytes = 0;
        cuda_check(cudaMemGetInfo(&free_bytes, &total_bytes), "cudaMemGetInfo");
        const DeviceMemory memory{report.device.l2_bytes, free_bytes, total_bytes};
        MemoryBuffers buffers(buffer_bytes(memory, report.quick) / sizeof(float), report.seed);
        report.results.push_back(run_copy(buffers, report));
        report.results.push_back(run_triad(buffers, report));
    }
    report.results.push_back(run_fma(report));
}

}  // namespace kernels
