// SPDX-License-Identifier: MIT
#include "cli/render_show.hpp"

#include <sstream>

#include "cli/release_facts.hpp"
#include "support/catch.hpp"
#include "support/fake_catalogue.hpp"

namespace cudafetch::cli {
namespace {

using Catch::Matchers::ContainsSubstring;
using model::Certainty;
using model::Tag;
using test::make_component;

model::Version version(std::string_view text) {
    return model::Version::parse(text).value();
}

model::Facts facts() {
    model::Facts facts;
    facts.driver_minimums = {{12, version("525.60.13")}};
    facts.drivers = {{version("12.6.3"), version("560.35.05"), "", Certainty::high},
                     {version("12.6.2"), {}, "one says A, one B", Certainty::low}};
    facts.host_compilers = {{version("12.6"), {6, 13}, {7, std::nullopt}, "", Certainty::medium}};
    facts.components.aliases = {{"cuda_cccl", "cccl"}};
    facts.components.host = {"cuda_nvcc"};
    facts.components.both = {"cuda_crt"};
    facts.components.needs["libcublas"] = {{"cccl", {}, {}}, {"libnvvm", version("13.0"), {}}};
    facts.components.profiles["libraries"] = {{"libcublas", {}, {}}};
    facts.coverage = {
        {"cuda", "12.6.3", "libcublas", Tag::linux_sbsa, "", {{8, 0}, {9, 0}}},
        {"cuda", "12.6.2", "libcublas", Tag::linux_sbsa, "", {{5, 0}}},
        {"cuda", "12.6.3", "libcublas", Tag::linux_sbsa, "cuda12", {{5, 0}}},
        {"cuda", "12.6.3", "libcublas", Tag::linux_x86_64, "/lib/12", {{7, 0}}},
        {"cudnn", "12.6.3", "libcublas", Tag::linux_sbsa, "", {{5, 0}}},
    };
    return facts;
}

model::Manifest manifest(const char* product = "cuda", const char* release = "12.6.3") {
    auto all = test::make_manifest(
        product, release,
        {make_component("cuda_cccl", {{Tag::linux_x86_64, ""}, {Tag::linux_sbsa, ""}}, "12.6.77"),
         make_component("libcublas",
                        {{Tag::linux_x86_64, ""}, {Tag::linux_sbsa, ""}, {Tag::source, ""}},
                        "12.6.4.1"),
         make_component("nothing", {})});
    all.components[1].archives[0].size = 523'000'000;
    all.components[1].archives[1].size.reset();
    all.components[1].license_path = "libcublas/LICENSE.txt";
    return all;
}

std::string release_text(const model::Manifest& shown) {
    std::ostringstream out;
    print_release(out, Style(false), shown, facts());
    return out.str();
}

TEST_CASE("a release is shown with what it asks for, and a row for each component") {
    CHECK(release_text(manifest()) ==
          "CUDA 12.6.3, 2024-01-01\n"
          "  driver         525.60.13 or newer; on a Jetson what its L4T release has\n"
          "  all features   560.35.05 or newer\n"
          "  host compiler  GCC 6 to 13, Clang from 7 on, the newest is not known, medium "
          "certainty\n"
          "\n"
          "  component  version   linux-x86_64    linux-sbsa\n"
          "  cuda_cccl  12.6.77        1.00 kB       1.00 kB\n"
          "  libcublas  12.6.4.1        523 MB  size unknown    source 1.00 kB\n"
          "\n"
          "without archives for Linux: nothing\n");
}

TEST_CASE("facts that are disputed or not there are said to be") {
    CHECK_THAT(release_text(manifest("cuda", "12.6.2")),
               ContainsSubstring("  all features   driver not known, low certainty\n"
                                 "    disputed     one says A, one B\n"));
    CHECK_THAT(release_text(manifest("cudnn", "12.6.3")), !ContainsSubstring("driver"));
    model::Facts longer = facts();
    longer.drivers[1].disputed = std::string(50, 'a') + " " + std::string(30, 'b');
    std::ostringstream out;
    print_release(out, Style(false), manifest("cuda", "12.6.2"), longer);
    CHECK_THAT(out.str(), ContainsSubstring("    disputed     " + std::string(50, 'a') + "\n" +
                                            std::string(17, ' ') + std::string(30, 'b') + "\n"));
    const ReleaseFacts none = facts_about(manifest("cuda", "14.0.0"), facts());
    CHECK((none.minimum == nullptr && none.driver == nullptr && none.host_compilers == nullptr));
}

TEST_CASE("variants are rows of their own") {
    const auto cudnn = test::make_manifest(
        "cudnn", "9.0.0",
        {make_component("cudnn", {{Tag::linux_sbsa, "cuda12"}, {Tag::linux_sbsa, "cuda11"}})});
    CHECK_THAT(release_text(cudnn),
               ContainsSubstring("  cudnn      1.0         1.00 kB  cuda11\n"
                                 "  cudnn      1.0         1.00 kB  cuda12\n"));
}

TEST_CASE("a component is shown with every archive") {
    const auto shown = manifest();
    std::ostringstream out;
    print_component(out, Style(false), shown, shown.components[1], "https://example.com/redist",
                    facts());
    const std::string sha = shown.components[1].archives[1].sha256.hex();
    CHECK_THAT(out.str(), ContainsSubstring("libcublas 12.6.4.1 of CUDA 12.6.3, 2024-01-01\n"
                                            "  licence       CUDA Toolkit\n"
                                            "  licence path  libcublas/LICENSE.txt\n"));
    CHECK_THAT(out.str(), ContainsSubstring("needs         cuda_cccl\n"));
    CHECK_THAT(out.str(), ContainsSubstring("profiles      all, libraries\n"));
    CHECK_THAT(out.str(),
               ContainsSubstring("linux-sbsa, size unknown\n  sha256  " + sha +
                                 "\n  path    libcublas/linux-sbsa/libcublas-12.6.4.1.tar.xz\n"
                                 "  url     https://example.com/redist/libcublas/linux-sbsa/"
                                 "libcublas-12.6.4.1.tar.xz\n  holds   sm_80 sm_90\n"));
    CHECK_THAT(out.str(), ContainsSubstring("  holds   lib/12: sm_70\n"));
}

TEST_CASE("who runs a component") {
    CHECK(runs_on(make_component("cuda_nvcc", {}), facts().components) == "host");
    CHECK(runs_on(make_component("cuda_crt", {}), facts().components) == "both");
    CHECK(runs_on(make_component("libcublas", {}), facts().components) == "target");
}

TEST_CASE("the document of a release") {
    const auto document = release_json(manifest(), facts());
    CHECK(document["schema"] == "cudafetch.show/1");
    CHECK(document["driver"].dump() ==
          R"({"minimum":"525.60.13","all_features":"560.35.05","disputed":null,)"
          R"("certainty":"high"})");
    CHECK(document["host_compilers"]["clang"].dump() == R"({"min":7,"max":null})");
    CHECK(document["host_compilers"]["certainty"] == "medium");
    CHECK(document["components"].size() == 3);
    CHECK(document["components"][1]["archives"][1]["size"].is_null());
    CHECK(document["components"][2]["archives"].empty());
    const auto disputed = release_json(manifest("cuda", "12.6.2"), facts());
    CHECK(disputed["driver"]["all_features"].is_null());
    CHECK(disputed["driver"]["disputed"] == "one says A, one B");
    CHECK(release_json(manifest("cudnn"), facts())["driver"].is_null());
}

TEST_CASE("the document of a component") {
    const auto shown = manifest();
    const auto document =
        component_json(shown, shown.components[1], "https://example.com", facts())["component"];
    CHECK(document["component"] == "libcublas");
    CHECK(document["runs_on"] == "target");
    CHECK(document["needs"].dump() == R"(["cuda_cccl"])");
    CHECK(document["archives"].size() == 3);
    const auto& sbsa = document["archives"][1];
    CHECK(sbsa["tag"] == "linux-sbsa");
    CHECK(sbsa["url"] == "https://example.com/" + sbsa["relative_path"].get<std::string>());
    CHECK(sbsa["coverage"].dump() == R"([{"folder":"","real":["sm_80","sm_90"]}])");
    CHECK(document["archives"][0]["coverage"].dump() ==
          R"([{"folder":"lib/12","real":["sm_70"]}])");
    CHECK(document["archives"][2]["coverage"].is_null());
}

}  // namespace
}  // namespace cudafetch::cli
