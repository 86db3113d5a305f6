// SPDX-License-Identifier: MIT
#include "cudafetch/model/component_names.hpp"

#include "support/catch.hpp"
#include "support/fake_catalogue.hpp"

namespace cudafetch::model {
namespace {

using Names = std::vector<std::string>;

model::Version version(std::string_view text) {
    return model::Version::parse(text).value();
}

model::ComponentFacts facts() {
    model::ComponentFacts facts;
    facts.aliases = {{"cuda_cccl", "cccl", "libcudacxx"}};
    facts.driver_side = {"imex"};
    facts.profiles["compile"] = {{"cuda_cccl", {}, {}}, {"cuda_crt", version("13.0"), {}}};
    facts.profiles["libraries"] = {{"libold", {}, version("12.9")}};
    return facts;
}

TEST_CASE("a component's other names are those of its row") {
    CHECK(other_names("cccl", facts()) == Names{"cuda_cccl", "libcudacxx"});
    CHECK(other_names("cuda_nvcc", facts()).empty());
}

TEST_CASE("a component is found under each of its names, its own first") {
    const auto manifest = test::make_manifest(
        "cuda", "13.3.0",
        {test::make_component("cccl", {}), test::make_component("cuda_nvcc", {})});
    for (const char* name : {"cccl", "cuda_cccl", "libcudacxx"}) {
        CAPTURE(name);
        const auto* found = find_component(manifest, name, facts());
        REQUIRE(found != nullptr);
        CHECK(found->key == "cccl");
    }
    CHECK(find_component(manifest, "cuda_nvcc", facts())->key == "cuda_nvcc");
    CHECK(find_component(manifest, "libnvvm", facts()) == nullptr);
}

TEST_CASE("profiles hold a component in the releases that they say, and under any name") {
    CHECK(profiles_with("cccl", version("13.3.0"), facts()) == Names{"all", "compile"});
    CHECK(profiles_with("cuda_crt", version("13.0.2"), facts()) == Names{"all", "compile"});
    CHECK(profiles_with("cuda_crt", version("12.9.1"), facts()) == Names{"all"});
    CHECK(profiles_with("libold", version("12.9.1"), facts()) == Names{"all", "libraries"});
    CHECK(profiles_with("libold", version("13.0.2"), facts()) == Names{"all"});
    CHECK(profiles_with("imex", version("13.0.2"), facts()).empty());
}

}  // namespace
}  // namespace cudafetch::model
