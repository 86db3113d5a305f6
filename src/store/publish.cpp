// SPDX-License-Identifier: MIT
#include "store/publish.hpp"

#include <cerrno>

namespace cudafetch::store {

namespace {

tl::unexpected<Error> cannot_publish(const fs::path& prefix, int error_number) {
    auto failure = fail_errno("put the new files in place at", prefix.native(), error_number);
    // An overlay file system cannot move a folder that belongs to a lower layer.
    if (error_number == EXDEV)
        failure.value().hints.push_back(
            "remove the folder first if an earlier image layer holds it");
    return failure;
}

Result<void> publish_in_two_moves(const fs::path& staging, const fs::path& prefix,
                                  Renamer& renamer) {
    if (const int error_number = renamer.move(prefix, staging / old_name))
        return cannot_publish(prefix, error_number);
    const auto second_move = [&]() -> Result<void> {
        CUDAFETCH_CHECK(sync_moves(staging, prefix));
        if (const int error_number = renamer.move(staging / new_name, prefix))
            return cannot_publish(prefix, error_number);
        return {};
    };
    auto result = second_move();
    if (!result) rescue_old(staging, prefix);
    return result;
}

}  // namespace

Result<void> publish_new(const fs::path& staging, const fs::path& prefix, Renamer& renamer) {
    if (const int error_number = renamer.move(staging / new_name, prefix))
        return cannot_publish(prefix, error_number);
    return {};
}

Result<void> publish_over(const fs::path& staging, const fs::path& prefix, Renamer& renamer) {
    const int error_number = renamer.exchange(staging / new_name, prefix);
    if (error_number == 0) return {};
    if (error_number == EINVAL || error_number == ENOSYS)
        return publish_in_two_moves(staging, prefix, renamer);
    return cannot_publish(prefix, error_number);
}

Result<void> sync_moves(const fs::path& staging, const fs::path& prefix) {
    CUDAFETCH_CHECK(sync_path(staging));
    return sync_path(prefix.parent_path());
}

void rescue_old(const fs::path& staging, const fs::path& prefix) {
    std::error_code error;
    if (fs::exists(fs::symlink_status(staging / old_name, error)) &&
        !fs::exists(fs::symlink_status(prefix, error)))
        fs::rename(staging / old_name, prefix, error);
}

}  // namespace cudafetch::store
