// SPDX-License-Identifier: MIT
#include "cudafetch/fetch/downloader.hpp"
#include "cudafetch/fetch/routing_transport.hpp"
#include "download_fixture.hpp"
#include "support/catch.hpp"

namespace cudafetch::fetch {
namespace {

using test::Answer;
using test::contains;
using test::DownloadFixture;

std::vector<std::string> hosts(const DownloadFixture& f) {
    std::vector<std::string> result;
    for (const Get& request : f.transport.requests())
        result.push_back(request.url.secret().substr(8, 1));
    return result;
}
using Hosts = std::vector<std::string>;

Answer failing(Failure failure) {
    Answer answer;
    answer.failure = std::move(failure);
    return answer;
}

TEST_CASE("the next mirror takes over, and a warning names both") {
    DownloadFixture f;
    f.wanted.urls = {f.a, f.b};
    f.transport.add(f.b, f.whole());
    REQUIRE(f.download());
    CHECK(hosts(f) == Hosts{"a", "b"});
    REQUIRE(f.reporter.warnings().size() == 1);
    CHECK(contains(f.reporter.warnings()[0], f.a.shown()));
    CHECK(contains(f.reporter.warnings()[0], f.b.shown()));
}

TEST_CASE("a host that cannot be reached is tried as often as allowed, then the next one") {
    DownloadFixture f;
    f.options.retry.attempts = 3;
    f.options.retry.attempts_before_next = 3;
    f.wanted.urls = {f.a, f.b};
    f.transport.add(f.a, failing(network_failure(FailureClass::retry, "unreachable", "no route")));
    f.transport.add(f.b, f.whole());
    REQUIRE(f.download());
    CHECK(hosts(f) == Hosts{"a", "a", "a", "b"});
}

TEST_CASE("a mismatch is fetched afresh from the next mirror, once") {
    DownloadFixture f;
    f.wanted.urls = {f.a, f.b, f.c};
    f.transport.add(f.a, f.flipped());
    f.transport.add(f.b, f.whole());
    REQUIRE(f.download());
    CHECK(f.offsets() == std::vector<std::uint64_t>{0, 0});

    DownloadFixture g;
    g.wanted.urls = {g.a, g.b, g.c};
    g.transport.add(g.a, g.flipped());
    g.transport.add(g.b, g.flipped());
    g.transport.add(g.c, g.whole());
    const auto outcome = g.download();
    REQUIRE_FALSE(outcome);
    CHECK(outcome.error().code == "digest_mismatch");
    CHECK(hosts(g) == Hosts{"a", "b"});
    CHECK(g.clean());
}

TEST_CASE("a mismatch outweighs what other mirrors said, and the hints tell that too") {
    DownloadFixture f;
    f.wanted.urls = {f.a, f.b};
    f.transport.add(f.a, f.flipped());
    const auto outcome = f.download();
    REQUIRE_FALSE(outcome);
    CHECK(outcome.error().exit == ExitCode::integrity);
    CHECK(contains(outcome.error().message, f.a.shown()));
    CHECK(contains(outcome.error().hints.back(), f.b.shown()));
    CHECK(contains(outcome.error().hints.back(), "404"));
}

TEST_CASE("without a mismatch the last mirror's error is told") {
    DownloadFixture f;
    f.wanted.urls = {f.a, f.b};
    f.transport.add(f.a, failing(failure_of_status(403)));
    const auto outcome = f.download();
    REQUIRE_FALSE(outcome);
    CHECK(outcome.error().code == "not_found");
    CHECK(contains(outcome.error().message, f.b.shown()));
    CHECK(contains(outcome.error().hints.back(), "403"));
}

TEST_CASE("pauses follow the server's wish, and one that asks too much is left") {
    DownloadFixture f;
    f.wanted.urls = {f.a, f.b};
    Failure busy = failure_of_status(503);
    busy.retry_after = std::chrono::seconds(9);
    f.transport.add(f.a, failing(busy));
    busy.retry_after = std::chrono::hours(1);
    f.transport.add(f.a, failing(busy));
    f.transport.add(f.b, f.whole());
    REQUIRE(f.download());
    CHECK(hosts(f) == Hosts{"a", "a", "b"});
    REQUIRE(f.clock.sleeps().size() == 1);
    CHECK(f.clock.sleeps()[0] == std::chrono::seconds(9));
}

TEST_CASE("offline fails with its own code and no pause") {
    DownloadFixture f;
    OfflineTransport offline;
    Downloader downloader(offline, f.clock, f.reporter, f.options);
    const auto outcome = downloader.download(f.wanted, f.destination(), f.cancellation);
    REQUIRE_FALSE(outcome);
    CHECK(outcome.error().exit == ExitCode::network);
    CHECK(outcome.error().code == "offline");
    CHECK(f.clock.sleeps().empty());
}

TEST_CASE("the same seed gives the same pauses, another one others") {
    const auto sleeps = [](std::uint64_t seed) {
        DownloadFixture f;
        f.options.seed = seed;
        f.transport.add(f.a, failing(failure_of_status(503)));
        CHECK_FALSE(f.download());
        return f.clock.sleeps();
    };
    CHECK(sleeps(7) == sleeps(7));
    CHECK(sleeps(7) != sleeps(8));
}

}  // namespace
}  // namespace cudafetch::fetch
