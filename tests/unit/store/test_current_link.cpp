// SPDX-License-Identifier: MIT
#include "cudafetch/store/current_link.hpp"

#include "support/catch.hpp"
#include "support/temp_dir.hpp"

using namespace cudafetch;
using namespace cudafetch::store;

TEST_CASE("the current link is made and moved") {
    test::TempDir dir;
    const fs::path home = dir / "data/cudafetch";
    const fs::path base = fs::canonical(dir.path());
    CHECK_FALSE(current_prefix(home));
    REQUIRE(update_current_link(home, base / "a", {}));
    CHECK(current_prefix(home) == base / "a");
    fs::create_symlink("nonsense", home / "current.new");  // as a process that died leaves it
    REQUIRE(update_current_link(home, base / "b", {}));
    CHECK(current_prefix(home) == base / "b");
    CHECK_FALSE(fs::exists(fs::symlink_status(home / "current.new")));
}

TEST_CASE("something else in the place of the current link is refused") {
    test::TempDir dir;
    fs::create_directory(dir / "current");
    const auto done = update_current_link(dir.path(), dir / "a", {});
    REQUIRE_FALSE(done);
    CHECK(done.error().code == "current_is_no_link");
    CHECK(done.error().exit == ExitCode::disk);
    CHECK(fs::is_directory(dir / "current"));
}
