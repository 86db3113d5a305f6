// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cudafetch::verify {

/// The newest compilers that a toolkit accepts. Absent where it does not say.
struct HostCompilerLimits {
    std::optional<int> gcc;
    std::optional<int> clang;
};

/// Reads the limits out of the toolkit's own crt/host_config.h.
[[nodiscard]] HostCompilerLimits parse_host_config(std::string_view text);

/// What a host compiler is.
struct CompilerIdentity {
    bool clang = false;
    int major = 0;        ///< 0 if it is neither GCC nor Clang.
    std::string machine;  ///< What it compiles for, as `uname -m` says it; empty if unknown.
};

/// Reads the predefined macros that `-dM -E` prints.
[[nodiscard]] CompilerIdentity parse_predefined_macros(std::string_view text);

}  // namespace cudafetch::verify
