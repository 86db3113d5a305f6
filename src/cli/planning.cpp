// SPDX-License-Identifier: MIT
#include "cli/planning.hpp"

#include <algorithm>

#include "cli/mirror_index.hpp"
#include "cudafetch/base/text.hpp"
#include "cudafetch/manifest/catalogue.hpp"
#include "cudafetch/manifest/manifest_reader.hpp"
#include "cudafetch/platform/probe.hpp"
#include "cudafetch/resolve/explain.hpp"
#include "cudafetch/resolve/resolve.hpp"

namespace cudafetch::cli {

namespace {

using manifest::EmbeddedCatalogue;
using model::Request;
using model::VersionSpec;

constexpr std::uint64_t max_manifest_bytes = std::uint64_t{16} << 20;

std::vector<std::string> products_of(const Request& request) {
    std::vector<std::string> names;
    for (const model::ProductRequest& product : request.products)
        names.push_back(product.product);
    if (names.empty()) names.emplace_back("cuda");
    return names;
}

Result<model::Manifest> read_text_as_manifest(const std::string& text, const fetch::Url& url) {
    auto names = manifest::names_from_path(url.shown());
    return manifest::read_manifest(text, names);
}

/// The product of a manifest given by hand that may not say it, or say it oddly.
std::string product_of_given(const model::Manifest& manifest, const Request& request,
                             const fetch::Url& url, const EmbeddedCatalogue& catalogue) {
    const auto known = catalogue.products();
    const auto is_known = [&](const std::string& name) {
        return std::find(known.begin(), known.end(), name) != known.end();
    };
    if (is_known(manifest.product)) return manifest.product;
    if (request.products.size() == 1) return request.products.front().product;
    const std::string from_path = manifest::names_from_path(url.shown()).product;
    return is_known(from_path) ? from_path : "cuda";
}

/// Makes a manifest given by hand the only choice for its product.
Result<void> use_given_manifest(const std::string& place, Network& network,
                                EmbeddedCatalogue& catalogue, Request& request) {
    CUDAFETCH_TRY(const auto url, fetch::Url::parse(place));
    CUDAFETCH_TRY(const std::string text, url.scheme() == fetch::Url::Scheme::file
                                              ? read_file(url.secret(), max_manifest_bytes)
                                              : network.get_text({url}));
    CUDAFETCH_TRY(model::Manifest given, read_text_as_manifest(text, url));
    given.product = product_of_given(given, request, url, catalogue);
    VersionSpec* spec = given.product == "cuda" ? &request.cuda : nullptr;
    for (model::ProductRequest& product : request.products)
        if (product.product == given.product && product.product != "cuda") spec = &product.spec;
    if (spec == nullptr) {
        request.products.push_back({given.product, {}});
        spec = &request.products.back().spec;
    }
    if (!spec->allows(given.release))
        return fail(ExitCode::no_resolution, "bounds_empty",
                    "the given manifest is " + given.product + " " + given.release.text() +
                        ", which \"" + spec->text() + "\" excludes");
    *spec = VersionSpec::exactly(given.release);
    request.manifest = place;
    catalogue.add(std::move(given), sha256(as_bytes(text)));
    return {};
}

}  // namespace

Result<void> add_from_server(const std::string& product, const model::Version& release,
                             Network& network, EmbeddedCatalogue& catalogue) {
    CUDAFETCH_TRY(const auto urls,
                  network.urls_of(product + "/redist/redistrib_" + release.text() + ".json"));
    CUDAFETCH_TRY(const std::string text, network.get_text(urls));
    const fetch::Url& url = urls.front();
    CUDAFETCH_TRY(model::Manifest found, read_text_as_manifest(text, url));
    if (found.release.text() != release.text())
        return fail(ExitCode::integrity, "malformed_manifest",
                    url.shown() + " is the manifest of " + found.release.text() + ", not of " +
                        release.text());
    found.product = product;
    catalogue.add(std::move(found), sha256(as_bytes(text)));
    return {};
}

namespace {

/// The releases that a mirror lists; absent if it has no list.
Result<std::optional<std::vector<model::Version>>> index_of(const fetch::Url& mirror,
                                                            const std::string& product,
                                                            Network& network) {
    CUDAFETCH_TRY(const auto url, mirror.join(product + "/redist/index.json"));
    const auto text = network.get_text({url});
    // Object stores that may not be listed answer 403 for what they do not have.
    if (!text && (text.error().code == "not_found" || text.error().code == "forbidden"))
        return std::optional<std::vector<model::Version>>{};
    if (!text) return tl::unexpected(text.error());
    CUDAFETCH_TRY(auto releases, read_mirror_index(*text, url.shown()));
    return std::optional(std::move(releases));
}

}  // namespace

Result<void> use_mirror_indexes(const std::string& product, Network& network,
                                EmbeddedCatalogue& catalogue, Reporter& reporter) {
    std::vector<model::Version> releases;
    std::optional<Error> failure;
    bool any_answered = false;
    bool limited = true;
    for (const fetch::Url& mirror : network.bases()) {
        auto listed = index_of(mirror, product, network);
        if (!listed && listed.error().exit != ExitCode::network)
            return tl::unexpected(std::move(listed).error());
        if (!listed) {
            failure = std::move(listed).error();
            reporter.warning(failure->message);
            continue;
        }
        any_answered = true;
        if (!*listed)
            limited = false;
        else
            releases.insert(releases.end(), (*listed)->begin(), (*listed)->end());
    }
    if (!any_answered) return tl::unexpected(*std::move(failure));
    for (const model::Version& release : releases)
        if (!catalogue.knows(product, release))
            CUDAFETCH_CHECK(add_from_server(product, release, network, catalogue));
    if (limited) catalogue.restrict_to(product, releases);
    return {};
}

namespace {

/// Looks up every release that is named in full and not known. True if one was added.
Result<bool> add_named_releases(const Request& request, Network& network,
                                EmbeddedCatalogue& catalogue) {
    bool added = false;
    const auto look_up = [&](const std::string& product, const VersionSpec& spec) -> Result<void> {
        const auto named = spec.named();
        if (!named || named->size() < 2 || catalogue.knows(product, *named)) return {};
        const auto found = add_from_server(product, *named, network, catalogue);
        if (!found && found.error().code != "not_found") return found;
        added = added || found.has_value();
        return {};
    };
    CUDAFETCH_CHECK(look_up("cuda", request.cuda));
    for (const model::ProductRequest& product : request.products)
        CUDAFETCH_CHECK(look_up(product.product, product.spec));
    return added;
}

}  // namespace

Result<void> check_sysroot(const std::string& sysroot) {
    std::error_code error;
    if (fs::is_directory(sysroot, error)) return {};
    return fail(ExitCode::usage, "usage", "--sysroot: " + printable(sysroot) + " is not a folder",
                {"name the root folder of the target, as it is mounted or unpacked here"});
}

Result<model::Platform> read_platform(const Request& request, const model::Facts& facts,
                                      const Cancellation& cancellation) {
    model::Platform platform;
    platform.host = platform::probe_machine("/", facts, {});
    if (request.sysroot) platform.sysroot = platform::probe_machine(*request.sysroot, facts, {});
    if (resolve::depends_on_gpus(request, platform))
        platform.host =
            platform::probe_machine("/", facts, {platform::DriverQuery{}, &cancellation});
    CUDAFETCH_CHECK(cancellation.check());
    return platform;
}

Result<Planning> make_plan(const SelectionOptions& options, Lookup lookup, Network& network,
                           Context& context) {
    CUDAFETCH_TRY(Request request, to_request(options));
    if (request.sysroot) CUDAFETCH_CHECK(check_sysroot(*request.sysroot));
    if (network.is_mirror()) request.mirror = network.base().shown();
    CUDAFETCH_TRY(const model::Facts facts, manifest::embedded_facts());
    EmbeddedCatalogue catalogue(network.base().shown());
    if (!options.manifest.empty()) {
        CUDAFETCH_CHECK(use_given_manifest(options.manifest, network, catalogue, request));
    } else if (network.is_mirror()) {
        for (const std::string& product : products_of(request))
            CUDAFETCH_CHECK(use_mirror_indexes(product, network, catalogue, context.reporter));
    }
    CUDAFETCH_CHECK(context.cancellation.check());
    CUDAFETCH_TRY(const model::Platform platform,
                  read_platform(request, facts, context.cancellation));
    const resolve::Knowledge knowledge{catalogue, facts, platform};
    auto plan = resolve::resolve(request, knowledge);
    const bool unknown = !plan && plan.error().code == "release_not_in_catalogue";
    if (unknown && (lookup == Lookup::server_too || network.is_mirror())) {
        CUDAFETCH_TRY(const bool added, add_named_releases(request, network, catalogue));
        if (added) plan = resolve::resolve(request, knowledge);
    }
    if (!plan) return tl::unexpected(std::move(plan).error());
    auto rules = resolve::explain(*plan, request, platform, facts);
    return Planning{*std::move(plan), platform, std::move(rules)};
}

}  // namespace cudafetch::cli
