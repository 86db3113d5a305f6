// SPDX-License-Identifier: MIT
#include "cudafetch/platform/tegra_release.hpp"

#include <algorithm>
#include <string>

#include "cudafetch/base/text.hpp"

namespace cudafetch::platform {

namespace {

/// Takes words and numbers off the front of a line, with any blanks before them.
class Scanner {
  public:
    explicit Scanner(std::string_view line) : rest_(line) {}

    bool take(std::string_view word) {
        skip_blanks();
        if (rest_.substr(0, word.size()) != word) return false;
        rest_.remove_prefix(word.size());
        return true;
    }

    /// Digits right here, without blanks before them; empty if there are none.
    std::string_view digits() {
        const auto end = std::min(rest_.find_first_not_of("0123456789"), rest_.size());
        const auto number = rest_.substr(0, end);
        rest_.remove_prefix(end);
        return number;
    }

    void skip_blanks() {
        rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t"), rest_.size()));
    }

  private:
    std::string_view rest_;
};

}  // namespace

std::optional<model::Version> parse_tegra_release(std::string_view text) {
    text = trim(text);
    Scanner line(text.substr(0, text.find('\n')));
    line.take("#");
    if (!line.take("R")) return std::nullopt;
    const auto major = line.digits();
    line.take("(release)");
    if (!line.take(",") || !line.take("REVISION:")) return std::nullopt;
    line.skip_blanks();
    const auto minor = line.digits();
    const auto patch = line.take(".") ? line.digits() : "0";
    std::string version(major);
    version.append(".").append(minor).append(".").append(patch);
    return model::Version::parse(version);
}

}  // namespace cudafetch::platform
