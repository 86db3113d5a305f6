// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "cudafetch/base/embedded.hpp"

namespace cudafetch::verify {

/// The sources of the bundled CUDA benchmark, sorted by name; `bench.cu` is the one to compile,
/// with all others beside it. Defined by the build (cmake/Embed.cmake).
[[nodiscard]] std::span<const EmbeddedFile> kernel_files();

}  // namespace cudafetch::verify
