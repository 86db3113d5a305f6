// SPDX-License-Identifier: MIT
#include "cudafetch/store/prefix.hpp"

#include <sys/stat.h>

#include "cudafetch/store/unpack.hpp"
#include "store_fixture.hpp"
#include "support/catch.hpp"
#include "tar_builder.hpp"

using namespace cudafetch;
using namespace cudafetch::test;
using Catch::Matchers::ContainsSubstring;
using store::examine_prefix;
using store::install_prefix;
using store::is_installed;

namespace {

struct stat status_of(const fs::path& path) {
    struct stat status {};
    REQUIRE(::lstat(path.c_str(), &status) == 0);
    return status;
}

/// A toolkit of two components and a prefix for it.
struct PrefixFixture : ToyToolkit {
    PrefixFixture() {
        add("cuda_nvcc", {{"LICENSE", "nvcc"}, {"bin/nvcc", "nvcc", true}}, model::Role::host);
        add("cuda_cudart", {{"lib/libcudart.so", "", false, "libcudart.so.12"},
                            {"lib/libcudart.so.12", "runtime"}});
        opt = dir / "opt";
        prefix = opt / "cuda";
    }

    Result<store::Installation> install() {
        return install_prefix(plan, trees, prefix, cancellation);
    }

    void check_refused(const std::string& code, const std::string& hint) {
        const auto examined = examine_prefix(prefix);
        REQUIRE_FALSE(examined);
        CHECK(examined.error().code == code);
        const auto installed = install();
        REQUIRE_FALSE(installed);
        CHECK(installed.error().code == code);
        CHECK(installed.error().exit == ExitCode::disk);
        REQUIRE_FALSE(installed.error().hints.empty());
        CHECK_THAT(installed.error().hints.front(), ContainsSubstring(hint));
    }

    fs::path opt;
    fs::path prefix;
};

}  // namespace

TEST_CASE("a new prefix is whole, linked to the store, and alone in its folder") {
    PrefixFixture f;
    CHECK_FALSE(examine_prefix(f.prefix).value());
    CHECK_FALSE(is_installed(f.plan, f.prefix));
    const auto done = f.install();
    REQUIRE(done);
    CHECK(done->prefix == fs::canonical(f.prefix));
    CHECK_FALSE(done->replaced);
    CHECK(done->dropped.empty());
    CHECK(names_in(f.opt) == std::vector<std::string>{"cuda"});
    CHECK(names_in(f.prefix) == std::vector<std::string>{".cudafetch", "bin", "lib", "lib64",
                                                         "licenses", "targets", "version.json"});
    CHECK(content_of(f.prefix / "targets/x86_64-linux/lib/libcudart.so") == "runtime");
    CHECK(status_of(f.prefix / "bin/nvcc").st_ino ==
          status_of(f.trees[0].folder / "bin/nvcc").st_ino);
    CHECK((status_of(f.prefix / "bin/nvcc").st_mode & 07777) == 0555);
    CHECK((status_of(f.prefix).st_mode & 07777) == 0755);

    const auto receipt = store::read_receipt(f.prefix);
    REQUIRE(receipt);
    CHECK(receipt->plan.archives == f.plan.archives);
    CHECK(receipt->files.size() == 7);
    for (const auto& file : receipt->files)
        if (file.link_target.empty())
            CHECK(sha256_file(f.prefix / file.path).value() == file.sha256);
    CHECK(examine_prefix(f.prefix).value());
}

TEST_CASE("an installed plan is recognised, and a spoilt one is not") {
    PrefixFixture f;
    REQUIRE(f.install());
    CHECK(is_installed(f.plan, f.prefix));
    CHECK(is_installed(f.plan, f.prefix / ""));
    SECTION("another plan") {
        f.plan.archives.pop_back();
    }
    SECTION("a missing file") {
        fs::remove(f.prefix / "bin/nvcc");
    }
    SECTION("a missing link") {
        fs::remove(f.prefix / "lib64");
    }
    SECTION("another link") {
        fs::remove(f.prefix / "lib64");
        fs::create_symlink("lib/", f.prefix / "lib64");
    }
    SECTION("a file of another size") {
        fs::remove(f.prefix / "version.json");
        write_bytes(f.prefix / "version.json", "{}");
    }
    SECTION("no receipt") {
        fs::remove(f.prefix / ".cudafetch/receipt.json");
    }
    CHECK_FALSE(is_installed(f.plan, f.prefix));
}

