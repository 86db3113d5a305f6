// SPDX-License-Identifier: MIT
#include "cudafetch/base/arriving_file.hpp"

#include <fcntl.h>

#include <array>
#include <thread>

#include "support/catch.hpp"
#include "support/temp_dir.hpp"

using namespace cudafetch;
using namespace cudafetch::test;

namespace {

/// A file, and the writer's side of it.
struct Arrival {
    TempDir dir;
    fs::path path = dir / "file.part";
    FileDescriptor out = open_file(path, O_RDWR | O_CREAT | O_APPEND, 0600).value();
    std::uint64_t size = 0;
    ArrivingFile file;

    Arrival() { file.open(open_file(path, O_RDONLY).value()); }

    void append(std::string_view text) {
        REQUIRE(write_all(out.get(), as_bytes(text), path));
        size += text.size();
        file.grew_to(size);
    }
    void restart() {
        REQUIRE(::ftruncate(out.get(), 0) == 0);
        size = 0;
        file.restart();
    }
    Result<std::string> read_all() {
        std::string all;
        std::array<std::byte, 7> buffer{};
        for (;;) {
            const auto count = file.read(buffer);
            if (!count) return tl::unexpected(count.error());
            if (*count == 0) return all;
            all += as_text(ByteSpan(buffer).first(*count));
        }
    }
};

}  // namespace

TEST_CASE("a reader gets what arrives, and the end only when it is complete") {
    Arrival arrival;
    std::thread writer([&] {
        for (int i = 0; i < 200; ++i)
            arrival.append("line " + std::to_string(i) + "\n");
        arrival.file.complete();
    });
    const auto all = arrival.read_all();
    writer.join();
    REQUIRE(all);
    CHECK(*all == read_file(arrival.path, 1 << 20).value());
    CHECK(arrival.file.wait_for_fate() == ArrivingFile::Fate::complete);
}

TEST_CASE("a reader is told that its bytes were given up, and begins again") {
    Arrival arrival;
    arrival.append("wrong");
    std::array<std::byte, 3> buffer{};
    REQUIRE(arrival.file.read(buffer).value() == 3);
    arrival.restart();
    CHECK(arrival.file.read(buffer).error().code == "arrival_restarted");
    CHECK(arrival.file.wait_for_fate() == ArrivingFile::Fate::restarted);
    arrival.file.rewind();
    arrival.append("right");
    arrival.file.complete();
    CHECK(arrival.read_all().value() == "right");
}

TEST_CASE("an arrival that is abandoned wakes its reader") {
    Arrival arrival;
    std::thread writer([&] { arrival.file.abandon(); });
    CHECK(arrival.read_all().error().code == "arrival_abandoned");
    writer.join();
    CHECK(arrival.file.wait_for_fate() == ArrivingFile::Fate::abandoned);
    arrival.file.rewind();
    CHECK(arrival.read_all().error().code == "arrival_abandoned");
}

TEST_CASE("abandoning what is complete changes nothing") {
    Arrival arrival;
    arrival.append("all");
    arrival.file.complete();
    arrival.file.abandon();
    CHECK(arrival.read_all().value() == "all");
}

TEST_CASE("a reader that waits can be stopped until it rewinds") {
    Arrival arrival;
    std::thread other([&] { arrival.file.stop_reading(); });
    CHECK(arrival.read_all().error().code == "reading_stopped");
    other.join();
    arrival.file.rewind();
    arrival.append("more");
    arrival.file.complete();
    CHECK(arrival.read_all().value() == "more");
}
