// SPDX-License-Identifier: MIT
#include "fetch/file_blocks.hpp"

#include <unistd.h>

#include <cerrno>
#include <vector>

namespace cudafetch::fetch {

Result<void> read_blocks(int fd, const fs::path& path, const Cancellation& cancellation,
                         const TakeBlock& take) {
    std::vector<std::byte> buffer(256 * 1024);
    for (;;) {
        CUDAFETCH_CHECK(cancellation.check());
        const ssize_t count = ::read(fd, buffer.data(), buffer.size());
        if (count == 0) return {};
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return fail_errno("read", path.native(), errno);
        CUDAFETCH_CHECK(take(ByteSpan(buffer).first(static_cast<std::size_t>(count))));
    }
}

}  // namespace cudafetch::fetch
