// SPDX-License-Identifier: MIT
#include "unit/resolve/world.hpp"

#include "cli/selection.hpp"
#include "cudafetch/base/text.hpp"
#include "cudafetch/manifest/catalogue.hpp"
#include "support/fake_catalogue.hpp"

namespace cudafetch::test {

namespace {

/// The embedded catalogue, with each manifest read once instead of each time it is asked for.
FakeCatalogue read_all() {
    const manifest::EmbeddedCatalogue embedded;
    FakeCatalogue all;
    for (const std::string& product : embedded.products())
        for (const model::Version& release : embedded.releases(product))
            all.add(*embedded.manifest(product, release).value());
    return all;
}

}  // namespace

resolve::Knowledge world(const model::Platform& platform) {
    static const FakeCatalogue catalogue = read_all();
    static const model::Facts facts = manifest::embedded_facts().value();
    return {catalogue, facts, platform};
}

model::Request request_from(const std::string& line) {
    constexpr std::string_view command = "cudafetch resolve";
    CLI::App app;
    cli::SelectionOptions options;
    cli::add_selection(app, options);
    app.parse(line.starts_with(command) ? line.substr(command.size()) : line);
    return cli::to_request(options).value();
}

Result<model::Plan> resolve_line(const std::string& line, const model::Platform& platform) {
    const model::Request request = request_from(line);
    model::Platform seen = platform;
    if (!request.sysroot) seen.sysroot.reset();
    return resolve::resolve(request, world(seen));
}

std::string summary(const Result<model::Plan>& plan) {
    if (!plan) return plan.error().code;
    std::string text;
    for (const model::PlannedProduct& product : plan->products)
        text += product.product + " " + product.release + " ";
    text += model::to_text(plan->tag);
    if (plan->host_tag != plan->tag) text += " + " + std::string(model::to_text(plan->host_tag));
    return text;
}

std::string components_of(const model::Plan& plan) {
    std::vector<std::string> names;
    for (const model::PlannedArchive& archive : plan.archives)
        names.push_back(archive.component);
    return join(names, " ");
}

}  // namespace cudafetch::test
