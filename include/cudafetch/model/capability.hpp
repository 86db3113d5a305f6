// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cudafetch/base/error.hpp"

namespace cudafetch::model {

/// A CUDA compute capability: 8.7, 9.0a (architecture-specific), 10.0f (family-specific).
struct Capability {
    enum class Suffix { none, architecture, family };

    int major = 0;
    int minor = 0;  ///< 0 to 9.
    Suffix suffix = Suffix::none;

    /// Reads 8.7, 87, sm_87, compute_87, 9.0a, sm_100f; absent for anything else.
    static std::optional<Capability> parse(std::string_view text);

    [[nodiscard]] std::string text() const;     ///< "9.0a"
    [[nodiscard]] std::string digits() const;   ///< "90a"
    [[nodiscard]] std::string sm() const;       ///< "sm_90a", the name of real code (SASS).
    [[nodiscard]] std::string compute() const;  ///< "compute_90a", the name of virtual code (PTX).
    /// The same device without its suffix.
    [[nodiscard]] Capability base() const { return {major, minor, Suffix::none}; }

    auto operator<=>(const Capability&) const = default;
};

/// Reads a list separated by commas, semicolons or spaces; the result is sorted, without repeats.
/// Fails with exit code 2 and code `capability_syntax`, naming the first word that is none.
[[nodiscard]] Result<std::vector<Capability>> parse_capabilities(std::string_view text);

/// "7.2, 8.7"
[[nodiscard]] std::string to_text(const std::vector<Capability>& capabilities);

}  // namespace cudafetch::model
