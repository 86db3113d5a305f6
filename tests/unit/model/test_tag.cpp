// SPDX-License-Identifier: MIT
#include "cudafetch/model/tag.hpp"

#include "support/catch.hpp"

namespace cudafetch::model {
namespace {

TEST_CASE("machine names mean an architecture") {
    CHECK(parse_arch("x86_64") == Arch::x86_64);
    CHECK(parse_arch("amd64") == Arch::x86_64);
    CHECK(parse_arch("aarch64") == Arch::aarch64);
    CHECK(parse_arch("arm64") == Arch::aarch64);
    for (const char* name : {"", "armv7l", "i686", "ppc64le", "riscv64", "X86_64", "aarch64_be"}) {
        CAPTURE(name);
        CHECK_FALSE(parse_arch(name));
    }
    CHECK(to_text(Arch::x86_64) == "x86_64");
    CHECK(to_text(Arch::aarch64) == "aarch64");
}

TEST_CASE("every tag reads back as itself") {
    for (const Tag tag : all_tags) {
        CAPTURE(to_text(tag));
        CHECK(parse_tag(to_text(tag)) == tag);
    }
    for (const char* name : {"", "linux", "linux-ppc64le", "windows-x86_64", "Linux-x86_64",
                             "linux_x86_64", "linux-arm64"}) {
        CAPTURE(name);
        CHECK_FALSE(parse_tag(name));
    }
}

TEST_CASE("tags of machines have an architecture and a folder, the others neither") {
    CHECK(arch_of(Tag::linux_x86_64) == Arch::x86_64);
    CHECK(arch_of(Tag::linux_sbsa) == Arch::aarch64);
    CHECK(arch_of(Tag::linux_aarch64) == Arch::aarch64);
    CHECK_FALSE(arch_of(Tag::linux_all));
    CHECK_FALSE(arch_of(Tag::source));
    CHECK(target_folder(Tag::linux_x86_64) == "x86_64-linux");
    CHECK(target_folder(Tag::linux_sbsa) == "sbsa-linux");
    CHECK(target_folder(Tag::linux_aarch64) == "aarch64-linux");
    CHECK(target_folder(Tag::linux_all).empty());
    CHECK(target_folder(Tag::source).empty());
}

}  // namespace
}  // namespace cudafetch::model
