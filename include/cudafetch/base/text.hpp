// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cudafetch {

/// Without leading and trailing white space (also NUL, as in device-tree strings).
[[nodiscard]] std::string_view trim(std::string_view text);

/// The parts between any of `separators`; empty parts are dropped.
[[nodiscard]] std::vector<std::string_view> split(std::string_view text,
                                                  std::string_view separators);

/// `parts` with `separator` between them.
[[nodiscard]] std::string join(const std::vector<std::string>& parts, std::string_view separator);

/// A size for a person: "934 kB", "81.9 MB", "5.24 GB" (powers of 1000).
[[nodiscard]] std::string human_size(std::uint64_t bytes);

/// Whether all of it is valid UTF-8 without control characters.
[[nodiscard]] bool is_printable_utf8(std::string_view text);

/// A copy that is safe to print: control characters and invalid UTF-8 become `\xNN`.
[[nodiscard]] std::string printable(std::string_view text);

}  // namespace cudafetch
