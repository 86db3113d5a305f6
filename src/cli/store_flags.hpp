// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>

#include "cudafetch/base/file.hpp"
#include "cudafetch/store/store.hpp"

namespace cudafetch::cli {

/// The options that say how archives are fetched and unpacked, and where they are kept.
struct StoreFlags {
    std::string store;
    std::size_t jobs = 0;  ///< 0: as many as suit the machine.
    bool low_memory = false;
    bool no_sync = false;
    std::uint64_t max_unpacked = 0;  ///< Bytes; 0: as the archive's size allows.
};

void add_store_flags(CLI::App& app, StoreFlags& flags);

/// The store's folder: the one named, else the one below the user's cache folder.
[[nodiscard]] Result<fs::path> store_root(const StoreFlags& flags);

/// How many archives are fetched at once.
[[nodiscard]] std::size_t jobs_of(const StoreFlags& flags);

[[nodiscard]] store::StoreOptions to_options(const StoreFlags& flags);

}  // namespace cudafetch::cli
