// SPDX-License-Identifier: MIT
#include "store/staging.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include "store_fixture.hpp"
#include "support/catch.hpp"
#include "tar_builder.hpp"

using namespace cudafetch;
using namespace cudafetch::test;
using store::Staging;
using store::sweep_stale;

namespace {

/// A staging folder whose process died with a file in it.
fs::path dead_staging(const fs::path& parent, const std::string& stem) {
    const pid_t child = ::fork();
    if (child == 0) {
        auto staging = Staging::create(parent, stem);
        if (staging) write_bytes(*staging / "file", "x");
        ::_exit(staging ? 0 : 1);
    }
    int status = -1;
    REQUIRE(::waitpid(child, &status, 0) == child);
    REQUIRE(status == 0);
    const auto names = names_in(parent);
    REQUIRE(names.size() == 1);
    return parent / names.front();
}

}  // namespace

TEST_CASE("a staging folder goes away with its object") {
    TempDir dir;
    {
        auto staging = Staging::create(dir.path(), ".cuda.cudafetch-");
        REQUIRE(staging);
        write_bytes(*staging / "sub/file", "x");
        const Staging moved = *std::move(staging);
        CHECK(names_in(dir.path()).size() == 1);
        CHECK(names_in(dir.path()).front().starts_with(".cuda.cudafetch-"));
    }
    CHECK(names_in(dir.path()).empty());
}

TEST_CASE("a sweep removes what the dead left and spares the living") {
    TempDir dir;
    const fs::path dead = dead_staging(dir.path(), "stem-");
    const auto living = Staging::create(dir.path(), "stem-");
    REQUIRE(living);
    std::vector<fs::path> seen;
    sweep_stale(dir.path(), "stem-", [&](const fs::path& folder) { seen.push_back(folder); });
    CHECK(seen == std::vector<fs::path>{dead});
    CHECK(names_in(dir.path()) == std::vector<std::string>{living->path().filename().string()});
}

TEST_CASE("a sweep takes only what is named like a staging folder") {
    TempDir dir;
    const std::vector<std::string> kept{"stem-", "stem-0123456789abcdeg", "stem-0123456789abcdef0",
                                        "stam-0123456789abcdef", "stem-0123456789ABCDEF"};
    for (const std::string& name : kept)
        fs::create_directory(dir / name);
    write_bytes(dir / "stem-00000000000000ff", "a file");
    fs::create_directory_symlink(dir / "stem-", dir / "stem-00000000000000fe");
    fs::create_directory(dir / "stem-00000000000000fd");
    sweep_stale(dir.path(), "stem-");
    CHECK(names_in(dir.path()).size() == kept.size() + 2);
    CHECK_FALSE(fs::exists(dir / "stem-00000000000000fd"));
}

TEST_CASE("a staging folder needs a parent") {
    TempDir dir;
    const auto staging = Staging::create(dir / "none", "stem-");
    REQUIRE_FALSE(staging);
    CHECK(staging.error().exit == ExitCode::disk);
}
