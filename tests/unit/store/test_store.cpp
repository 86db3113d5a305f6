// SPDX-License-Identifier: MIT
#include "cudafetch/store/store.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <thread>

#include "store_fixture.hpp"
#include "support/catch.hpp"
#include "tar_builder.hpp"

using namespace cudafetch;
using namespace cudafetch::test;
using Catch::Matchers::ContainsSubstring;
using store::Store;

namespace {

struct StoreFixture {
    TempDir dir;
    fs::path root = dir / "cache/store";
    WarningLog reporter;
    Cancellation cancellation;
    std::string bytes =
        toy_archive("cuda_nvcc", {{"bin/nvcc", "nvcc", true}, {"lib/a.so", "", false, "a.so.1"}});
    Sha256Digest digest = sha256(as_bytes(bytes));
    std::atomic<int> fetches = 0;

    Store open() { return Store::open(root, reporter).value(); }

    Store::Fetch fetch() {
        return [this](const fs::path& place, ArrivingFile& arriving, const Cancellation& stop) {
            ++fetches;
            return bring(bytes, digest)(place, arriving, stop);
        };
    }

    [[nodiscard]] store::WantedArchive wanted() const { return {digest, bytes.size(), "nvcc"}; }
};

/// A folder on another file system than the temporary one, or absent.
std::optional<fs::path> folder_elsewhere() {
    struct stat here {};
    struct stat there {};
    const fs::path memory = "/dev/shm";
    if (::stat(fs::temp_directory_path().c_str(), &here) != 0 ||
        ::stat(memory.c_str(), &there) != 0 || here.st_dev == there.st_dev ||
        ::access(memory.c_str(), W_OK) != 0)
        return std::nullopt;
    return memory / ("cudafetch-test-" + std::to_string(::getpid()));
}

}  // namespace

TEST_CASE("a tree is made once and found again") {
    StoreFixture f;
    Store store = f.open();
    CHECK_FALSE(store.find(f.digest).value());
    const auto made = store.obtain(f.wanted(), f.fetch(), f.cancellation);
    REQUIRE(made);
    CHECK(content_of(made->folder / "bin/nvcc") == "nvcc");
    CHECK(names_in(f.root / "archive").empty());
    CHECK(names_in(f.root / "tmp").empty());

    const auto again = store.obtain(f.wanted(), f.fetch(), f.cancellation);
    REQUIRE(again);
    CHECK(f.fetches == 1);
    CHECK(again->files == made->files);
    const auto found = f.open().find(f.digest);
    REQUIRE(found.value());
    CHECK((*found)->folder == made->folder);
    CHECK((*found)->files == made->files);
    CHECK(f.reporter.lines().empty());
}

TEST_CASE("bytes with another digest never become a tree") {
    StoreFixture f;
    Store store = f.open();
    const Sha256Digest other = sha256(as_bytes("other"));
    const auto made =
        store.obtain({other, f.bytes.size(), "nvcc"}, bring(f.bytes, other), f.cancellation);
    REQUIRE_FALSE(made);
    CHECK(made.error().code == "digest_mismatch");
    CHECK_FALSE(store.find(other).value());
    for (const char* folder : {"tmp", "tree"})
        CHECK(names_in(f.root / folder).empty());
}

TEST_CASE("a file that was changed makes the tree anew, with a warning") {
    StoreFixture f;
    Store store = f.open();
    const auto made = store.obtain(f.wanted(), f.fetch(), f.cancellation);
    REQUIRE(made);
    const fs::path file = made->folder / "bin/nvcc";

    SECTION("its size") {
        fs::permissions(file, fs::perms::owner_write, fs::perm_options::add);
        write_bytes(file, "edited");
    }
    SECTION("its time, at the same size") {
        fs::permissions(file, fs::perms::owner_write, fs::perm_options::add);
        write_bytes(file, "evil");
    }
    SECTION("gone") {
        fs::remove(file);
    }
    SECTION("a link in its place") {
        fs::remove(file);
        fs::create_symlink("../lib/a.so", file);
    }
    SECTION("another link") {
        fs::remove(made->folder / "lib/a.so");
        fs::create_symlink("b.so", made->folder / "lib/a.so");
    }
    SECTION("an index that cannot be read") {
        const fs::path index = f.root / "tree" / (f.digest.hex() + ".json");
        fs::permissions(index, fs::perms::owner_write, fs::perm_options::add);
        write_bytes(index, "{");
    }

    CHECK_FALSE(store.find(f.digest).value());
    REQUIRE(f.reporter.lines().size() == 1);
    CHECK_THAT(f.reporter.lines().front(), ContainsSubstring("was changed since it was unpacked"));
    const auto anew = store.obtain(f.wanted(), f.fetch(), f.cancellation);
    REQUIRE(anew);
    CHECK(f.fetches == 2);
    CHECK(content_of(file) == "nvcc");
    CHECK(store.find(f.digest).value());
    CHECK(names_in(f.root / "tmp").empty());
}

