// SPDX-License-Identifier: MIT
#include "cudafetch/fetch/downloader.hpp"

#include <array>
#include <thread>

#include <sys/resource.h>

#include <csignal>
#include <fstream>
#include <thread>

#include "download_fixture.hpp"
#include "support/catch.hpp"

namespace cudafetch::fetch {
namespace {

using test::Answer;
using test::contains;
using test::DownloadFixture;

TEST_CASE("a download arrives whole, once") {
    DownloadFixture f;
    f.transport.add(f.a, f.whole());
    REQUIRE(f.download());
    CHECK(f.stored() == f.content);
    CHECK(f.clean());
    CHECK(f.clock.sleeps().empty());

    REQUIRE(f.download());
    CHECK(f.transport.requests().size() == 1);
}

TEST_CASE("a download needs neither a known nor an announced size") {
    DownloadFixture f;
    f.wanted.size.reset();
    Answer answer = f.whole();
    answer.announces_size = false;
    f.transport.add(f.a, answer);
    REQUIRE(f.download());
    CHECK(f.stored() == f.content);
}

TEST_CASE("a damaged file at the destination is fetched again") {
    DownloadFixture f;
    f.transport.add(f.a, f.whole());
    fs::create_directories(f.destination().parent_path());
    std::string damaged = f.content;
    damaged[3] = '!';
    std::ofstream(f.destination()) << damaged;
    REQUIRE(f.download());
    CHECK(f.stored() == f.content);
}

TEST_CASE("a flipped byte is a digest mismatch, and nothing stays") {
    DownloadFixture f;
    f.transport.add(f.a, f.flipped());
    const auto outcome = f.download();
    REQUIRE_FALSE(outcome);
    const Error& error = outcome.error();
    CHECK(error.exit == ExitCode::integrity);
    CHECK(error.code == "digest_mismatch");
    CHECK(contains(error.message, f.wanted.sha256.hex()));
    CHECK(contains(error.message, sha256(as_bytes(f.flipped().body)).hex()));
    CHECK(contains(error.message, "1000 bytes"));
    CHECK(contains(error.message, "file.tar.xz from https://a.example/x/file.tar.xz"));
    CHECK_FALSE(error.hints.empty());
    CHECK(f.transport.requests().size() == 1);
    CHECK_FALSE(fs::exists(f.destination()));
    CHECK(f.clean());
}

TEST_CASE("a wrong announced size ends the download before any byte") {
    DownloadFixture f;
    for (const std::size_t length : {std::size_t{999}, std::size_t{1001}, std::size_t{0}}) {
        INFO(length);
        Answer answer = f.whole();
        answer.body.resize(length, 'x');
        bool body_sent = false;
        answer.on_chunk = [&] { body_sent = true; };
        f.wanted.urls = {f.b.join(std::to_string(length)).value()};
        f.transport.add(f.wanted.urls[0], answer);
        const auto outcome = f.download();
        REQUIRE_FALSE(outcome);
        CHECK(outcome.error().exit == ExitCode::integrity);
        CHECK(outcome.error().code == "size_mismatch");
        CHECK(contains(outcome.error().message, "1000 bytes"));
        CHECK(contains(outcome.error().message, std::to_string(length) + " bytes"));
        CHECK_FALSE(body_sent);
        CHECK(f.clean());
    }
    CHECK(f.transport.requests().size() == 3);
}

TEST_CASE("more bytes than expected end the download at once") {
    DownloadFixture f;
    Answer answer = f.whole();
    answer.body += std::string(100'000, 'x');
    answer.announces_size = false;
    int chunks = 0;
    answer.on_chunk = [&] { ++chunks; };
    f.transport.add(f.a, answer);
    const auto outcome = f.download();
    REQUIRE_FALSE(outcome);
    CHECK(outcome.error().code == "size_mismatch");
    CHECK(chunks == 11);
    CHECK(f.clean());
}

TEST_CASE("a body that ends early without an announced size is truncated, not corrupt") {
    DownloadFixture f;
    Answer answer = f.whole();
    answer.body.resize(600);
    answer.announces_size = false;
    answer.ranges = false;
    f.transport.add(f.a, answer);
    const auto outcome = f.download();
    REQUIRE_FALSE(outcome);
    CHECK(outcome.error().exit == ExitCode::network);
    CHECK(outcome.error().code == "truncated");
    CHECK(contains(outcome.error().message, "got 600 of 1000 bytes"));
}

TEST_CASE("a web page in place of the archive is called one") {
    DownloadFixture f;
    Answer page{.body = "<html>Please log in</html>"};
    page.content_type = "text/html; charset=utf-8";
    f.transport.add(f.a, page);
    const auto by_size = f.download();
    REQUIRE_FALSE(by_size);
    CHECK(by_size.error().exit == ExitCode::integrity);
    CHECK(contains(by_size.error().hints.at(0), "text/html"));

    f.wanted.size.reset();
    const auto by_digest = f.download();
    REQUIRE_FALSE(by_digest);
    CHECK(by_digest.error().code == "digest_mismatch");
    CHECK(contains(by_digest.error().hints.at(0), "text/html"));
}

TEST_CASE("errors show where redirects led and hide passwords") {
    DownloadFixture f;
    f.wanted.urls = {Url::parse("https://me:pw@a.example/file.tar.xz").value()};
    Answer answer = f.flipped();
    answer.redirected_to = Url::parse("https://cdn.example/file.tar.xz?signature=pw").value();
    f.transport.add(f.wanted.urls[0], answer);
    const auto outcome = f.download();
    REQUIRE_FALSE(outcome);
    CHECK(contains(outcome.error().message, "me:***@a.example"));
    CHECK(contains(outcome.error().message, "redirected to https://cdn.example/file.tar.xz"));
    CHECK_FALSE(contains(outcome.error().message, "pw"));
}

TEST_CASE("a missing file is not asked for twice") {
    DownloadFixture f;
    const auto outcome = f.download();
    REQUIRE_FALSE(outcome);
    CHECK(outcome.error().exit == ExitCode::network);
    CHECK(outcome.error().code == "not_found");
    CHECK(contains(outcome.error().message, "https://a.example/x/file.tar.xz"));
    CHECK(f.transport.requests().size() == 1);
    CHECK(f.clock.sleeps().empty());
    CHECK(f.clean());
}

TEST_CASE("an interrupt stops the transfer and the pauses between attempts") {
    DownloadFixture f;
    Answer answer = f.whole();
    answer.on_chunk = [&] { f.cancellation.request(); };
    f.transport.add(f.a, answer);
    const auto during_body = f.download();
    REQUIRE_FALSE(during_body);
    CHECK(during_body.error().exit == ExitCode::interrupted);
    CHECK(during_body.error().message == "interrupted");

    DownloadFixture g;
    g.transport.add(g.a, g.dropping(100));
    g.clock.on_sleep = [&] { g.cancellation.request(); };
    const auto during_pause = g.download();
    REQUIRE_FALSE(during_pause);
    CHECK(during_pause.error().exit == ExitCode::interrupted);
    CHECK(g.transport.requests().size() == 1);
}

TEST_CASE("a disk error names the path and asks no other mirror") {
    DownloadFixture f;
    f.transport.add(f.a, f.whole());
    f.transport.add(f.b, f.whole());
    f.wanted.urls = {f.a, f.b};
    fs::create_directories(f.destination());
    const auto in_the_way = f.download();
    REQUIRE_FALSE(in_the_way);
    CHECK(in_the_way.error().exit == ExitCode::disk);
    CHECK(contains(in_the_way.error().message, f.destination().native()));

    DownloadFixture g;
    std::ofstream(g.folder / "cache") << "a file where a folder should be";
    const auto no_folder = g.download();
    REQUIRE_FALSE(no_folder);
    CHECK(no_folder.error().exit == ExitCode::disk);
    CHECK(contains(no_folder.error().message, (g.folder / "cache").native()));
    CHECK(g.transport.requests().empty());
}

/// Lets no file of this process grow past a size, as a full disk would.
class FileSizeLimit {
  public:
    explicit FileSizeLimit(rlim_t bytes) {
        ::getrlimit(RLIMIT_FSIZE, &before_);
        ::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{bytes, before_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FileSizeLimit() { ::setrlimit(RLIMIT_FSIZE, &before_); }
    FileSizeLimit(const FileSizeLimit&) = delete;
    FileSizeLimit& operator=(const FileSizeLimit&) = delete;

  private:
    rlimit before_{};
};

TEST_CASE("a write that fails ends the download, keeps what is there and asks no other mirror") {
    DownloadFixture f;
    f.transport.add(f.a, f.whole());
    f.wanted.urls = {f.a, f.b};
    {
        const FileSizeLimit limit(550);
        const auto outcome = f.download();
        REQUIRE_FALSE(outcome);
        CHECK(outcome.error().exit == ExitCode::disk);
        CHECK(contains(outcome.error().message, "cannot write " + f.part().native()));
        CHECK(f.transport.requests().size() == 1);
    }
    REQUIRE(f.download());
    CHECK(f.stored() == f.content);
}

TEST_CASE("progress adds up over parallel downloads") {
    DownloadFixture f;
    f.options.planned_bytes = 4000;
    Downloader downloader(f.transport, f.clock, f.reporter, f.options);
    std::vector<std::thread> threads;
    std::atomic<int> succeeded{0};
    for (int i = 0; i < 4; ++i) {
        Download wanted = f.wanted;
        wanted.urls = {f.a.join(std::to_string(i)).value()};
        f.transport.add(wanted.urls[0], f.dropping(350));
        f.transport.add(wanted.urls[0], f.whole());
        threads.emplace_back([&, wanted, i] {
            const auto path = f.folder / ("file" + std::to_string(i));
            if (downloader.download(wanted, path, f.cancellation)) ++succeeded;
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    CHECK(succeeded == 4);
    CHECK(f.reporter.most_done() == 4000);
    CHECK(f.reporter.last().total_bytes == 4000);
}

TEST_CASE("two downloads of one file take turns, and the second finds it done") {
    DownloadFixture f;
    f.transport.add(f.a, f.whole());
    Downloader downloader(f.transport, f.clock, f.reporter, f.options);
    std::atomic<int> succeeded{0};
    f.clock.on_sleep = [] { std::this_thread::yield(); };
    const auto work = [&] {
        if (downloader.download(f.wanted, f.destination(), f.cancellation)) ++succeeded;
    };
    std::thread first(work);
    std::thread second(work);
    first.join();
    second.join();
    CHECK(succeeded == 2);
    CHECK(f.transport.requests().size() == 1);
    CHECK(f.stored() == f.content);
    CHECK(f.clean());
}

TEST_CASE("short texts follow the same rules") {
    DownloadFixture f;
    Downloader downloader(f.transport, f.clock, f.reporter, f.options);
    f.transport.add(f.a, f.dropping(100));
    f.transport.add(f.a, {.body = "{}"});
    CHECK(downloader.get_text({f.a}, 1000, f.cancellation).value() == "{}");
    CHECK(f.clock.sleeps().size() == 1);

    const auto missing = downloader.get_text({f.b}, 1000, f.cancellation);
    REQUIRE_FALSE(missing);
    CHECK(missing.error().code == "not_found");

    for (const bool announced : {true, false}) {
        Answer large = f.whole();
        large.announces_size = announced;
        f.transport.add(f.c, large);
        const auto too_large = downloader.get_text({f.c}, 999, f.cancellation);
        REQUIRE_FALSE(too_large);
        CHECK(too_large.error().code == "text_too_large");
        CHECK(too_large.error().exit == ExitCode::integrity);
    }
    CHECK(downloader.get_text({f.c}, 1000, f.cancellation).value() == f.content);
}

TEST_CASE("a reader goes along with a download, through a break and a restart") {
    DownloadFixture f;
    Answer whole = f.whole();
    SECTION("the server goes on where it broke off") {
        f.transport.add(f.a, f.dropping(400));
        f.transport.add(f.a, whole);
    }
    SECTION("the server starts anew") {
        whole.ranges = false;
        f.transport.add(f.a, f.dropping(400));
        f.transport.add(f.a, whole);
    }
    SECTION("another mirror has the right bytes") {
        f.wanted.urls = {f.a, f.b};
        f.transport.add(f.a, f.flipped());
        f.transport.add(f.b, whole);
    }
    ArrivingFile arriving;
    std::string read;
    std::thread reader([&] {
        std::array<std::byte, 64> buffer{};
        for (;;) {
            const auto count = arriving.read(buffer);
            if (!count && arriving.wait_for_fate() != ArrivingFile::Fate::restarted) return;
            if (!count) {
                arriving.rewind();
                read.clear();
            } else if (*count == 0) {
                return;
            } else {
                read += as_text(ByteSpan(buffer).first(*count));
            }
        }
    });
    Downloader downloader(f.transport, f.clock, f.reporter, f.options);
    const auto outcome = downloader.stream(f.wanted, f.destination(), arriving, f.cancellation);
    arriving.abandon();
    reader.join();
    REQUIRE(outcome);
    CHECK(read == f.content);
    CHECK(read_file(f.part(), 1 << 20).value() == f.content);
    CHECK_FALSE(fs::exists(f.destination()));
}

TEST_CASE("wrong bytes are never complete for a reader that goes along") {
    DownloadFixture f;
    f.transport.add(f.a, f.flipped());
    ArrivingFile arriving;
    Downloader downloader(f.transport, f.clock, f.reporter, f.options);
    const auto outcome = downloader.stream(f.wanted, f.destination(), arriving, f.cancellation);
    REQUIRE_FALSE(outcome);
    CHECK(outcome.error().code == "digest_mismatch");
    arriving.abandon();
    std::array<std::byte, 64> buffer{};
    CHECK_FALSE(arriving.read(buffer));
}

}  // namespace
}  // namespace cudafetch::fetch
