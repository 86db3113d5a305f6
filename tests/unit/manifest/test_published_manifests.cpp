// SPDX-License-Identifier: MIT
// NVIDIA's own files, where a copy lies beside the source tree.
#include <algorithm>

#include "cudafetch/base/file.hpp"
#include "cudafetch/manifest/catalogue.hpp"
#include "cudafetch/manifest/manifest_reader.hpp"
#include "support/catch.hpp"

namespace cudafetch::manifest {
namespace {

constexpr std::uint64_t max_bytes = 16 << 20;

fs::path folder() {
    return fs::path(CUDAFETCH_SOURCE_DIR) / "../shared/redist";
}

std::vector<fs::path> published_files() {
    std::vector<fs::path> files;
    std::error_code error;
    for (auto entry = fs::recursive_directory_iterator(folder(), error);
         !error && entry != fs::recursive_directory_iterator(); entry.increment(error))
        if (entry->path().filename().native().starts_with("redistrib_"))
            files.push_back(entry->path());
    std::sort(files.begin(), files.end());
    if (files.empty()) WARN("skipped: there is no copy of NVIDIA's manifests in ../shared/redist");
    return files;
}

/// All that decides what is fetched of a component, one line an archive.
std::vector<std::string> lines_of(const model::Component& component) {
    std::vector<std::string> lines;
    for (const model::Archive& archive : component.archives)
        lines.push_back(std::string(model::to_text(archive.tag)) + "|" + archive.variant + "|" +
                        archive.relative_path + "|" + archive.sha256.hex() + "|" +
                        (archive.size ? std::to_string(*archive.size) : "?"));
    std::sort(lines.begin(), lines.end());
    return lines;
}

TEST_CASE("published manifests are read, and the catalogue agrees with them") {
    const EmbeddedCatalogue catalogue;
    for (const fs::path& file : published_files()) {
        CAPTURE(file.lexically_relative(folder()).native());
        const ManifestNames names = names_from_path(file.native());
        const auto published = read_manifest(read_file(file, max_bytes).value(), names);
        REQUIRE(published);
        CHECK(published->release.text() == names.release);
        const auto found = catalogue.manifest(names.product, published->release);
        REQUIRE(found);
        const model::Manifest& embedded = **found;
        CHECK(embedded.date == published->date);
        for (const model::Component& component : published->components) {
            CAPTURE(component.key);
            const model::Component* same = embedded.find(component.key);
            REQUIRE((same != nullptr || component.archives.empty()));
            if (same == nullptr) continue;
            CHECK(same->version == component.version);
            CHECK(same->license == component.license);
            CHECK(same->license_path == component.license_path);
            CHECK(lines_of(*same) == lines_of(component));
        }
        for (const model::Component& component : embedded.components)
            CHECK(published->find(component.key) != nullptr);
    }
}

TEST_CASE("digests of manifests are those of the published bytes") {
    const EmbeddedCatalogue catalogue;
    for (const fs::path& file : published_files()) {
        const ManifestNames names = names_from_path(file.native());
        const auto release = model::Version::parse(names.release);
        REQUIRE(release);
        const auto digest = catalogue.original_digest(names.product, *release);
        CAPTURE(names.product, names.release);
        CHECK(digest == sha256_file(file).value());
    }
}

}  // namespace
}  // namespace cudafetch::manifest
