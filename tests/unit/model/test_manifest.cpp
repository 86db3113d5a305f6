// SPDX-License-Identifier: MIT
#include "cudafetch/model/manifest.hpp"

#include "support/catch.hpp"

namespace cudafetch::model {
namespace {

Component component(const char* key, std::vector<Tag> tags) {
    Component result;
    result.key = key;
    for (const Tag tag : tags) {
        Archive archive;
        archive.tag = tag;
        result.archives.push_back(archive);
    }
    return result;
}

TEST_CASE("a manifest knows its components and the tags they have") {
    Manifest manifest;
    manifest.components = {component("cuda_nvcc", {Tag::linux_x86_64, Tag::linux_sbsa}),
                           component("cuda_compat", {Tag::linux_aarch64}),
                           component("driver_assistant", {Tag::linux_all}),
                           component("nsight_vse", {})};
    CHECK(manifest.find("cuda_compat") == &manifest.components[1]);
    CHECK(manifest.find("cuda") == nullptr);
    CHECK(manifest.find("") == nullptr);
    CHECK(manifest.components[0].has(Tag::linux_sbsa));
    CHECK_FALSE(manifest.components[0].has(Tag::linux_aarch64));
    CHECK_FALSE(manifest.components[2].has(Tag::linux_x86_64));
    CHECK(manifest.has(Tag::linux_aarch64));
    CHECK_FALSE(manifest.has(Tag::source));
}

}  // namespace
}  // namespace cudafetch::model
