// SPDX-License-Identifier: MIT
#include "cudafetch/base/text.hpp"
#include "cudafetch/manifest/manifest_reader.hpp"
#include "support/catch.hpp"

namespace cudafetch::manifest {
namespace {

using Catch::Matchers::ContainsSubstring;

const std::string hex(64, 'a');
const ManifestNames names{"given.json", "cuda", "12.6.3"};

/// The error of a text that must be refused.
Error refusal_of(const std::string& text, const ManifestNames& as = names) {
    CAPTURE(text);
    const auto manifest = read_manifest(text, as);
    REQUIRE_FALSE(manifest);
    CHECK(manifest.error().exit == ExitCode::integrity);
    CHECK(manifest.error().code == "malformed_manifest");
    CHECK(is_printable_utf8(manifest.error().message));
    CHECK_THAT(manifest.error().message, ContainsSubstring("given.json: "));
    return manifest.error();
}

/// A manifest of one component whose tag linux-sbsa has this value.
std::string with_tag(const std::string& value) {
    return R"({"cuda_cudart":{"linux-sbsa":)" + value + "}}";
}

std::string with_path(const std::string& path) {
    return with_tag(R"({"relative_path":")" + path + R"(","sha256":")" + hex + "\"}");
}

std::string with_digest(const std::string& value) {
    return with_tag(R"({"relative_path":"a","sha256":)" + value + "}");
}

std::string with_size(const std::string& value) {
    return with_tag(R"({"relative_path":"a","sha256":")" + hex + R"(","size":)" + value + "}");
}

TEST_CASE("texts that are no manifest at all are refused") {
    for (const char* text :
         {"", "null", "[]", "\"x\"", "7", "true", "<html><body>404</body></html>",
          R"({"cuda_cudart":{"linux-sbsa":{"relative_path":"a)", "{}", R"({"release_date":"x"})",
          R"({"release_label":"12.6.3","release_product":"cuda"})"})
        refusal_of(text);
    CHECK_THAT(refusal_of("{}").message, ContainsSubstring("at least one component"));
}

TEST_CASE("a value of the wrong kind is refused with its place") {
    struct Row {
        std::string text;
        const char* expected;
    };
    const Row rows[] = {
        {R"({"cuda_cudart":"s"})", "$.cuda_cudart: expected an object"},
        {R"({"cuda_cudart":[]})", "$.cuda_cudart: expected an object"},
        {R"({"cuda_cudart":null})", "$.cuda_cudart: expected an object"},
        {R"({"release_date":7,"c":{}})", "$.release_date: expected a string"},
        {R"({"release_label":12.6,"c":{}})", "$.release_label: expected a string"},
        {R"({"release_label":"latest","c":{}})", "$.release_label: expected a release"},
        {R"({"release_product":"../cuda","c":{}})", "$.release_product: expected a product"},
        {R"({"release_product":"","c":{}})", "$.release_product: expected a product"},
        {R"({"c":{"name":7}})", "$.c.name: expected a string"},
        {R"({"c":{"version":{}}})", "$.c.version: expected a string"},
        {R"({"c":{"license":[]}})", "$.c.license: expected a string"},
        {R"({"c":{"license_path":7}})", "$.c.license_path: expected a string"},
        {R"({"c":{"license_path":"../../etc/passwd"}})", "$.c.license_path: expected a relative"},
        {with_tag("\"s\""), "$.cuda_cudart.linux-sbsa: expected an object"},
        {with_tag("null"), "$.cuda_cudart.linux-sbsa: expected an object"},
        {with_tag("[]"), "$.cuda_cudart.linux-sbsa: expected an object"},
        {with_tag("{}"), "$.cuda_cudart.linux-sbsa: lacks \"relative_path\""},
        {R"({"c":{"linux-ppc64le":"s"}})", "$.c.linux-ppc64le: expected an object"},
        {with_tag("{\"cuda12\":{}}"), "linux-sbsa.cuda12: lacks \"relative_path\""},
        {with_tag(R"({"relative_path":"a"})"), "linux-sbsa: lacks \"sha256\""},
        {with_tag("{\"sha256\":\"" + hex + "\"}"), "linux-sbsa: lacks \"relative_path\""},
        {with_tag(R"({"relative_path":7,"sha256":"x"})"), "relative_path: expected a string"},
    };
    for (const Row& row : rows)
        CHECK_THAT(refusal_of(row.text).message, ContainsSubstring(row.expected));
}

