// SPDX-License-Identifier: MIT
#include "cli/mirror_manifests.hpp"

#include <algorithm>
#include <set>

#include "cli/mirror_index.hpp"
#include "cli/render_plan.hpp"
#include "cudafetch/manifest/catalogue.hpp"
#include "cudafetch/manifest/manifest_reader.hpp"

namespace cudafetch::cli {

namespace {

using model::PlannedProduct;

constexpr std::uint64_t max_manifest_bytes = std::uint64_t{16} << 20;

std::string file_name(const std::string& release) {
    return "redistrib_" + release + ".json";
}

fs::path redist_of(const std::string& product) {
    return fs::path(product) / "redist";
}

/// Where the manifest is: with the mirrors if any are named, else with the archives of the plan.
Result<std::vector<fetch::Url>> sources_of(const PlannedProduct& product,
                                           const MirrorContent& content, const Network& network) {
    if (!network.is_mirror())
        for (const model::PlannedArchive& archive : content.archives)
            if (archive.product == product.product && archive.release == product.release &&
                archive.url.ends_with("/" + archive.relative_path)) {
                const std::size_t folder = archive.url.size() - archive.relative_path.size();
                CUDAFETCH_TRY(auto url, fetch::Url::parse(archive.url.substr(0, folder) +
                                                          file_name(product.release)));
                return std::vector<fetch::Url>{std::move(url)};
            }
    return network.urls_of((redist_of(product.product) / file_name(product.release)).native());
}

/// The bytes to write, and where they come from: the source's if they have the expected digest,
/// else the catalogue's.
Result<void> obtain_text(MirroredManifest& manifest, const PlannedProduct& product,
                         const std::vector<fetch::Url>& urls, Network& network, Context& context) {
    const fetch::Url& url = urls.front();
    auto text = network.get_text(urls);
    const bool missing =
        !text && (text.error().code == "not_found" || text.error().code == "forbidden");
    if (!text && !missing) return tl::unexpected(std::move(text).error());
    if (text && (!product.manifest_sha256 || sha256(as_bytes(*text)) == *product.manifest_sha256)) {
        manifest.from = ManifestFrom::source;
        manifest.text = *std::move(text);
        return {};
    }
    const manifest::EmbeddedCatalogue catalogue;
    const auto release = model::Version::parse(product.release);
    if (release) manifest.text = catalogue.text_of(product.product, *release);
    manifest.from = ManifestFrom::catalogue;
    const std::string what =
        missing ? url.shown() + " is not there"
                : url.shown() + " is not the manifest that the archives were chosen from";
    if (!manifest.text.empty()) {
        context.reporter.warning(what + ": the mirror gets the catalogue's own");
        return {};
    }
    if (missing) return tl::unexpected(std::move(text).error());
    return fail(ExitCode::integrity, "manifest_changed", what,
                {"the release was published anew: check why, and then resolve again"});
}

Result<MirroredManifest> gather(const PlannedProduct& product, const MirrorContent& content,
                                const fs::path& root, Network& network, Context& context) {
    MirroredManifest manifest{product.product,
                              product.release,
                              redist_of(product.product) / file_name(product.release),
                              ManifestFrom::mirror,
                              {}};
    const fs::path place = root / manifest.path;
    std::string where = place.native();
    std::string text;
    std::error_code error;
    if (fs::exists(place, error)) {
        CUDAFETCH_TRY(text, read_file(place, max_manifest_bytes));
    } else {
        CUDAFETCH_TRY(const auto urls, sources_of(product, content, network));
        CUDAFETCH_CHECK(obtain_text(manifest, product, urls, network, context));
        text = manifest.text;
        where = urls.front().shown();
    }
    CUDAFETCH_TRY(model::Manifest read,
                  manifest::read_manifest(text, {where, product.product, product.release}));
    read.product = product.product;
    if (read.release.text() != product.release)
        return fail(
            ExitCode::integrity, "malformed_manifest",
            where + " is the manifest of " + read.release.text() + ", not of " + product.release);
    CUDAFETCH_CHECK(check_agrees(content, read, where));
    return manifest;
}

/// Releases whose manifests lie in a folder. Names that are none are passed over.
Result<std::vector<model::Version>> releases_in(const fs::path& redist) {
    std::vector<model::Version> releases;
    std::error_code error;
    for (fs::directory_iterator entry(redist, error), end; !error && entry != end;
         entry.increment(error)) {
        const auto release =
            model::Version::parse(manifest::names_from_path(entry->path().native()).release);
        if (release && entry->path().filename() == file_name(release->text()))
            releases.push_back(*release);
    }
    if (error) return fail_errno("read", redist.native(), error.value());
    return releases;
}

/// What is listed stays listed, even without a manifest: the catalogue may know the release.
Result<void> update_index(const std::string& product, const fs::path& root) {
    const fs::path redist = root / redist_of(product);
    const fs::path path = redist / "index.json";
    CUDAFETCH_TRY(auto releases, releases_in(redist));
    std::string before;
    std::error_code error;
    if (fs::exists(path, error)) {
        CUDAFETCH_TRY(before, read_file(path, max_manifest_bytes));
        CUDAFETCH_TRY(const auto listed, read_mirror_index(before, path.native()));
        releases.insert(releases.end(), listed.begin(), listed.end());
    }
    const std::string text = mirror_index_text(product, std::move(releases));
    return text == before ? Result<void>{} : write_file_atomically(path, text);
}

}  // namespace

std::string_view to_text(ManifestFrom from) {
    switch (from) {
        case ManifestFrom::mirror:
            return "mirror";
        case ManifestFrom::source:
            return "source";
        case ManifestFrom::catalogue:
            return "catalogue";
    }
    return {};
}

Result<std::vector<MirroredManifest>> gather_manifests(const MirrorContent& content,
                                                       const fs::path& root, Network& network,
                                                       Context& context) {
    std::vector<MirroredManifest> manifests;
    for (const PlannedProduct& product : content.products) {
        CUDAFETCH_TRY(auto manifest, gather(product, content, root, network, context));
        manifests.push_back(std::move(manifest));
    }
    return manifests;
}

Result<void> write_manifests(const std::vector<MirroredManifest>& manifests, const fs::path& root) {
    std::set<std::string> products;
    for (const MirroredManifest& manifest : manifests) {
        products.insert(manifest.product);
        if (manifest.from == ManifestFrom::mirror) continue;
        CUDAFETCH_CHECK(make_directories((root / manifest.path).parent_path()));
        CUDAFETCH_CHECK(write_file_atomically(root / manifest.path, manifest.text));
    }
    for (const std::string& product : products)
        CUDAFETCH_CHECK(update_index(product, root));
    return {};
}

}  // namespace cudafetch::cli
