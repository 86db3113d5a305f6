// SPDX-License-Identifier: MIT
#include "cudafetch/fetch/transport.hpp"

#include "cudafetch/fetch/routing_transport.hpp"
#include "support/catch.hpp"
#include "support/fake_transport.hpp"

namespace cudafetch::fetch {
namespace {

class NoSink final : public BodySink {
  public:
    Result<void> begin(const Response&) override { return {}; }
    Result<void> write(ByteSpan) override { return {}; }
};

TEST_CASE("each HTTP status has its class") {
    struct Row {
        long status;
        FailureClass kind;
        const char* code;
    };
    const Row rows[] = {
        {204, FailureClass::permanent, "http_error"},
        {302, FailureClass::permanent, "http_error"},
        {400, FailureClass::permanent, "http_error"},
        {401, FailureClass::permanent, "forbidden"},
        {403, FailureClass::permanent, "forbidden"},
        {404, FailureClass::absent, "not_found"},
        {407, FailureClass::permanent, "proxy_refused"},
        {408, FailureClass::retry, "server_busy"},
        {410, FailureClass::absent, "not_found"},
        {416, FailureClass::stale, "range_refused"},
        {429, FailureClass::retry, "server_busy"},
        {500, FailureClass::retry, "server_busy"},
        {501, FailureClass::permanent, "http_error"},
        {502, FailureClass::retry, "server_busy"},
        {503, FailureClass::retry, "server_busy"},
        {504, FailureClass::retry, "server_busy"},
        {505, FailureClass::permanent, "http_error"},
    };
    for (const Row& row : rows) {
        const Failure failure = failure_of_status(row.status);
        INFO(row.status);
        CHECK(failure.kind == row.kind);
        CHECK(failure.error.code == row.code);
        CHECK(failure.error.exit == ExitCode::network);
        CHECK(failure.error.message.find(std::to_string(row.status)) != std::string::npos);
    }
}

TEST_CASE("requests go to the transport of their scheme") {
    test::FakeTransport http;
    test::FakeTransport file;
    RoutingTransport router(http, file);
    NoSink sink;
    const Cancellation cancellation;
    (void)router.get({Url::parse("https://h/x").value(), 0, {}}, sink, cancellation);
    (void)router.get({Url::parse("http://h/x").value(), 0, {}}, sink, cancellation);
    (void)router.get({Url::parse("/srv/x").value(), 0, {}}, sink, cancellation);
    CHECK(http.requests().size() == 2);
    CHECK(file.requests().size() == 1);
}

TEST_CASE("offline refuses with a way out") {
    OfflineTransport offline;
    NoSink sink;
    const auto outcome =
        offline.get({Url::parse("https://h/x").value(), 0, {}}, sink, Cancellation());
    REQUIRE_FALSE(outcome);
    CHECK(outcome.error().kind == FailureClass::permanent);
    CHECK(outcome.error().error.code == "offline");
    CHECK(outcome.error().error.exit == ExitCode::network);
    CHECK(outcome.error().error.hints.size() == 1);
}

}  // namespace
}  // namespace cudafetch::fetch
