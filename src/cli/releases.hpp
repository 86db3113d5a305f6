// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cudafetch/base/error.hpp"
#include "cudafetch/model/catalogue.hpp"
#include "cudafetch/model/facts.hpp"

namespace cudafetch::cli {

/// A release as it is written on the command line.
struct ReleaseName {
    std::string product;
    std::optional<model::Version> version;  ///< Absent: the newest one.
};

/// Reads "12.6.3", "12.6", "latest", "cudnn@9.6.0", "cudnn@latest" and "cudnn"; a release alone is
/// of `product`. Fails with exit code 2 for what is none of these.
[[nodiscard]] Result<ReleaseName> parse_release(std::string_view text,
                                                const std::string& product = "cuda");

/// The newest release that the name allows: 12.6 is the newest 12.6.x. Fails with unknown_product,
/// cuda_release_unpublished or release_not_in_catalogue, and then says which names come close.
[[nodiscard]] Result<std::shared_ptr<const model::Manifest>> find_release(
    const ReleaseName& name, const model::Catalogue& catalogue, const model::Facts& facts);

/// Fails with unknown_product unless the catalogue has it.
[[nodiscard]] Result<void> check_product(std::string_view product,
                                         const model::Catalogue& catalogue);

/// The component of a release, under whatever name of its. Fails with component_missing.
[[nodiscard]] Result<const model::Component*> component_of(const model::Manifest& manifest,
                                                           std::string_view name,
                                                           const model::ComponentFacts& facts);

/// A tag from the command line; absent for an empty text. Fails with tag_not_served.
[[nodiscard]] Result<std::optional<model::Tag>> parse_tag_option(std::string_view text);

}  // namespace cudafetch::cli
