// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "cudafetch/model/catalogue.hpp"
#include "cudafetch/model/facts.hpp"

namespace cudafetch::manifest {

/// What NVIDIA serves its archives below, and what a mirror stands in for.
inline constexpr std::string_view nvidia_origin = "https://developer.download.nvidia.com/compute";

/// The fact tables that are part of the program.
[[nodiscard]] Result<model::Facts> embedded_facts();

/// The releases that are part of the program, and manifests that were added to them.
/// An added manifest takes the place of one of the same product and release. Not for use by several
/// threads at once.
class EmbeddedCatalogue final : public model::Catalogue {
  public:
    /// `base` is NVIDIA's origin or a mirror, without a final slash.
    explicit EmbeddedCatalogue(std::string base = std::string(nvidia_origin));

    /// Adds a manifest, and the digest of the text it was read from.
    void add(model::Manifest manifest, const Sha256Digest& digest);

    /// From now on only these releases of `product` can be chosen (a mirror that holds a subset).
    void restrict_to(const std::string& product, std::vector<model::Version> releases);

    /// Whether this release is part of the program or was added.
    [[nodiscard]] bool knows(std::string_view product, const model::Version& release) const;

    /// The text of a manifest that is part of the program: of NVIDIA's all that cudafetch reads,
    /// in other bytes. Empty for a release that is not.
    [[nodiscard]] std::string_view text_of(std::string_view product,
                                           const model::Version& release) const;

    [[nodiscard]] std::vector<std::string> products() const override;
    [[nodiscard]] std::vector<model::Version> releases(std::string_view product) const override;
    [[nodiscard]] Result<std::shared_ptr<const model::Manifest>> manifest(
        std::string_view product, const model::Version& release) const override;
    [[nodiscard]] Result<bool> has_tag(std::string_view product, const model::Version& release,
                                       model::Tag tag) const override;
    [[nodiscard]] std::optional<Sha256Digest> original_digest(
        std::string_view product, const model::Version& release) const override;
    [[nodiscard]] std::string base_url(std::string_view product) const override;

  private:
    using Releases = std::map<model::Version, std::string_view, std::greater<>>;
    struct Added {
        std::shared_ptr<const model::Manifest> manifest;
        Sha256Digest digest;
    };

    std::string base_;
    std::map<std::string, Releases, std::less<>> texts_;  ///< Product to release to file text.
    std::map<std::string, std::map<model::Version, Added>, std::less<>> added_;
    std::map<std::string, std::vector<model::Version>, std::less<>> restricted_;
    /// Embedded manifests that were read before: a refusal tries many requests.
    mutable std::map<std::pair<std::string, model::Version>, std::shared_ptr<const model::Manifest>>
        read_;
    /// What has_tag found in embedded texts, for the same reason.
    mutable std::map<std::tuple<std::string, model::Version, model::Tag>, bool> tags_;
    /// digests.json: product to release to digest. Read when first asked for.
    mutable std::map<std::string, std::map<std::string, Sha256Digest>, std::less<>> digests_;
};

}  // namespace cudafetch::manifest
