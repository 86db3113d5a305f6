// SPDX-License-Identifier: MIT
#include "cudafetch/base/nearest.hpp"

#include "support/catch.hpp"

namespace cudafetch {
namespace {

using Names = std::vector<std::string>;

const Names components{"cccl",      "cuda_cudart",  "cuda_nvcc", "cuda_nvrtc",
                       "libcublas", "libcufft",     "libcurand", "libcusolver",
                       "libnpp",    "libnvjitlink", "libnvjpeg"};

TEST_CASE("names that differ by few letters are found, the closest first") {
    CHECK(nearest("libcubals", components) == Names{"libcublas", "libcurand"});
    CHECK(nearest("libcurandd", components) == Names{"libcurand"});
    CHECK(nearest("cuda_nvrc", components) == Names{"cuda_nvcc", "cuda_nvrtc"});
    CHECK(nearest("libnvjpg", components) == Names{"libnvjpeg", "libnpp"});
}

TEST_CASE("the exchange of two neighbours counts as one change") {
    CHECK(nearest("nvc", {"vnc"}) == Names{"vnc"});
    CHECK(nearest("nvc", {"cnv"}).empty());
}

TEST_CASE("a part of a name means the name") {
    CHECK(nearest("cudart", components) == Names{"cuda_cudart"});
    CHECK(nearest("nvj", components) == Names{"libnvjpeg", "libnvjitlink"});
    CHECK(nearest("n", {"n", "cuda_nvcc"}) == Names{"n", "cuda_nvcc"});
}

TEST_CASE("upper and lower case are alike, and names come back as they are") {
    CHECK(nearest("CUDART", {"cuda_cudart", "CudArt"}) == Names{"CudArt", "cuda_cudart"});
}

TEST_CASE("nothing is made up for what resembles no name") {
    CHECK(nearest("", components).empty());
    CHECK(nearest("pytorch", components).empty());
    CHECK(nearest("x", {"y"}).empty());
    CHECK(nearest("cuda_nvcc", {}).empty());
    CHECK(nearest("cuda_nvcc", components, 0).empty());
}

TEST_CASE("a third of the longer name may differ, no more") {
    CHECK(nearest("abcdefghi", {"abcdefxyz"}) == Names{"abcdefxyz"});
    CHECK(nearest("abcdefghi", {"abcdewxyz"}).empty());
    CHECK(nearest("ab", {"ac"}) == Names{"ac"});
}

TEST_CASE("the order does not hang on the order of the names, and none comes twice") {
    CHECK(nearest("12.6.9", {"12.6.3", "12.6.1", "12.6.0", "12.6.2", "12.6.1"}) ==
          Names{"12.6.0", "12.6.1", "12.6.2"});
    CHECK(nearest("12.6.9", {"12.6.0", "12.6.1"}, 1) == Names{"12.6.0"});
}

TEST_CASE("input of any length and bytes is borne") {
    CHECK(nearest(std::string(1 << 20, 'x'), components).empty());
    CHECK(nearest("\xff\xfe", components).empty());
}

TEST_CASE("names are offered as a question") {
    CHECK(did_you_mean({}).empty());
    CHECK(did_you_mean({"a"}) == "; did you mean a?");
    CHECK(did_you_mean({"a", "b"}) == "; did you mean a or b?");
    CHECK(did_you_mean({"a", "b", "c"}) == "; did you mean a, b or c?");
}

}  // namespace
}  // namespace cudafetch
