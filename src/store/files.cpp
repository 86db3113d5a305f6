// SPDX-License-Identifier: MIT
#include "store/files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <vector>

#include "cudafetch/base/text.hpp"

namespace cudafetch::store {

namespace {

Result<void> copy_instead(const fs::path& source, const fs::path& destination) {
    struct stat status {};
    if (::stat(source.c_str(), &status) != 0) return fail_errno("read", source.native(), errno);
    CUDAFETCH_TRY(const FileDescriptor from, open_file(source, O_RDONLY));
    CUDAFETCH_TRY(const FileDescriptor fd,
                  open_file(destination, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0600));
    std::vector<std::byte> buffer(std::size_t{256} << 10);
    for (;;) {
        CUDAFETCH_TRY(const std::size_t count, read_some(from.get(), buffer, source));
        if (count == 0) break;
        CUDAFETCH_CHECK(write_all(fd.get(), ByteSpan(buffer).first(count), destination));
    }
    return finish_file(fd.get(), (status.st_mode & S_IXUSR) != 0, status.st_mtim.tv_sec,
                       destination);
}

bool cannot_link(int error_number) {
    return error_number == EXDEV || error_number == EPERM || error_number == EMLINK ||
           error_number == EOPNOTSUPP || error_number == ENOSYS;
}

}  // namespace

Result<void> make_folder(const fs::path& folder) {
    if (::mkdir(folder.c_str(), 0755) != 0 || ::chmod(folder.c_str(), 0755) != 0)
        return fail_errno("create folder", folder.native(), errno);
    return {};
}

Result<void> make_symlink(const std::string& target, const fs::path& link) {
    if (::symlink(target.c_str(), link.c_str()) != 0)
        return fail_errno("create link", link.native(), errno);
    return {};
}

Result<void> finish_file(int fd, bool executable, std::time_t mtime, const fs::path& path) {
    const timespec time{mtime, 0};
    const timespec times[] = {time, time};
    if (::fchmod(fd, executable ? 0555 : 0444) != 0 || ::futimens(fd, times) != 0)
        return fail_errno("set mode and time of", path.native(), errno);
    return {};
}

Result<void> write_new_file(const fs::path& path, std::string_view text) {
    CUDAFETCH_TRY(const FileDescriptor fd,
                  open_file(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0600));
    CUDAFETCH_CHECK(write_all(fd.get(), as_bytes(text), path));
    return finish_file(fd.get(), false, model::installed_mtime, path);
}

Result<void> link_or_copy(const fs::path& source, const fs::path& destination) {
    if (::link(source.c_str(), destination.c_str()) == 0) return {};
    if (cannot_link(errno)) return copy_instead(source, destination);
    return fail_errno("link to " + printable(source.native()) + " from", destination.native(),
                      errno);
}

Result<void> move_path(const fs::path& from, const fs::path& to) {
    if (::rename(from.c_str(), to.c_str()) != 0)
        return fail_errno("move " + printable(from.native()) + " to", to.native(), errno);
    return {};
}

Result<void> sync_file_system(const fs::path& folder) {
    CUDAFETCH_TRY(const FileDescriptor fd, open_file(folder, O_RDONLY | O_DIRECTORY));
    if (::syncfs(fd.get()) != 0) return fail_errno("sync", folder.native(), errno);
    return {};
}

bool looks_unchanged(const fs::path& folder, const model::InstalledFile& file,
                     std::optional<std::time_t> mtime) {
    const fs::path path = folder / file.path;
    if (!file.link_target.empty()) {
        std::error_code error;
        return fs::read_symlink(path, error).native() == file.link_target && !error;
    }
    struct stat status {};
    return ::lstat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
           static_cast<std::uint64_t>(status.st_size) == file.size &&
           (!mtime || (status.st_mtim.tv_sec == *mtime && status.st_mtim.tv_nsec == 0));
}

Result<CreatedFolders> CreatedFolders::make(const fs::path& folder) {
    CreatedFolders created;
    fs::path path;
    std::error_code error;
    for (const fs::path& part : folder) {
        path /= part;
        if (::mkdir(path.c_str(), 0777) == 0)
            created.folders_.push_back(path);
        else if (const int error_number = errno; !fs::is_directory(path, error))
            return fail_errno("create folder", path.native(), error_number);
    }
    return created;
}

CreatedFolders::~CreatedFolders() {
    for (auto folder = folders_.rbegin(); folder != folders_.rend(); ++folder)
        ::rmdir(folder->c_str());
}

}  // namespace cudafetch::store
