// SPDX-License-Identifier: MIT
#pragma once

#include <grp.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <stdexcept>

#include "cudafetch/base/file.hpp"

namespace cudafetch::test {

/// What a forked child ended with: the value of `body`, or 128 and the signal that ended it.
/// The child runs no destructors of this process.
inline int status_of_child(const std::function<int()>& body) {
    const pid_t pid = ::fork();
    if (pid < 0) throw std::runtime_error("fork");
    if (pid == 0) ::_exit(body());
    int status = 0;
    if (::waitpid(pid, &status, 0) != pid) throw std::runtime_error("waitpid");
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/// Runs `body` in a child that file permissions bind: as nobody, where this process is root.
/// `folder` and what is in it are handed to that user first.
inline int status_as_plain_user(const fs::path& folder, const std::function<int()>& body) {
    constexpr uid_t nobody = 65534;
    if (::geteuid() != 0) return status_of_child(body);
    const auto hand_over = [](const fs::path& path) {
        if (::lchown(path.c_str(), nobody, nobody) != 0) throw std::runtime_error("lchown");
    };
    hand_over(folder);
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        hand_over(entry.path());
    return status_of_child([&] {
        if (::setgroups(0, nullptr) != 0 || ::setgid(nobody) != 0 || ::setuid(nobody) != 0)
            return 125;
        return body();
    });
}

}  // namespace cudafetch::test
