// SPDX-License-Identifier: MIT
#include "codec/fields.hpp"

#include "support/catch.hpp"

namespace cudafetch::codec {
namespace {

using Catch::Matchers::ContainsSubstring;

/// `{"f": <value>}`, parsed.
class Holder {
  public:
    explicit Holder(const std::string& value)
        : document_(
              Document::parse("{\"f\":" + value + "}", "given.json", "malformed_test").value()) {}
    [[nodiscard]] Node root() const { return document_.root(); }

  private:
    Document document_;
};

template <typename T>
void check_refused(const Result<T>& read, const char* expected) {
    REQUIRE_FALSE(read);
    CHECK(read.error().code == "malformed_test");
    CHECK_THAT(read.error().message, ContainsSubstring("given.json: $.f"));
    CHECK_THAT(read.error().message, ContainsSubstring(expected));
}

TEST_CASE("versions are read, demanded or not") {
    CHECK(version_at(Holder(R"("12.6")").root(), "f")->text() == "12.6");
    CHECK(find_version(Holder(R"("12.6")").root(), "f")->value().text() == "12.6");
    CHECK_FALSE(find_version(Holder("null").root(), "f")->has_value());
    CHECK_FALSE(find_version(Holder("1").root(), "other")->has_value());
    CHECK_FALSE(version_at(Holder("1").root(), "other"));
    for (const char* wrong : {"12.6", R"("")", R"("12.x")", "[]", "{}"}) {
        CAPTURE(wrong);
        const Holder holder(wrong);
        check_refused(version_at(holder.root(), "f"), "expected a");
        check_refused(find_version(holder.root(), "f"), "expected a");
    }
    check_refused(version_at(Holder("null").root(), "f"), "found null");
}

TEST_CASE("lists of versions are read whole or not at all") {
    const auto read = versions_at(Holder(R"(["12.8","12.9"])").root(), "f");
    REQUIRE(read);
    REQUIRE(read->size() == 2);
    CHECK(read->at(1).text() == "12.9");
    CHECK(versions_at(Holder("[]").root(), "f")->empty());
    check_refused(versions_at(Holder(R"(["12.8","x"])").root(), "f"), "$.f[1]: expected a version");
    check_refused(versions_at(Holder(R"("12.8")").root(), "f"), "expected a list");
    CHECK_FALSE(versions_at(Holder("[]").root(), "other"));
}

TEST_CASE("capabilities and tags are read by their names") {
    CHECK(capability_at(Holder(R"("9.0a")").root(), "f")->text() == "9.0a");
    check_refused(capability_at(Holder("8.7").root(), "f"), "expected a string");
    check_refused(capability_at(Holder(R"("hopper")").root(), "f"), "a capability such as 8.7");
    CHECK(tag_at(Holder(R"("linux-sbsa")").root(), "f") == model::Tag::linux_sbsa);
    check_refused(tag_at(Holder(R"("linux-ppc64le")").root(), "f"), "a tag such as");
    check_refused(tag_at(Holder("{}").root(), "f"), "expected a string");
}

TEST_CASE("the elements of a list are visited until one fails") {
    const Holder holder(R"(["a","b",3,"d"])");
    std::string seen;
    const auto visited = for_each(holder.root(), "f", [&](const Node& node) -> Result<void> {
        CUDAFETCH_TRY(const std::string text, node.string());
        seen += text;
        return {};
    });
    check_refused(visited, "$.f[2]");
    CHECK(seen == "ab");
}

TEST_CASE("texts from outside are read only if they are what they should be") {
    struct Row {
        const char* value;
        bool printable;
        bool name;
        bool path;
    };
    const Row rows[] = {
        {R"("cuda_nvcc")", true, true, true},
        {R"("12.6.3-rc1")", true, true, true},
        {R"("a b")", true, false, true},
        {R"("lib/x.so")", true, false, true},
        {R"("../x")", true, false, false},
        {R"("a/../x")", true, false, false},
        {R"("/etc/passwd")", true, false, false},
        {R"("..")", true, false, false},
        {R"(".hidden")", true, false, true},
        {R"("-rf")", true, false, true},
        {R"("")", true, false, false},
        {R"("a\u0000b")", false, false, false},
        {R"("a\u001b[m")", false, false, false},
        {"7", false, false, false},
    };
    for (const Row& row : rows) {
        CAPTURE(row.value);
        const Holder holder(row.value);
        CHECK(printable_at(holder.root(), "f").has_value() == row.printable);
        CHECK(name_at(holder.root(), "f").has_value() == row.name);
        CHECK(tree_path_at(holder.root(), "f").has_value() == row.path);
    }
    check_refused(name_at(Holder(R"("a b")").root(), "f"), "a name");
    check_refused(tree_path_at(Holder(R"("../x")").root(), "f"), "a relative path");
}

TEST_CASE("digests are read in their one form") {
    const std::string hex(64, 'a');
    CHECK(digest_at(Holder("\"" + hex + "\"").root(), "f")->hex() == hex);
    for (const std::string& wrong : {"\"" + hex + "a\"", "\"" + std::string(64, 'A') + "\"",
                                     std::string("\"\""), std::string("null")}) {
        CAPTURE(wrong);
        check_refused(digest_at(Holder(wrong).root(), "f"), "expected");
    }
}

}  // namespace
}  // namespace cudafetch::codec
