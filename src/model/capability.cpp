// SPDX-License-Identifier: MIT
#include "cudafetch/model/capability.hpp"

#include <algorithm>

#include "cudafetch/base/text.hpp"

namespace cudafetch::model {

namespace {

/// A decimal number of one or two digits; absent for anything else.
std::optional<int> small_number(std::string_view text) {
    if (text.empty() || text.size() > 2) return std::nullopt;
    int number = 0;
    for (const char c : text) {
        if (c < '0' || c > '9') return std::nullopt;
        number = number * 10 + (c - '0');
    }
    return number;
}

char suffix_letter(Capability::Suffix suffix) {
    return suffix == Capability::Suffix::architecture ? 'a' : 'f';
}

}  // namespace

std::optional<Capability> Capability::parse(std::string_view text) {
    bool may_have_dot = true;
    for (const std::string_view prefix : {"sm_", "compute_"}) {
        if (!text.starts_with(prefix)) continue;
        text.remove_prefix(prefix.size());
        may_have_dot = false;
        break;
    }
    Capability capability;
    if (text.ends_with('a')) capability.suffix = Suffix::architecture;
    if (text.ends_with('f')) capability.suffix = Suffix::family;
    if (capability.suffix != Suffix::none) text.remove_suffix(1);

    if (text.size() < 2) return std::nullopt;
    const auto minor = small_number(text.substr(text.size() - 1));
    text.remove_suffix(1);
    if (text.ends_with('.')) {
        if (!may_have_dot) return std::nullopt;
        text.remove_suffix(1);
    }
    const auto major = small_number(text);
    if (!major || !minor || *major == 0 || text.front() == '0') return std::nullopt;
    capability.major = *major;
    capability.minor = *minor;
    return capability;
}

std::string Capability::text() const {
    std::string result = std::to_string(major) + "." + std::to_string(minor);
    if (suffix != Suffix::none) result += suffix_letter(suffix);
    return result;
}

std::string Capability::digits() const {
    std::string result = std::to_string(major) + std::to_string(minor);
    if (suffix != Suffix::none) result += suffix_letter(suffix);
    return result;
}

std::string Capability::sm() const {
    return "sm_" + digits();
}
std::string Capability::compute() const {
    return "compute_" + digits();
}

Result<std::vector<Capability>> parse_capabilities(std::string_view text) {
    std::vector<Capability> result;
    for (const std::string_view word : split(text, ",; \t\n")) {
        const auto capability = Capability::parse(word);
        if (!capability)
            return fail(ExitCode::usage, "capability_syntax",
                        "\"" + printable(word) + "\" is not a CUDA compute capability",
                        {"write it as 8.7, 87, sm_87, compute_87 or, with a suffix, 9.0a"});
        result.push_back(*capability);
    }
    if (result.empty())
        return fail(ExitCode::usage, "capability_syntax", "no compute capability is named",
                    {"write a list such as 8.7 or 8.0,9.0"});
    std::sort(result.begin(), result.end());
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
}

std::string to_text(const std::vector<Capability>& capabilities) {
    std::vector<std::string> texts;
    for (const Capability& capability : capabilities)
        texts.push_back(capability.text());
    return join(texts, ", ");
}

}  // namespace cudafetch::model