TEST_CASE("an index without its tree and a tree without its index are nothing") {
    StoreFixture f;
    Store store = f.open();
    const auto made = store.obtain(f.wanted(), f.fetch(), f.cancellation);
    REQUIRE(made);
    SECTION("the tree is gone") {
        REQUIRE(remove_tree(made->folder));
    }
    SECTION("the index is gone") {
        fs::remove(f.root / "tree" / (f.digest.hex() + ".json"));
    }
    CHECK_FALSE(store.find(f.digest).value());
    CHECK(f.reporter.lines().empty());
    REQUIRE(store.obtain(f.wanted(), f.fetch(), f.cancellation));
    CHECK(store.find(f.digest).value());
}

TEST_CASE("a failed fetch and a cancellation leave nothing") {
    StoreFixture f;
    Store store = f.open();
    const auto failed = store.obtain(
        f.wanted(),
        [](const fs::path&, ArrivingFile&, const Cancellation&) -> Result<void> {
            return fail(ExitCode::network, "reset", "reset");
        },
        f.cancellation);
    REQUIRE_FALSE(failed);
    CHECK(failed.error().code == "reset");

    f.cancellation.request();
    const auto cancelled = store.obtain(f.wanted(), f.fetch(), f.cancellation);
    REQUIRE_FALSE(cancelled);
    CHECK(cancelled.error().exit == ExitCode::interrupted);
    CHECK(names_in(f.root / "tmp").empty());
    CHECK(names_in(f.root / "tree").empty());
    // What was downloaded is still good.
    CHECK(names_in(f.root / "archive") == std::vector<std::string>{f.digest.hex() + ".part"});
}

TEST_CASE("threads that want one archive fetch it once") {
    StoreFixture f;
    Store store = f.open();
    std::atomic<int> good = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back([&] {
            const auto tree = store.obtain(f.wanted(), f.fetch(), f.cancellation);
            if (tree && content_of(tree->folder / "bin/nvcc") == "nvcc") ++good;
        });
    for (std::thread& thread : threads)
        thread.join();
    CHECK(good == 4);
    CHECK(f.fetches == 1);
}

TEST_CASE("processes that want one archive at once all succeed") {
    StoreFixture f;
    std::vector<pid_t> children;
    for (int i = 0; i < 4; ++i) {
        const pid_t child = ::fork();
        if (child == 0) {
            const auto tree = f.open().obtain(f.wanted(), f.fetch(), f.cancellation);
            ::_exit(tree ? 0 : 1);
        }
        children.push_back(child);
    }
    for (const pid_t child : children) {
        int status = -1;
        REQUIRE(::waitpid(child, &status, 0) == child);
        CHECK(status == 0);
    }
    CHECK(f.open().find(f.digest).value());
    CHECK(names_in(f.root / "tmp").empty());
}

TEST_CASE("what a killed process left in tmp is gone after the next open") {
    StoreFixture f;
    f.open();
    // The child tells that it is in the midst of unpacking, and stays there.
    const fs::path sign = f.dir / "sign";
    const pid_t child = ::fork();
    if (child == 0) {
        (void)f.open().obtain(
            f.wanted(),
            [&](const fs::path&, ArrivingFile&, const Cancellation&) -> Result<void> {
                write_bytes(sign, "here");
                for (;;)
                    ::pause();
            },
            f.cancellation);
        ::_exit(0);
    }
    while (!fs::exists(sign))
        std::this_thread::yield();
    ::kill(child, SIGKILL);
    int status = -1;
    REQUIRE(::waitpid(child, &status, 0) == child);
    REQUIRE(names_in(f.root / "tmp").size() == 1);
    f.open();
    CHECK(names_in(f.root / "tmp").empty());
    CHECK(names_in(f.root / "tree").empty());
}

