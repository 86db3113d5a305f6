// SPDX-License-Identifier: MIT
#include "cudafetch/model/version_spec.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "cudafetch/base/text.hpp"

namespace cudafetch::model {

namespace {

using Operator = VersionSpec::Operator;

/// Longer ones first, so that ">=" is not read as ">".
constexpr std::array<std::pair<std::string_view, Operator>, 6> operators{{
    {">=", Operator::greater_equal},
    {"<=", Operator::less_equal},
    {"==", Operator::equal},
    {">", Operator::greater},
    {"<", Operator::less},
    {"=", Operator::equal},
}};

std::optional<VersionSpec::Bound> parse_bound(std::string_view text) {
    Operator op = Operator::prefix;
    for (const auto& [sign, meaning] : operators) {
        if (!text.starts_with(sign)) continue;
        op = meaning;
        text = trim(text.substr(sign.size()));
        break;
    }
    auto version = Version::parse(text);
    if (!version) return std::nullopt;
    return VersionSpec::Bound{op, *std::move(version)};
}

bool satisfies(const Version& version, const VersionSpec::Bound& bound) {
    const auto order = version.truncated(bound.version.size()) <=> bound.version;
    switch (bound.op) {
        case Operator::prefix:
        case Operator::equal:
            return order == 0;
        case Operator::greater:
            return order > 0;
        case Operator::greater_equal:
            return order >= 0;
        case Operator::less:
            return order < 0;
        case Operator::less_equal:
            return order <= 0;
    }
    return false;
}

}  // namespace

std::optional<VersionSpec> VersionSpec::parse(std::string_view text) {
    VersionSpec spec;
    spec.text_ = trim(text);
    if (spec.text_ == "latest") return VersionSpec();
    const auto parts = split(spec.text_, ",");
    for (const std::string_view part : parts) {
        auto bound = parse_bound(trim(part));
        if (!bound) return std::nullopt;
        spec.bounds_.push_back(*std::move(bound));
    }
    if (parts.empty()) return std::nullopt;
    return spec;
}

VersionSpec VersionSpec::exactly(const Version& version) {
    VersionSpec spec;
    spec.text_ = version.text();
    spec.bounds_ = {{Operator::prefix, version}};
    return spec;
}

bool VersionSpec::allows(const Version& version) const {
    return std::all_of(bounds_.begin(), bounds_.end(),
                       [&](const Bound& bound) { return satisfies(version, bound); });
}

std::optional<Version> VersionSpec::named() const {
    if (bounds_.size() != 1 || bounds_.front().op != Operator::prefix) return std::nullopt;
    return bounds_.front().version;
}

}  // namespace cudafetch::model
