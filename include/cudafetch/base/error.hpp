// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "cudafetch/base/exit_code.hpp"

namespace cudafetch {

/// A candidate that was considered and refused, and why.
struct Rejection {
    std::string product;
    std::string release;
    std::string code;    ///< Stable name, such as `tag_not_in_release`.
    std::string reason;  ///< One sentence for a person.

    bool operator==(const Rejection&) const = default;
};

/// An expected failure. Bugs are exceptions; everything the outside world can cause is one of
/// these.
struct Error {
    ExitCode exit = ExitCode::internal;
    std::string code;     ///< Stable name for `--json`, such as `digest_mismatch`.
    std::string message;  ///< What was wrong and where. No final full stop or newline.
    std::vector<std::string>
        hints;  ///< What to do next; a hint that is a command can be run as is.
    std::vector<Rejection> rejected;  ///< Candidates that were tried, newest first.
};

/// A value, or the reason why there is none.
template <typename T>
using Result = tl::expected<T, Error>;

/// An error ready to be returned from a function that yields a Result.
[[nodiscard]] inline tl::unexpected<Error> fail(ExitCode exit, std::string code,
                                                std::string message,
                                                std::vector<std::string> hints = {}) {
    return tl::unexpected<Error>(
        Error{exit, std::move(code), std::move(message), std::move(hints), {}});
}

/// An error about a file, from errno: exit code 6, message "cannot <action> <path>: <reason>".
[[nodiscard]] tl::unexpected<Error> fail_errno(std::string_view action, std::string_view path,
                                               int error_number);

}  // namespace cudafetch

// The counter keeps the holders of nested uses apart, so that none shadows another.
#define CUDAFETCH_CONCAT_(a, b) a##b
#define CUDAFETCH_CONCAT(a, b) CUDAFETCH_CONCAT_(a, b)
#define CUDAFETCH_TRY_(holder, declaration, expression)              \
    auto holder = (expression);                                      \
    if (!holder) return ::tl::unexpected(std::move(holder).error()); \
    declaration = *std::move(holder)
#define CUDAFETCH_CHECK_(holder, expression)                             \
    do {                                                                 \
        auto holder = (expression);                                      \
        if (!holder) return ::tl::unexpected(std::move(holder).error()); \
    } while (false)

/// `CUDAFETCH_TRY(auto value, f());` declares `value`, or returns f()'s error to the caller.
#define CUDAFETCH_TRY(declaration, expression) \
    CUDAFETCH_TRY_(CUDAFETCH_CONCAT(try_result_, __COUNTER__), declaration, expression)

/// `CUDAFETCH_CHECK(f());` returns f()'s error to the caller, if there is one.
#define CUDAFETCH_CHECK(...) \
    CUDAFETCH_CHECK_(CUDAFETCH_CONCAT(check_result_, __COUNTER__), (__VA_ARGS__))