TEST_CASE("equal plans give equal receipts") {
    PrefixFixture f;
    REQUIRE(f.install());
    const std::string first = content_of(f.prefix / ".cudafetch/receipt.json");
    f.prefix = f.dir / "elsewhere";
    REQUIRE(f.install());
    CHECK(content_of(f.prefix / ".cudafetch/receipt.json") == first);
}

TEST_CASE("a second plan replaces the prefix and says what drops out") {
    PrefixFixture f;
    REQUIRE(f.install());
    ToyToolkit second;
    second.add("cuda_nvcc", {{"bin/nvcc", "newer nvcc", true}});
    second.add("libcublas", {{"lib/libcublas.so.12", "blas"}});
    const auto done = install_prefix(second.plan, second.trees, f.prefix, f.cancellation);
    REQUIRE(done);
    CHECK(done->replaced);
    CHECK(done->dropped == std::vector<std::string>{"cuda_cudart"});
    CHECK(content_of(f.prefix / "bin/nvcc") == "newer nvcc");
    CHECK(names_in(f.prefix / "lib") == std::vector<std::string>{"libcublas.so.12"});
    CHECK(names_in(f.opt) == std::vector<std::string>{"cuda"});
    CHECK(is_installed(second.plan, f.prefix));
    CHECK(content_of(f.trees[0].folder / "bin/nvcc") == "nvcc");
}

TEST_CASE("a spoilt prefix is made whole by installing again") {
    PrefixFixture f;
    REQUIRE(f.install());
    fs::remove(f.prefix / "bin/nvcc");
    const auto done = f.install();
    REQUIRE(done);
    CHECK(done->replaced);
    CHECK(is_installed(f.plan, f.prefix));
}

TEST_CASE("what is not ours is refused and stays") {
    PrefixFixture f;
    SECTION("an empty folder") {
        fs::create_directories(f.prefix);
        f.check_refused("prefix_not_ours", "rmdir " + fs::canonical(f.prefix).string());
    }
    SECTION("a folder with files") {
        write_bytes(f.prefix / "thesis.tex", "years of work");
        f.check_refused("prefix_not_ours", "move it away");
        CHECK(content_of(f.prefix / "thesis.tex") == "years of work");
    }
    SECTION("a file") {
        write_bytes(f.prefix, "a file");
        f.check_refused("prefix_is_file", "remove the file");
        CHECK(content_of(f.prefix) == "a file");
    }
    SECTION("a mount point") {
        f.prefix = "/proc";
        f.check_refused("prefix_is_mount_point", "--prefix /proc/cuda");
    }
    SECTION("the root folder") {
        f.prefix = "/";
        f.check_refused("prefix_is_mount_point", "--prefix /cuda");
    }
    SECTION("a link that leads nowhere") {
        fs::create_directory(f.opt);
        fs::create_symlink("none", f.prefix);
        f.check_refused("prefix_is_link", "remove the link");
        f.prefix /= "";
        f.check_refused("prefix_is_link", "remove the link");
        CHECK_FALSE(fs::exists(f.opt / "none"));
    }
    SECTION("a link to a folder that is not ours") {
        write_bytes(f.opt / "real/file", "x");
        fs::create_symlink("real", f.prefix);
        f.check_refused("prefix_not_ours", "move it away");
    }
    SECTION("an installation with files of somebody else") {
        REQUIRE(f.install());
        write_bytes(f.prefix / "include/mine.h", "mine");
        f.check_refused("prefix_has_foreign_files", "move them out");
        CHECK(content_of(f.prefix / "include/mine.h") == "mine");
    }
    SECTION("a receipt that cannot be read") {
        write_bytes(f.prefix / ".cudafetch/receipt.json", "{");
        const auto done = f.install();
        REQUIRE_FALSE(done);
        CHECK(done.error().code == "malformed_receipt");
    }
}

TEST_CASE("what Python caches in a prefix does not keep it from being replaced") {
    PrefixFixture f;
    REQUIRE(f.install());
    write_bytes(f.prefix / "bin/__pycache__/x.pyc", "x");
    CHECK(f.install());
}

