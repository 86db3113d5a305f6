// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "cudafetch/base/file.hpp"

namespace cudafetch::store {

/// Makes things below one folder, which it keeps open: what happens to the folder's own path does
/// not matter. Paths are relative to it; none may lead through a link, which the caller sees to.
class TreeWriter {
  public:
    /// Makes `folder`, which must not be there, with mode 0755 whatever the umask.
    static Result<TreeWriter> create(const fs::path& folder);

    [[nodiscard]] Result<void> make_folder(const std::string& path) const;
    /// A new empty file, open for writing, which only this user can read so far.
    [[nodiscard]] Result<FileDescriptor> create_file(const std::string& path) const;
    [[nodiscard]] Result<void> make_symlink(const std::string& target,
                                            const std::string& path) const;
    /// Another name of a file below the folder.
    [[nodiscard]] Result<void> make_hard_link(const std::string& twin,
                                              const std::string& path) const;

    /// For messages, and for file systems without hard links.
    [[nodiscard]] fs::path full(const std::string& path) const { return folder_ / path; }

  private:
    TreeWriter(fs::path folder, FileDescriptor fd)
        : folder_(std::move(folder)), fd_(std::move(fd)) {}

    fs::path folder_;
    FileDescriptor fd_;
};

}  // namespace cudafetch::store
