// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "cudafetch/base/embedded.hpp"

namespace cudafetch::manifest {

/// The files of `manifests/`, sorted by name: "capabilities.json", "cuda/12.6.3.json".
/// Defined by the build (cmake/Embed.cmake).
[[nodiscard]] std::span<const EmbeddedFile> catalogue_files();

}  // namespace cudafetch::manifest
