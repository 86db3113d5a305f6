// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

namespace kernels {

constexpr const char* usage = "usage: bench [--quick] [--device N] [--seed N]\n";

/// What the command line asks for.
struct Options {
    bool quick = false;      ///< Smaller buffers and fewer, shorter samples.
    int device = 0;          ///< Index in the order that the CUDA runtime counts devices.
    bool has_seed = false;   ///< Whether `seed` was given; else the program draws one.
    std::uint32_t seed = 0;  ///< Repeats the inputs of an earlier run.
};

/// Reads a decimal number of digits alone, at most `limit` (below 2^63). False, and `number`
/// untouched, for anything else.
inline bool parse_number(const std::string& text, std::uint64_t limit, std::uint64_t& number) {
    if (text.empty()) return false;
    std::uint64_t read = 0;
    for (const char digit : text) {
        if (digit < '0' || digit > '9') return false;
        read = read * 10 + static_cast<std::uint64_t>(digit - '0');
        if (read > limit) return false;
    }
    number = read;
    return true;
}

/// Reads the arguments after the program's name. False, and `problem` set, when they cannot be
/// understood.
inline bool parse_options(int argc, const char* const* argv, Options& options,
                          std::string& problem) {
    for (int i = 1; i < argc; ++i) {
        const std::string name = argv[i];
        if (name == "--quick") {
            options.quick = true;
            continue;
        }
        if (name != "--device" && name != "--seed") {
            problem = "unknown argument '" + name + "'";
            return false;
        }
        const std::string text = i + 1 < argc ? argv[++i] : "";
        const std::uint64_t limit = name == "--device" ? INT32_MAX : UINT32_MAX;
        std::uint64_t number = 0;
        if (!parse_number(text, limit, number)) {
            problem = name + " needs a number from 0 to " + std::to_string(limit) + ", not '" +
                      text + "'";
            return false;
        }
        if (name == "--device") {
            options.device = static_cast<int>(number);
        } else {
            options.has_seed = true;
            options.seed = static_cast<std::uint32_t>(number);
        }
    }
    return true;
}

}  // namespace kernels
