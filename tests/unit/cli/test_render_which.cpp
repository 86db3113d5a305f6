// SPDX-License-Identifier: MIT
#include "cli/render_which.hpp"

#include <sstream>

#include "support/catch.hpp"

namespace cudafetch::cli {
namespace {

using codec::FilePackage;
using model::Tag;

model::Version version(std::string_view text) {
    return model::Version::parse(text).value();
}

std::vector<FilePackage> packages() {
    FilePackage x86{"cuda",
                    "cuda_cccl",
                    "12.9.27",
                    Tag::linux_x86_64,
                    {version("12.9.1"), version("12.9.2")},
                    {"wheel for x86_64"},
                    {{"include/cub/", ""}, {"include/nv/target", ""}}};
    FilePackage sbsa = x86;
    sbsa.tag = Tag::linux_sbsa;
    sbsa.sources = {"wheel for aarch64"};
    FilePackage newer = x86;
    newer.version = "13.0.85";
    newer.releases = {version("13.0.2")};
    newer.files = {{"include/cccl/nv/target", ""}};
    FilePackage cudnn{"cudnn",
                      "cudnn",
                      "9.19.0.56",
                      Tag::linux_x86_64,
                      {},
                      {"wheel"},
                      {{"lib/libcudnn.so.9", ""}}};
    return {sbsa, x86, newer, cudnn};
}

model::ComponentFacts facts() {
    model::ComponentFacts facts;
    facts.aliases = {{"cuda_cccl", "cccl"}};
    facts.profiles["compile"] = {{"cuda_cccl", {}, {}}};
    return facts;
}

std::vector<Answer> answers(const std::vector<FilePackage>& all,
                            const std::vector<std::string>& names) {
    std::vector<Answer> result;
    for (const std::string& name : names)
        result.push_back(make_answer(name, manifest::find_files(all, name), facts()));
    return result;
}

TEST_CASE("packages for several tags are one answer") {
    const auto all = packages();
    const auto answer = answers(all, {"nv/target"}).front();
    REQUIRE(answer.holders.size() == 2);
    CHECK(answer.holders[0].tags == std::vector{Tag::linux_x86_64, Tag::linux_sbsa});
    CHECK(answer.holders[0].sources ==
          std::vector<std::string>{"wheel for aarch64", "wheel for x86_64"});
    CHECK(answer.holders[1].path == "include/cccl/nv/target");
}

TEST_CASE("answers say where a file was seen, and what that tells nothing about") {
    const auto all = packages();
    std::ostringstream out;
    print_answers(out, Style(false), answers(all, {"nv/target", "libcudnn.so", "cub/device/x.cuh"}),
                  all);
    CHECK(out.str() ==
          "nv/target\n"
          "  cuda_cccl (cccl)  CUDA 12.9.1, 12.9.2  include/nv/target       in all, compile\n"
          "  cuda_cccl (cccl)  CUDA 13.0.2          include/cccl/nv/target  in all, compile\n"
          "libcudnn.so\n"
          "  cudnn  cudnn 9.19.0.56  lib/libcudnn.so.9\n"
          "cub/device/x.cuh\n"
          "  cuda_cccl (cccl)  CUDA 12.9.1, 12.9.2  include/cub/  in all, compile\n"
          "  the folder is there; whether it has this file is not in the table\n"
          "seen in NVIDIA's wheels of CUDA 12.9.1, 12.9.2, 13.0.2\n"
          "these lack some of the archives' files, and other releases were not read\n");
}

TEST_CASE("the document of answers") {
    const auto all = packages();
    const auto document = answers_json(answers(all, {"nv/target", "libcudnn.so"}));
    CHECK(document["schema"] == "cudafetch.which/1");
    CHECK(document["files"][0]["matches"][0].dump() ==
          R"({"product":"cuda","component":"cuda_cccl","other_names":["cccl"],)"
          R"("version":"12.9.27","releases":["12.9.1","12.9.2"],"cuda_majors":[12],)"
          R"("tags":["linux-x86_64","linux-sbsa"],"path":"include/nv/target","match":"file",)"
          R"("profiles":["all","compile"],"sources":["wheel for aarch64","wheel for x86_64"]})");
    const auto& cudnn = document["files"][1]["matches"][0];
    CHECK(cudnn["match"] == "soname");
    CHECK(cudnn["releases"].empty());
    CHECK(cudnn["cuda_majors"].empty());
}

}  // namespace
}  // namespace cudafetch::cli
