// SPDX-License-Identifier: MIT
#include "cudafetch/store/renamer.hpp"

#include <fcntl.h>

#include <cerrno>
#include <cstdio>

namespace cudafetch::store {

namespace {

class SystemRenamer final : public Renamer {
  public:
    int move(const std::filesystem::path& from, const std::filesystem::path& to) override {
        return ::rename(from.c_str(), to.c_str()) == 0 ? 0 : errno;
    }
    int exchange(const std::filesystem::path& a, const std::filesystem::path& b) override {
        const int status = ::renameat2(AT_FDCWD, a.c_str(), AT_FDCWD, b.c_str(), RENAME_EXCHANGE);
        return status == 0 ? 0 : errno;
    }
};

}  // namespace

Renamer& system_renamer() {
    static SystemRenamer renamer;
    return renamer;
}

}  // namespace cudafetch::store
