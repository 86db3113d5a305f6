// SPDX-License-Identifier: MIT
#include "cli/releases.hpp"

#include "support/catch.hpp"
#include "support/fake_catalogue.hpp"

namespace cudafetch::cli {
namespace {

using Catch::Matchers::ContainsSubstring;
using test::make_component;
using test::make_manifest;

test::FakeCatalogue catalogue() {
    test::FakeCatalogue all;
    for (const char* release : {"12.6.2", "12.6.3", "12.8.0", "13.0.2"})
        all.add(make_manifest("cuda", release, {make_component("cuda_cccl", {})}));
    for (const char* release : {"9.5.0", "9.6.0"})
        all.add(make_manifest("cudnn", release, {make_component("cudnn", {})}));
    return all;
}

model::Facts facts() {
    model::Facts facts;
    facts.unpublished = {{model::Version::parse("12.7").value(), "12.7 was never published"}};
    facts.components.aliases = {{"cuda_cccl", "cccl"}};
    return facts;
}

/// "cuda 12.6.3", or the code of the error.
std::string found(std::string_view text, const std::string& product = "cuda") {
    const auto name = parse_release(text, product);
    if (!name) return name.error().code;
    const auto manifest = find_release(*name, catalogue(), facts());
    return manifest ? (*manifest)->product + " " + (*manifest)->release.text()
                    : manifest.error().code;
}

std::string refusal(std::string_view text) {
    return find_release(parse_release(text).value(), catalogue(), facts()).error().message;
}

TEST_CASE("releases are written in full, in part, or as latest, with or without a product") {
    CHECK(found("12.6.3") == "cuda 12.6.3");
    CHECK(found("12.6.2") == "cuda 12.6.2");
    CHECK(found("12.6") == "cuda 12.6.3");
    CHECK(found("12") == "cuda 12.8.0");
    CHECK(found("latest") == "cuda 13.0.2");
    CHECK(found("cuda@12.6.3") == "cuda 12.6.3");
    CHECK(found("cudnn@9.5.0") == "cudnn 9.5.0");
    CHECK(found("cudnn@9") == "cudnn 9.6.0");
    CHECK(found("cudnn@latest") == "cudnn 9.6.0");
    CHECK(found("cudnn") == "cudnn 9.6.0");
    CHECK(found("9.5.0", "cudnn") == "cudnn 9.5.0");
    CHECK(found("latest", "cudnn") == "cudnn 9.6.0");
    CHECK(found("cuda@12.6", "cudnn") == "cuda 12.6.3");
}

TEST_CASE("what is no release is a usage error, and quoted without control characters") {
    for (const char* text : {"", "@", "@12.6", "cudnn@", "12..6", ">=12", "12.6,13", "12.x", "Cuda",
                             "cudnn@9@6", "\x1b[31m"}) {
        CAPTURE(text);
        const auto name = parse_release(text);
        REQUIRE_FALSE(name);
        CHECK(name.error().exit == ExitCode::usage);
        CHECK_FALSE(name.error().hints.empty());
        CHECK(name.error().message.find('\x1b') == std::string::npos);
    }
}

TEST_CASE("unknown products and releases are refused with what comes close") {
    CHECK(found("cudn") == "unknown_product");
    CHECK_THAT(refusal("cudn"), ContainsSubstring("did you mean cuda or cudnn?"));
    CHECK_THAT(refusal("pytorch@2"), ContainsSubstring("the catalogue has cuda, cudnn"));
    CHECK(found("12.6.9") == "release_not_in_catalogue");
    CHECK_THAT(refusal("12.6.9"), ContainsSubstring("did you mean 12.6.3 or 12.6.2?"));
    CHECK_THAT(refusal("13.2.0"), ContainsSubstring("did you mean 13.0.2?"));
    CHECK(refusal("77") == "CUDA 77 is not in the catalogue");
    CHECK(found("12.7") == "cuda_release_unpublished");
    CHECK(found("12.7.1") == "cuda_release_unpublished");
    CHECK(found("cudnn@12.7") == "release_not_in_catalogue");
}

TEST_CASE("components are found by each name, others refused with what comes close") {
    const auto manifest = make_manifest("cuda", "12.6.3", {make_component("cuda_cccl", {})});
    CHECK(component_of(manifest, "cccl", facts().components).value()->key == "cuda_cccl");
    const auto missing = component_of(manifest, "cuda_ccl", facts().components);
    REQUIRE_FALSE(missing);
    CHECK(missing.error().code == "component_missing");
    CHECK(missing.error().exit == ExitCode::no_resolution);
    CHECK_THAT(missing.error().message, ContainsSubstring("did you mean cuda_cccl"));
    CHECK(missing.error().hints == std::vector<std::string>{"cudafetch show 12.6.3"});
}

TEST_CASE("tags are those that are served") {
    CHECK(parse_tag_option("").value() == std::nullopt);
    CHECK(parse_tag_option("linux-sbsa").value() == model::Tag::linux_sbsa);
    const auto similar = parse_tag_option("linux-aarch");
    REQUIRE_FALSE(similar);
    CHECK(similar.error().code == "tag_not_served");
    CHECK_THAT(similar.error().message, ContainsSubstring("did you mean linux-aarch64"));
    CHECK_THAT(parse_tag_option("windows").error().message,
               ContainsSubstring("served are linux-x86_64"));
}

}  // namespace
}  // namespace cudafetch::cli
