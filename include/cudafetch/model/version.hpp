// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cudafetch::model {

/// A dotted version of one or more numbers: 12.6.3, 13.3.3.3.1, 24.03.
/// Compares number by number, so 12.10 is newer than 12.9; a missing part counts as 0.
/// Keeps its text: 24.03 prints as 24.03 and equals 24.3.
class Version {
  public:
    /// Absent unless all of `text` is numbers of 1 to 9 digits between single dots, 8 parts at
    /// most.
    static std::optional<Version> parse(std::string_view text);

    [[nodiscard]] const std::string& text() const { return text_; }
    [[nodiscard]] std::size_t size() const { return parts_.size(); }
    /// The part at `index`, 0 past the end.
    [[nodiscard]] std::uint32_t part(std::size_t index) const {
        return index < parts_.size() ? parts_[index] : 0;
    }
    [[nodiscard]] std::uint32_t major() const { return part(0); }
    [[nodiscard]] std::uint32_t minor() const { return part(1); }
    /// The first `count` parts (fewer if it has fewer): 12.6.3 to 2 parts is 12.6.
    [[nodiscard]] Version truncated(std::size_t count) const;

    std::strong_ordering operator<=>(const Version& other) const;
    bool operator==(const Version& other) const { return (*this <=> other) == 0; }

  private:
    std::string text_;
    std::vector<std::uint32_t> parts_;
};

}  // namespace cudafetch::model
