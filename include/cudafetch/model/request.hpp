// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cudafetch/model/capability.hpp"
#include "cudafetch/model/version.hpp"
#include "cudafetch/model/version_spec.hpp"

namespace cudafetch::model {

/// A product, and which of its releases may be taken.
struct ProductRequest {
    std::string product;
    VersionSpec spec;
};

/// What the user asked for. Machine and tag names are as written; the rules judge them.
struct Request {
    std::vector<ProductRequest> products;  ///< Empty: cuda.
    std::vector<Capability> capabilities;  ///< Sorted. Empty: those of the target.
    VersionSpec cuda;                      ///< Which CUDA releases may be taken.
    std::vector<std::string> components;   ///< Names or aliases; "-name" takes one out.
    std::optional<std::string> profile;    ///< "compile", "all"; absent: compile, or none
                                           ///< where components are named.
    std::optional<std::string> host;
    std::optional<std::string> target;
    std::optional<std::string> tag;
    std::optional<Version> l4t;
    // Where facts come from; the rules only repeat these in hints.
    std::optional<std::string> sysroot;
    std::optional<std::string> manifest;
    std::optional<std::string> mirror;
};

/// The command line that asks for the same, for hints: "cudafetch resolve --caps 8.7".
[[nodiscard]] std::string command_line(const Request& request);

}  // namespace cudafetch::model
