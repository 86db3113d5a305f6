// SPDX-License-Identifier: MIT
#include "cudafetch/store/current_link.hpp"

#include <unistd.h>

#include <cerrno>

#include "cudafetch/base/file_lock.hpp"
#include "cudafetch/base/text.hpp"
#include "store/files.hpp"
#include "store/location.hpp"

namespace cudafetch::store {

Result<void> update_current_link(const fs::path& data_home, const fs::path& prefix,
                                 const Cancellation& cancellation) {
    CUDAFETCH_TRY(const fs::path place, resolve_prefix(prefix));
    CUDAFETCH_CHECK(make_directories(data_home));
    const fs::path link = data_home / "current";
    const fs::path fresh = data_home / "current.new";
    CUDAFETCH_TRY(const FileLock lock, FileLock::acquire(data_home / "current.lock", cancellation));
    std::error_code error;
    const auto status = fs::symlink_status(link, error);
    if (fs::exists(status) && !fs::is_symlink(status))
        return fail(ExitCode::disk, "current_is_no_link",
                    printable(link.native()) + " is in the way: it should be a symbolic link",
                    {"move it away"});
    ::unlink(fresh.c_str());
    CUDAFETCH_CHECK(make_symlink(place.native(), fresh));
    CUDAFETCH_CHECK(move_path(fresh, link));
    return sync_path(data_home);
}

Result<void> remove_current_link(const fs::path& data_home, const fs::path& prefix,
                                 const Cancellation& cancellation) {
    CUDAFETCH_TRY(const fs::path place, resolve_prefix(prefix));
    if (current_prefix(data_home) != place) return {};
    CUDAFETCH_TRY(const FileLock lock, FileLock::acquire(data_home / "current.lock", cancellation));
    if (current_prefix(data_home) != place) return {};
    const fs::path link = data_home / "current";
    if (::unlink(link.c_str()) != 0 && errno != ENOENT)
        return fail_errno("remove", link.native(), errno);
    return {};
}

std::optional<fs::path> current_prefix(const fs::path& data_home) {
    std::error_code error;
    fs::path target = fs::read_symlink(data_home / "current", error);
    if (error) return std::nullopt;
    return target;
}

}  // namespace cudafetch::store
