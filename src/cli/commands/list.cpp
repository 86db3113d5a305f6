// SPDX-License-Identifier: MIT
#include "cli/command.hpp"
#include "cli/json_text.hpp"
#include "cli/releases.hpp"
#include "cli/render_list.hpp"
#include "cudafetch/manifest/catalogue.hpp"

namespace cudafetch::cli {

namespace {

struct ListOptions {
    std::string product;
    std::string tag;
};

void add_options(CLI::App& app, ListOptions& options) {
    app.add_option("product", options.product, "list the releases of this product")
        ->type_name("PRODUCT");
    app.add_option("--tag", options.tag, "only releases that have archives for this tag")
        ->type_name("TAG");
}

ListedRelease row_of(const model::Manifest& manifest, const model::Version& release) {
    ListedRelease listed{release.text(), manifest.date, {}};
    for (const model::Tag tag : listed_tags)
        if (manifest.has(tag)) listed.tags.push_back(tag);
    return listed;
}

/// Reads manifests only for what is shown: for details, or to know who has the tag.
Result<ListedProduct> list_product(const model::Catalogue& catalogue, const std::string& product,
                                   bool details, std::optional<model::Tag> tag) {
    ListedProduct listed;
    listed.product = product;
    for (const model::Version& release : catalogue.releases(product)) {
        if (tag || details) {
            CUDAFETCH_TRY(const auto manifest, catalogue.manifest(product, release));
            if (tag && !manifest->has(*tag)) continue;
            if (details) listed.releases.push_back(row_of(*manifest, release));
        }
        if (listed.count++ == 0) listed.newest = release.text();
        listed.oldest = release.text();
    }
    return listed;
}

Result<ExitCode> run(const ListOptions& options, Context& context) {
    CUDAFETCH_TRY(const auto tag, parse_tag_option(options.tag));
    const manifest::EmbeddedCatalogue catalogue;
    const bool details = !options.product.empty();
    if (details) CUDAFETCH_CHECK(check_product(options.product, catalogue));
    std::vector<ListedProduct> products;
    for (const std::string& name : details ? std::vector{options.product} : catalogue.products()) {
        CUDAFETCH_TRY(auto product, list_product(catalogue, name, details, tag));
        if (product.count > 0 || details) products.push_back(std::move(product));
    }
    if (context.options.json)
        context.out << json_text(list_json(products, details));
    else if (details)
        print_releases(context.out, context.style, products.front());
    else
        print_products(context.out, context.style, products);
    return ExitCode::done;
}

}  // namespace

void add_list(CLI::App& app, Action& action) {
    add_command<ListOptions>(app, action, "list", "List products, or the releases of one",
                             add_options, run)
        .footer("Example: cudafetch list cuda --tag linux-aarch64");
}

}  // namespace cudafetch::cli
