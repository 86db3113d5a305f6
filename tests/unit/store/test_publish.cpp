// SPDX-License-Identifier: MIT
#include "store/publish.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <functional>
#include <utility>

#include "cudafetch/store/prefix.hpp"
#include "store_fixture.hpp"
#include "support/catch.hpp"
#include "tar_builder.hpp"

using namespace cudafetch;
using namespace cudafetch::test;
using store::install_prefix;
using store::is_installed;

namespace {

/// A file system that cannot swap folders, and a process that dies before a certain call.
class FaultyRenamer final : public store::Renamer {
  public:
    bool can_exchange = false;
    int calls_until_death = -1;  ///< -1: lives.
    int fail_move_number = 0;    ///< Counts from 1; 0: none.

    int move(const fs::path& from, const fs::path& to) override {
        count_down();
        if (++moves_ == fail_move_number) return EIO;
        return store::system_renamer().move(from, to);
    }
    int exchange(const fs::path& a, const fs::path& b) override {
        count_down();
        return can_exchange ? store::system_renamer().exchange(a, b) : EINVAL;
    }

  private:
    void count_down() {
        if (calls_until_death >= 0 && calls_until_death-- == 0) ::_exit(9);
    }
    int moves_ = 0;
};

/// A prefix that holds `before`, to be replaced by `after`.
struct Replacement {
    Replacement() {
        before.add("cuda_nvcc", {{"bin/nvcc", "old", true}});
        after.add("cuda_nvcc", {{"bin/nvcc", "new", true}});
        prefix = before.dir / "opt/cuda";
        parent = prefix.parent_path();
    }
    void install_before() { REQUIRE(install_prefix(before.plan, before.trees, prefix, {})); }
    Result<store::Installation> install_after(store::Renamer& renamer) {
        return install_prefix(after.plan, after.trees, prefix, {}, renamer);
    }

    /// Replaces in a process that dies before call number `calls` of the renamer; yields whether
    /// it lived that long.
    bool die_before_call(int calls, bool can_exchange) {
        const pid_t child = ::fork();
        if (child == 0) {
            FaultyRenamer renamer;
            renamer.can_exchange = can_exchange;
            renamer.calls_until_death = calls;
            ::_exit(install_after(renamer) ? 0 : 1);
        }
        int status = -1;
        REQUIRE(::waitpid(child, &status, 0) == child);
        REQUIRE(WIFEXITED(status));
        REQUIRE((WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == 9));
        return WEXITSTATUS(status) == 9;
    }

    ToyToolkit before;
    ToyToolkit after;
    fs::path prefix;
    fs::path parent;
};

const std::vector<std::string> only_prefix{"cuda"};

}  // namespace

TEST_CASE("where folders cannot be swapped, two moves replace a prefix") {
    Replacement r;
    r.install_before();
    FaultyRenamer renamer;
    const auto done = r.install_after(renamer);
    REQUIRE(done);
    CHECK(done->replaced);
    CHECK(is_installed(r.after.plan, r.prefix));
    CHECK(names_in(r.parent) == only_prefix);
}

TEST_CASE("a move that fails leaves the former prefix") {
    Replacement r;
    r.install_before();
    FaultyRenamer renamer;
    renamer.fail_move_number = GENERATE(1, 2);
    const auto done = r.install_after(renamer);
    REQUIRE_FALSE(done);
    CHECK(done.error().exit == ExitCode::disk);
    CHECK(is_installed(r.before.plan, r.prefix));
    CHECK(names_in(r.parent) == only_prefix);
}

TEST_CASE("whenever the process dies, the former prefix or the new one is there") {
    const bool can_exchange = GENERATE(true, false);
    int deaths = 0;
    for (int calls = 0; calls < 10; ++calls) {
        Replacement r;
        r.install_before();
        if (!r.die_before_call(calls, can_exchange)) {
            CHECK(is_installed(r.after.plan, r.prefix));
            break;
        }
        ++deaths;
        CHECK(names_in(r.parent).size() > (fs::exists(r.prefix) ? 1U : 0U));
        store::recover_prefix(r.prefix);
        CHECK((is_installed(r.before.plan, r.prefix) || is_installed(r.after.plan, r.prefix)));
        CHECK(names_in(r.parent) == only_prefix);
    }
    CHECK(deaths == (can_exchange ? 1 : 3));
}

