// SPDX-License-Identifier: MIT
#include "resolve/component_rule.hpp"

#include "cudafetch/base/text.hpp"
#include "support/catch.hpp"
#include "support/fake_catalogue.hpp"
#include "unit/resolve/small_facts.hpp"

namespace cudafetch::resolve {
namespace {

using Catch::Matchers::ContainsSubstring;
using model::Manifest;
using model::Request;
using model::Role;
using model::Tag;
using test::make_component;
using test::make_manifest;
using test::small_facts;
using test::version;
using Names = std::vector<std::string>;

constexpr Tag x86 = Tag::linux_x86_64;
constexpr Tag sbsa = Tag::linux_sbsa;
constexpr Tag arm = Tag::linux_aarch64;

Manifest cuda_manifest(const std::string& release, const Names& keys) {
    Manifest manifest = make_manifest("cuda", release, {});
    for (const std::string& key : keys)
        manifest.components.push_back(make_component(key, {{x86, ""}, {sbsa, ""}, {arm, ""}}));
    return manifest;
}

const Names keys_of_12{"cuda_cccl", "cuda_cudart", "cuda_nvcc",   "imex",
                       "libcublas", "libcusolver", "libcusparse", "libnvjitlink"};
const Names keys_of_13{"cccl",      "cuda_crt",    "cuda_cudart", "cuda_nvcc",    "imex",
                       "libcublas", "libcusolver", "libcusparse", "libnvjitlink", "libnvvm"};

Result<Names> select(const Request& request, const Manifest& manifest, const Names& extra = {}) {
    const auto selected =
        select_components(request, manifest, manifest.release, extra, small_facts());
    if (!selected) return tl::unexpected(selected.error());
    Names keys;
    for (const Selected& one : *selected)
        keys.push_back(one.component->key + (one.required ? "" : "?"));
    return keys;
}

Request asking(const Names& components, const char* profile = nullptr) {
    Request request;
    request.components = components;
    if (profile != nullptr) request.profile = profile;
    return request;
}

TEST_CASE("the components of a request, by release; ? marks what may be left out") {
    struct Row {
        Names components;
        const char* profile;
        const char* of_12;
        const char* of_13;
    };
    const Row rows[] = {
        {{},
         nullptr,
         "cuda_cccl cuda_cudart cuda_nvcc",
         "cccl cuda_crt cuda_cudart cuda_nvcc libnvvm"},
        {{},
         "compile",
         "cuda_cccl cuda_cudart cuda_nvcc",
         "cccl cuda_crt cuda_cudart cuda_nvcc libnvvm"},
        {{"libcublas"}, nullptr, "libcublas", "libcublas"},
        {{"cuda_nvcc"}, nullptr, "cuda_nvcc", "cuda_crt cuda_nvcc libnvvm"},
        {{"libcusolver"},
         nullptr,
         "libcublas libcusolver libcusparse libnvjitlink",
         "libcublas libcusolver libcusparse libnvjitlink"},
        {{"libcublas"},
         "compile",
         "cuda_cccl cuda_cudart cuda_nvcc libcublas",
         "cccl cuda_crt cuda_cudart cuda_nvcc libcublas libnvvm"},
        {{"-cuda_nvcc"}, nullptr, "cuda_cccl cuda_cudart", "cccl cuda_crt cuda_cudart libnvvm"},
        {{"libcusolver", "-libcublas"},
         nullptr,
         "libcusolver libcusparse libnvjitlink",
         "libcusolver libcusparse libnvjitlink"},
        {{"cccl"}, nullptr, "cuda_cccl", "cccl"},
        {{"cuda_cccl"}, nullptr, "cuda_cccl", "cccl"},
        {{"cccl", "cuda_cccl"}, nullptr, "cuda_cccl", "cccl"},
        {{"-cccl"}, nullptr, "cuda_cudart cuda_nvcc", "cuda_crt cuda_cudart cuda_nvcc libnvvm"},
        {{"imex"}, nullptr, "imex", "imex"},
    };
    for (const Row& row : rows) {
        CAPTURE(join(row.components, ","));
        const Request request = asking(row.components, row.profile);
        CHECK(join(select(request, cuda_manifest("12.6.3", keys_of_12)).value(), " ") == row.of_12);
        CHECK(join(select(request, cuda_manifest("13.3.0", keys_of_13)).value(), " ") == row.of_13);
    }
}

TEST_CASE("a profile that is not minimal offers its components, and what those need") {
    auto names = select(asking({}, "libraries"), cuda_manifest("12.6.3", keys_of_12)).value();
    CHECK(names.front() == "cuda_cudart?");
    for (std::string& name : names)
        name = name.substr(0, name.find('?'));
    CHECK(join(names, " ") == "cuda_cudart libcublas libcusolver libcusparse libnvjitlink");
    // A release without one of them offers the others.
    CHECK(select(asking({}, "libraries"), cuda_manifest("12.6.3", {"libcublas"})) ==
          Names{"libcublas?"});
}

TEST_CASE("the profile all is everything but what belongs to the driver") {
    const auto all = select(asking({}, "all"), cuda_manifest("12.6.3", keys_of_12)).value();
    CHECK(join(all, " ") ==
          "cuda_cccl? cuda_cudart? cuda_nvcc? libcublas? libcusolver? libcusparse? libnvjitlink?");
    const auto named = select(asking({"imex"}, "all"), cuda_manifest("12.6.3", keys_of_12));
    CHECK_THAT(join(named.value(), " "), ContainsSubstring("imex libcublas?"));
}

TEST_CASE("needs that go in a circle come to an end") {
    const auto both = select(asking({"libcublas"}), cuda_manifest("11.8.0", keys_of_12));
    CHECK(join(both.value(), " ") == "libcublas libcusolver libcusparse");
}

TEST_CASE("compat components are added, unless they are taken out by name") {
    const Manifest manifest = cuda_manifest(
        "12.6.3", {"cuda_compat", "cuda_cccl", "cuda_cudart", "cuda_nvcc", "libcublas"});
    CHECK(select(asking({"libcublas"}), manifest, {"cuda_compat"}) ==
          Names{"cuda_compat", "libcublas"});
    CHECK(select(asking({"libcublas", "-cuda_compat"}), manifest, {"cuda_compat"}) ==
          Names{"libcublas"});
}

TEST_CASE("a sibling product is taken whole, but for samples") {
    Manifest cudnn = make_manifest("cudnn", "9.0.0",
                                   {make_component("cudnn", {{x86, "cuda12"}}),
                                    make_component("cudnn_samples", {{Tag::source, ""}})});
    CHECK(select(asking({"libcublas"}, "all"), cudnn) == Names{"cudnn?"});
}

TEST_CASE("what a release lacks is an error that names it, and who needs it") {
    struct Row {
        Request request;
        Names keys;
        const char* code;
        const char* message;
    };
    const Row rows[] = {
        {asking({"nosuch"}), keys_of_12, "component_missing",
         "CUDA 12.6.3 has no component nosuch"},
        {asking({"\x1b[2J"}), keys_of_12, "component_missing", "\\x1b"},
        {asking({"release_date"}), keys_of_12, "component_missing", "is not a component"},
        {asking({}),
         {"cuda_nvcc", "cuda_cudart"},
         "component_missing",
         "cuda_cccl, which compiling"},
        {asking({"libcusolver"}),
         {"libcusolver", "libcublas"},
         "component_missing",
         "libcusparse, which libcusolver needs"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.message);
        const auto selected = select(row.request, cuda_manifest("12.6.3", row.keys));
        REQUIRE_FALSE(selected);
        CHECK(selected.error().exit == ExitCode::no_resolution);
        CHECK(selected.error().code == row.code);
        CHECK_THAT(selected.error().message, ContainsSubstring(row.message));
    }
}

TEST_CASE("a profile that does not exist is an error that lists those that do") {
    for (const char* profile : {"all", "compile", "libraries"})
        CHECK(check_profile(asking({}, profile), small_facts()));
    CHECK(check_profile(asking({"libcublas"}), small_facts()));
    for (const char* profile : {"everything", "", "Compile"}) {
        const auto refused = check_profile(asking({}, profile), small_facts());
        REQUIRE_FALSE(refused);
        CHECK(refused.error().exit == ExitCode::no_resolution);
        CHECK(refused.error().code == "unknown_profile");
        CHECK_THAT(refused.error().message, ContainsSubstring("\"" + std::string(profile) + "\"") &&
                                                ContainsSubstring("all, compile, libraries"));
    }
}

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
    const Manifest manifest = cuda_manifest("12.6.3", {"libcublas"});
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

}  // namespace
}  // namespace cudafetch::resolve
