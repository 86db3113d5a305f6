// SPDX-License-Identifier: MIT
#include "verify/nvcc_output.hpp"

#include <algorithm>
#include <array>

#include "cudafetch/base/text.hpp"

namespace cudafetch::verify {

namespace {

bool contains(std::string_view text, std::string_view word) {
    return text.find(word) != std::string_view::npos;
}

/// What follows `word`; empty if it does not occur.
std::string_view after(std::string_view text, std::string_view word) {
    const auto found = text.find(word);
    return found == std::string_view::npos ? std::string_view() : text.substr(found + word.size());
}

}  // namespace

std::vector<model::Capability> parse_gpu_codes(std::string_view text) {
    std::vector<model::Capability> codes;
    for (const auto word : split(text, " \t\r\n")) {
        const auto code = model::Capability::parse(word);
        if (code && word.substr(0, 3) == "sm_") codes.push_back(*code);
    }
    std::sort(codes.begin(), codes.end());
    return codes;
}

std::string missing_library(std::string_view text) {
    const auto complaint = after(text, "error while loading shared libraries: ");
    const auto line = complaint.substr(0, complaint.find('\n'));
    if (!contains(line, "cannot open shared object file")) return {};
    return printable(line.substr(0, line.find(": ")));
}

std::string error_lines(std::string_view text, std::size_t count) {
    std::vector<std::string> errors;
    std::vector<std::string> others;
    for (const auto raw : split(text, "\r\n")) {
        const std::string line = printable(trim(raw));
        if (line.empty()) continue;
        const bool is_error = contains(line, "error") || contains(line, "fatal") ||
                              contains(line, "not found") || contains(line, "#error");
        auto& list = is_error ? errors : others;
        if (list.size() < count) list.push_back(line);
    }
    return join(errors.empty() ? others : errors, "; ");
}

std::string compile_failure_cause(std::string_view text) {
    struct Sign {
        std::string_view words;
        const char* cause;
    };
    constexpr std::array signs{
        Sign{"error while loading shared libraries", "missing_library"},
        Sign{"unsupported GNU version", "host_compiler_too_new"},
        Sign{"unsupported clang version", "host_compiler_too_new"},
        Sign{"Unsupported gpu architecture", "unsupported_arch"},
        Sign{"is not defined for option 'gpu-", "unsupported_arch"},
        Sign{"No space left on device", "no_space"},
    };
    const auto sign = std::find_if(signs.begin(), signs.end(), [&](const Sign& candidate) {
        return contains(text, candidate.words);
    });
    return sign != signs.end() ? sign->cause : "compile_failed";
}

}  // namespace cudafetch::verify
