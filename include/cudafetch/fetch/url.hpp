// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "cudafetch/base/file.hpp"

namespace cudafetch::fetch {

/// Where something can be fetched from: an http or https URL, or a local file or folder.
/// It may hold a password or token, so it has no stream operator and does not convert to text:
/// `shown()` is for people, `secret()` for the transport alone.
class Url {
  public:
    enum class Scheme { http, https, file };

    /// Reads "https://...", "http://...", "file:///..." or a plain path, which is made absolute.
    /// Fails with `bad_url` (exit 2); the message repeats no password.
    [[nodiscard]] static Result<Url> parse(std::string_view text);

    /// The same place, `relative_path` further down; a query stays at the end. Each part of the
    /// path is percent-encoded. Fails with `unsafe_path` (exit 5) unless it is a relative path
    /// without empty, "." and ".." parts, backslashes, control characters or a scheme.
    [[nodiscard]] Result<Url> join(std::string_view relative_path) const;

    [[nodiscard]] Scheme scheme() const { return scheme_; }

    /// Safe to print: password and query replaced by "***", as is a user name without a password
    /// (many servers take a token there). A file is shown as its path.
    [[nodiscard]] const std::string& shown() const { return shown_; }

    /// The whole URL, secrets included; of a file, its path. Never for messages or logs.
    [[nodiscard]] const std::string& secret() const { return secret_; }

    bool operator==(const Url&) const = default;

  private:
    Url(Scheme scheme, std::string secret, std::string shown);
    static Url of_path(const fs::path& path);
    static Result<Url> parse_with_scheme(std::string_view text);

    Scheme scheme_;
    std::string secret_;
    std::string shown_;
};

}  // namespace cudafetch::fetch
