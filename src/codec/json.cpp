// SPDX-License-Identifier: MIT
#include "cudafetch/codec/json.hpp"

#include <nlohmann/json.hpp>
#include <set>

#include "cudafetch/base/text.hpp"

namespace cudafetch::codec {

namespace {

// Ordered by key: an object that keeps the order of its text looks a key up in linear time.
using Json = nlohmann::json;

const Json& json_of(const void* value) {
    return *static_cast<const Json*>(value);
}

/// Sees the keys of every open object while the parser runs.
class DuplicateKeys {
  public:
    bool operator()(int, Json::parse_event_t event, Json& parsed) {
        switch (event) {
            case Json::parse_event_t::object_start:
                open_.emplace_back();
                break;
            case Json::parse_event_t::object_end:
                open_.pop_back();
                break;
            case Json::parse_event_t::key:
                if (!open_.back().insert(parsed.get<std::string>()).second && first_.empty())
                    first_ = parsed.get<std::string>();
                break;
            default:
                break;
        }
        return true;
    }
    [[nodiscard]] const std::string& first() const { return first_; }

  private:
    std::vector<std::set<std::string>> open_;
    std::string first_;
};

/// The parser's message without its own prefix.
std::string syntax_error(const nlohmann::json::exception& error) {
    const std::string_view text = error.what();
    const auto end = text.find("] ");
    return printable(end == std::string_view::npos ? text : text.substr(end + 2));
}

std::string_view kind_of(const Json& value) {
    if (value.is_null()) return "null";
    if (value.is_object()) return "an object";
    if (value.is_array()) return "a list";
    if (value.is_string()) return "a string";
    if (value.is_boolean()) return "true or false";
    return "a number";
}

}  // namespace

struct Document::Content {
    Json root;
    std::string where;
    std::string code;
};

Document::Document(std::unique_ptr<Content> content) : content_(std::move(content)) {}
Document::~Document() = default;
Document::Document(Document&&) noexcept = default;
Document& Document::operator=(Document&&) noexcept = default;

Result<Document> Document::parse(std::string_view text, std::string where, std::string code) {
    DuplicateKeys duplicates;
    auto content = std::make_unique<Content>();
    // The parser takes a NUL for the end of the text, whatever follows.
    if (text.find('\0') != text.npos)
        return fail(ExitCode::integrity, code, where + ": not JSON: a NUL byte in the text");
    try {
        content->root = Json::parse(text, std::ref(duplicates));
    } catch (const nlohmann::json::exception& error) {
        return fail(ExitCode::integrity, code, where + ": not JSON: " + syntax_error(error));
    }
    if (!duplicates.first().empty())
        return fail(
            ExitCode::integrity, code,
            where + ": an object holds the key \"" + printable(duplicates.first()) + "\" twice");
    content->where = std::move(where);
    content->code = std::move(code);
    return Document(std::move(content));
}

Node Document::root() const {
    return {content_.get(), &content_->root, "$"};
}

bool Node::is_null() const {
    return json_of(value_).is_null();
}
bool Node::is_object() const {
    return json_of(value_).is_object();
}
bool Node::is_string() const {
    return json_of(value_).is_string();
}

tl::unexpected<Error> Node::expected(std::string_view what) const {
    return fail(ExitCode::integrity, document_->code,
                document_->where + ": " + printable(path_) + ": expected " + std::string(what) +
                    ", found " + std::string(kind_of(json_of(value_))));
}

Node Node::child(std::string_view key, const void* value) const {
    return {document_, value, path_ + "." + std::string(key)};
}

Result<std::string> Node::string() const {
    if (!is_string()) return expected("a string");
    return json_of(value_).get<std::string>();
}

Result<bool> Node::boolean() const {
    if (!json_of(value_).is_boolean()) return expected("true or false");
    return json_of(value_).get<bool>();
}

Result<std::uint64_t> Node::number() const {
    const Json& value = json_of(value_);
    if (!value.is_number_integer() || value < 0 || value > INT64_MAX)
        return expected("a whole number");
    return value.get<std::uint64_t>();
}

Result<double> Node::real() const {
    if (!json_of(value_).is_number()) return expected("a number");
    return json_of(value_).get<double>();
}

Result<std::vector<Node>> Node::elements() const {
    const Json& value = json_of(value_);
    if (!value.is_array()) return expected("a list");
    std::vector<Node> nodes;
    nodes.reserve(value.size());
    for (const Json& element : value)
        nodes.push_back({document_, &element, path_ + "[" + std::to_string(nodes.size()) + "]"});
    return nodes;
}

Result<std::vector<Node::Member>> Node::members() const {
    if (!is_object()) return expected("an object");
    std::vector<Member> result;
    for (const auto& [key, value] : json_of(value_).items())
        result.push_back({key, child(key, &value)});
    return result;
}

Result<std::vector<std::string>> Node::strings() const {
    CUDAFETCH_TRY(const auto nodes, elements());
    std::vector<std::string> result;
    for (const Node& node : nodes) {
        CUDAFETCH_TRY(auto text, node.string());
        result.push_back(std::move(text));
    }
    return result;
}

Result<Node> Node::at(std::string_view key) const {
    if (!is_object()) return expected("an object");
    const auto found = json_of(value_).find(std::string(key));
    if (found == json_of(value_).end())
        return fail(
            ExitCode::integrity, document_->code,
            document_->where + ": " + printable(path_) + ": lacks \"" + std::string(key) + "\"");
    return child(key, &*found);
}

std::optional<Node> Node::find(std::string_view key) const {
    if (!is_object()) return std::nullopt;
    const auto found = json_of(value_).find(std::string(key));
    if (found == json_of(value_).end() || found->is_null()) return std::nullopt;
    return child(key, &*found);
}

Result<std::string> Node::string_at(std::string_view key) const {
    CUDAFETCH_TRY(const Node node, at(key));
    return node.string();
}

Result<std::string> Node::string_or(std::string_view key, std::string fallback) const {
    if (!is_object()) return expected("an object");
    if (const auto node = find(key)) return node->string();
    return fallback;
}

Result<std::vector<std::string>> Node::strings_or_none(std::string_view key) const {
    if (!is_object()) return expected("an object");
    if (const auto node = find(key)) return node->strings();
    return std::vector<std::string>{};
}

Result<void> check_schema(const Node& root, std::string_view expected) {
    CUDAFETCH_TRY(const Node schema, root.at("schema"));
    CUDAFETCH_TRY(const std::string found, schema.string());
    if (found != expected)
        return schema.expected("\"" + std::string(expected) + "\" (a newer cudafetch may know \"" +
                               printable(found) + "\")");
    return {};
}

}  // namespace cudafetch::codec
