// SPDX-License-Identifier: MIT
#include "cudafetch/model/version.hpp"

#include <algorithm>
#include <charconv>

namespace cudafetch::model {

namespace {

constexpr std::size_t max_parts = 8;
constexpr std::size_t max_digits = 9;

}  // namespace

std::optional<Version> Version::parse(std::string_view text) {
    Version version;
    version.text_ = text;
    for (;;) {
        const std::string_view digits = text.substr(0, text.find('.'));
        std::uint32_t number = 0;
        const auto [end, error] =
            std::from_chars(digits.data(), digits.data() + digits.size(), number);
        if (error != std::errc{} || end != digits.data() + digits.size() ||
            digits.size() > max_digits || version.parts_.size() == max_parts)
            return std::nullopt;
        version.parts_.push_back(number);
        if (digits.size() == text.size()) return version;
        text.remove_prefix(digits.size() + 1);
    }
}

Version Version::truncated(std::size_t count) const {
    if (count >= parts_.size()) return *this;
    Version version;
    version.parts_.assign(parts_.begin(), parts_.begin() + static_cast<std::ptrdiff_t>(count));
    std::size_t end = 0;
    for (std::size_t i = 0; i < count; ++i)
        end = text_.find('.', end) + 1;
    version.text_ = text_.substr(0, end == 0 ? 0 : end - 1);
    return version;
}

std::strong_ordering Version::operator<=>(const Version& other) const {
    for (std::size_t i = 0; i < std::max(parts_.size(), other.parts_.size()); ++i)
        if (const auto order = part(i) <=> other.part(i); order != 0) return order;
    return std::strong_ordering::equal;
}

}  // namespace cudafetch::model
