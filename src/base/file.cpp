// SPDX-License-Identifier: MIT
#include "cudafetch/base/file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <random>
#include <vector>

#include "cudafetch/base/text.hpp"

namespace cudafetch {

Result<std::size_t> read_some(int fd, std::span<std::byte> buffer, const fs::path& path) {
    for (;;) {
        const ssize_t count = ::read(fd, buffer.data(), buffer.size());
        if (count >= 0) return static_cast<std::size_t>(count);
        if (errno != EINTR) return fail_errno("read", path.native(), errno);
    }
}

void FileDescriptor::reset(int fd) {
    if (fd_ >= 0) ::close(fd_);
    fd_ = fd;
}

Result<FileDescriptor> open_file(const fs::path& path, int flags, unsigned mode) {
    for (;;) {
        FileDescriptor fd(::open(path.c_str(), flags | O_CLOEXEC, mode));
        if (fd.valid()) return fd;
        if (errno != EINTR)
            return fail_errno((flags & O_CREAT) != 0 ? "create" : "open", path.native(), errno);
    }
}

Result<std::string> read_file(const fs::path& path, std::uint64_t max_bytes) {
    // A pipe that nobody writes to would be waited for without end.
    CUDAFETCH_TRY(const FileDescriptor fd, open_file(path, O_RDONLY | O_NONBLOCK));
    struct stat status {};
    if (::fstat(fd.get(), &status) != 0) return fail_errno("read", path.native(), errno);
    if (!S_ISREG(status.st_mode))
        return fail(ExitCode::disk, "file_error", printable(path.native()) + " is no regular file");
    std::string content;
    std::vector<std::byte> buffer(64 * 1024);
    for (;;) {
        CUDAFETCH_TRY(const std::size_t count, read_some(fd.get(), buffer, path));
        if (count == 0) return content;
        if (content.size() + count > max_bytes)
            return fail(ExitCode::integrity, "file_too_large",
                        path.native() + " is larger than " + std::to_string(max_bytes) +
                            " bytes, which such a file never is");
        content += as_text(ByteSpan(buffer).first(count));
    }
}

std::optional<std::string> read_if_present(const fs::path& path) {
    auto content = read_file(path, 1024 * 1024);
    if (!content) return std::nullopt;
    return *std::move(content);
}

Result<void> write_all(int fd, ByteSpan bytes, const fs::path& path) {
    while (!bytes.empty()) {
        const ssize_t count = ::write(fd, bytes.data(), bytes.size());
        if (count >= 0)
            bytes = bytes.subspan(static_cast<std::size_t>(count));
        else if (errno != EINTR)
            return fail_errno("write", path.native(), errno);
    }
    return {};
}

Result<Sha256Digest> sha256_file(const fs::path& path) {
    CUDAFETCH_TRY(const FileDescriptor fd, open_file(path, O_RDONLY));
    Sha256 hash;
    std::vector<std::byte> buffer(1024 * 1024);
    for (;;) {
        CUDAFETCH_TRY(const std::size_t count, read_some(fd.get(), buffer, path));
        if (count == 0) return hash.finish();
        hash.update(ByteSpan(buffer).first(count));
    }
}

Result<void> make_directories(const fs::path& path) {
    std::error_code error;
    fs::create_directories(path, error);
    if (error) return fail_errno("create folder", path.native(), error.value());
    return {};
}

Result<std::uint64_t> free_space(const fs::path& folder) {
    struct statvfs facts {};
    if (::statvfs(folder.c_str(), &facts) != 0)
        return fail_errno("look at the space in", folder.native(), errno);
    // Root may use what is set aside for it.
    const auto blocks = ::geteuid() == 0 ? facts.f_bfree : facts.f_bavail;
    return std::uint64_t{blocks} * facts.f_frsize;
}

Result<void> sync_path(const fs::path& path) {
    CUDAFETCH_TRY(const FileDescriptor fd, open_file(path, O_RDONLY));
    if (::fsync(fd.get()) != 0) return fail_errno("sync", path.native(), errno);
    return {};
}

Result<void> write_file_atomically(const fs::path& path, std::string_view content,
                                   Durability durability) {
    const bool synced = durability == Durability::synced;
    std::random_device random;
    std::string temporary;
    FileDescriptor fd;
    do {
        temporary = path.native() + "." + std::to_string(random());
        fd.reset(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    } while (!fd.valid() && errno == EEXIST);
    if (!fd.valid()) return fail_errno("create a file beside", path.native(), errno);
    const auto write_and_publish = [&]() -> Result<void> {
        CUDAFETCH_CHECK(write_all(fd.get(), as_bytes(content), temporary));
        if (synced && ::fsync(fd.get()) != 0) return fail_errno("write", temporary, errno);
        if (::rename(temporary.c_str(), path.c_str()) != 0)
            return fail_errno("replace", path.native(), errno);
        if (!synced) return {};
        return sync_path(path.has_parent_path() ? path.parent_path() : fs::path("."));
    };
    auto result = write_and_publish();
    if (!result) ::unlink(temporary.c_str());
    return result;
}

Result<void> remove_tree(const fs::path& path) {
    std::error_code error;
    // Folders without all permissions would keep their entries from being seen and removed.
    const auto open_up = [&](const fs::path& folder) {
        fs::permissions(folder, fs::perms::owner_all, fs::perm_options::add, error);
    };
    if (fs::is_directory(fs::symlink_status(path, error))) {
        open_up(path);
        for (auto entry = fs::recursive_directory_iterator(path, error);
             !error && entry != fs::recursive_directory_iterator(); entry.increment(error))
            if (fs::is_directory(entry->symlink_status(error))) open_up(entry->path());
    }
    fs::remove_all(path, error);
    if (error) return fail_errno("remove", path.native(), error.value());
    return {};
}

}  // namespace cudafetch
