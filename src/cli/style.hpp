// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace cudafetch::cli {

/// Colours of one output stream, or none where it is no terminal or NO_COLOR is set.
class Style {
  public:
    explicit Style(bool coloured) : coloured_(coloured) {}
    /// Coloured if `fd` is a terminal that is not "dumb" and NO_COLOR is unset or empty.
    [[nodiscard]] static Style of_stream(int fd);

    [[nodiscard]] std::string bold(std::string_view text) const { return wrap("1", text); }
    [[nodiscard]] std::string dim(std::string_view text) const { return wrap("2", text); }
    [[nodiscard]] std::string red(std::string_view text) const { return wrap("1;31", text); }
    [[nodiscard]] std::string green(std::string_view text) const { return wrap("32", text); }
    [[nodiscard]] std::string yellow(std::string_view text) const { return wrap("33", text); }

  private:
    [[nodiscard]] std::string wrap(std::string_view code, std::string_view text) const;
    bool coloured_;
};

}  // namespace cudafetch::cli
