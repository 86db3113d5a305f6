// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cudafetch/codec/files.hpp"

namespace cudafetch::manifest {

/// The table of files that is part of the program. Nothing else reads it: it takes some time.
[[nodiscard]] Result<std::vector<codec::FilePackage>> embedded_files();

/// In what way a name means a row of the table.
enum class FileMatch {
    file,    ///< It is the path, or the end of it.
    soname,  ///< A library under its soname, the name to link with, or with a longer number.
    folder,  ///< A folder of headers.
    inside,  ///< A path within such a folder; whether it is there, the table does not know.
};

[[nodiscard]] std::string_view to_text(FileMatch match);

struct FoundFile {
    const codec::FilePackage* package = nullptr;
    const codec::IndexedFile* file = nullptr;
    FileMatch match = FileMatch::file;
};

/// The rows that a name means, in the order of the table: a file name, the end of a path,
/// "libcublas.so", "libcublas.so.13", "libcublas.so.13.1.0.3", "thrust", "cub/device/x.cuh". The
/// result points into `packages`.
[[nodiscard]] std::vector<FoundFile> find_files(const std::vector<codec::FilePackage>& packages,
                                                std::string_view name);

/// The rows of the same library under another number: of libcublas.so.13 for libcublas.so.12.
[[nodiscard]] std::vector<FoundFile> find_other_numbers(
    const std::vector<codec::FilePackage>& packages, std::string_view name);

/// The names in the table that resemble one that is not in it, at most three.
[[nodiscard]] std::vector<std::string> similar_files(
    const std::vector<codec::FilePackage>& packages, std::string_view name);

}  // namespace cudafetch::manifest