TEST_CASE("a link to an installation stands for it") {
    PrefixFixture f;
    REQUIRE(f.install());
    const fs::path real = f.prefix;
    f.prefix = f.dir / "link";
    fs::create_directory_symlink("opt/cuda", f.prefix);
    const auto done = f.install();
    REQUIRE(done);
    CHECK(done->replaced);
    CHECK(done->prefix == fs::canonical(real));
    CHECK(fs::is_symlink(f.prefix));
}

TEST_CASE("a failed or cancelled installation leaves no trace, parents included") {
    PrefixFixture f;
    f.prefix = f.dir / "new/parents/cuda";
    SECTION("cancelled") {
        f.cancellation.request();
        const auto done = f.install();
        REQUIRE_FALSE(done);
        CHECK(done.error().exit == ExitCode::interrupted);
    }
    SECTION("a file of the store is gone") {
        fs::remove(f.trees[1].folder / "lib/libcudart.so.12");
        const auto done = f.install();
        REQUIRE_FALSE(done);
        CHECK(done.error().exit == ExitCode::disk);
    }
    SECTION("archives that conflict") {
        f.add("other", {{"lib/libcudart.so.12", "another"}});
        const auto done = f.install();
        REQUIRE_FALSE(done);
        CHECK(done.error().code == "archive_conflict");
    }
    SECTION("a parent that is a file") {
        write_bytes(f.dir / "file", "x");
        f.prefix = f.dir / "file/cuda";
        const auto done = f.install();
        REQUIRE_FALSE(done);
        CHECK(done.error().exit == ExitCode::disk);
    }
    CHECK_FALSE(fs::exists(f.dir / "new"));
}

TEST_CASE("a cancelled replacement leaves the former installation") {
    PrefixFixture f;
    REQUIRE(f.install());
    ToyToolkit second;
    second.add("cuda_nvcc", {{"bin/nvcc", "newer"}});
    second.cancellation.request();
    CHECK_FALSE(install_prefix(second.plan, second.trees, f.prefix, second.cancellation));
    CHECK(is_installed(f.plan, f.prefix));
    CHECK(names_in(f.opt) == std::vector<std::string>{"cuda"});
}

TEST_CASE("a prefix on another file system") {
    const struct stat here = status_of(fs::temp_directory_path());
    struct stat there {};
    if (::stat("/dev/shm", &there) != 0 || here.st_dev == there.st_dev ||
        (there.st_mode & S_IWOTH) == 0) {
        WARN("skipped: there is no second file system to write to at /dev/shm");
        return;
    }
    std::string elsewhere = "/dev/shm/cudafetch-test-XXXXXX";
    REQUIRE(::mkdtemp(elsewhere.data()) != nullptr);
    PrefixFixture f;
    f.prefix = fs::path(elsewhere) / "opt/cuda";

    SECTION("gets copies of the files of the shared store") {
        CHECK(f.install());
        CHECK(is_installed(f.plan, f.prefix));
        const auto copy = status_of(f.prefix / "bin/nvcc");
        CHECK((copy.st_mode & 07777) == 0555);
        CHECK(copy.st_nlink == 1);
        CHECK(copy.st_mtim.tv_sec == model::installed_mtime);
    }
    SECTION("gets the files of a store of its own, which goes away") {
        const std::string bytes = toy_archive("libcublas", {{"lib/libcublas.so.12", "blas"}});
        const Sha256Digest digest = sha256(as_bytes(bytes));
        f.plan.archives.push_back(
            planned_archive("libcublas", f.plan.tag, model::Role::target, digest));
        {
            auto store = store::Store::open_for_prefix(f.dir / "store", f.prefix, f.reporter);
            REQUIRE(store);
            std::vector<store::Tree> trees;
            for (const auto& archive : f.plan.archives) {
                // All but this one are in the shared store.
                auto tree = store->obtain({archive.sha256, {}, archive.component},
                                          bring(bytes, digest), {});
                REQUIRE(tree);
                trees.push_back(*std::move(tree));
            }
            CHECK(install_prefix(f.plan, trees, f.prefix, {}));
        }
        CHECK(is_installed(f.plan, f.prefix));
        CHECK(content_of(f.prefix / "lib64/libcublas.so.12") == "blas");
        CHECK(names_in(f.prefix.parent_path()) == std::vector<std::string>{"cuda"});
        CHECK(status_of(f.prefix / "lib/libcublas.so.12").st_nlink == 1);
        CHECK_FALSE(f.store.find(digest).value());
    }
    CHECK(remove_tree(elsewhere));
}
