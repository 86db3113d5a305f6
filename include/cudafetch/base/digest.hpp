// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "cudafetch/base/bytes.hpp"

namespace cudafetch {

/// A SHA-256 digest (FIPS 180-4).
class Sha256Digest {
  public:
    static constexpr std::size_t size = 32;

    Sha256Digest() = default;
    explicit Sha256Digest(const std::array<std::byte, size>& bytes) : bytes_(bytes) {}

    /// Reads exactly 64 lower-case hexadecimal digits; absent for anything else.
    static std::optional<Sha256Digest> parse(std::string_view hex);

    /// 64 lower-case hexadecimal digits.
    [[nodiscard]] std::string hex() const;

    auto operator<=>(const Sha256Digest&) const = default;

  private:
    std::array<std::byte, size> bytes_{};
};

/// Computes a SHA-256 digest over bytes as they arrive.
class Sha256 {
  public:
    Sha256();
    ~Sha256();
    Sha256(Sha256&&) noexcept;
    Sha256& operator=(Sha256&&) noexcept;

    void update(ByteSpan bytes);

    /// The digest of all bytes so far; the object starts afresh.
    [[nodiscard]] Sha256Digest finish();

  private:
    struct Context;
    std::unique_ptr<Context> context_;
};

/// The digest of one block of bytes.
[[nodiscard]] Sha256Digest sha256(ByteSpan bytes);

}  // namespace cudafetch
