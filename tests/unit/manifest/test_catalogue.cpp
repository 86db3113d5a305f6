// SPDX-License-Identifier: MIT
#include "cudafetch/manifest/catalogue.hpp"

#include <algorithm>

#include "manifest/embedded.hpp"
#include "support/catch.hpp"

namespace cudafetch::manifest {
namespace {

using Catch::Matchers::ContainsSubstring;
using model::Tag;
using model::Version;

Version version(std::string_view text) {
    return Version::parse(text).value();
}

bool holds(const std::vector<Version>& releases, std::string_view label) {
    return std::any_of(releases.begin(), releases.end(),
                       [&](const Version& release) { return release.text() == label; });
}

model::Manifest own_manifest(const char* product, const char* release) {
    model::Manifest manifest;
    manifest.product = product;
    manifest.release = version(release);
    manifest.date = "own";
    return manifest;
}

TEST_CASE("every embedded manifest is read, and is what its name says") {
    const EmbeddedCatalogue catalogue;
    std::size_t count = 0;
    for (const std::string& product : catalogue.products()) {
        const auto releases = catalogue.releases(product);
        CHECK_FALSE(releases.empty());
        CHECK(std::is_sorted(releases.begin(), releases.end(), std::greater<>()));
        for (const Version& release : releases) {
            CAPTURE(product, release.text());
            const auto manifest = catalogue.manifest(product, release);
            REQUIRE(manifest);
            CHECK((*manifest)->product == product);
            CHECK((*manifest)->release.text() == release.text());
            ++count;
        }
    }
    CHECK(count == 148);
}

TEST_CASE("the embedded files are sorted and not cut off") {
    const auto files = catalogue_files();
    CHECK(std::is_sorted(files.begin(), files.end(), [](const auto& a, const auto& b) {
        return std::string_view(a.name) < b.name;
    }));
    for (const EmbeddedFile& file : files) {
        CAPTURE(file.name);
        CHECK_THAT(std::string(file.text()),
                   Catch::Matchers::StartsWith("{") && Catch::Matchers::EndsWith("}\n"));
    }
}

TEST_CASE("products are sorted, and releases are labels, newest first") {
    const EmbeddedCatalogue catalogue;
    const auto products = catalogue.products();
    CHECK(products.size() == 13);
    CHECK(std::is_sorted(products.begin(), products.end()));
    const auto cuda = catalogue.releases("cuda");
    CHECK(cuda.front().text() == "13.4.2");
    CHECK(cuda.back().text() == "11.4.2");
    CHECK(holds(catalogue.releases("nvpl"), "24.03"));
    CHECK(holds(catalogue.releases("cutensor"), "2.0.2.1"));
    CHECK(catalogue.releases("nosuch").empty());
    CHECK(catalogue.releases("").empty());
}

TEST_CASE("the tag of Jetson exists in 11.8, 12.0 to 12.2 and 12.4 to 12.9 only") {
    const EmbeddedCatalogue catalogue;
    for (const Version& release : catalogue.releases("cuda")) {
        CAPTURE(release.text());
        const Version cuda = release.truncated(2);
        const bool expected =
            cuda >= version("11.8") && cuda <= version("12.9") && cuda != version("12.3");
        const auto manifest = catalogue.manifest("cuda", release).value();
        CHECK(manifest->has(Tag::linux_aarch64) == expected);
        CHECK(manifest->has(Tag::linux_x86_64));
        CHECK(manifest->has(Tag::linux_sbsa));
    }
}

TEST_CASE("what is not in the catalogue is an error that names it") {
    const EmbeddedCatalogue catalogue;
    for (const auto& [product, release] :
         {std::pair("cuda", "12.7.0"), std::pair("nosuch", "1.0")}) {
        CHECK_FALSE(catalogue.knows(product, version(release)));
        const auto manifest = catalogue.manifest(product, version(release));
        REQUIRE_FALSE(manifest);
        CHECK(manifest.error().code == "release_not_in_catalogue");
        CHECK(manifest.error().exit == ExitCode::no_resolution);
        CHECK_THAT(manifest.error().message,
                   ContainsSubstring(product) && ContainsSubstring(release));
        CHECK_FALSE(catalogue.original_digest(product, version(release)));
    }
}

TEST_CASE("an added manifest is found, takes the place of an embedded one, and brings its digest") {
    EmbeddedCatalogue catalogue;
    const Sha256Digest digest = sha256(as_bytes("text"));
    catalogue.add(own_manifest("cuda", "99.1.0"), digest);
    catalogue.add(own_manifest("cuda", "12.6.3"), digest);
    catalogue.add(own_manifest("mine", "1.0"), digest);
    CHECK(catalogue.releases("cuda").front().text() == "99.1.0");
    CHECK(catalogue.manifest("cuda", version("99.1.0")).value()->date == "own");
    CHECK(catalogue.manifest("cuda", version("12.6.3")).value()->date == "own");
    CHECK(catalogue.original_digest("cuda", version("12.6.3")) == digest);
    CHECK(catalogue.knows("mine", version("1.0")));
    CHECK(catalogue.products().size() == 14);
    CHECK(EmbeddedCatalogue().manifest("cuda", version("12.6.3")).value()->date != "own");
}

TEST_CASE("a restriction limits what can be chosen, of that product alone") {
    EmbeddedCatalogue catalogue;
    catalogue.restrict_to("cuda", {version("11.8.0"), version("12.6.3"), version("99.0")});
    const auto releases = catalogue.releases("cuda");
    REQUIRE(releases.size() == 2);
    CHECK(releases[0].text() == "12.6.3");
    CHECK(releases[1].text() == "11.8.0");
    CHECK(catalogue.releases("cudnn").size() == EmbeddedCatalogue().releases("cudnn").size());
    CHECK(catalogue.knows("cuda", version("13.0.2")));
    catalogue.restrict_to("cuda", {});
    CHECK(catalogue.releases("cuda").empty());
}

TEST_CASE("the digest of a manifest is told, pinned or not, for every release") {
    const EmbeddedCatalogue catalogue;
    for (const std::string& product : catalogue.products())
        for (const model::Version& release : catalogue.releases(product)) {
            CAPTURE(product, release.text());
            CHECK(catalogue.original_digest(product, release));
        }
    CHECK(catalogue.original_digest("cuda", version("12.6.3"))->hex() ==
          "9c598598457a6463eb92889080c16b2b9dc04150e501b8bfc1536d403ba70aaf");
}

TEST_CASE("archives stand below the origin or the mirror") {
    CHECK(EmbeddedCatalogue().base_url("cuda") == std::string(nvidia_origin) + "/cuda/redist");
    CHECK(EmbeddedCatalogue("file:///srv/m").base_url("cudnn") == "file:///srv/m/cudnn/redist");
}

TEST_CASE("the embedded facts are read, and are about the embedded catalogue") {
    const model::Facts facts = embedded_facts().value();
    const EmbeddedCatalogue catalogue;
    for (const model::CoverageFact& fact : facts.coverage) {
        CAPTURE(fact.product, fact.release, fact.component);
        const auto manifest = catalogue.manifest(fact.product, version(fact.release));
        REQUIRE(manifest);
        const model::Component* component = (*manifest)->find(fact.component);
        REQUIRE(component != nullptr);
        CHECK(component->has(fact.tag));
    }
    for (const model::UnpublishedFact& fact : facts.unpublished)
        for (const Version& release : catalogue.releases("cuda"))
            CHECK(release.truncated(fact.match.size()) != fact.match);
}

}  // namespace
}  // namespace cudafetch::manifest
