// SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

namespace kernels {

/// A CUDA call that failed. Thrown, because all that is left to do then is to report it.
struct CudaFailure {
    const char* call;
    cudaError_t code;
};

/// Throws a CudaFailure unless `code` is a success.
inline void cuda_check(cudaError_t code, const char* call) {
    if (code != cudaSuccess) throw CudaFailure{call, code};
}

/// Floats in device memory. Destructors here ignore errors: after a failed kernel every call
/// repeats its error, which has been reported by then.
class DeviceBuffer {
  public:
    explicit DeviceBuffer(std::size_t elements) : elements_(elements) {
        cuda_check(cudaMalloc(&data_, elements * sizeof(float)), "cudaMalloc");
    }
    ~DeviceBuffer() { cudaFree(data_); }
    DeviceBuffer(const DeviceBuffer&) = delete;
    DeviceBuffer& operator=(const DeviceBuffer&) = delete;

    std::size_t elements() const { return elements_; }
    float* data() { return static_cast<float*>(data_); }
    const float* data() const { return static_cast<const float*>(data_); }

    /// The same memory in vectors of four; cudaMalloc aligns it to more than one of them.
    float4* vectors() { return static_cast<float4*>(data_); }

    /// Fills the buffer with a NaN that no benchmark computes.
    void poison() { cuda_check(cudaMemset(data_, 0xff, elements_ * sizeof(float)), "cudaMemset"); }

    void upload(const float* from, std::size_t offset, std::size_t elements) {
        cuda_check(
            cudaMemcpy(data() + offset, from, elements * sizeof(float), cudaMemcpyHostToDevice),
            "cudaMemcpy to the device");
    }

    void download(float* to, std::size_t offset, std::size_t elements) const {
        cuda_check(
            cudaMemcpy(to, data() + offset, elements * sizeof(float), cudaMemcpyDeviceToHost),
            "cudaMemcpy from the device");
    }

  private:
    std::size_t elements_;
    void* data_ = nullptr;
};

/// A point in the stream of work, with the time at which the device reached it.
class Event {
  public:
    Event() { cuda_check(cudaEventCreate(&event_), "cudaEventCreate"); }
    ~Event() { cudaEventDestroy(event_); }
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;

    void record() { cuda_check(cudaEventRecord(event_), "cudaEventRecord"); }

    /// Waits for the device to get here; the seconds that it took since `begin`.
    double seconds_since(const Event& begin) const {
        float milliseconds = 0.0F;
        cuda_check(cudaEventSynchronize(event_), "cudaEventSynchronize");
        cuda_check(cudaEventElapsedTime(&milliseconds, begin.event_, event_),
                   "cudaEventElapsedTime");
        return static_cast<double>(milliseconds) / 1000.0;
    }

  private:
    cudaEvent_t event_ = nullptr;
};

}  // namespace kernels
