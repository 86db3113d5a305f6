// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cudafetch::platform {

/// What a system says of itself. Empty where it does not.
struct Uname {
    std::string os;              ///< Lower case.
    std::string machine;         ///< As written: "aarch64", "arm64".
    std::string kernel_release;  ///< "5.15.148-tegra"

    bool operator==(const Uname&) const = default;
};

/// Reads the output of `uname -a`, `uname -srm` or `uname -m`. Absent if it names no machine.
[[nodiscard]] std::optional<Uname> parse_uname_text(std::string_view text);

/// Of the machine we run on.
[[nodiscard]] Uname this_uname();

}  // namespace cudafetch::platform
