// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

namespace cudafetch {

/// How far a long activity has come.
struct Progress {
    std::string_view activity;    ///< Such as "downloading".
    std::uint64_t done_bytes{};   ///< Bytes so far.
    std::uint64_t total_bytes{};  ///< 0 where unknown.
};

/// Where the library says what it is doing. Every call may come from any thread.
class Reporter {
  public:
    virtual ~Reporter() = default;

    /// A line about what is happening. A caller may swallow it (`--quiet`).
    virtual void status(std::string_view line) = 0;

    /// A line that is always shown.
    virtual void warning(std::string_view line) = 0;

    /// May be called often; the receiver decides what to show.
    virtual void progress(const Progress& progress) = 0;
};

}  // namespace cudafetch