TEST_CASE("the next installation cleans up by itself after a death between the two moves") {
    Replacement r;
    r.install_before();
    REQUIRE(r.die_before_call(2, false));
    REQUIRE_FALSE(fs::exists(r.prefix));
    const auto done = r.install_after(store::system_renamer());
    REQUIRE(done);
    CHECK(done->replaced);
    CHECK(is_installed(r.after.plan, r.prefix));
    CHECK(names_in(r.parent) == only_prefix);
}

TEST_CASE("a prefix named by a link is rescued too") {
    Replacement r;
    r.install_before();
    REQUIRE(r.die_before_call(2, false));
    fs::create_directory_symlink("opt/cuda", r.before.dir / "link");
    store::recover_prefix(r.before.dir / "link");
    CHECK(is_installed(r.before.plan, r.before.dir / "link"));
}

TEST_CASE("a death before a new prefix is published leaves none") {
    Replacement r;
    REQUIRE(r.die_before_call(0, true));
    CHECK_FALSE(fs::exists(r.prefix));
    store::recover_prefix(r.prefix);
    CHECK(names_in(r.parent).empty());
}

TEST_CASE("the staging folder of a living process is left alone") {
    Replacement r;
    r.install_before();
    class Meanwhile final : public store::Renamer {
      public:
        explicit Meanwhile(const fs::path& prefix) : prefix_(prefix) {}
        int move(const fs::path& from, const fs::path& to) override {
            const int status = store::system_renamer().move(from, to);
            store::recover_prefix(prefix_);
            return status;
        }
        int exchange(const fs::path&, const fs::path&) override { return ENOSYS; }

      private:
        fs::path prefix_;
    } meanwhile(r.prefix);
    REQUIRE(r.install_after(meanwhile));
    CHECK(is_installed(r.after.plan, r.prefix));
}

TEST_CASE("a prefix that appears or goes meanwhile is dealt with") {
    Replacement r;
    class Surprise final : public store::Renamer {
      public:
        explicit Surprise(std::function<void()> event) : event_(std::move(event)) {}
        int move(const fs::path& from, const fs::path& to) override {
            happen();
            return store::system_renamer().move(from, to);
        }
        int exchange(const fs::path& a, const fs::path& b) override {
            happen();
            return store::system_renamer().exchange(a, b);
        }

      private:
        void happen() {
            if (event_) std::exchange(event_, {})();
        }
        std::function<void()> event_;
    };
    SECTION("another process installs first") {
        Surprise surprise([&] { r.install_before(); });
        const auto done = r.install_after(surprise);
        REQUIRE(done);
        CHECK(done->replaced);
        CHECK(is_installed(r.after.plan, r.prefix));
    }
    SECTION("the former prefix is removed") {
        r.install_before();
        Surprise surprise([&] { REQUIRE(remove_tree(r.prefix)); });
        const auto done = r.install_after(surprise);
        REQUIRE(done);
        CHECK_FALSE(done->replaced);
        CHECK(is_installed(r.after.plan, r.prefix));
    }
    SECTION("somebody makes a folder there") {
        Surprise surprise([&] { write_bytes(r.prefix / "file", "mine"); });
        const auto done = r.install_after(surprise);
        REQUIRE_FALSE(done);
        CHECK(done.error().code == "prefix_not_ours");
        CHECK(content_of(r.prefix / "file") == "mine");
    }
    CHECK(names_in(r.parent) == only_prefix);
}

TEST_CASE("an overlay file system that cannot move a lower layer is named in a hint") {
    Replacement r;
    r.install_before();
    class Overlay final : public store::Renamer {
      public:
        int move(const fs::path&, const fs::path&) override { return EXDEV; }
        int exchange(const fs::path&, const fs::path&) override { return EXDEV; }
    } overlay;
    const auto done = r.install_after(overlay);
    REQUIRE_FALSE(done);
    REQUIRE_FALSE(done.error().hints.empty());
    CHECK_THAT(done.error().hints.back(), Catch::Matchers::ContainsSubstring("image layer"));
    CHECK(is_installed(r.before.plan, r.prefix));
}
