// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
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

/// What a library of the plan must hold for each capability, the strictest first.
enum class Accept {
    native,  ///< Real code (SASS) for exactly that capability.
    sass,    ///< Real code that it runs: its own, or of its major and a lower minor number.
    ptx,     ///< Anything: virtual code (PTX) that the driver would compile when it is loaded.
};

[[nodiscard]] std::string_view to_text(Accept accept);
[[nodiscard]] std::optional<Accept> parse_accept(std::string_view text);

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
    std::optional<std::string> board;  ///< A board's name, module or SoC: "Jetson Orin Nano".
    std::optional<Version> l4t;        ///< Of the target board.
    std::optional<Version> driver;     ///< Of the target's NVIDIA driver, 535.104.05.
    Accept accept = Accept::sass;
    bool with_compat = false;  ///< Bring the newer user-mode driver along, where there is one.
    // Where facts come from; the rules only repeat these in hints.
    std::optional<std::string> sysroot;
    std::optional<std::string> manifest;
    std::optional<std::string> mirror;
};

/// The command line that asks for the same, for hints: "cudafetch resolve --caps 8.7".
[[nodiscard]] std::string command_line(const Request& request);

}  // namespace cudafetch::model
