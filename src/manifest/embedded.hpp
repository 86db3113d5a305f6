// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "cudafetch/base/embedded.hpp"

namespace cudafetch::manifest {

/// The files of `manifests/`, sorted by name: "capabilities.json", "cuda/12.6.3.json".
/// Defined by the build (cmake/Embed.cmake).
[[nodiscard]] std::span<const EmbeddedFile> catalogue_files();

/// The text of one of them; empty if there is none of that name.
[[nodiscard]] inline std::string_view embedded_text(std::string_view name) {
    for (const EmbeddedFile& file : catalogue_files())
        if (file.name == name) return file.text();
    return {};
}

}  // namespace cudafetch::manifest
