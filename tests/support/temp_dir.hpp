// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>

#include "cudafetch/base/file.hpp"

namespace cudafetch::test {

/// A fresh folder below the system's temporary one, removed at the end.
class TempDir {
  public:
    TempDir() {
        std::string name = (fs::temp_directory_path() / "cudafetch-test-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp " + name);
        path_ = name;
    }
    ~TempDir() { (void)remove_tree(path_); }
    TempDir(const TempDir&) = delete;
    TempDir& operator=(const TempDir&) = delete;

    [[nodiscard]] const fs::path& path() const { return path_; }
    [[nodiscard]] fs::path operator/(const fs::path& name) const { return path_ / name; }

  private:
    fs::path path_;
};

}  // namespace cudafetch::test
