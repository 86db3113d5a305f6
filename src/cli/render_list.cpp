// SPDX-License-Identifier: MIT
#include "cli/render_list.hpp"

#include <algorithm>

#include "cli/table.hpp"
#include "cli/tag_names.hpp"

namespace cudafetch::cli {

namespace {

using Json = nlohmann::ordered_json;

std::string counted(std::size_t count, const std::string& noun) {
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

std::size_t release_count(const std::vector<ListedProduct>& products) {
    std::size_t count = 0;
    for (const ListedProduct& product : products)
        count += product.count;
    return count;
}

}  // namespace

void print_products(std::ostream& out, const Style& style,
                    const std::vector<ListedProduct>& products) {
    out << style.bold(counted(products.size(), "product") + ", " +
                      counted(release_count(products), "release"))
        << "\n\n";
    Table table({1});
    table.add({"product", "releases", "newest", "oldest"});
    for (const ListedProduct& product : products)
        table.add({product.product, std::to_string(product.count), product.newest,
                   product.oldest == product.newest ? "" : product.oldest});
    table.print(out, "  ");
}

void print_releases(std::ostream& out, const Style& style, const ListedProduct& product) {
    const std::string name = product.product == "cuda" ? "CUDA" : product.product;
    out << style.bold(name + ", " + counted(product.count, "release")) << "\n\n";
    Table table;
    table.add({"release", "date", "tags"});
    for (const ListedRelease& release : product.releases) {
        std::vector<std::string> row{release.release, release.date};
        for (const model::Tag tag : listed_tags) {
            const auto& tags = release.tags;
            const bool has = std::find(tags.begin(), tags.end(), tag) != tags.end();
            row.emplace_back(has ? model::to_text(tag) : "-");
        }
        table.add(std::move(row));
    }
    table.print(out, "  ");
}

Json list_json(const std::vector<ListedProduct>& products, bool with_releases) {
    Json list = Json::array();
    for (const ListedProduct& product : products) {
        Json entry{{"product", product.product},
                   {"count", product.count},
                   {"newest", product.newest.empty() ? Json() : Json(product.newest)},
                   {"oldest", product.oldest.empty() ? Json() : Json(product.oldest)}};
        if (with_releases) {
            entry["releases"] = Json::array();
            for (const ListedRelease& release : product.releases)
                entry["releases"].push_back({{"release", release.release},
                                             {"date", release.date},
                                             {"tags", tag_names(release.tags)}});
        }
        list.push_back(std::move(entry));
    }
    return {{"schema", "cudafetch.list/1"}, {"products", std::move(list)}};
}

}  // namespace cudafetch::cli
