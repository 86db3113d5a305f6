// SPDX-License-Identifier: MIT
#include "cudafetch/base/file_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>

#include "cudafetch/base/clock.hpp"

namespace cudafetch {

Result<std::optional<FileLock>> FileLock::try_acquire(const fs::path& path) {
    std::error_code error;
    const int flags = fs::is_directory(path, error) ? O_RDONLY | O_DIRECTORY : O_RDWR | O_CREAT;
    CUDAFETCH_TRY(FileDescriptor fd, open_file(path, flags, 0666));
    while (::flock(fd.get(), LOCK_EX | LOCK_NB) != 0) {
        if (errno == EWOULDBLOCK) return std::optional<FileLock>{};
        if (errno != EINTR) return fail_errno("lock", path.native(), errno);
    }
    return std::optional<FileLock>(FileLock(std::move(fd)));
}

Result<FileLock> FileLock::acquire(const fs::path& path, const Cancellation& cancellation,
                                   const std::function<void()>& on_wait) {
    SystemClock clock;
    for (bool waited = false;; waited = true) {
        CUDAFETCH_TRY(auto lock, try_acquire(path));
        if (lock) return *std::move(lock);
        CUDAFETCH_CHECK(cancellation.check());
        if (!waited && on_wait) on_wait();
        clock.sleep_for(std::chrono::milliseconds(50), cancellation);
    }
}

}  // namespace cudafetch
