// SPDX-License-Identifier: MIT
#include "verify/nvcc_output.hpp"

#include "support/catch.hpp"

namespace cudafetch::verify {

TEST_CASE("nvcc lists its real architectures") {
    CHECK(model::to_text(parse_gpu_codes("sm_75\nsm_100\nsm_80\n")) == "7.5, 8.0, 10.0");
    CHECK(parse_gpu_codes("compute_75 nvcc fatal : Unknown option 'list-gpu-code'").empty());
}

TEST_CASE("the loader's complaint names the library") {
    CHECK(missing_library("/p/bin/nvcc: error while loading shared libraries: libmissing.so.9: "
                          "cannot open shared object file: No such file or directory\n") ==
          "libmissing.so.9");
    CHECK(missing_library("error while loading shared libraries: libc.so.6: wrong ELF class")
              .empty());
    CHECK(missing_library("segmentation fault").empty());
}

TEST_CASE("lines of errors are told before others") {
    CHECK(error_lines("In file included\nx.h:1:2: error: bad\n\nnvcc fatal : worse\n", 2) ==
          "x.h:1:2: error: bad; nvcc fatal : worse");
    CHECK(error_lines("x.h:1:2: error: bad\nerror: 2\nerror: 3", 1) == "x.h:1:2: error: bad");
    CHECK(error_lines("one\ntwo\nthree\x1b[0m", 3) == "one; two; three\\x1b[0m");
    CHECK(error_lines("", 3).empty());
}

TEST_CASE("a failing compilation has a cause") {
    const auto row = GENERATE(table<std::string_view, std::string_view>({
        {"#error -- unsupported GNU version! gcc versions later than 13 are not supported!",
         "host_compiler_too_new"},
        {"#error -- unsupported clang version!", "host_compiler_too_new"},
        {"nvcc fatal   : Unsupported gpu architecture 'compute_120'", "unsupported_arch"},
        {"ptxas fatal : Value 'sm_120' is not defined for option 'gpu-name'", "unsupported_arch"},
        {"cicc: error while loading shared libraries: libx.so: cannot open", "missing_library"},
        {"fatal error: error writing to /tmp/x.s: No space left on device", "no_space"},
        {"bench.cu(3): error: expected a ;", "compile_failed"},
        {"", "compile_failed"},
    }));
    CHECK(compile_failure_cause(std::get<0>(row)) == std::get<1>(row));
}

}  // namespace cudafetch::verify
