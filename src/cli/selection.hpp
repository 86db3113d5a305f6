// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/network.hpp"
#include "cudafetch/base/error.hpp"
#include "cudafetch/model/request.hpp"

namespace cudafetch::cli {

/// The options that say what to take; resolve and install share them.
struct SelectionOptions {
    std::vector<std::string> products;
    std::string caps;
    std::string components;
    std::string cuda;
    std::string profile;
    std::string host;
    std::string target;
    std::string tag;
    std::string board;
    std::string l4t;
    std::string driver;
    std::string accept;
    bool with_compat = false;
    std::string sysroot;
    std::string manifest;
    NetworkFlags network;
};

void add_selection(CLI::App& app, SelectionOptions& options);

/// What the options ask for. Fails with exit code 2, naming the option that cannot be read.
[[nodiscard]] Result<model::Request> to_request(const SelectionOptions& options);

}  // namespace cudafetch::cli
