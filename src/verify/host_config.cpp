// SPDX-License-Identifier: MIT
#include "verify/host_config.hpp"

#include <charconv>

namespace cudafetch::verify {

namespace {

/// The number that follows the first occurrence of `words`.
std::optional<int> number_after(std::string_view text, std::string_view words) {
    const auto found = text.find(words);
    if (found == std::string_view::npos) return std::nullopt;
    const auto rest = text.substr(found + words.size());
    int number = 0;
    if (std::from_chars(rest.data(), rest.data() + rest.size(), number).ec != std::errc())
        return std::nullopt;
    return number;
}

}  // namespace

HostCompilerLimits parse_host_config(std::string_view text) {
    HostCompilerLimits limits;
    limits.gcc = number_after(text, "__GNUC__ > ");
    if (const auto refused = number_after(text, "__clang_major__ >= ")) limits.clang = *refused - 1;
    return limits;
}

CompilerIdentity parse_predefined_macros(std::string_view text) {
    CompilerIdentity identity;
    const auto clang = number_after(text, "#define __clang_major__ ");
    // Clang claims to be GCC 4 too.
    identity.clang = clang.has_value();
    identity.major = clang ? *clang : number_after(text, "#define __GNUC__ ").value_or(0);
    for (const char* machine : {"x86_64", "aarch64"})
        if (number_after(text, "#define __" + std::string(machine) + "__ "))
            identity.machine = machine;
    return identity;
}

}  // namespace cudafetch::verify
