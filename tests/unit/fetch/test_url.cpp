// SPDX-License-Identifier: MIT
#include "cudafetch/fetch/url.hpp"

#include <cctype>
#include <ostream>
#include <type_traits>

#include "support/catch.hpp"
#include "support/temp_dir.hpp"

namespace cudafetch::fetch {
namespace {

template <typename T>
concept Printable = requires(std::ostream& stream, const T& value) {
    stream << value;
};

static_assert(!Printable<Url>, "a URL with a password must not be printable by accident");
static_assert(!std::is_convertible_v<Url, std::string>);
static_assert(!std::is_convertible_v<Url, std::string_view>);

Url url(std::string_view text) {
    auto parsed = Url::parse(text);
    REQUIRE(parsed);
    return *parsed;
}

TEST_CASE("web URLs keep their text and hide their secrets") {
    struct Row {
        const char* text;
        const char* secret;
        const char* shown;
    };
    const Row rows[] = {
        {"https://host/compute", "https://host/compute", "https://host/compute"},
        {"HTTPS://host/x", "https://host/x", "https://host/x"},
        {"http://host:8080/x", "http://host:8080/x", "http://host:8080/x"},
        {"https://me:pw@host/x", "https://me:pw@host/x", "https://me:***@host/x"},
        {"https://token@host/x", "https://token@host/x", "https://***@host/x"},
        {"https://:pw@host/x", "https://:pw@host/x", "https://:***@host/x"},
        {"https://host/x?sig=abc", "https://host/x?sig=abc", "https://host/x?***"},
        {"https://host/x#part", "https://host/x", "https://host/x"},
        {"https://host/a/../b", "https://host/b", "https://host/b"},
        {"https://[::1]:8443/x", "https://[::1]:8443/x", "https://[::1]:8443/x"},
    };
    for (const Row& row : rows) {
        INFO(row.text);
        CHECK(url(row.text).secret() == row.secret);
        CHECK(url(row.text).shown() == row.shown);
    }
    CHECK(url("https://host/x").scheme() == Url::Scheme::https);
    CHECK(url("http://host/x").scheme() == Url::Scheme::http);
}

TEST_CASE("what is no usable URL is refused without repeating its password") {
    for (const char* text : {"", "ftp://me:pw@host/x", "https://", "https://me:pw@ho st/x", "://x",
                             "https://me:pw@host:99999/x", "file://elsewhere/x", "https://h/\x01",
                             "gopher://me:pw@h/x?key=pw"}) {
        INFO(text);
        const auto parsed = Url::parse(text);
        REQUIRE_FALSE(parsed);
        CHECK(parsed.error().exit == ExitCode::usage);
        CHECK(parsed.error().code == "bad_url");
        CHECK(parsed.error().message.find("pw") == std::string::npos);
        CHECK_FALSE(parsed.error().hints.empty());
    }
}

TEST_CASE("plain paths and file URLs are files") {
    const test::TempDir folder;
    const fs::path root = fs::canonical(folder.path());
    CHECK(url(root.native()).scheme() == Url::Scheme::file);
    CHECK(url(root.native()).secret() == root.native());
    CHECK(url("file://" + root.native()).secret() == root.native());
    CHECK(url("file://localhost" + root.native()).secret() == root.native());
    CHECK(url("file:///tmp/a%20b").secret() == "/tmp/a b");
    CHECK(url("/no/such/../folder").secret() == "/no/folder");
    CHECK(url("some/folder").secret() == (fs::current_path() / "some/folder").native());
    CHECK(url("/tmp/50%25 @ home?").shown() == "/tmp/50%25 @ home?");
}

TEST_CASE("join appends encoded path parts") {
    const auto joined = [](std::string_view base, std::string_view path) {
        return url(base).join(path).value().secret();
    };
    // libcurl's releases write the hexadecimal digits in different case.
    const auto lower = [](std::string text) {
        for (char& c : text)
            c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        return text;
    };
    CHECK(joined("https://h/compute", "cuda/redist/x.tar.xz") ==
          "https://h/compute/cuda/redist/x.tar.xz");
    CHECK(joined("https://h/compute///", "x") == "https://h/compute/x");
    CHECK(joined("https://h", "x") == "https://h/x");
    CHECK(lower(joined("https://h/c", "a b/c?d#e%f+g/ü")) ==
          "https://h/c/a%20b/c%3fd%23e%25f%2bg/%c3%bc");
    CHECK(joined("https://h/c%20d", "x") == "https://h/c%20d/x");
    CHECK(joined("https://me:pw@h/c?sig=1", "x") == "https://me:pw@h/c/x?sig=1");
    CHECK(joined("/srv/mirror", "cuda/a b%20c") == "/srv/mirror/cuda/a b%20c");
    CHECK(url("https://me:pw@h/c").join("x").value().shown() == "https://me:***@h/c/x");
}

TEST_CASE("join refuses paths that could lead elsewhere") {
    for (const std::string_view path :
         {std::string_view(""), std::string_view("/etc/passwd"), std::string_view("../x"),
          std::string_view("a/../x"), std::string_view("a/.."), std::string_view("./a"),
          std::string_view("a//b"), std::string_view("a/"), std::string_view("//host/x"),
          std::string_view("https://evil/x"), std::string_view("a\\..\\b"),
          std::string_view("a\nb"), std::string_view("a\0b", 3), std::string_view("\xff")}) {
        for (const char* base : {"https://h/c", "/srv/mirror"}) {
            INFO(base << " + " << path);
            const auto joined = url(base).join(path);
            REQUIRE_FALSE(joined);
            CHECK(joined.error().exit == ExitCode::integrity);
            CHECK(joined.error().code == "unsafe_path");
        }
    }
}

TEST_CASE("an encoded dot-dot in a manifest stays a name") {
    CHECK(url("https://h/c").join("%2e%2e/x").value().secret() == "https://h/c/%252e%252e/x");
}

}  // namespace
}  // namespace cudafetch::fetch
