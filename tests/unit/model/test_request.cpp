// SPDX-License-Identifier: MIT
#include "cudafetch/model/request.hpp"

#include "support/catch.hpp"

namespace cudafetch::model {
namespace {

TEST_CASE("an empty request is the bare command") {
    CHECK(command_line(Request()) == "cudafetch resolve");
}

TEST_CASE("a command line says all that a request says, ready for a shell") {
    Request request;
    request.products = {{"cuda", {}}, {"cudnn", *VersionSpec::parse(">=9,<10")}};
    request.capabilities = {{8, 7}, {9, 0, Capability::Suffix::architecture}};
    request.cuda = *VersionSpec::parse("12.6");
    request.components = {"libcublas", "-cuda_cccl"};
    request.profile = "all";
    request.host = "x86_64";
    request.target = "aarch64";
    request.tag = "linux-sbsa";
    request.board = "Orin Nano";
    request.l4t = Version::parse("36.4.3");
    request.driver = Version::parse("535.104.05");
    request.accept = Accept::ptx;
    request.with_compat = true;
    request.sysroot = "/srv/my board";
    request.manifest = "redistrib_12.6.3.json";
    request.mirror = "https://example.com/compute";
    CHECK(command_line(request) ==
          "cudafetch resolve cuda 'cudnn@>=9,<10' --caps 8.7,9.0a --cuda 12.6 --profile all "
          "--components libcublas,-cuda_cccl --host x86_64 --target aarch64 --tag linux-sbsa "
          "--board 'Orin Nano' --l4t 36.4.3 --driver 535.104.05 --accept ptx --with-compat "
          "--sysroot '/srv/my board' --manifest redistrib_12.6.3.json "
          "--mirror https://example.com/compute");
}

TEST_CASE("a list of components that starts with a removal is no option of its own") {
    Request request;
    request.components = {"-cuda_cccl", "libcublas"};
    CHECK(command_line(request) == "cudafetch resolve --components=-cuda_cccl,libcublas");
}

TEST_CASE("what libraries must hold has names that are read back") {
    for (const Accept accept : {Accept::native, Accept::sass, Accept::ptx})
        CHECK(parse_accept(to_text(accept)) == accept);
    for (const char* other : {"", "SASS", "any"})
        CHECK_FALSE(parse_accept(other));
}

}  // namespace
}  // namespace cudafetch::model
