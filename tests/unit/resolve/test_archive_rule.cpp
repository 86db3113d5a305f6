// SPDX-License-Identifier: MIT
#include "resolve/archive_rule.hpp"

#include "support/catch.hpp"
#include "support/fake_catalogue.hpp"
#include "unit/resolve/small_facts.hpp"

namespace cudafetch::resolve {
namespace {

using Catch::Matchers::ContainsSubstring;
using model::Manifest;
using model::Tag;
using test::codes_of;
using test::make_component;
using test::make_manifest;
using test::small_facts;
using test::version;
using Names = std::vector<std::string>;

constexpr Tag x86 = Tag::linux_x86_64;
constexpr Tag sbsa = Tag::linux_sbsa;
constexpr Tag arm = Tag::linux_aarch64;

/// "<component> <tag> <variant> <role>" of the archives that one component comes to.
Result<Names> choose(const model::Component& component, bool required, Tag host_tag, Tag tag,
                     const char* cuda, std::vector<model::Note>* notes = nullptr) {
    const Manifest manifest = make_manifest("cutensor", "2.3.1", {component});
    std::vector<model::Note> own_notes;
    const auto archives = choose_archives({{&manifest.components[0], required}}, manifest,
                                          {host_tag, tag, version(cuda)}, "https://example.com/r",
                                          small_facts(), notes != nullptr ? *notes : own_notes);
    if (!archives) return tl::unexpected(archives.error());
    Names lines;
    for (const model::PlannedArchive& archive : *archives)
        lines.push_back(archive.component + " " + std::string(model::to_text(archive.tag)) + " " +
                        archive.variant + " " + std::string(model::to_text(archive.role)));
    return lines;
}

TEST_CASE("an archive has the tag of where its programs run, and the closest variant") {
    struct Row {
        const char* what;
        model::Component component;
        Tag host_tag;
        Tag tag;
        const char* cuda;
        const char* expected;
    };
    using Places = std::vector<test::Place>;
    const Places two{{x86, "cuda12"}, {x86, "cuda13"}};
    const Row rows[] = {
        {"flat", make_component("c", {{x86, ""}, {sbsa, ""}}), x86, sbsa, "12.6.3",
         "c linux-sbsa  target"},
        {"a compiler", make_component("cuda_nvcc", {{x86, ""}, {arm, ""}}), x86, arm, "12.6.3",
         "cuda_nvcc linux-x86_64  host"},
        {"headers for both sides", make_component("cuda_crt", {{x86, ""}, {sbsa, ""}}), x86, sbsa,
         "13.0.2", "cuda_crt linux-sbsa  target"},
        {"a variant by its major", make_component("c", two), x86, x86, "13.0.2",
         "c linux-x86_64 cuda13 target"},
        {"another major", make_component("c", two), x86, x86, "12.9.1",
         "c linux-x86_64 cuda12 target"},
        {"the exact minor before the major",
         make_component("c", {{x86, "cuda13"}, {x86, "cuda13.2"}, {x86, "cuda13.3"}}), x86, x86,
         "13.2.1", "c linux-x86_64 cuda13.2 target"},
        {"the major where no minor fits", make_component("c", {{x86, "cuda13.2"}, {x86, "cuda13"}}),
         x86, x86, "13.3.0", "c linux-x86_64 cuda13 target"},
        {"a variant before the flat archive of a hybrid entry",
         make_component("c", {{x86, "cuda13"}, {x86, ""}}), x86, x86, "13.0.2",
         "c linux-x86_64 cuda13 target"},
        {"the flat archive of a hybrid entry for another major",
         make_component("c", {{x86, "cuda13"}, {x86, ""}}), x86, x86, "12.6.3",
         "c linux-x86_64  target"},
        {"an archive for all of Linux", make_component("c", {{Tag::linux_all, ""}}), x86, sbsa,
         "12.8.0", "c linux-all  target"},
        {"sources", make_component("c", {{Tag::source, ""}}), x86, arm, "12.8.0",
         "c source  target"},
        {"the machine's own before one for all",
         make_component("c", {{Tag::source, ""}, {Tag::linux_all, ""}, {arm, ""}}), x86, arm,
         "12.8.0", "c linux-aarch64  target"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.what);
        CHECK(choose(row.component, true, row.host_tag, row.tag, row.cuda) == Names{row.expected});
    }
}

TEST_CASE("a component without a fitting archive is an error that lists what there is") {
    auto component = make_component("libcutensor", {{x86, "cuda12"}, {x86, "cuda13"}, {sbsa, ""}});
    component.other_tags = {"windows-x86_64"};
    for (const bool required : {true, false}) {
        const auto refused = choose(component, required, x86, x86, "11.8.0");
        REQUIRE_FALSE(refused);
        CHECK(refused.error().code == "component_not_for_tag");
        CHECK_THAT(refused.error().message,
                   ContainsSubstring("linux-x86_64 and CUDA 11.8") &&
                       ContainsSubstring("linux-x86_64 cuda12, linux-x86_64 cuda13, linux-sbsa") &&
                       ContainsSubstring("windows-x86_64"));
    }
    // Odd variants are of no CUDA release.
    for (const char* variant : {"12", "cuda", "cudaX", "rocm6", "cuda12.x"})
        CHECK_FALSE(choose(make_component("c", {{x86, variant}}), true, x86, x86, "12.6.3"));
}

TEST_CASE("what may be left out is left out with a note, what may not is an error") {
    const Manifest manifest =
        make_manifest("cuda", "12.6.3",
                      {make_component("everywhere", {{x86, ""}, {sbsa, ""}}),
                       make_component("x86_only", {{x86, ""}}), make_component("none", {})});
    const auto& components = manifest.components;
    const auto choose_all = [&](bool required, std::vector<model::Note>& notes) {
        return choose_archives(
            {{&components[0], true}, {&components[1], required}, {&components[2], false}}, manifest,
            {sbsa, sbsa, manifest.release}, "https://example.com/r", small_facts(), notes);
    };
    std::vector<model::Note> notes;
    const auto archives = choose_all(false, notes);
    REQUIRE(archives);
    CHECK(archives->size() == 1);
    REQUIRE(notes.size() == 1);
    CHECK(notes[0].code == "component_not_for_tag");
    CHECK_THAT(notes[0].text, ContainsSubstring("x86_only, none"));
    const auto refused = choose_all(true, notes);
    REQUIRE_FALSE(refused);
    CHECK_THAT(refused.error().message, ContainsSubstring("x86_only of CUDA 12.6.3"));
}

TEST_CASE("a planned archive says all that is needed to fetch it") {
    const Manifest manifest =
        make_manifest("cuda", "12.6.3", {make_component("libcublas", {{x86, ""}, {sbsa, ""}})});
    std::vector<model::Note> notes;
    const auto archives =
        choose_archives({{&manifest.components[0], true}}, manifest, {x86, sbsa, manifest.release},
                        "https://example.com/cuda/redist", small_facts(), notes);
    REQUIRE(archives);
    const model::PlannedArchive& planned = archives->at(0);
    const model::Archive& source = manifest.components[0].archives[1];
    CHECK(planned.product == "cuda");
    CHECK(planned.release == "12.6.3");
    CHECK(planned.version == "1.0");
    CHECK(planned.relative_path == source.relative_path);
    CHECK(planned.url == "https://example.com/cuda/redist/" + source.relative_path);
    CHECK(planned.sha256 == source.sha256);
    CHECK(planned.size == 1000);
    CHECK(planned.license == "CUDA Toolkit");
}

/// The one archive of libcutensor in a release whose archives are flat.
Result<std::vector<model::PlannedArchive>> flat_cutensor(const char* release, const char* cuda,
                                                         std::vector<model::Note>& notes) {
    const Manifest manifest =
        make_manifest("cutensor", release, {make_component("libcutensor", {{x86, ""}})});
    return choose_archives({{&manifest.components[0], true}}, manifest, {x86, x86, version(cuda)},
                           "https://example.com/r", small_facts(), notes);
}

TEST_CASE("a flat archive with a folder for each CUDA major gives that of the plan") {
    for (const char* cuda : {"11.8.0", "12.6.3"}) {
        CAPTURE(cuda);
        std::vector<model::Note> notes;
        const auto archives = flat_cutensor("1.5.0", cuda, notes);
        REQUIRE(archives);
        CHECK(archives->at(0).lib_folder == "lib/" + std::string(cuda).substr(0, 2));
        CHECK(archives->at(0).variant.empty());
        CHECK(notes.empty());
    }
    std::vector<model::Note> notes;
    const auto refused = flat_cutensor("1.5.0", "13.0.2", notes);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == "component_not_for_tag");
    CHECK_THAT(refused.error().message, ContainsSubstring("linux-x86_64 for CUDA 11 and 12"));
}

TEST_CASE("a flat archive that no table ties to a CUDA is taken, with a note") {
    std::vector<model::Note> notes;
    const auto archives = flat_cutensor("2.0.0", "13.0.2", notes);
    REQUIRE(archives);
    CHECK(archives->at(0).lib_folder.empty());
    CHECK(codes_of(notes) == Names{"cuda_fit_unknown"});
    CHECK_THAT(notes.at(0).text, ContainsSubstring("libcutensor of cutensor 2.0.0"));
}

}  // namespace
}  // namespace cudafetch::resolve
