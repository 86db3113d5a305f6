// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cudafetch/base/error.hpp"

namespace cudafetch::store {

enum class EntryKind { folder, file, link };

/// The names that an archive has brought so far, and the rules for the next one. Names of the
/// archive go in, paths without its one top-level folder come out. All failures are exit code 5,
/// code `unsafe_archive`.
class TreeNames {
  public:
    explicit TreeNames(std::size_t max_entries) : max_entries_(max_entries) {}

    struct Admitted {
        std::string path;                      ///< Empty for the top-level folder itself.
        std::vector<std::string> new_folders;  ///< To be made before, outermost first.
    };

    /// Takes the next entry, or refuses it.
    Result<Admitted> admit(std::string_view name, EntryKind kind);

    /// The path of the file that a hard link names; it must have come before.
    Result<std::string> file_before(std::string_view name, std::string_view target) const;

    /// The error "<reason>", about an entry.
    static tl::unexpected<Error> refuse(std::string_view name, std::string_view reason);

  private:
    struct Split {
        std::string top;
        std::string rest;
    };
    static Result<Split> split_name(std::string_view name);
    Result<void> admit_parents(std::string_view name, Admitted& admitted);
    Result<void> insert(std::string_view name, const std::string& path, EntryKind kind);

    std::size_t max_entries_;
    std::string top_;
    std::map<std::string, EntryKind, std::less<>> kinds_;
};

}  // namespace cudafetch::store
