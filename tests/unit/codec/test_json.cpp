// SPDX-License-Identifier: MIT
#include "cudafetch/codec/json.hpp"

#include <functional>

#include "support/catch.hpp"

namespace cudafetch::codec {
namespace {

using Catch::Matchers::ContainsSubstring;

Document parse(std::string_view text) {
    return Document::parse(text, "given.json", "malformed_test").value();
}

/// The error of `parsed`, which must be one of ours that names the text.
template <typename T>
std::string message_of(const Result<T>& parsed) {
    REQUIRE_FALSE(parsed);
    CHECK(parsed.error().exit == ExitCode::integrity);
    CHECK(parsed.error().code == "malformed_test");
    CHECK_THAT(parsed.error().message, ContainsSubstring("given.json: "));
    return parsed.error().message;
}

std::string syntax_error_of(std::string_view text) {
    return message_of(Document::parse(text, "given.json", "malformed_test"));
}

TEST_CASE("what is no JSON is an error, not the end of the program") {
    const std::string texts[] = {"",
                                 " ",
                                 "<!DOCTYPE html>",
                                 "{",
                                 "{\"a\":1",
                                 "{\"a\":1}}",
                                 "[1,]",
                                 "{'a':1}",
                                 "{\"a\"}",
                                 "nul",
                                 "01",
                                 "1.",
                                 "NaN",
                                 "1e999",
                                 "\"unterminated",
                                 "\"bad \\escape\"",
                                 "\"line\nbreak\"",
                                 "// comment\n1",
                                 std::string("{\0}", 3),
                                 "\"\\ud800\""};
    for (const std::string& text : texts) {
        CAPTURE(text);
        CHECK_THAT(syntax_error_of(text), ContainsSubstring("not JSON"));
    }
}

TEST_CASE("what is not UTF-8 is refused, and the message stays printable") {
    for (const char* text : {"\"\xff\"", "\"\xc0\xaf\"", "\"\xed\xa0\x80\"", "{\"\x80\":1}",
                             "\xff\xfe{}", "\"\xe2\x82"}) {
        const std::string message = syntax_error_of(text);
        CHECK(message.find('\xff') == std::string::npos);
        CHECK(message.find('\xed') == std::string::npos);
    }
    CHECK(parse("\"caf\xc3\xa9\"").root().string() == "caf\xc3\xa9");
}

TEST_CASE("a key that is there twice is refused at any depth, and named") {
    for (const char* text : {R"({"twice":1,"twice":2})", R"({"a":[{"twice":1,"b":2,"twice":1}]})",
                             R"({"a":{"twice":{},"twice":{}},"b":1})"}) {
        CAPTURE(text);
        CHECK_THAT(syntax_error_of(text), ContainsSubstring("\"twice\" twice"));
    }
    CHECK(Document::parse(R"({"a":{"x":1},"b":{"x":1},"x":[{"x":1},{"x":2}]})", "w", "c"));
    CHECK_THAT(syntax_error_of("{\"\\u001b\":1,\"\\u001b\":2}"), ContainsSubstring(R"(\x1b)"));
}

TEST_CASE("nesting of any depth is survived") {
    constexpr std::size_t depth = 100000;
    const std::string lists = std::string(depth, '[') + std::string(depth, ']');
    CHECK(Document::parse(lists, "w", "c"));
    std::string objects;
    for (std::size_t i = 0; i < depth; ++i)
        objects += "{\"k\":";
    CHECK_FALSE(Document::parse(objects, "w", "c"));
    objects += "1" + std::string(depth, '}');
    CHECK(Document::parse(objects, "w", "c"));
    CHECK_FALSE(Document::parse(std::string(depth, '['), "w", "c"));
}

TEST_CASE("values of the right kind are read") {
    const Document document = parse(
        R"({"s":"text","t":true,"f":false,"n":42,"r":1.5,"z":null,"l":["a","b"],"o":{"k":"v"}})");
    const Node root = document.root();
    CHECK(root.is_object());
    CHECK(root.path() == "$");
    CHECK(root.string_at("s") == "text");
    CHECK(root.at("t")->boolean() == true);
    CHECK(root.at("f")->boolean() == false);
    CHECK(root.at("n")->number() == 42);
    CHECK(root.at("n")->real() == 42.0);
    CHECK(root.at("r")->real() == 1.5);
    CHECK(root.at("z")->is_null());
    CHECK(root.at("l")->strings() == std::vector<std::string>{"a", "b"});
    CHECK(root.at("o")->at("k")->string() == "v");
    CHECK(root.at("o")->at("k")->path() == "$.o.k");
    CHECK(root.at("l")->elements()->at(1).path() == "$.l[1]");
}

TEST_CASE("values of another kind are errors that name the place and what stands there") {
    const Document document =
        parse(R"({"s":"text","n":42,"z":null,"l":["a",7],"o":{"k":[{"x":true}]}})");
    const Node root = document.root();
    const Node deep = root.at("o")->at("k")->elements()->at(0).at("x").value();
    struct Row {
        std::string message;
        const char* expected;
    };
    const Row rows[] = {
        {message_of(root.at("n")->string()), "$.n: expected a string, found a number"},
        {message_of(root.at("s")->number()), "$.s: expected a whole number, found a string"},
        {message_of(root.at("s")->real()), "$.s: expected a number, found a string"},
        {message_of(root.at("s")->boolean()), "$.s: expected true or false, found a string"},
        {message_of(root.at("o")->elements()), "$.o: expected a list, found an object"},
        {message_of(root.at("l")->members()), "$.l: expected an object, found a list"},
        {message_of(root.at("l")->strings()), "$.l[1]: expected a string, found a number"},
        {message_of(root.at("l")->at("k")), "$.l: expected an object, found a list"},
        {message_of(root.string_at("z")), "$.z: expected a string, found null"},
        {message_of(deep.string()), "$.o.k[0].x: expected a string, found true or false"},
        {message_of(root.at("missing")), "$: lacks \"missing\""},
        {message_of(root.at("o")->string_at("missing")), "$.o: lacks \"missing\""},
        {message_of(root.string_or("n", "")), "$.n: expected a string, found a number"},
        {message_of(root.strings_or_none("s")), "$.s: expected a list, found a string"},
        {message_of(Result<int>(deep.expected("seven"))), "$.o.k[0].x: expected seven"},
    };
    for (const Row& row : rows)
        CHECK_THAT(row.message, ContainsSubstring(row.expected));
}

TEST_CASE("what may be missing may also be null") {
    const Document document = parse(R"({"z":null,"s":"x","l":["a"]})");
    const Node root = document.root();
    for (const char* key : {"missing", "z"}) {
        CAPTURE(key);
        CHECK_FALSE(root.find(key));
        CHECK(root.string_or(key, "fallback") == "fallback");
        CHECK(root.strings_or_none(key).value().empty());
    }
    CHECK(root.find("s"));
    CHECK(root.string_or("s", "fallback") == "x");
    CHECK_FALSE(root.find("s")->find("below"));
    CHECK_FALSE(root.find("l")->find("a"));
}

TEST_CASE("whole numbers are those from 0 to 2^63-1") {
    const Document document = parse(
        R"([0,4294967296,9223372036854775807,9223372036854775808,18446744073709551616,-1,1.0,1e2])");
    const auto numbers = document.root().elements().value();
    CHECK(numbers.at(0).number() == 0);
    CHECK(numbers.at(1).number() == 4294967296);
    CHECK(numbers.at(2).number() == 9223372036854775807);
    for (std::size_t i = 3; i < numbers.size(); ++i) {
        CAPTURE(i);
        CHECK_THAT(message_of(numbers[i].number()),
                   ContainsSubstring("$[" + std::to_string(i) + "]: expected a whole number"));
    }
}

TEST_CASE("members come sorted by key") {
    const Document document = parse(R"({"z":1,"a":2,"m":{"y":3}})");
    std::vector<std::string> seen;
    const auto members = document.root().members().value();
    for (const Node::Member& member : members)
        seen.push_back(member.key + " " + member.value.path());
    CHECK(seen == std::vector<std::string>{"a $.a", "m $.m", "z $.z"});
}

TEST_CASE("hostile keys cannot reach the terminal through a path") {
    const Document document = parse("{\"\\u001b[2J\":{\"b\":1}}");
    const auto members = document.root().members().value();
    const std::string message = message_of(members.at(0).value.at("b")->string());
    CHECK(message.find('\x1b') == std::string::npos);
    CHECK_THAT(message, ContainsSubstring(R"(\x1b[2J)"));
}

TEST_CASE("a document can be moved with nodes in use") {
    Document first = parse(R"({"a":"x"})");
    const Node root = first.root();
    const Document second = std::move(first);
    CHECK(root.string_at("a") == "x");
    CHECK(second.root().string_at("a") == "x");
}

TEST_CASE("a schema is the expected one or an error") {
    CHECK(check_schema(parse(R"({"schema":"cudafetch.x/1"})").root(), "cudafetch.x/1"));
    for (const char* text : {R"({"schema":"cudafetch.x/2"})", R"({"schema":1})",
                             R"({"schema":null})", "{}", "[]", "null"}) {
        CAPTURE(text);
        const Document document = parse(text);
        message_of(check_schema(document.root(), "cudafetch.x/1"));
    }
    const Document newer = parse(R"({"schema":"cudafetch.x/2"})");
    CHECK_THAT(message_of(check_schema(newer.root(), "cudafetch.x/1")),
               ContainsSubstring("cudafetch.x/1") && ContainsSubstring("cudafetch.x/2"));
}

}  // namespace
}  // namespace cudafetch::codec
