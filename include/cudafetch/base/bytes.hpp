// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace cudafetch {

using ByteSpan = std::span<const std::byte>;

/// The same memory, seen as bytes.
[[nodiscard]] inline ByteSpan as_bytes(std::string_view text) {
    return std::as_bytes(std::span(text.data(), text.size()));
}

/// The same memory, seen as text.
[[nodiscard]] inline std::string_view as_text(ByteSpan bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace cudafetch