TEST_CASE("an archive path that leaves its folder, or could be read as more than a path") {
    for (const char* path :
         {"", "/etc/passwd", "..", "../x", "a/../../x", "a/..", "a\\\\b", "a\\u0000b", "a\\nb",
          "x?y", "x#y", "https://evil/x", "c:/x", "a\\u001b[2Jb", "\\u202ea"}) {
        CAPTURE(path);
        CHECK_THAT(refusal_of(with_path(path)).message,
                   ContainsSubstring("linux-sbsa.relative_path: expected a "));
    }
}

TEST_CASE("paths that are odd but safe are let through") {
    for (const char* path : {"a..b/c", "...", "a/b.tar.xz", "caf\xc3\xa9/x", "a b/c"})
        CHECK(read_manifest(with_path(path), names));
}

TEST_CASE("a digest is 64 lower-case hexadecimal digits") {
    for (const std::string& digest :
         {"\"" + std::string(64, 'A') + "\"", "\"" + std::string(63, 'a') + "\"",
          "\"" + hex + "a\"", "\"" + std::string(64, 'g') + "\"", std::string("\"\"")})
        CHECK_THAT(refusal_of(with_digest(digest)).message,
                   ContainsSubstring("linux-sbsa.sha256: expected 64 lower-case hexadecimal"));
    for (const char* digest : {"null", "7", "[]"})
        CHECK_THAT(refusal_of(with_digest(digest)).message,
                   ContainsSubstring("linux-sbsa.sha256: expected a string"));
}

TEST_CASE("a size is digits only and fits into 64 bits") {
    for (const char* size :
         {R"("")", R"("-1")", R"("+1")", R"("1.5")", R"("1e3")", R"(" 5")", R"("5 ")", R"("0x10")",
          R"("18446744073709551616")", "-1", "1.5", "9223372036854775808", "[]", "{}", "true"}) {
        CAPTURE(size);
        CHECK_THAT(refusal_of(with_size(size)).message, ContainsSubstring("linux-sbsa"));
    }
}

TEST_CASE("component names are safe in paths, URLs and messages") {
    for (const char* key : {"", ".", "..", "../x", "a/b", "-rf", ".hidden", "a b", "a\\nb",
                            "caf\xc3\xa9", "a\\u0000", "\\u001b[2J"}) {
        CAPTURE(key);
        refusal_of("{\"" + std::string(key) + "\":{}}");
    }
}

TEST_CASE("a key that is there twice is refused") {
    CHECK_THAT(refusal_of(R"({"c":{},"c":{}})").message, ContainsSubstring("\"c\" twice"));
    refusal_of(R"({"c":{"linux-sbsa":{},"linux-sbsa":{}}})");
}

TEST_CASE("texts of the manifest that are shown to people hold no control characters") {
    for (const char* text :
         {R"({"c":{"version":"1\u001b[2J"}})", R"({"c":{"name":"a\nb"}})",
          R"({"c":{"license":"\u202ex"}})", R"({"release_date":"\u0007","c":{}})",
          R"({"c":{"linux-\u001b[31m":{}}})"})
        refusal_of(text);
    refusal_of(with_tag(R"({"cuda\u001b12":{"relative_path":"a","sha256":")" + hex + "\"}}"));
}

TEST_CASE("a release that neither text nor file name tells is refused with advice") {
    const Error error = refusal_of(R"({"c":{}})", {"given.json", "cuda", ""});
    CHECK_THAT(error.message, ContainsSubstring("$.release_label"));
    REQUIRE_FALSE(error.hints.empty());
    CHECK_THAT(error.hints.front(), ContainsSubstring("redistrib_"));
    CHECK_THAT(refusal_of(R"({"c":{}})", {"given.json", "", "12.6.3"}).message,
               ContainsSubstring("$.release_product"));
}

}  // namespace
}  // namespace cudafetch::manifest
