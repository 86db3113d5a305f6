// SPDX-License-Identifier: MIT
#pragma once

#include "cudafetch/base/file.hpp"

namespace cudafetch::test {

/// Copies the library of fake_libcuda.c to `<folder>/libcuda.so.1`.
inline fs::path install_fake_libcuda(const fs::path& folder) {
    fs::create_directories(folder);
    const fs::path library = folder / "libcuda.so.1";
    fs::copy_file(fs::path(CUDAFETCH_FAKE_DRIVER) / "libcuda.so.1", library);
    return library;
}

}  // namespace cudafetch::test
