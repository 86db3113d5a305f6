// SPDX-License-Identifier: MIT
#include <fstream>

#include "cudafetch/fetch/downloader.hpp"
#include "download_fixture.hpp"
#include "support/catch.hpp"

namespace cudafetch::fetch {
namespace {

using test::Answer;
using test::contains;
using test::DownloadFixture;
using Offsets = std::vector<std::uint64_t>;

TEST_CASE("a dropped connection is continued where it ended") {
    DownloadFixture f;
    f.transport.add(f.a, f.dropping(600));
    f.transport.add(f.a, f.dropping(100));
    f.transport.add(f.a, f.whole());
    REQUIRE(f.download());
    CHECK(f.stored() == f.content);
    CHECK(f.offsets() == Offsets{0, 600, 700});
    CHECK(f.transport.requests()[1].validator == "\"v1\"");
    CHECK(f.clock.sleeps().size() == 2);
    REQUIRE(f.reporter.statuses().size() == 2);
    CHECK(contains(f.reporter.statuses()[0], "got 600 of 1000 bytes"));
    CHECK(contains(f.reporter.statuses()[0], "trying again in"));
}

TEST_CASE("a server without ranges starts over") {
    DownloadFixture f;
    Answer dropping = f.dropping(600);
    dropping.ranges = false;
    Answer whole = f.whole();
    whole.ranges = false;
    f.transport.add(f.a, dropping);
    f.transport.add(f.a, dropping);
    f.transport.add(f.a, whole);
    REQUIRE(f.download());
    CHECK(f.stored() == f.content);
    CHECK(f.transport.requests().size() == 3);
    CHECK(f.reporter.most_done() == 1000);
}

TEST_CASE("a server that always hangs up is left after the last attempt") {
    DownloadFixture f;
    Answer dropping = f.dropping(600);
    dropping.ranges = false;
    f.transport.add(f.a, dropping);
    const auto outcome = f.download();
    REQUIRE_FALSE(outcome);
    CHECK(outcome.error().exit == ExitCode::network);
    CHECK(outcome.error().code == "truncated");
    CHECK(contains(outcome.error().message, "got 600 of 1000 bytes"));
    CHECK(contains(outcome.error().message, "the connection was reset"));
    CHECK(f.transport.requests().size() == 5);
    CHECK(f.clock.sleeps().size() == 4);
    CHECK(fs::file_size(f.part()) == 600);
}

TEST_CASE("a later process goes on with the part file") {
    DownloadFixture f;
    f.options.retry.attempts = 1;
    f.transport.add(f.a, f.dropping(600));
    f.transport.add(f.a, f.whole());
    REQUIRE_FALSE(f.download());
    REQUIRE(f.download());
    CHECK(f.offsets() == Offsets{0, 600});
    CHECK(f.transport.requests()[1].validator == "\"v1\"");
    CHECK(f.stored() == f.content);
    CHECK(f.clean());
}

TEST_CASE("a file that changed upstream is fetched from the start") {
    DownloadFixture f;
    f.options.retry.attempts = 1;
    Answer old_version = f.flipped();
    old_version.validator = "\"v0\"";
    old_version.drop_after = 600;
    f.transport.add(f.a, old_version);
    f.transport.add(f.a, f.whole());
    REQUIRE_FALSE(f.download());
    REQUIRE(f.download());
    CHECK(f.offsets() == Offsets{0, 600});
    CHECK(f.stored() == f.content);
}

TEST_CASE("another mirror goes on without the first one's validator") {
    DownloadFixture f;
    f.options.retry.attempts = 1;
    f.wanted.urls = {f.a, f.b};
    f.transport.add(f.a, f.dropping(600));
    Answer other = f.whole();
    other.validator = "\"other\"";
    f.transport.add(f.b, other);
    REQUIRE(f.download());
    CHECK(f.offsets() == Offsets{0, 600});
    CHECK(f.transport.requests()[1].validator.empty());
}

TEST_CASE("wrong bytes from an earlier process cost one fresh start, not the download") {
    DownloadFixture f;
    f.options.retry.attempts = 2;
    f.transport.add(f.a, f.dropping(600));
    f.transport.add(f.a, f.dropping(0));
    f.transport.add(f.a, f.whole());
    REQUIRE_FALSE(f.download());
    REQUIRE(fs::file_size(f.part()) == 600);
    std::fstream(f.part(), std::ios::in | std::ios::out) << "damage";
    REQUIRE(f.download());
    CHECK(f.offsets() == Offsets{0, 600, 600, 0});
    CHECK(f.stored() == f.content);
}

TEST_CASE("a mismatch after a fresh start is final") {
    DownloadFixture f;
    Answer dropping = f.flipped();
    dropping.drop_after = 600;
    f.transport.add(f.a, dropping);
    f.transport.add(f.a, f.flipped());
    const auto outcome = f.download();
    REQUIRE_FALSE(outcome);
    CHECK(outcome.error().code == "digest_mismatch");
    CHECK(f.offsets() == Offsets{0, 600, 0});
    CHECK(f.clean());
}

TEST_CASE("a complete part file needs no request") {
    DownloadFixture f;
    f.options.retry.attempts = 1;
    f.transport.add(f.a, f.dropping(1000));
    f.transport.add(f.a, {.failure = failure_of_status(403)});
    REQUIRE_FALSE(f.download());
    REQUIRE(fs::file_size(f.part()) == 1000);
    REQUIRE(f.download());
    CHECK(f.transport.requests().size() == 1);
    CHECK(f.stored() == f.content);
}

TEST_CASE("a part file longer than the wanted file is dropped") {
    DownloadFixture f;
    f.options.retry.attempts = 1;
    f.transport.add(f.a, f.dropping(600));
    f.transport.add(f.a, f.whole());
    REQUIRE_FALSE(f.download());
    std::ofstream(f.part(), std::ios::app) << f.content;
    REQUIRE(f.download());
    CHECK(f.offsets() == Offsets{0, 0});
}

TEST_CASE("a part file past the server's end starts over") {
    DownloadFixture f;
    f.options.retry.attempts = 2;
    f.wanted.size.reset();
    f.transport.add(f.a, f.dropping(600));
    f.transport.add(f.a, {.failure = failure_of_status(403)});
    f.transport.add(f.a, f.whole());
    REQUIRE_FALSE(f.download());
    std::ofstream(f.part(), std::ios::app) << f.content;
    REQUIRE(f.download());
    CHECK(f.offsets() == Offsets{0, 600, 1600, 0});
}

TEST_CASE("a part file of another wanted file, or without its origin, is dropped") {
    const std::string zeros = Sha256Digest().hex() + "\n";
    for (const std::string& origin :
         {std::string(), std::string("garbage\n"), zeros + zeros + "\"v1\"\n"}) {
        DownloadFixture f;
        f.transport.add(f.a, f.whole());
        fs::create_directories(f.part().parent_path());
        std::ofstream(f.part()) << f.content.substr(0, 600);
        std::ofstream(f.part().native() + ".origin") << origin;
        REQUIRE(f.download());
        CHECK(f.offsets() == Offsets{0});
        CHECK(f.clean());
    }
}

TEST_CASE("a server that goes on at the wrong byte is not believed") {
    class Confused final : public Transport {
      public:
        explicit Confused(test::FakeTransport& honest) : honest_(honest) {}
        Outcome<Response> get(const Get& request, BodySink& sink,
                              const Cancellation& cancellation) override {
            if (request.offset == 0) return honest_.get(request, sink, cancellation);
            (void)sink.begin({request.url, request.offset - 1, 1000, "\"v1\"", {}});
            return tl::unexpected(local_failure({}));
        }

      private:
        test::FakeTransport& honest_;
    };
    DownloadFixture f;
    f.transport.add(f.a, f.dropping(600));
    f.transport.add(f.a, f.whole());
    Confused confused(f.transport);
    Downloader downloader(confused, f.clock, f.reporter, f.options);
    REQUIRE(downloader.download(f.wanted, f.destination(), f.cancellation));
    CHECK(f.stored() == f.content);
    CHECK(f.offsets() == Offsets{0, 0});
}

TEST_CASE("a large file may be dropped more often than there are attempts") {
    DownloadFixture f;
    f.content = std::string(12 << 20, 'x');
    f.wanted.sha256 = sha256(as_bytes(f.content));
    f.wanted.size = f.content.size();
    f.transport.add(f.a, f.dropping(std::size_t{1} << 20));
    for (int i = 0; i < 11; ++i)
        f.transport.add(f.a, f.dropping(std::size_t{1} << 20));
    f.transport.add(f.a, f.whole());
    REQUIRE(f.download());
    CHECK(f.transport.requests().size() == 12);
}

}  // namespace
}  // namespace cudafetch::fetch
