// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "cudafetch/model/platform.hpp"
#include "cudafetch/model/request.hpp"
#include "cudafetch/resolve/resolve.hpp"

namespace cudafetch::test {

/// The catalogue and the facts of the program, read once, and a platform that must outlive it.
[[nodiscard]] resolve::Knowledge world(const model::Platform& platform);

/// The request that a command line means: "cudnn --caps 8.7 --cuda 12.6", with or without the
/// words "cudafetch resolve" in front.
[[nodiscard]] model::Request request_from(const std::string& line);

/// What a command line comes to in the world. The platform's sysroot counts only if the line has
/// `--sysroot`.
[[nodiscard]] Result<model::Plan> resolve_line(const std::string& line,
                                               const model::Platform& platform);

/// The plan in one line: "cuda 12.6.3 linux-aarch64", "+ linux-x86_64" behind it where the
/// compilers are for another machine. For a failure its code.
[[nodiscard]] std::string summary(const Result<model::Plan>& plan);

/// The components of a plan: "cuda_nvcc libnvvm".
[[nodiscard]] std::string components_of(const model::Plan& plan);

}  // namespace cudafetch::test
