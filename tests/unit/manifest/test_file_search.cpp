// SPDX-License-Identifier: MIT
#include "cudafetch/manifest/file_search.hpp"

#include "support/catch.hpp"

namespace cudafetch::manifest {
namespace {

using codec::FilePackage;
using codec::IndexedFile;
using Names = std::vector<std::string>;

FilePackage package(const char* component, std::vector<IndexedFile> files) {
    FilePackage result;
    result.component = component;
    result.files = std::move(files);
    return result;
}

const std::vector<FilePackage>& table() {
    static const std::vector<FilePackage> packages{
        package("libcublas", {{"lib/libcublas.so.13", ""}, {"lib/libcublasLt.so.13", ""}}),
        package("cuda_nvcc", {{"bin/nvcc", ""},
                              {"nvvm/lib64/libnvvm.so", "libnvvm.so.4"},
                              {"lib/libpcsampling.so", ""}}),
        package("cuda_cccl", {{"include/cub/", ""},
                              {"include/cuda/", ""},
                              {"include/cuda/std/", ""},
                              {"include/nv/target", ""}}),
        package("libnvvm", {{"lib/libnvvm.so.4", ""}}),
        package("cuda_cudart", {{"include/cuda.h", ""}, {"lib/libcudart_static.a", ""}}),
    };
    return packages;
}

/// "file bin/nvcc" for each row that `name` means.
Names found(std::string_view name) {
    Names rows;
    for (const FoundFile& one : find_files(table(), name))
        rows.push_back(std::string(to_text(one.match)) + " " + one.file->path);
    return rows;
}

TEST_CASE("names mean files, ends of paths, libraries and folders") {
    struct Row {
        const char* name;
        Names expected;
    };
    const Row rows[] = {
        {"nvcc", {"file bin/nvcc"}},
        {"bin/nvcc", {"file bin/nvcc"}},
        {"/bin/nvcc", {"file bin/nvcc"}},
        {"vcc", {}},
        {"NVCC", {}},
        {"cuda.h", {"file include/cuda.h"}},
        {"nv/target", {"file include/nv/target"}},
        {"libcudart_static.a", {"file lib/libcudart_static.a"}},
        {"libcublas.so.13", {"file lib/libcublas.so.13"}},
        {"lib/libcublas.so.13", {"file lib/libcublas.so.13"}},
        {"libcublas.so", {"soname lib/libcublas.so.13"}},
        {"libcublas.so.13.1.0.3", {"soname lib/libcublas.so.13"}},
        {"libcublas.so.13.x", {}},
        {"libcublas.so.1", {}},
        {"libcublas.so.12", {}},
        {"libcublas", {}},
        {"libpcsampling.so", {"file lib/libpcsampling.so"}},
        {"libpcsampling.so.1", {}},
        {"libnvvm.so", {"file nvvm/lib64/libnvvm.so", "soname lib/libnvvm.so.4"}},
        {"libnvvm.so.4", {"soname nvvm/lib64/libnvvm.so", "file lib/libnvvm.so.4"}},
        {"cub", {"folder include/cub/"}},
        {"cub/", {"folder include/cub/"}},
        {"include/cub", {"folder include/cub/"}},
        {"cub/device/scan.cuh", {"inside include/cub/"}},
        {"cuda/std/atomic", {"inside include/cuda/std/"}},
        {"cuda/atomic", {"inside include/cuda/"}},
        {"ub/device/scan.cuh", {}},
        {"include/nothing.h", {}},
        {"", {}},
        {"/", {}},
    };
    for (const Row& row : rows) {
        CAPTURE(row.name);
        CHECK(found(row.name) == row.expected);
    }
}

TEST_CASE("a library under another number is found as such") {
    const auto others = find_other_numbers(table(), "lib/libcublas.so.12");
    REQUIRE(others.size() == 1);
    CHECK(others.front().file->path == "lib/libcublas.so.13");
    CHECK(others.front().package->component == "libcublas");
    CHECK(find_other_numbers(table(), "libcufft.so.11").empty());
    CHECK(find_other_numbers(table(), "nvcc").empty());
}

TEST_CASE("similar names are of the table, libraries also as one links with them") {
    CHECK(similar_files(table(), "nvccc") == Names{"nvcc"});
    CHECK(similar_files(table(), "libcublsa.so").front() == "libcublas.so");
    CHECK(similar_files(table(), "pytorch").empty());
}

TEST_CASE("the embedded table answers") {
    const auto packages = embedded_files();
    REQUIRE(packages);
    for (const char* name : {"libdevice.10.bc", "libcublas.so", "nv/target", "cuda_runtime.h",
                             "ptxas", "nvcc", "cublas_v2.h"}) {
        CAPTURE(name);
        CHECK_FALSE(find_files(*packages, name).empty());
    }
}

}  // namespace
}  // namespace cudafetch::manifest
