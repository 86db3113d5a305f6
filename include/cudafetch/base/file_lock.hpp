// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <optional>

#include "cudafetch/base/cancellation.hpp"
#include "cudafetch/base/file.hpp"

namespace cudafetch {

/// An exclusive lock between processes (flock), held until destruction or the process's end,
/// however that comes. The path is a folder, or a file that is made and stays.
class FileLock {
  public:
    /// Waits until the lock is free. `on_wait` is called once before the first wait.
    static Result<FileLock> acquire(const fs::path& path, const Cancellation& cancellation,
                                    const std::function<void()>& on_wait = {});

    /// The lock, or absent if another process holds it.
    static Result<std::optional<FileLock>> try_acquire(const fs::path& path);

  private:
    explicit FileLock(FileDescriptor fd) : fd_(std::move(fd)) {}
    FileDescriptor fd_;
};

}  // namespace cudafetch
