// SPDX-License-Identifier: MIT
#include "cudafetch/base/xdg.hpp"

#include <cstdlib>

namespace cudafetch {

namespace {

namespace fs = std::filesystem;

/// The value of an environment variable if it is an absolute path. The XDG specification says that
/// relative ones are to be ignored.
fs::path absolute_path_from(const char* variable) {
    const char* value = std::getenv(variable);
    if (value == nullptr || *value != '/') return {};
    return value;
}

Result<fs::path> folder(const char* variable, const char* below_home, const char* flag) {
    if (auto base = absolute_path_from(variable); !base.empty()) return base / "cudafetch";
    if (auto home = absolute_path_from("HOME"); !home.empty())
        return home / below_home / "cudafetch";
    return fail(ExitCode::disk, "no_home",
                std::string("neither ") + variable + " nor HOME names a folder",
                {std::string("set one of them, or give ") + flag});
}

}  // namespace

Result<fs::path> cache_home() {
    return folder("XDG_CACHE_HOME", ".cache", "--store");
}
Result<fs::path> data_home() {
    return folder("XDG_DATA_HOME", ".local/share", "--prefix");
}

}  // namespace cudafetch
