// SPDX-License-Identifier: MIT
#include "cudafetch/base/file_lock.hpp"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <thread>

#include "support/catch.hpp"
#include "support/temp_dir.hpp"
#include "unit/base/child_process.hpp"

namespace cudafetch {
namespace {

using test::TempDir;

bool is_free(const fs::path& path) {
    const auto lock = FileLock::try_acquire(path);
    return lock && lock->has_value();
}

TEST_CASE("a lock has one holder, within a process and between processes") {
    const TempDir folder;
    const fs::path path = folder / "lock";
    {
        const auto held = FileLock::try_acquire(path).value();
        REQUIRE(held);
        CHECK_FALSE(is_free(path));
        CHECK(test::status_of_child([&] { return is_free(path) ? 1 : 0; }) == 0);
    }
    CHECK(is_free(path));
    CHECK(fs::exists(path));
}

TEST_CASE("a folder is locked itself, and nothing is made in it") {
    const TempDir folder;
    const auto held = FileLock::try_acquire(folder.path()).value();
    REQUIRE(held);
    CHECK_FALSE(is_free(folder.path()));
    CHECK(fs::is_empty(folder.path()));
}

TEST_CASE("a second holder waits for the first, and says so once") {
    const TempDir folder;
    const fs::path path = folder / "lock";
    const Cancellation never;
    auto first = FileLock::acquire(path, never);
    REQUIRE(first);
    std::atomic<int> waits{0};
    std::atomic<bool> released{false};
    std::atomic<bool> acquired_after_release{false};
    std::thread second([&] {
        const auto lock = FileLock::acquire(path, never, [&] { ++waits; });
        acquired_after_release = lock.has_value() && released;
    });
    while (waits == 0)
        std::this_thread::yield();
    // Long enough for the second one to look several times.
    std::this_thread::sleep_for(std::chrono::milliseconds(150));
    released = true;
    first = tl::unexpected(Error{});
    second.join();
    CHECK(acquired_after_release);
    CHECK(waits == 1);
}

TEST_CASE("a free lock is taken without waiting") {
    const TempDir folder;
    bool waited = false;
    CHECK(FileLock::acquire(folder / "lock", Cancellation(), [&] { waited = true; }));
    CHECK_FALSE(waited);
}

TEST_CASE("waiting for a lock can be interrupted") {
    const TempDir folder;
    const auto held = FileLock::try_acquire(folder / "lock");
    Cancellation cancellation;
    const auto lock =
        FileLock::acquire(folder / "lock", cancellation, [&] { cancellation.request(); });
    REQUIRE_FALSE(lock);
    CHECK(lock.error().exit == ExitCode::interrupted);
}

TEST_CASE("a lock ends with its process, however that ends") {
    const TempDir folder;
    const fs::path path = folder / "lock";
    std::array<int, 2> ready{};
    REQUIRE(::pipe(ready.data()) == 0);
    const pid_t pid = ::fork();
    REQUIRE(pid >= 0);
    if (pid == 0) {
        const auto held = FileLock::try_acquire(path);
        [[maybe_unused]] const ssize_t written = ::write(ready[1], "x", 1);
        for (;;)
            ::pause();
    }
    char byte = 0;
    REQUIRE(::read(ready[0], &byte, 1) == 1);
    ::close(ready[0]);
    ::close(ready[1]);
    CHECK_FALSE(is_free(path));
    ::kill(pid, SIGKILL);
    REQUIRE(::waitpid(pid, nullptr, 0) == pid);
    CHECK(is_free(path));
}

TEST_CASE("a lock file that cannot be made is an error") {
    const TempDir folder;
    const auto lock = FileLock::try_acquire(folder / "missing/lock");
    REQUIRE_FALSE(lock);
    CHECK(lock.error().exit == ExitCode::disk);
    CHECK_FALSE(FileLock::acquire(folder / "missing/lock", Cancellation()));
}

}  // namespace
}  // namespace cudafetch
