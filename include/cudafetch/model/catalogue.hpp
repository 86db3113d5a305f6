// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cudafetch/base/digest.hpp"
#include "cudafetch/base/error.hpp"
#include "cudafetch/model/manifest.hpp"
#include "cudafetch/model/version.hpp"

namespace cudafetch::model {

/// The releases that can be chosen from. Reads a manifest only when it is asked for.
class Catalogue {
  public:
    virtual ~Catalogue() = default;

    /// Product names, sorted.
    [[nodiscard]] virtual std::vector<std::string> products() const = 0;

    /// Releases of a product, newest first; empty for a product that is not known.
    [[nodiscard]] virtual std::vector<Version> releases(std::string_view product) const = 0;

    /// The manifest of one of `releases()`. Fails with `release_not_in_catalogue` (exit 3) for
    /// another, and with exit code 5 if the manifest is malformed.
    [[nodiscard]] virtual Result<std::shared_ptr<const Manifest>> manifest(
        std::string_view product, const Version& release) const = 0;

    /// Whether any component of one of `releases()` has an archive with exactly this tag. Cheaper
    /// than its manifest where that was not read yet.
    [[nodiscard]] virtual Result<bool> has_tag(std::string_view product, const Version& release,
                                               Tag tag) const = 0;

    /// Digest of NVIDIA's own manifest file: as a source pins it, else of the file that the
    /// catalogue was made from; absent for a release that is not part of it.
    [[nodiscard]] virtual std::optional<Sha256Digest> original_digest(
        std::string_view product, const Version& release) const = 0;

    /// What archive paths of a product stand below, without a final slash:
    /// "https://developer.download.nvidia.com/compute/cuda/redist".
    [[nodiscard]] virtual std::string base_url(std::string_view product) const = 0;
};

}  // namespace cudafetch::model
