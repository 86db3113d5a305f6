// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cudafetch/platform/sysroot.hpp"

namespace cudafetch::platform {

/// What the name of a compiler's file says.
struct CompilerName {
    std::string triple;  ///< "aarch64-linux-gnu-", or empty.
    bool clang = false;
    bool cxx = false;               ///< g++ or clang++; else gcc, which knows no C++ library.
    std::optional<unsigned> major;  ///< 12 in g++-12.
};

/// Reads g++, gcc and clang++, all with or without a triple before and a number behind. Absent for
/// any other name.
[[nodiscard]] std::optional<CompilerName> parse_compiler_name(std::string_view name);

/// A compiler's file.
struct CompilerFile {
    fs::path path;  ///< As found, links and all.
    CompilerName name;
};

/// The compilers with this triple (may be empty) in folders of a machine, each name in the first
/// folder that has it: g++, the newest g++-N and so on down, clang++ and clang++-N likewise, gcc.
[[nodiscard]] std::vector<CompilerFile> find_compilers(const Sysroot& files,
                                                       const std::vector<fs::path>& folders,
                                                       std::string_view triple);

/// The folders of PATH, absolute.
[[nodiscard]] std::vector<fs::path> folders_on_path();

}  // namespace cudafetch::platform
