// SPDX-License-Identifier: MIT
#include "cudafetch/platform/toolkit.hpp"

#include "support/catch.hpp"

namespace cudafetch::platform {

TEST_CASE("nvcc tells its version") {
    const auto version = [](std::string_view text) {
        const auto parsed = parse_nvcc_version(text);
        return parsed ? parsed->text() : "";
    };
    CHECK(version("nvcc: NVIDIA (R) Cuda compiler driver\nCuda compilation tools, release 12.6, "
                  "V12.6.85\nBuild cuda_12.6.r12.6/compiler.35059454_0\n") == "12.6.85");
    CHECK(version("release 11.4") == "11.4");
    CHECK(version("release 11.4\nBuild, V9.9.9") == "11.4");
    CHECK(version("clang version 14").empty());
    CHECK(version("release , V").empty());
    CHECK(version("").empty());
}

TEST_CASE("version.txt and the runtime's name tell a release") {
    const auto text = [](const std::optional<model::Version>& version) {
        return version ? version->text() : "";
    };
    CHECK(text(parse_version_txt("CUDA Version 10.2.300\n")) == "10.2.300");
    CHECK(text(parse_version_txt("CUDA Version unknown")).empty());
    CHECK(text(parse_version_txt("")).empty());
    CHECK(text(parse_cudart_name("libcudart.so.12.6.77")) == "12.6.77");
    CHECK(text(parse_cudart_name("libcudart.so.12")) == "12");
    CHECK(text(parse_cudart_name("libcudart.so")).empty());
    CHECK(text(parse_cudart_name("libcudart.so.12.x")).empty());
    CHECK(text(parse_cudart_name("libcudart_static.a")).empty());
}

}  // namespace cudafetch::platform
