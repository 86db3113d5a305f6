// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <vector>

#include "cudafetch/model/receipt.hpp"

namespace cudafetch::store {

/// An unpacked archive.
struct Tree {
    std::filesystem::path folder;             ///< What the paths below are relative to.
    std::vector<model::InstalledFile> files;  ///< Files and links, sorted by path.
};

}  // namespace cudafetch::store
