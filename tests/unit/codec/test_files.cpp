// SPDX-License-Identifier: MIT
#include "cudafetch/codec/files.hpp"

#include <algorithm>

#include "cudafetch/base/file.hpp"
#include "support/catch.hpp"

namespace cudafetch::codec {
namespace {

using Catch::Matchers::ContainsSubstring;

/// A table of one package; `files` and `more` are members of its row.
std::string table(const std::string& files, const std::string& more = "") {
    return R"({"schema":"cudafetch.files/1","sources":{"nvvm":"wheel nvvm 13.0.88"},"packages":[
        {"product":"cuda","component":"libnvvm","version":"13.0.88","tag":"linux-x86_64",
         "releases":["13.0.2","13.0.3"],"certainty":"high","sources":["nvvm"],"files":)" +
           files + more + "}]}";
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    return text.replace(text.find(from), from.size(), to);
}

TEST_CASE("a table of files is read, folders with their slash") {
    const auto packages = read_files(table(R"({"include":["nvvm.h","crt/"],"lib":["libnvvm.so"]})",
                                           R"(,"sonames":{"lib/libnvvm.so":"libnvvm.so.4"})"));
    REQUIRE(packages);
    REQUIRE(packages->size() == 1);
    const FilePackage& package = packages->front();
    CHECK(package.product == "cuda");
    CHECK(package.component == "libnvvm");
    CHECK(package.version == "13.0.88");
    CHECK(package.tag == model::Tag::linux_x86_64);
    REQUIRE(package.releases.size() == 2);
    CHECK(package.releases[1].text() == "13.0.3");
    CHECK(package.sources == std::vector<std::string>{"wheel nvvm 13.0.88"});
    REQUIRE(package.files.size() == 3);
    CHECK(package.files[0].path == "include/nvvm.h");
    CHECK(package.files[1].path == "include/crt/");
    CHECK(package.files[2].path == "lib/libnvvm.so");
    CHECK(package.files[1].soname.empty());
    CHECK(package.files[2].soname == "libnvvm.so.4");
}

TEST_CASE("the table in manifests/ is read and knows well-known files") {
    const auto text =
        read_file(fs::path(CUDAFETCH_SOURCE_DIR) / "manifests" / "files.json", 1 << 20);
    REQUIRE(text);
    const auto packages = read_files(*text);
    REQUIRE(packages);
    const auto holds = [&](std::string_view component, std::string_view path) {
        return std::any_of(packages->begin(), packages->end(), [&](const FilePackage& package) {
            return package.component == component &&
                   std::any_of(package.files.begin(), package.files.end(),
                               [&](const IndexedFile& file) { return file.path == path; });
        });
    };
    CHECK(holds("cuda_nvcc", "bin/ptxas"));
    CHECK(holds("libnvvm", "nvvm/libdevice/libdevice.10.bc"));
    CHECK(holds("libcublas", "lib/libcublas.so.13"));
    CHECK(holds("cuda_cccl", "include/thrust/"));
    CHECK_FALSE(holds("cuda_nvcc", "bin/cicc"));
}

TEST_CASE("a malformed table is refused with its place") {
    struct Row {
        std::string text;
        const char* words;
    };
    const std::string good = table(R"({"lib":["a"]})");
    REQUIRE(read_files(good));
    const Row rows[] = {
        {"[]", "files.json: $"},
        {replaced(good, "files/1", "files/2"), "$.schema"},
        {replaced(good, "\"libnvvm\"", "\"../libnvvm\""), "$.packages[0].component"},
        {replaced(good, "linux-x86_64", "linux-riscv"), "$.packages[0].tag"},
        {replaced(good, "13.0.3", "next"), "$.packages[0].releases[1]"},
        {replaced(good, "[\"nvvm\"]", "[\"other\"]"), "$.sources"},
        {table(R"({"lib":["../a"]})"), "$.packages[0].files.lib"},
        {table(R"({"lib":[""]})"), "$.packages[0].files.lib"},
        {table(R"({"lib":["a\u001b"]})"), "$.packages[0].files.lib"},
        {table(R"({"..":["a"]})"), "$.packages[0].files"},
        {table(R"({"lib":"a"})"), "$.packages[0].files.lib"},
        {table(R"({"lib":["a"]})", R"(,"sonames":{"lib/b":"b.so.1"})"), "$.packages[0].sonames"},
        {table(R"({"lib":["a"]})", R"(,"sonames":{"lib/a":"../b"})"), "$.packages[0].sonames"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.text);
        const auto packages = read_files(row.text);
        REQUIRE_FALSE(packages);
        CHECK(packages.error().exit == ExitCode::integrity);
        CHECK(packages.error().code == "malformed_facts");
        CHECK_THAT(packages.error().message, ContainsSubstring(row.words));
    }
}

}  // namespace
}  // namespace cudafetch::codec
