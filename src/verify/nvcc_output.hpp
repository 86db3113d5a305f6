// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cudafetch/model/capability.hpp"

namespace cudafetch::verify {

/// The real architectures in the output of `nvcc --list-gpu-code`, one a line; sorted.
[[nodiscard]] std::vector<model::Capability> parse_gpu_codes(std::string_view text);

/// The shared library that the dynamic loader could not find, by its words; empty if it has not
/// complained of any.
[[nodiscard]] std::string missing_library(std::string_view text);

/// Up to `count` lines that say what went wrong, joined by "; ": those that speak of an error, else
/// the first ones. Safe to print.
[[nodiscard]] std::string error_lines(std::string_view text, std::size_t count);

/// A stable name for why a compilation failed, by what nvcc and its helpers said.
[[nodiscard]] std::string compile_failure_cause(std::string_view text);

}  // namespace cudafetch::verify
