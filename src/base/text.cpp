// SPDX-License-Identifier: MIT
#include "cudafetch/base/text.hpp"

#include <array>
#include <cstdio>

namespace cudafetch {

namespace {

constexpr std::string_view white_space(" \t\r\n\v\f\0", 7);

/// Length in bytes of the printable UTF-8 character at the front of `text`; 0 if there is none.
std::size_t printable_length(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned first = byte(0);
    if (first < 0x80) return first >= 0x20 && first != 0x7f ? 1 : 0;
    const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0;
    if (length == 0 || first > 0xf4 || text.size() < length) return 0;
    unsigned code = first & (0xffU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xc0U) != 0x80) return 0;
        code = code << 6 | (byte(i) & 0x3fU);
    }
    const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
    const bool surrogate = code >= 0xd800 && code <= 0xdfff;
    const bool control = code < 0xa0;
    const bool bidirectional =
        (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
    return overlong || surrogate || control || bidirectional || code > 0x10ffff ? 0 : length;
}

}  // namespace

std::string_view trim(std::string_view text) {
    const auto first = text.find_first_not_of(white_space);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(white_space) - first + 1);
}

std::vector<std::string_view> split(std::string_view text, std::string_view separators) {
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        const auto end = text.find_first_of(separators);
        if (end != 0) parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) break;
        text.remove_prefix(end + 1);
    }
    return parts;
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
    std::string text;
    for (const std::string& part : parts) {
        if (&part != parts.data()) text += separator;
        text += part;
    }
    return text;
}

std::string human_size(std::uint64_t bytes) {
    static constexpr std::array<const char*, 5> units{"B", "kB", "MB", "GB", "TB"};
    double value = static_cast<double>(bytes);
    std::size_t unit = 0;
    while (value >= 999.5 && unit + 1 < units.size()) {
        value /= 1000;
        ++unit;
    }
    const int decimals = unit == 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.*f %s", decimals, value, units[unit]);
    return text.data();
}

bool is_printable_utf8(std::string_view text) {
    while (!text.empty()) {
        const std::size_t length = printable_length(text);
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

std::string printable(std::string_view text) {
    static constexpr char digits[] = "0123456789abcdef";
    std::string result;
    while (!text.empty()) {
        std::size_t length = printable_length(text);
        if (length > 0) {
            result += text.substr(0, length);
        } else {
            const auto byte = static_cast<unsigned char>(text.front());
            result += {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
            length = 1;
        }
        text.remove_prefix(length);
    }
    return result;
}

}  // namespace cudafetch
