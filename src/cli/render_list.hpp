// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "cli/style.hpp"
#include "cudafetch/model/tag.hpp"

namespace cudafetch::cli {

/// One release in a list.
struct ListedRelease {
    std::string release;
    std::string date;  ///< May be empty.
    std::vector<model::Tag> tags;
};

/// A product in a list.
struct ListedProduct {
    std::string product;
    std::size_t count = 0;
    std::string newest;  ///< Empty if no release is listed.
    std::string oldest;
    std::vector<ListedRelease> releases;  ///< Newest first; only where they were asked for.
};

/// The tags that a list tells about, in its order.
inline constexpr model::Tag listed_tags[] = {model::Tag::linux_x86_64, model::Tag::linux_sbsa,
                                             model::Tag::linux_aarch64};

/// A line for each product.
void print_products(std::ostream& out, const Style& style,
                    const std::vector<ListedProduct>& products);

/// A line for each release of one product.
void print_releases(std::ostream& out, const Style& style, const ListedProduct& product);

/// The document `cudafetch.list/1`; products have the member `releases` if `with_releases`.
[[nodiscard]] nlohmann::ordered_json list_json(const std::vector<ListedProduct>& products,
                                               bool with_releases);

}  // namespace cudafetch::cli
