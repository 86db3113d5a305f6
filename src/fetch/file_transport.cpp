// SPDX-License-Identifier: MIT
#include "cudafetch/fetch/file_transport.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "fetch/file_blocks.hpp"

namespace cudafetch::fetch {

namespace {

Failure cannot_read(const fs::path& path, int error_number) {
    if (error_number == ENOENT || error_number == ENOTDIR)
        return network_failure(FailureClass::absent, "not_found", "there is no such file",
                               {"check that the mirror folder holds this release"});
    Failure failure;
    failure.error = fail_errno("read", path.native(), error_number).value();
    failure.error.hints = {"make the mirror folder readable for this user"};
    return failure;
}

struct OpenFile {
    FileDescriptor fd;
    std::uint64_t size = 0;
    std::string version;  ///< Changes when the file is replaced.
};

Outcome<OpenFile> open_regular(const fs::path& path) {
    if (std::find(path.begin(), path.end(), "..") != path.end())
        return tl::unexpected(network_failure(FailureClass::permanent, "unsafe_path",
                                              "the path leads out of its folder"));
    // Without O_NONBLOCK a named pipe in a mirror would be waited for.
    OpenFile file{FileDescriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)), 0, {}};
    struct stat facts {};
    if (!file.fd.valid() || ::fstat(file.fd.get(), &facts) != 0)
        return tl::unexpected(cannot_read(path, errno));
    if (!S_ISREG(facts.st_mode))
        return tl::unexpected(
            network_failure(FailureClass::permanent, "not_a_file", "it is not a regular file"));
    file.size = static_cast<std::uint64_t>(facts.st_size);
    file.version = std::to_string(facts.st_ino) + "-" + std::to_string(facts.st_mtim.tv_sec) + "." +
                   std::to_string(facts.st_mtim.tv_nsec) + "-" + std::to_string(file.size);
    return file;
}

}  // namespace

Outcome<Response> FileTransport::get(const Get& request, BodySink& sink,
                                     const Cancellation& cancellation) {
    const fs::path path(request.url.secret());
    auto file = open_regular(path);
    if (!file) return tl::unexpected(std::move(file).error());
    const bool same = request.validator.empty() || request.validator == file->version;
    Response response{request.url, same ? request.offset : 0, file->size, file->version, {}};
    if (response.first_byte > file->size)
        return tl::unexpected(network_failure(FailureClass::stale, "range_refused",
                                              "the file ends before the part we have"));
    if (::lseek(file->fd.get(), static_cast<off_t>(response.first_byte), SEEK_SET) < 0)
        return tl::unexpected(cannot_read(path, errno));

    if (auto begun = sink.begin(response); !begun)
        return tl::unexpected(local_failure(std::move(begun).error()));
    const auto copied = read_blocks(file->fd.get(), path, cancellation,
                                    [&](ByteSpan bytes) { return sink.write(bytes); });
    if (copied) return response;
    if (cancellation.requested()) return tl::unexpected(cancelled_failure());
    return tl::unexpected(local_failure(copied.error()));
}

}  // namespace cudafetch::fetch
