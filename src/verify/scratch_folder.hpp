// SPDX-License-Identifier: MIT
#pragma once

#include "cudafetch/base/file.hpp"

namespace cudafetch::verify {

/// A folder that only we can enter, below the system's temporary one; removed at the end.
class ScratchFolder {
  public:
    static Result<ScratchFolder> create() {
        std::error_code error;
        std::string name = (fs::temp_directory_path(error) / "cudafetch-XXXXXX").string();
        if (error || ::mkdtemp(name.data()) == nullptr)
            return fail_errno("create", error ? "a temporary folder (TMPDIR)" : name,
                              error ? error.value() : errno);
        return ScratchFolder(name);
    }
    ~ScratchFolder() {
        if (!path_.empty()) (void)remove_tree(path_);
    }
    ScratchFolder(ScratchFolder&& other) noexcept : path_(std::move(other.path_)) {
        other.path_.clear();
    }
    ScratchFolder& operator=(ScratchFolder&&) = delete;

    [[nodiscard]] const fs::path& path() const { return path_; }

  private:
    explicit ScratchFolder(fs::path path) : path_(std::move(path)) {}
    fs::path path_;
};

}  // namespace cudafetch::verify
