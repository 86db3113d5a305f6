// SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime.h>

#include <string>

#include "device.cuh"
#include "report.hpp"

namespace kernels {

/// An attribute of a device; zero where this driver or device does not report it.
inline int attribute(cudaDeviceAttr name, int device) {
    int value = 0;
    if (cudaDeviceGetAttribute(&value, name, device) == cudaSuccess) return value;
    cudaGetLastError();  // else the next check of a launch would find this error
    return 0;
}

/// What the runtime tells about a device. Attributes, not cudaDeviceProp, wherever possible: the
/// struct lost its clocks in CUDA 13.
inline DeviceInfo describe_device(int device) {
    cudaDeviceProp properties;
    cuda_check(cudaGetDeviceProperties(&properties, device), "cudaGetDeviceProperties");
    DeviceInfo info;
    info.index = device;
    info.name = properties.name;
    info.capability = std::to_string(attribute(cudaDevAttrComputeCapabilityMajor, device)) + '.' +
                      std::to_string(attribute(cudaDevAttrComputeCapabilityMinor, device));
    info.uuid = format_uuid(properties.uuid.bytes);
    info.integrated = attribute(cudaDevAttrIntegrated, device) != 0;
    info.memory_bytes = properties.totalGlobalMem;
    info.l2_bytes = static_cast<std::uint64_t>(attribute(cudaDevAttrL2CacheSize, device));
    info.multiprocessors = attribute(cudaDevAttrMultiProcessorCount, device);
    info.clock_khz = attribute(cudaDevAttrClockRate, device);
    info.memory_clock_khz = attribute(cudaDevAttrMemoryClockRate, device);
    info.memory_bus_bits = attribute(cudaDevAttrGlobalMemoryBusWidth, device);
    return info;
}

/// Makes a device current, with a context on it, and enters versions and device in the report.
inline void open_device(int device, Report& report) {
    int count = 0;
    cuda_check(cudaRuntimeGetVersion(&report.runtime_version), "cudaRuntimeGetVersion");
    cuda_check(cudaDriverGetVersion(&report.driver_version), "cudaDriverGetVersion");
    cuda_check(cudaGetDeviceCount(&count), "cudaGetDeviceCount");
    cuda_check(cudaSetDevice(device), "cudaSetDevice");
    cuda_check(cudaFree(nullptr), "cudaFree to create a context");  // old runtimes create it lazily
    report.device = describe_device(device);
    report.has_device = true;
}

}  // namespace kernels
