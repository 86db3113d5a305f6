// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

#include "cudafetch/model/version.hpp"

namespace cudafetch::platform {

/// The version in the output of `nvcc --version`: "release 12.6, V12.6.85" is 12.6.85.
[[nodiscard]] std::optional<model::Version> parse_nvcc_version(std::string_view text);

/// The release in a toolkit's version.txt, which toolkits up to 11.0 have.
[[nodiscard]] std::optional<model::Version> parse_version_txt(std::string_view text);

/// The version in a file name of the CUDA runtime, such as "libcudart.so.12.6.77".
[[nodiscard]] std::optional<model::Version> parse_cudart_name(std::string_view name);

}  // namespace cudafetch::platform
