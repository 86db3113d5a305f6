// SPDX-License-Identifier: MIT
#include "cudafetch/base/error.hpp"

#include <cerrno>
#include <system_error>

#include "cudafetch/base/text.hpp"

namespace cudafetch {

namespace {

/// What a person can do about an errno value; empty where its own text says enough.
std::string advice_for(int error_number) {
    switch (error_number) {
        case ENOSPC:
        case EDQUOT:
            return "free some space, or use another place (--prefix, --store, TMPDIR)";
        case EACCES:
        case EPERM:
            return "name a folder that you may write to";
        case EROFS:
            return "the file system is mounted read-only: name a folder on another one";
        case EMFILE:
        case ENFILE:
            return "raise the limit of open files (ulimit -n) or lower --jobs";
        default:
            return {};
    }
}

std::string_view code_for(int error_number) {
    switch (error_number) {
        case ENOSPC:
        case EDQUOT:
            return "no_space";
        case EACCES:
        case EPERM:
        case EROFS:
            return "no_permission";
        default:
            return "file_error";
    }
}

}  // namespace

tl::unexpected<Error> fail_errno(std::string_view action, std::string_view path, int error_number) {
    std::vector<std::string> hints;
    if (auto advice = advice_for(error_number); !advice.empty()) hints.push_back(advice);
    return fail(ExitCode::disk, std::string(code_for(error_number)),
                "cannot " + std::string(action) + " " + printable(path) + ": " +
                    std::generic_category().message(error_number),
                std::move(hints));
}

}  // namespace cudafetch
