// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cudafetch/model/version.hpp"

namespace cudafetch::model {

/// Which versions a user allows: `latest`, `12`, `12.6`, `12.6.3`, or bounds such as `>=12.2,<13`.
/// A bound compares as many parts as it has itself: `<=12.6` allows 12.6.3, `>12.6` does not.
/// A version without an operator allows all that begin with it.
class VersionSpec {
  public:
    enum class Operator { prefix, equal, greater, greater_equal, less, less_equal };
    struct Bound {
        Operator op;
        Version version;
        bool operator==(const Bound&) const = default;
    };

    /// Everything is allowed.
    VersionSpec() = default;

    /// Absent if `text` is not one of the forms above. `=` and `==` mean the same.
    static std::optional<VersionSpec> parse(std::string_view text);

    /// Exactly this version and what begins with it.
    static VersionSpec exactly(const Version& version);

    [[nodiscard]] bool allows(const Version& version) const;
    [[nodiscard]] bool unbounded() const { return bounds_.empty(); }

    /// The one version it names without an operator, if that is all it says.
    [[nodiscard]] std::optional<Version> named() const;

    /// As it was written; empty for everything.
    [[nodiscard]] const std::string& text() const { return text_; }

  private:
    std::string text_;
    std::vector<Bound> bounds_;
};

}  // namespace cudafetch::model
