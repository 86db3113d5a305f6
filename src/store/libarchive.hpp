// SPDX-License-Identifier: MIT
#pragma once

#include <archive.h>
#include <archive_entry.h>

#include <memory>
#include <new>

namespace cudafetch::store {

struct FreeArchiveReader {
    void operator()(archive* reader) const { archive_read_free(reader); }
};
using ArchivePtr = std::unique_ptr<archive, FreeArchiveReader>;

[[nodiscard]] inline ArchivePtr new_archive_reader() {
    ArchivePtr reader(archive_read_new());
    if (!reader) throw std::bad_alloc();
    return reader;
}

}  // namespace cudafetch::store
