// SPDX-License-Identifier: MIT
#include "cudafetch/manifest/manifest_reader.hpp"

#include <map>

#include "support/catch.hpp"

namespace cudafetch::manifest {
namespace {

using model::Tag;

const std::string hex(64, 'a');
const ManifestNames names{"given.json", "cuda", "12.6.3"};

/// The JSON of one archive; `more` comes behind, with a comma in front.
std::string archive(const std::string& path, const std::string& more = "") {
    return R"({"relative_path":")" + path + R"(","sha256":")" + hex + "\"" + more + "}";
}

model::Manifest read(const std::string& text) {
    return read_manifest(text, names).value();
}

/// The manifest of one component `c` with these members.
model::Component read_component(const std::string& members) {
    return read(R"({"c":{)" + members + "}}").components.at(0);
}

/// "<tag> <variant> <path>" of each archive.
std::vector<std::string> archives_of(const model::Component& component) {
    std::vector<std::string> lines;
    for (const model::Archive& found : component.archives)
        lines.push_back(std::string(model::to_text(found.tag)) + " [" + found.variant + "] " +
                        found.relative_path);
    return lines;
}

using Lines = std::vector<std::string>;

TEST_CASE("all members that matter are read") {
    const model::Manifest manifest = read(
        R"({"release_date":"2024-11-20","release_label":"12.6.2","release_product":"cuda",
            "cuda_nvcc":{"name":"CUDA NVCC","license":"CUDA Toolkit",
              "license_path":"cuda_nvcc/LICENSE.txt","version":"12.6.77","linux-x86_64":)" +
        archive("cuda_nvcc/linux-x86_64/x.tar.xz", R"(,"md5":"ignored","size":"4294967297")") +
        "}}");
    CHECK(manifest.product == "cuda");
    CHECK(manifest.release.text() == "12.6.2");
    CHECK(manifest.date == "2024-11-20");
    REQUIRE(manifest.components.size() == 1);
    const model::Component& nvcc = manifest.components[0];
    CHECK(nvcc.key == "cuda_nvcc");
    CHECK(nvcc.name == "CUDA NVCC");
    CHECK(nvcc.license == "CUDA Toolkit");
    CHECK(nvcc.license_path == "cuda_nvcc/LICENSE.txt");
    CHECK(nvcc.version == "12.6.77");
    REQUIRE(nvcc.archives.size() == 1);
    CHECK(nvcc.archives[0].tag == Tag::linux_x86_64);
    CHECK(nvcc.archives[0].variant.empty());
    CHECK(nvcc.archives[0].sha256.hex() == hex);
    CHECK(nvcc.archives[0].size == 4294967297);
}

TEST_CASE("a manifest that does not name itself is called as its file is") {
    const model::Manifest manifest = read(R"({"release_date":"x","c":{}})");
    CHECK(manifest.product == "cuda");
    CHECK(manifest.release.text() == "12.6.3");
    CHECK(manifest.components.at(0).version.empty());
    CHECK(manifest.components.at(0).license_path.empty());
}

TEST_CASE("a trimmed manifest of one component, one tag and the least of members is enough") {
    const model::Component component = read_component("\"linux-sbsa\":" + archive("c/x.tar.xz"));
    CHECK(archives_of(component) == Lines{"linux-sbsa [] c/x.tar.xz"});
    CHECK_FALSE(component.archives[0].size);
}

TEST_CASE("sizes are strings of digits or numbers") {
    const std::map<std::string, std::optional<std::uint64_t>> sizes{
        {"\"0\"", 0}, {"\"5240000000\"", 5240000000}, {"17", 17}, {"null", std::nullopt}};
    for (const auto& [text, expected] : sizes) {
        CAPTURE(text);
        const auto component =
            read_component("\"linux-sbsa\":" + archive("x", ",\"size\":" + text));
        CHECK(component.archives.at(0).size == expected);
    }
}

TEST_CASE("a tag holds one archive, one per variant, or both") {
    struct Row {
        const char* what;
        std::string members;
        Lines expected;
    };
    const Row rows[] = {
        {"flat", "\"linux-x86_64\":" + archive("a"), {"linux-x86_64 [] a"}},
        {"variants",
         R"("cuda_variant":["12","13"],"linux-x86_64":{"cuda12":)" + archive("a") +
             ",\"cuda13\":" + archive("b") + "}",
         {"linux-x86_64 [cuda12] a", "linux-x86_64 [cuda13] b"}},
        {"the list of variants behind the first tag",
         "\"linux-x86_64\":{\"cuda12\":" + archive("a") +
             R"(},"cuda_variant":["12"],"linux-sbsa":{"cuda12":)" + archive("b") + "}",
         {"linux-sbsa [cuda12] b", "linux-x86_64 [cuda12] a"}},
        {"fewer variants than the list says",
         R"("cuda_variant":["11","12"],"linux-aarch64":{"cuda12":)" + archive("a") + "}",
         {"linux-aarch64 [cuda12] a"}},
        {"a variant with a minor number",
         R"("cuda_variant":["13.2"],"linux-sbsa":{"cuda13.2":)" + archive("a") + "}",
         {"linux-sbsa [cuda13.2] a"}},
        {"hybrid: an archive that holds a variant as well",
         "\"linux-sbsa\":" + archive("a", ",\"size\":\"5\",\"cuda13\":" + archive("b")),
         {"linux-sbsa [cuda13] b", "linux-sbsa [] a"}},
        {"tags that name no machine",
         "\"source\":" + archive("a") + ",\"linux-all\":" + archive("b"),
         {"linux-all [] b", "source [] a"}},
        {"no archive for Linux", "\"windows-x86_64\":" + archive("a.zip"), {}},
        {"no archive at all", R"("name":"empty")", {}},
    };
    for (const Row& row : rows) {
        CAPTURE(row.what);
        CHECK(archives_of(read_component(row.members)) == row.expected);
    }
}

TEST_CASE("tags that are not served are remembered by name") {
    const auto component = read_component("\"linux-ppc64le\":" + archive("a") +
                                          ",\"windows-arm64\":{\"cuda13\":" + archive("b.zip") +
                                          "},\"linux-x86_64\":" + archive("c"));
    CHECK(component.other_tags == Lines{"linux-ppc64le", "windows-arm64"});
    CHECK(component.archives.size() == 1);
}

TEST_CASE("members that nobody knows yet are passed over") {
    const model::Manifest manifest =
        read(R"({"release_codename":"x","release_tags":["a"],"release_number":7,
                 "c":{"homepage":"https://example.com","tags":{"x":1},"rank":3,"linux-sbsa":)" +
             archive("c/x", R"(,"sha512":"0","signed":true,"mirrors":["a"])") + "}}");
    REQUIRE(manifest.components.size() == 1);
    CHECK(archives_of(manifest.components[0]) == Lines{"linux-sbsa [] c/x"});
    CHECK(manifest.components[0].other_tags.empty());
}

TEST_CASE("components come sorted by key") {
    const model::Manifest manifest = read(R"({"z":{},"imex":{},"libcusparse_lt":{}})");
    CHECK(manifest.components.at(0).key == "imex");
    CHECK(manifest.components.at(2).key == "z");
    CHECK(manifest.find("libcusparse_lt") != nullptr);
}

TEST_CASE("where a manifest lies tells product and release") {
    struct Row {
        const char* path;
        const char* product;
        const char* release;
    };
    const Row rows[] = {
        {"/m/cutensor/redistrib_2.3.1.json", "cutensor", "2.3.1"},
        {"/m/cutensor/redist/redistrib_2.3.1.json", "cutensor", "2.3.1"},
        {"https://host/compute/cuda/redist/redistrib_12.6.3.json", "cuda", "12.6.3"},
        {"cuda/12.6.3.json", "cuda", "12.6.3"},
        {"redistrib_2.0.2.1.json", "", "2.0.2.1"},
        {"redist/redistrib_1.0.json", "", "1.0"},
        {"nvpl/redistrib_24.03.json", "nvpl", "24.03"},
        {"cuda/latest.json", "cuda", ""},
        {"cuda/redistrib_.json", "cuda", ""},
        {"cuda/redistrib_12.6.3.json.bak", "cuda", ""},
        {"", "", ""},
        {"/", "", ""},
    };
    for (const Row& row : rows) {
        CAPTURE(row.path);
        const ManifestNames found = names_from_path(row.path);
        CHECK(found.where == row.path);
        CHECK(found.product == row.product);
        CHECK(found.release == row.release);
    }
}

}  // namespace
}  // namespace cudafetch::manifest
