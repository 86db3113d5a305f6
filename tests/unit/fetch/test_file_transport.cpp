// SPDX-License-Identifier: MIT
#include "cudafetch/fetch/file_transport.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "support/catch.hpp"
#include "support/temp_dir.hpp"

namespace cudafetch::fetch {
namespace {

class TextSink final : public BodySink {
  public:
    Result<void> begin(const Response& response) override {
        first_byte = response.first_byte;
        return {};
    }
    Result<void> write(ByteSpan bytes) override {
        if (full) return fail(ExitCode::disk, "no_space", "full");
        text += as_text(bytes);
        return {};
    }

    std::uint64_t first_byte = 0;
    std::string text;
    bool full = false;
};

struct Mirror {
    Mirror() {
        std::ofstream(folder / "file") << "0123456789";
        url = Url::parse((folder / "file").native()).value();
    }

    Outcome<Response> get(std::uint64_t offset = 0, const std::string& validator = {}) {
        sink.text.clear();
        return transport.get({url, offset, validator}, sink, cancellation);
    }

    Outcome<Response> get(const char* name) {
        url = Url::parse((folder / name).native()).value();
        return get();
    }

    test::TempDir folder;
    Url url = Url::parse("/").value();
    FileTransport transport;
    TextSink sink;
    Cancellation cancellation;
};

TEST_CASE("a file of a mirror folder is served whole") {
    Mirror mirror;
    const auto response = mirror.get();
    REQUIRE(response);
    CHECK(mirror.sink.text == "0123456789");
    CHECK(response->total_size == 10);
    CHECK(response->first_byte == 0);
    CHECK_FALSE(response->validator.empty());
}

TEST_CASE("a file goes on from an offset while it is the same file") {
    Mirror mirror;
    const std::string validator = mirror.get().value().validator;
    CHECK(mirror.get(7, validator).value().first_byte == 7);
    CHECK(mirror.sink.first_byte == 7);
    CHECK(mirror.sink.text == "789");
    CHECK(mirror.get(10, {}).value().first_byte == 10);
    CHECK(mirror.sink.text.empty());

    std::ofstream(mirror.folder / "file") << "another one";
    CHECK(mirror.get(7, validator).value().first_byte == 0);
    CHECK(mirror.sink.text == "another one");
}

TEST_CASE("an offset past the end is stale") {
    Mirror mirror;
    const auto outcome = mirror.get(11);
    REQUIRE_FALSE(outcome);
    CHECK(outcome.error().kind == FailureClass::stale);
}

TEST_CASE("a file that is not there is absent") {
    Mirror mirror;
    for (const char* name : {"missing", "file/below"}) {
        const auto outcome = mirror.get(name);
        REQUIRE_FALSE(outcome);
        CHECK(outcome.error().kind == FailureClass::absent);
        CHECK(outcome.error().error.code == "not_found");
        CHECK(outcome.error().error.exit == ExitCode::network);
    }
}

TEST_CASE("folders and pipes are refused without waiting") {
    Mirror mirror;
    fs::create_directory(mirror.folder / "folder");
    REQUIRE(::mkfifo((mirror.folder / "pipe").c_str(), 0600) == 0);
    for (const char* name : {"folder", "pipe"}) {
        const auto outcome = mirror.get(name);
        REQUIRE_FALSE(outcome);
        CHECK(outcome.error().kind == FailureClass::permanent);
        CHECK(outcome.error().error.code == "not_a_file");
    }
}

/// Gives up root's right to read everything, for as long as it lives.
class WithoutPrivileges {
  public:
    WithoutPrivileges() : user_(::geteuid()) {
        if (user_ == 0) dropped_ = ::seteuid(65534) == 0;
    }
    ~WithoutPrivileges() {
        if (dropped_) (void)!::seteuid(user_);
    }
    WithoutPrivileges(const WithoutPrivileges&) = delete;
    WithoutPrivileges& operator=(const WithoutPrivileges&) = delete;

    [[nodiscard]] bool effective() const { return user_ != 0 || dropped_; }

  private:
    uid_t user_;
    bool dropped_ = false;
};

TEST_CASE("an unreadable file names its path") {
    Mirror mirror;
    fs::permissions(mirror.folder / "file", fs::perms::none);
    const WithoutPrivileges user;
    if (!user.effective()) {
        WARN("skipped: root can read every file, and cannot become another user here");
        return;
    }
    const auto outcome = mirror.get();
    REQUIRE_FALSE(outcome);
    CHECK(outcome.error().kind == FailureClass::permanent);
    CHECK(outcome.error().error.exit == ExitCode::disk);
    CHECK(outcome.error().error.code == "no_permission");
    CHECK(outcome.error().error.message.find(mirror.url.shown()) != std::string::npos);
}

TEST_CASE("a failing sink and a cancellation end the transfer") {
    Mirror mirror;
    mirror.sink.full = true;
    CHECK(mirror.get().error().kind == FailureClass::local);
    CHECK(mirror.get().error().error.code == "no_space");
    mirror.cancellation.request();
    CHECK(mirror.get().error().kind == FailureClass::cancelled);
}

}  // namespace
}  // namespace cudafetch::fetch
