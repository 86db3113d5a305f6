// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "cudafetch/base/subprocess.hpp"
#include "support/catch.hpp"

namespace cudafetch::test {

/// Builds fake_libcuda.c as `<folder>/libcuda.so.1`. Absent, with a warning, without a C compiler.
inline std::optional<fs::path> build_fake_libcuda(const fs::path& folder) {
    const auto compiler = find_on_path("cc");
    if (!compiler) {
        WARN("skipped: no C compiler (cc) on PATH to build the fake libcuda with");
        return std::nullopt;
    }
    REQUIRE(make_directories(folder));
    const fs::path library = folder / "libcuda.so.1";
    const auto built =
        run_command({.argv = {compiler->string(), "-shared", "-fPIC", "-o", library.string(),
                              CUDAFETCH_SOURCE_DIR "/tests/support/fake_libcuda.c"},
                     .environment = {},
                     .working_directory = {}},
                    Cancellation());
    REQUIRE(built);
    INFO(built->err);
    REQUIRE(built->exit_status == 0);
    return library;
}

}  // namespace cudafetch::test
