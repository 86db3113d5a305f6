// SPDX-License-Identifier: MIT
#include "cudafetch/manifest/diff.hpp"

#include <algorithm>

#include "cudafetch/manifest/catalogue.hpp"
#include "support/catch.hpp"
#include "support/fake_catalogue.hpp"

namespace cudafetch::manifest {
namespace {

using model::Tag;
using test::make_component;
using test::make_manifest;

model::ComponentFacts aliases() {
    model::ComponentFacts facts;
    facts.aliases = {{"cuda_cccl", "cccl"}};
    return facts;
}

const ComponentDiff* find(const ManifestDiff& diff, std::string_view name) {
    const auto found = std::find_if(
        diff.components.begin(), diff.components.end(),
        [&](const ComponentDiff& one) { return one.before == name || one.after == name; });
    return found == diff.components.end() ? nullptr : &*found;
}

std::vector<std::string> names(const ManifestDiff& diff, Change change) {
    std::vector<std::string> all;
    for (const ComponentDiff& component : diff.components)
        if (component.change == change)
            all.push_back(component.after.empty() ? component.before : component.after);
    return all;
}

using Names = std::vector<std::string>;

TEST_CASE("components go, come, are renamed, change, or stay") {
    const auto before = make_manifest(
        "cuda", "13.2.1",
        {make_component("gone", {{Tag::linux_sbsa, ""}}),
         make_component("cuda_cccl", {{Tag::linux_sbsa, ""}}, "2.0"),
         make_component("nvcc", {{Tag::linux_sbsa, ""}}, "1.0"),
         make_component("same", {{Tag::linux_sbsa, ""}}), make_component("nowhere", {})});
    const auto after = make_manifest("cuda", "13.3.0",
                                     {make_component("cccl", {{Tag::linux_sbsa, ""}}, "3.0"),
                                      make_component("nvcc", {{Tag::linux_sbsa, ""}}, "1.1"),
                                      make_component("same", {{Tag::linux_sbsa, ""}}),
                                      make_component("new", {{Tag::linux_sbsa, ""}})});
    const ManifestDiff result = diff(before, after, aliases());
    CHECK(names(result, Change::gone) == Names{"gone"});
    CHECK(names(result, Change::come) == Names{"new"});
    CHECK(names(result, Change::renamed) == Names{"cccl"});
    CHECK(names(result, Change::changed) == Names{"nvcc"});
    CHECK(result.unchanged == 1);
    const ComponentDiff* cccl = find(result, "cccl");
    CHECK(cccl->before == "cuda_cccl");
    CHECK(cccl->version_before == "2.0");
    CHECK(cccl->version_after == "3.0");
    CHECK(find(result, "gone")->version_after.empty());
    CHECK(find(result, "new")->before.empty());
    REQUIRE(find(result, "nvcc")->archives.size() == 1);
    CHECK_FALSE(find(result, "nvcc")->archives.front().same());
}

TEST_CASE("an archive that came, went or has other bytes is a change, whatever the version") {
    const auto before =
        make_manifest("cuda", "1.0",
                      {make_component("lib", {{Tag::linux_x86_64, ""}, {Tag::linux_aarch64, ""}})});
    auto after = make_manifest(
        "cuda", "1.1", {make_component("lib", {{Tag::linux_x86_64, ""}, {Tag::linux_sbsa, ""}})});
    after.components[0].archives[0].sha256 = {};
    const ManifestDiff result = diff(before, after, aliases());
    REQUIRE(result.components.size() == 1);
    const auto& archives = result.components.front().archives;
    REQUIRE(archives.size() == 3);
    CHECK(archives[0].tag == Tag::linux_x86_64);
    CHECK((archives[0].before && archives[0].after));
    CHECK_FALSE(archives[0].same());
    CHECK((!archives[1].before && archives[1].after));
    CHECK((archives[2].before && !archives[2].after));
}

TEST_CASE("variants are told apart") {
    const auto before = make_manifest(
        "cudnn", "9.0.0",
        {make_component("cudnn", {{Tag::linux_sbsa, "cuda11"}, {Tag::linux_sbsa, "cuda12"}})});
    const auto after = make_manifest(
        "cudnn", "9.1.0",
        {make_component("cudnn", {{Tag::linux_sbsa, "cuda12"}, {Tag::linux_sbsa, "cuda13"}})});
    const ManifestDiff result = diff(before, after, {});
    REQUIRE(result.components.size() == 1);
    const auto& archives = result.components.front().archives;
    REQUIRE(archives.size() == 3);
    CHECK((archives[0].variant == "cuda11" && !archives[0].after));
    CHECK((archives[1].variant == "cuda12" && archives[1].same()));
    CHECK((archives[2].variant == "cuda13" && !archives[2].before));
}

TEST_CASE("with a tag, only what has it is there") {
    const auto before =
        make_manifest("cuda", "1.0",
                      {make_component("lib", {{Tag::linux_x86_64, ""}, {Tag::linux_sbsa, ""}}, "1"),
                       make_component("other", {{Tag::linux_x86_64, ""}}, "1")});
    const auto after = make_manifest(
        "cuda", "1.1",
        {make_component("lib", {{Tag::linux_x86_64, ""}}, "2"),
         make_component("other", {{Tag::linux_x86_64, ""}, {Tag::linux_sbsa, ""}}, "2")});
    const ManifestDiff result = diff(before, after, {}, Tag::linux_sbsa);
    CHECK(names(result, Change::gone) == Names{"lib"});
    CHECK(names(result, Change::come) == Names{"other"});
    CHECK(result.components.size() == 2);
    REQUIRE(result.sums.size() == 1);
    CHECK(result.sums[0].tag == Tag::linux_sbsa);
    CHECK(result.sums[0].before.archives == 1);
    CHECK(diff(before, after, {}, Tag::linux_aarch64).sums.empty());
}

TEST_CASE("sums count all archives of a tag and say how many have no size") {
    auto before = make_manifest("cuda", "1.0",
                                {make_component("a", {{Tag::linux_sbsa, ""}}),
                                 make_component("b", {{Tag::linux_sbsa, ""}})});
    auto after = before;
    after.components.push_back(make_component("c", {{Tag::linux_aarch64, ""}}));
    before.components[1].archives[0].size.reset();
    after.components[0].archives[0].size = 2500;
    const ManifestDiff result = diff(before, after, {});
    REQUIRE(result.sums.size() == 2);
    CHECK(result.sums[0].before.archives == 2);
    CHECK(result.sums[0].before.bytes == 1000);
    CHECK(result.sums[0].before.unknown == 1);
    CHECK(result.sums[0].after.bytes == 3500);
    CHECK(result.sums[0].after.unknown == 0);
    CHECK(result.sums[1].tag == Tag::linux_aarch64);
    CHECK(result.sums[1].before.archives == 0);
    CHECK(result.sums[1].after.archives == 1);
}

ManifestDiff real_diff(const char* before, const char* after, std::optional<Tag> tag = {}) {
    const EmbeddedCatalogue catalogue;
    const auto read = [&](const char* release) {
        return catalogue.manifest("cuda", model::Version::parse(release).value()).value();
    };
    return diff(*read(before), *read(after), embedded_facts().value().components, tag);
}

TEST_CASE("CUDA 12.9.1 to 13.0.2: the compiler falls into parts, Jetson's tag goes") {
    const ManifestDiff result = real_diff("12.9.1", "13.0.2");
    const auto come = names(result, Change::come);
    CHECK(std::count(come.begin(), come.end(), "cuda_crt") == 1);
    CHECK(std::count(come.begin(), come.end(), "libnvvm") == 1);
    CHECK(names(result, Change::gone) ==
          Names{"cuda_compat", "cuda_demo_suite", "cuda_nvprof", "cuda_nvvp", "libcudla"});
    CHECK(names(result, Change::renamed).empty());
    for (const TagSums& sums : result.sums)
        if (sums.tag == Tag::linux_aarch64) CHECK(sums.after.archives == 0);
}

TEST_CASE("CUDA 13.2.1 to 13.3.0: cuda_cccl is called cccl") {
    const ManifestDiff result = real_diff("13.2.1", "13.3.0", Tag::linux_sbsa);
    CHECK(names(result, Change::renamed) == Names{"cccl"});
    CHECK(find(result, "cccl")->before == "cuda_cccl");
    CHECK(names(result, Change::come).empty());
}

TEST_CASE("a release does not differ from itself") {
    const ManifestDiff result = real_diff("12.6.3", "12.6.3");
    CHECK(result.components.empty());
    CHECK(result.unchanged > 30);
}

}  // namespace
}  // namespace cudafetch::manifest
