// SPDX-License-Identifier: MIT
//
// Measures what a CUDA device does, and proves that it does it right: memory bandwidth and fused
// multiply-adds, every result compared with the CPU's. Prints one JSON document on stdout.
//
//     nvcc -std=c++14 -O2 -gencode arch=compute_87,code=sm_87 -o bench bench.cu

#include <cstdio>
#include <iostream>
#include <random>
#include <string>

#include "benchmarks.cuh"
#include "device_info.cuh"
#include "exit_code.hpp"
#include "options.hpp"
#include "report_json.hpp"

namespace {

using kernels::CudaFailure;
using kernels::ExitCode;
using kernels::Report;

void set_error(Report& report, const CudaFailure& failure) {
    report.has_error = true;
    report.error = {failure.call, failure.code, cudaGetErrorName(failure.code),
                    cudaGetErrorString(failure.code)};
}

/// Fills the report as far as the device lets it.
ExitCode run(int device, Report& report) {
    try {
        kernels::open_device(device, report);
    } catch (const CudaFailure& failure) {
        set_error(report, failure);
        return kernels::means_no_device(failure.code) ? ExitCode::no_device : ExitCode::failed;
    }
    try {
        kernels::run_benchmarks(report);
    } catch (const CudaFailure& failure) {
        set_error(report, failure);
    }
    return report.passed() ? ExitCode::passed : ExitCode::failed;
}

void print_problems(const Report& report) {
    for (const kernels::Result& result : report.results) {
        if (result.check.passed()) continue;
        std::cerr << "bench: " << result.name << ": " << result.check.mismatched << " of "
                  << result.check.checked << " elements are wrong, worst error "
                  << result.check.worst_error << "; repeat with --seed " << report.seed << '\n';
    }
    if (report.has_error) {
        std::cerr << "bench: " << report.error.call << " failed: " << report.error.name << " ("
                  << report.error.code << "): " << report.error.text << '\n';
    }
}

}  // namespace

int main(int argc, char** argv) {
    kernels::Options options;
    std::string problem;
    if (!kernels::parse_options(argc, argv, options, problem)) {
        std::cerr << "bench: " << problem << '\n' << kernels::usage;
        return static_cast<int>(ExitCode::usage);
    }

    Report report;
    report.quick = options.quick;
    report.seed = options.has_seed ? options.seed : std::random_device{}();
    ExitCode code = run(options.device, report);
    print_problems(report);
    kernels::write_report(std::cout, report);
    if (!std::cout.flush()) {
        std::cerr << "bench: cannot write the report to stdout\n";
        code = ExitCode::failed;
    }
    return static_cast<int>(code);
}
