// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "cudafetch/base/error.hpp"
#include "cudafetch/model/manifest.hpp"

namespace cudafetch::manifest {

/// What to call a manifest that does not name itself (all before CUDA 12.2 and many siblings).
struct ManifestNames {
    std::string where;    ///< For errors: a file name or URL.
    std::string product;  ///< Used where `release_product` is missing.
    std::string release;  ///< Used where `release_label` is missing.
};

/// Reads a manifest in NVIDIA's redist schema. Nothing in it is trusted: names, digests, sizes and
/// paths are checked. Unknown members are passed over, as NVIDIA adds some from time to time.
/// An entry that is one archive and holds variants as well yields both.
/// Fails with exit code 5 and code `malformed_manifest`, naming the place.
[[nodiscard]] Result<model::Manifest> read_manifest(std::string_view text,
                                                    const ManifestNames& names);

/// Release and product from where a manifest lies: "…/cutensor/redistrib_2.3.1.json" and
/// "…/cutensor/redist/redistrib_2.3.1.json" are cutensor 2.3.1. Parts that the path does not tell
/// are empty.
[[nodiscard]] ManifestNames names_from_path(std::string_view path);

}  // namespace cudafetch::manifest
