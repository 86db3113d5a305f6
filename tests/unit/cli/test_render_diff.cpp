// SPDX-License-Identifier: MIT
#include "cli/render_diff.hpp"

#include <sstream>

#include "support/catch.hpp"
#include "support/fake_catalogue.hpp"

namespace cudafetch::cli {
namespace {

using Catch::Matchers::ContainsSubstring;
using model::Tag;
using test::make_component;

model::Manifest before() {
    auto manifest = test::make_manifest(
        "cuda", "13.2.1",
        {make_component("cuda_cccl", {{Tag::linux_x86_64, ""}}, "13.2"),
         make_component("libcublas", {{Tag::linux_x86_64, ""}, {Tag::linux_sbsa, ""}}, "1"),
         make_component("old", {{Tag::linux_sbsa, ""}}, "5"),
         make_component("same", {{Tag::linux_x86_64, ""}})});
    manifest.components[1].archives[0].size = 3'000'000;
    return manifest;
}

model::Manifest after() {
    auto manifest = test::make_manifest(
        "cuda", "13.3.0",
        {make_component("cccl", {{Tag::linux_x86_64, ""}}, "13.3"),
         make_component("libcublas", {{Tag::linux_x86_64, ""}, {Tag::linux_sbsa, ""}}, "2"),
         make_component("new", {{Tag::linux_x86_64, ""}}),
         make_component("same", {{Tag::linux_x86_64, ""}})});
    manifest.components[1].archives[0].size = 1'000'000;
    manifest.components[1].archives[1].size.reset();
    manifest.components[2].archives[0].size = 84'000;
    return manifest;
}

model::ComponentFacts facts() {
    model::ComponentFacts facts;
    facts.aliases = {{"cuda_cccl", "cccl"}};
    return facts;
}

TEST_CASE("changes of size have a sign") {
    CHECK(signed_size(0, 1'200'000) == "+1.20 MB");
    CHECK(signed_size(84'000, 0) == "-84.0 kB");
    CHECK(signed_size(7, 7) == "0 B");
}

TEST_CASE("a comparison is one table, then the sums") {
    const auto older = before();
    const auto newer = after();
    std::ostringstream out;
    print_diff(out, Style(false), {older, newer, {}, manifest::diff(older, newer, facts())});
    CHECK(out.str() ==
          "CUDA 13.2.1 (2024-01-01) to CUDA 13.3.0 (2024-01-01)\n"
          "\n"
          "  change   component          version         x86_64      sbsa\n"
          "  gone     old                5                    -  -1.00 kB\n"
          "  come     new                1.0           +84.0 kB         -\n"
          "  renamed  cuda_cccl to cccl  13.2 to 13.3       0 B         -\n"
          "  changed  libcublas          1 to 2        -2.00 MB   unknown\n"
          "\n"
          "4 components differ, 1 the same in both\n"
          "\n"
          "  tag           archives                     size  difference\n"
          "  linux-x86_64    3 to 4       3.00 MB to 1.09 MB    -1.92 MB\n"
          "  linux-sbsa      2 to 1  2.00 kB to at least 0 B     unknown\n");
}

TEST_CASE("a tag is named in the title") {
    const auto older = before();
    const auto newer = after();
    std::ostringstream out;
    print_diff(
        out, Style(false),
        {older, newer, Tag::linux_sbsa, manifest::diff(older, newer, facts(), Tag::linux_sbsa)});
    CHECK_THAT(out.str(), ContainsSubstring("(2024-01-01), only linux-sbsa\n"));
    CHECK_THAT(out.str(), !ContainsSubstring("x86_64"));
}

TEST_CASE("releases that are the same have no table of components") {
    const auto one = before();
    std::ostringstream out;
    print_diff(out, Style(false), {one, one, {}, manifest::diff(one, one, facts())});
    CHECK_THAT(out.str(), ContainsSubstring(")\n\n0 components differ, 4 the same in both\n"));
}

TEST_CASE("the document of a comparison has bytes") {
    const auto older = before();
    const auto newer = after();
    const auto document = diff_json({older, newer, {}, manifest::diff(older, newer, facts())});
    CHECK(document["schema"] == "cudafetch.diff/1");
    CHECK(document["before"]["release"] == "13.2.1");
    CHECK(document["tag"].is_null());
    CHECK(document["unchanged"] == 1);
    const auto& components = document["components"];
    REQUIRE(components.size() == 4);
    CHECK(components[0]["change"] == "gone");
    CHECK(components[0]["after"].is_null());
    CHECK(components[0]["archives"][0]["difference"] == -1000);
    CHECK(components[1]["archives"][0]["difference"] == 84'000);
    CHECK(components[2]["before"] == "cuda_cccl");
    CHECK(components[3]["archives"][0]["difference"] == -2'000'000);
    CHECK(components[3]["archives"][1]["difference"].is_null());
    CHECK(components[3]["archives"][1]["in_after"] == true);
    CHECK(document["sums"][0]["difference"] == -1'916'000);
    CHECK(document["sums"][1]["difference"].is_null());
    CHECK(document["sums"][1]["after"]["unknown_sizes"] == 1);
}

}  // namespace
}  // namespace cudafetch::cli
