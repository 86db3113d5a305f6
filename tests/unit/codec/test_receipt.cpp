// SPDX-License-Identifier: MIT
#include "cudafetch/codec/receipt.hpp"

#include "support/catch.hpp"

using namespace cudafetch;
using Catch::Matchers::ContainsSubstring;

namespace {

model::Receipt sample() {
    model::Receipt receipt;
    receipt.plan.host_tag = receipt.plan.tag = model::Tag::linux_sbsa;
    receipt.plan.target = model::Arch::aarch64;
    receipt.plan.products = {{"cuda", "12.6.3", {}}};
    model::PlannedArchive archive;
    archive.product = "cuda";
    archive.release = "12.6.3";
    archive.component = "cuda_cudart";
    archive.tag = model::Tag::linux_sbsa;
    archive.relative_path = "cuda_cudart/a.tar.xz";
    receipt.plan.archives = {archive};
    receipt.files = {{"lib/liba.so", "liba.so.1", {}, 0, false},
                     {"bin/tool", "", sha256(as_bytes("tool")), 4, true}};
    return receipt;
}

std::string edited(std::string text, const std::string& from, const std::string& to) {
    const auto at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("files are written in order, each with what it is") {
    const std::string text = codec::to_json_text(sample());
    CHECK_THAT(text, ContainsSubstring(R"(  "files": [
    {
      "path": "bin/tool",
      "sha256": ")" + sha256(as_bytes("tool")).hex() +
                                       R"(",
      "size": 4,
      "executable": true
    },
    {
      "path": "lib/liba.so",
      "link": "liba.so.1"
    }
  ]
})"));
    auto shuffled = sample();
    std::swap(shuffled.files[0], shuffled.files[1]);
    CHECK(codec::to_json_text(shuffled) == text);
}

TEST_CASE("a receipt is read back") {
    const auto read = codec::read_receipt(codec::to_json_text(sample()), "receipt.json");
    REQUIRE(read);
    CHECK(read->files == std::vector{sample().files[1], sample().files[0]});
    CHECK(read->plan.tag == model::Tag::linux_sbsa);
    CHECK(codec::to_json_text(*read) == codec::to_json_text(sample()));
}

TEST_CASE("a malformed receipt is refused with the place") {
    using Row = std::tuple<std::string, std::string, std::string>;
    const auto [from, to, place] = GENERATE(values<Row>({
        {"receipt/1", "receipt/9", "$.schema"},
        {"\"plan\"", "\"plane\"", "lacks \"plan\""},
        {"linux-sbsa", "sbsa", "$.plan.host_tag"},
        {"bin/tool", "../tool", "$.files[0].path"},
        {"bin/tool", "/bin/tool", "$.files[0].path"},
        {"bin/tool", "zzz/tool", "$.files[1]"},
        {"bin/tool", "lib/liba.so", "$.files[1]"},
        {"\"size\": 4", "\"size\": 4.5", "$.files[0].size"},
        {"\"executable\": true", "\"executable\": 1", "$.files[0].executable"},
        {"\"executable\"", "\"executables\"", "$.files[0]: lacks"},
        {"liba.so.1", "../../etc/passwd", "$.files[1].link"},
        {"liba.so.1", "/etc/passwd", "$.files[1].link"},
    }));
    const auto read =
        codec::read_receipt(edited(codec::to_json_text(sample()), from, to), "receipt.json");
    INFO(from << " -> " << to);
    REQUIRE_FALSE(read);
    CHECK(read.error().exit == ExitCode::integrity);
    CHECK(read.error().code == "malformed_receipt");
    CHECK_THAT(read.error().message, ContainsSubstring("receipt.json") && ContainsSubstring(place));
}

TEST_CASE("the index of a tree is written and read back") {
    codec::TreeIndex index{sha256(as_bytes("archive")), 946684800, sample().files};
    const std::string text = codec::to_json_text(index);
    const auto read = codec::read_tree_index(text, "index.json");
    REQUIRE(read);
    CHECK(read->archive == index.archive);
    CHECK(read->mtime == index.mtime);
    CHECK(read->files.size() == 2);
    CHECK(codec::to_json_text(*read) == text);
    const auto refused =
        codec::read_tree_index(edited(text, "\"mtime\"", "\"time\""), "index.json");
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == "malformed_tree_index");
}
