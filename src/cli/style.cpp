// SPDX-License-Identifier: MIT
#include "cli/style.hpp"

#include <unistd.h>

#include <cstdlib>

namespace cudafetch::cli {

Style Style::of_stream(int fd) {
    const char* no_color = std::getenv("NO_COLOR");
    const char* term = std::getenv("TERM");
    const bool unwanted = no_color != nullptr && *no_color != '\0';
    const bool dumb = term == nullptr || std::string_view(term) == "dumb";
    return Style(!unwanted && !dumb && ::isatty(fd) == 1);
}

std::string Style::wrap(std::string_view code, std::string_view text) const {
    if (!coloured_ || text.empty()) return std::string(text);
    return "\033[" + std::string(code) + "m" + std::string(text) + "\033[0m";
}

}  // namespace cudafetch::cli
