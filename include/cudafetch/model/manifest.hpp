// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cudafetch/base/digest.hpp"
#include "cudafetch/model/tag.hpp"
#include "cudafetch/model/version.hpp"

namespace cudafetch::model {

/// One downloadable file of a component.
struct Archive {
    Tag tag{};
    std::string variant;        ///< "cuda12", "cuda13.2"; empty where the entry has none.
    std::string relative_path;  ///< Below `<origin>/<product>/redist/`.
    Sha256Digest sha256;
    std::optional<std::uint64_t> size;  ///< Bytes; absent where the manifest does not say.
};

/// One named part of a release, with a version of its own.
struct Component {
    std::string key;                      ///< "cuda_nvcc"
    std::string name;                     ///< "CUDA NVCC"; may be empty.
    std::string license;                  ///< As NVIDIA writes it, never an SPDX id; may be empty.
    std::string license_path;             ///< Below `<origin>/<product>/redist/`; may be empty.
    std::string version;                  ///< Two to five numbers.
    std::vector<std::string> other_tags;  ///< Tags of the manifest that cudafetch does not serve.
    std::vector<Archive> archives;        ///< Of the tags that it serves; may be empty.

    /// Whether any archive has exactly this tag.
    [[nodiscard]] bool has(Tag tag) const;
};

/// One release of one product: NVIDIA's `redistrib_<release>.json`.
struct Manifest {
    std::string product;  ///< "cuda"
    Version release;      ///< "12.6.3"
    std::string date;     ///< "2024-11-20"; may be empty.
    std::vector<Component> components;

    [[nodiscard]] const Component* find(std::string_view key) const;
    /// Whether any component has an archive with exactly this tag.
    [[nodiscard]] bool has(Tag tag) const;
};

}  // namespace cudafetch::model
