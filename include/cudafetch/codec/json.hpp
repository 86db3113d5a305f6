// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cudafetch/base/error.hpp"

namespace cudafetch::codec {

class Node;

/// A parsed JSON text that is not trusted: every access is checked, and every error names the text
/// it came from and the path within, such as "redistrib_12.6.3.json: $.cuda_nvcc.version".
class Document {
  public:
    /// `where` names the text in errors, `code` is their stable name; their exit code is 5.
    /// Refuses syntax errors, invalid UTF-8 and objects that hold a key twice.
    static Result<Document> parse(std::string_view text, std::string where, std::string code);

    ~Document();
    Document(Document&&) noexcept;
    Document& operator=(Document&&) noexcept;

    /// Nodes point into the document and must not outlive it.
    [[nodiscard]] Node root() const;

    struct Content;

  private:
    explicit Document(std::unique_ptr<Content> content);
    std::unique_ptr<Content> content_;
};

/// A place in a document.
class Node {
  public:
    struct Member;

    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] bool is_null() const;
    [[nodiscard]] bool is_object() const;
    [[nodiscard]] bool is_string() const;

    [[nodiscard]] Result<std::string> string() const;
    [[nodiscard]] Result<bool> boolean() const;
    /// A whole number from 0 to 2^63-1.
    [[nodiscard]] Result<std::uint64_t> number() const;
    [[nodiscard]] Result<double> real() const;
    /// The elements of an array.
    [[nodiscard]] Result<std::vector<Node>> elements() const;
    /// The members of an object, sorted by key.
    [[nodiscard]] Result<std::vector<Member>> members() const;
    /// An array of strings.
    [[nodiscard]] Result<std::vector<std::string>> strings() const;

    /// A member of an object; fails where it is missing.
    [[nodiscard]] Result<Node> at(std::string_view key) const;
    /// A member of an object; absent where it is missing or null, or this is not an object.
    [[nodiscard]] std::optional<Node> find(std::string_view key) const;
    /// A member that is a string; `fallback` where it is missing or null.
    [[nodiscard]] Result<std::string> string_at(std::string_view key) const;
    [[nodiscard]] Result<std::string> string_or(std::string_view key, std::string fallback) const;
    /// The strings of an array member; none where it is missing or null.
    [[nodiscard]] Result<std::vector<std::string>> strings_or_none(std::string_view key) const;

    /// The error "expected <what>" at this place.
    [[nodiscard]] tl::unexpected<Error> expected(std::string_view what) const;

  private:
    friend class Document;
    Node(const Document::Content* document, const void* value, std::string path)
        : document_(document), value_(value), path_(std::move(path)) {}
    [[nodiscard]] Node child(std::string_view key, const void* value) const;

    const Document::Content* document_;
    const void* value_;
    std::string path_;
};

struct Node::Member {
    std::string key;
    Node value;
};

/// Fails unless the document is an object whose `schema` is exactly `expected`.
[[nodiscard]] Result<void> check_schema(const Node& root, std::string_view expected);

}  // namespace cudafetch::codec
