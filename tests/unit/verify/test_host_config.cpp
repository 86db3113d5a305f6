// SPDX-License-Identifier: MIT
#include "verify/host_config.hpp"

#include "support/catch.hpp"

namespace cudafetch::verify {

TEST_CASE("the toolkit's own header tells the newest host compilers") {
    const auto limits = parse_host_config(
        "#if defined(__GNUC__)\n#if __GNUC__ > 15\n#error -- unsupported GNU version!\n#endif\n"
        "#if (__clang_major__ >= 21) || (__clang_major__ < 3)\n#error\n");
    CHECK(limits.gcc == 15);
    CHECK(limits.clang == 20);
    CHECK_FALSE(parse_host_config("").gcc);
    CHECK_FALSE(parse_host_config("#if __GNUC__ > x\n").gcc);
}

TEST_CASE("a compiler is known by its macros") {
    const auto gcc = parse_predefined_macros("#define __GNUC__ 12\n#define __aarch64__ 1\n");
    CHECK_FALSE(gcc.clang);
    CHECK(gcc.major == 12);
    CHECK(gcc.machine == "aarch64");
    const auto clang = parse_predefined_macros(
        "#define __GNUC__ 4\n#define __clang_major__ 14\n#define __x86_64__ 1\n");
    CHECK(clang.clang);
    CHECK(clang.major == 14);
    CHECK(clang.machine == "x86_64");
    CHECK(parse_predefined_macros("").major == 0);
}

}  // namespace cudafetch::verify
