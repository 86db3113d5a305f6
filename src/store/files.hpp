// SPDX-License-Identifier: MIT
#pragma once

#include <ctime>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cudafetch/base/file.hpp"
#include "cudafetch/model/receipt.hpp"

namespace cudafetch::store {

/// Makes one folder that must not be there yet, with mode 0755 whatever the umask.
Result<void> make_folder(const fs::path& folder);

/// Makes a symbolic link that must not be there yet.
Result<void> make_symlink(const std::string& target, const fs::path& link);

/// Sets mode (0555 or 0444) and modification time of a file that has been written.
Result<void> finish_file(int fd, bool executable, std::time_t mtime, const fs::path& path);

/// Makes `path` a read-only file that holds `text`.
Result<void> write_new_file(const fs::path& path, std::string_view text);

/// Makes `destination` a hard link to `source`, or a copy where the file system has no such link.
Result<void> link_or_copy(const fs::path& source, const fs::path& destination);

/// rename(2).
Result<void> move_path(const fs::path& from, const fs::path& to);

/// Waits until everything below `folder` is on disk. One call for the whole file system costs less
/// than one for each of thousands of files.
Result<void> sync_file_system(const fs::path& folder);

/// Whether `file` stands below `folder` as described, judged without reading it.
/// `mtime` is compared too unless it is absent.
bool looks_unchanged(const fs::path& folder, const model::InstalledFile& file,
                     std::optional<std::time_t> mtime);

/// Folders that were made on the way to a place. Removed again at the end if nothing was put into
/// them.
class CreatedFolders {
  public:
    /// Makes `folder` and its parents, as far as they are missing.
    static Result<CreatedFolders> make(const fs::path& folder);

    CreatedFolders(CreatedFolders&&) = default;
    CreatedFolders& operator=(CreatedFolders&&) = delete;
    ~CreatedFolders();

  private:
    CreatedFolders() = default;
    std::vector<fs::path> folders_;  ///< Outermost first.
};

}  // namespace cudafetch::store