TEST_CASE("a prefix on the same file system uses the shared store") {
    StoreFixture f;
    const auto store = Store::open_for_prefix(f.root, f.dir / "opt/cuda", f.reporter);
    REQUIRE(store);
    CHECK_FALSE(store->is_temporary());
    CHECK_FALSE(fs::exists(f.dir / "opt"));
}

TEST_CASE("a prefix on another file system gets a store of its own for a while") {
    const auto elsewhere = folder_elsewhere();
    if (!elsewhere) {
        WARN("skipped: there is no second file system to write to at /dev/shm");
        return;
    }
    StoreFixture f;
    const std::string other_bytes = toy_archive("cuda_cudart", {{"lib/libcudart.so.12", "rt"}});
    const Sha256Digest shared = sha256(as_bytes(other_bytes));
    REQUIRE(f.open().obtain({shared, {}, "cudart"}, bring(other_bytes, shared), f.cancellation));
    {
        auto store = Store::open_for_prefix(f.root, *elsewhere / "opt/cuda", f.reporter);
        REQUIRE(store);
        CHECK(store->is_temporary());
        const auto tree = store->obtain(f.wanted(), f.fetch(), f.cancellation);
        REQUIRE(tree);
        CHECK(content_of(tree->folder / "bin/nvcc") == "nvcc");
        CHECK_THAT(tree->folder.string(), ContainsSubstring(elsewhere->string()));
        CHECK(store->find(f.digest).value());
        CHECK(store->find(shared).value());
        CHECK_FALSE(f.open().find(f.digest).value());
    }
    CHECK_FALSE(fs::exists(*elsewhere));
}

TEST_CASE("bytes that were given up on the way leave no trace in the tree") {
    StoreFixture f;
    Store store = f.open();
    const std::string wrong = toy_archive("cuda_nvcc", {{"bin/wrong", "wrong"}});
    const auto made = store.obtain(
        f.wanted(),
        [&](const fs::path& place, ArrivingFile& arriving, const Cancellation& stop) {
            // All of a sound archive but for its last bytes, and then another one.
            const fs::path part = place.string() + ".part";
            write_bytes(part, wrong);
            arriving.open(open_file(part, O_RDONLY).value());
            arriving.grew_to(wrong.size() - 1);
            while (names_in(f.root / "tmp").empty())
                std::this_thread::yield();
            write_bytes(part, "");
            arriving.restart();
            return bring(f.bytes, f.digest)(place, arriving, stop);
        },
        f.cancellation);
    REQUIRE(made);
    CHECK(names_in(made->folder / "bin") == std::vector<std::string>{"nvcc"});
    CHECK(names_in(f.root / "archive").empty());
}

TEST_CASE("an archive with the right digest that is no good is removed") {
    StoreFixture f;
    const std::string bytes = "no archive at all";
    const Sha256Digest digest = sha256(as_bytes(bytes));
    const auto made =
        f.open().obtain({digest, bytes.size(), "nvcc"}, bring(bytes, digest), f.cancellation);
    REQUIRE_FALSE(made);
    CHECK(made.error().code == "corrupt_archive");
    for (const char* folder : {"archive", "tmp", "tree"})
        CHECK(names_in(f.root / folder).empty());
}

TEST_CASE("an archive may unpack to as much as its size allows, and to no more") {
    constexpr std::uint64_t mebibyte = 1 << 20;
    CHECK(store::max_unpacked_size(1 * mebibyte) == 256 * mebibyte);
    CHECK(store::max_unpacked_size(10 * mebibyte) == 1000 * mebibyte);
    CHECK(store::max_unpacked_size(std::nullopt) == 65536 * mebibyte);
    CHECK(store::max_unpacked_size(~std::uint64_t{0}) == 65536 * mebibyte);

    StoreFixture f;
    store::StoreOptions options;
    options.max_unpacked = 3;
    Store store = Store::open(f.root, f.reporter, options).value();
    const auto made = store.obtain(f.wanted(), f.fetch(), f.cancellation);
    REQUIRE_FALSE(made);
    CHECK(made.error().code == "archive_too_large");
    CHECK_THAT(made.error().message, ContainsSubstring("unpack to more than"));
}
