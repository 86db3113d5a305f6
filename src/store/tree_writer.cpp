// SPDX-License-Identifier: MIT
#include "store/tree_writer.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "store/files.hpp"

namespace cudafetch::store {

Result<TreeWriter> TreeWriter::create(const fs::path& folder) {
    CUDAFETCH_CHECK(store::make_folder(folder));
    CUDAFETCH_TRY(FileDescriptor fd, open_file(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW));
    return TreeWriter(folder, std::move(fd));
}

Result<void> TreeWriter::make_folder(const std::string& path) const {
    if (::mkdirat(fd_.get(), path.c_str(), 0755) != 0 ||
        ::fchmodat(fd_.get(), path.c_str(), 0755, 0) != 0)
        return fail_errno("create folder", full(path).native(), errno);
    return {};
}

Result<FileDescriptor> TreeWriter::create_file(const std::string& path) const {
    FileDescriptor file(::openat(fd_.get(), path.c_str(),
                                 O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (!file.valid()) return fail_errno("create", full(path).native(), errno);
    return file;
}

Result<void> TreeWriter::make_symlink(const std::string& target, const std::string& path) const {
    if (::symlinkat(target.c_str(), fd_.get(), path.c_str()) != 0)
        return fail_errno("create link", full(path).native(), errno);
    return {};
}

Result<void> TreeWriter::make_hard_link(const std::string& twin, const std::string& path) const {
    if (::linkat(fd_.get(), twin.c_str(), fd_.get(), path.c_str(), 0) == 0) return {};
    return link_or_copy(full(twin), full(path));
}

}  // namespace cudafetch::store
