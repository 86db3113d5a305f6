// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

namespace cudafetch {

/// A file of the source tree that is part of the program.
struct EmbeddedFile {
    const char* name;  ///< Path below the embedded folder, "cuda/12.6.3.json".
    const char* begin;
    const char* end;

    [[nodiscard]] std::string_view text() const {
        return {begin, static_cast<std::size_t>(end - begin)};
    }
};

}  // namespace cudafetch
