// SPDX-License-Identifier: MIT
#include "cudafetch/base/digest.hpp"

#include <utility>

#include "support/catch.hpp"

namespace cudafetch {
namespace {

const std::string of_abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
const std::string of_nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

std::string hex_of(std::string_view text) {
    return sha256(as_bytes(text)).hex();
}

TEST_CASE("digests are those of FIPS 180-4") {
    CHECK(hex_of("") == of_nothing);
    CHECK(hex_of("abc") == of_abc);
    CHECK(hex_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
          "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    CHECK(hex_of(std::string(1000000, 'a')) ==
          "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("bytes may arrive in pieces, and a finished hash starts afresh") {
    Sha256 hash;
    hash.update(as_bytes("a"));
    hash.update({});
    hash.update(as_bytes("bc"));
    CHECK(hash.finish().hex() == of_abc);
    CHECK(hash.finish().hex() == of_nothing);
    hash.update(as_bytes("abc"));
    Sha256 moved = std::move(hash);
    CHECK(moved.finish().hex() == of_abc);
}

TEST_CASE("only 64 lower-case hexadecimal digits are a digest") {
    const auto parsed = Sha256Digest::parse(of_abc);
    REQUIRE(parsed);
    CHECK(parsed->hex() == of_abc);
    CHECK(*parsed == sha256(as_bytes("abc")));

    std::string upper = of_abc;
    upper[0] = 'B';
    std::string not_hex = of_abc;
    not_hex[63] = 'g';
    for (const std::string& wrong :
         {std::string(), of_abc.substr(1), of_abc + "0", upper, not_hex, " " + of_abc.substr(1),
          "0x" + of_abc.substr(2), of_abc.substr(0, 63) + '\0'}) {
        CAPTURE(wrong);
        CHECK_FALSE(Sha256Digest::parse(wrong));
    }
}

TEST_CASE("digests differ as soon as one bit does") {
    std::string other = of_abc;
    other[63] = 'c';
    CHECK(Sha256Digest::parse(other) != Sha256Digest::parse(of_abc));
    CHECK(*Sha256Digest::parse(other) < *Sha256Digest::parse(of_abc));
    CHECK(Sha256Digest().hex() == std::string(64, '0'));
}

}  // namespace
}  // namespace cudafetch
