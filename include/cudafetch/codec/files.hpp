// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cudafetch/base/error.hpp"
#include "cudafetch/model/tag.hpp"
#include "cudafetch/model/version.hpp"

namespace cudafetch::codec {

/// A file, or a folder of headers, in an archive.
struct IndexedFile {
    std::string path;    ///< "lib/libcublas.so.13"; a folder ends with a slash: "include/thrust/".
    std::string soname;  ///< Of a shared library, where it is not the file's name; else empty.
};

/// What one package that somebody read holds. It tells nothing about other versions and tags.
struct FilePackage {
    std::string product;
    std::string component;
    std::string version;  ///< Of the component.
    model::Tag tag{};
    std::vector<model::Version> releases;  ///< Those of the catalogue with this version, if any.
    std::vector<std::string> sources;      ///< What was read, for a person.
    std::vector<IndexedFile> files;
};

/// Reads the table `cudafetch.files/1`. Fails with exit code 5 and code `malformed_facts`, naming
/// the path.
[[nodiscard]] Result<std::vector<FilePackage>> read_files(std::string_view text);

}  // namespace cudafetch::codec
