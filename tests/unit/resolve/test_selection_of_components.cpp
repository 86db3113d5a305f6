// SPDX-License-Identifier: MIT
// What is taken of real releases.
#include <algorithm>
#include <set>

#include "support/catch.hpp"
#include "support/platforms.hpp"
#include "unit/resolve/small_facts.hpp"
#include "unit/resolve/world.hpp"

namespace cudafetch::resolve {
namespace {

using model::Tag;
using test::components_of;
using test::resolve_line;

const model::Platform on_x86 = test::on(test::x86_machine());
const model::Platform on_orin = test::on(test::jetson("tegra234", "36.4.7"));
const model::Platform on_grace = test::on(test::with_gpus(test::arm_server(), {{9, 0}}));

std::string components(const char* line, const model::Platform& platform = on_x86) {
    CAPTURE(line);
    const auto plan = resolve_line(line, platform);
    REQUIRE(plan);
    return components_of(*plan);
}

TEST_CASE("what compiles is three archives up to 12.9 and five from 13.0 on") {
    CHECK(components("--cuda 11.4.2") == "cuda_cccl cuda_cudart cuda_nvcc");
    CHECK(components("--cuda 12.9.1") == "cuda_cccl cuda_cudart cuda_nvcc");
    CHECK(components("--cuda 13.0.2") == "cuda_cccl cuda_crt cuda_cudart cuda_nvcc libnvvm");
    CHECK(components("--cuda 13.3.0") == "cccl cuda_crt cuda_cudart cuda_nvcc libnvvm");
}

TEST_CASE("a component goes by any of its names") {
    CHECK(components("--components cuda_cccl --cuda 13.3.0") == "cccl");
    CHECK(components("--components cccl --cuda 12.9.1") == "cuda_cccl");
    CHECK(components("--components=-cccl --cuda 12.9.1") == "cuda_cudart cuda_nvcc");
}

TEST_CASE("libraries bring the libraries they need") {
    CHECK(components("--components libcusparse --cuda 12.6.3") == "libcusparse libnvjitlink");
    CHECK(components("--components libcusolver --cuda 12.6.3") ==
          "libcublas libcusolver libcusparse libnvjitlink");
    CHECK(components("--components libcusolver --cuda 11.8.0") == "libcublas libcusolver");
    CHECK(components("--components libcufft --cuda 12.4.1") == "libcufft");
    CHECK(components("--components libcufft --cuda 12.6.3") == "libcufft libnvjitlink");
    CHECK(components("--components libcufft --cuda 13.0.2") == "libcufft libnvjitlink");
    CHECK(components("--components libcusolver,-libcublas --cuda 11.8.0") == "libcusolver");
    const std::string profile = components("--profile libraries --cuda 12.6.3");
    for (const char* name : {"libcusparse", "libcusolver", "libnvjitlink"})
        CHECK(profile.find(name) != std::string::npos);
}

TEST_CASE("all leaves out what belongs to the driver, for every release and machine") {
    const std::set<std::string> driver_side{"nvidia_driver",  "cuda_compat", "cuda_compat_orin",
                                            "fabricmanager",  "imex",        "nvlsm",
                                            "libnvidia_nscq", "libnvsdm",    "driver_assistant"};
    for (const char* cuda : {"11.8.0", "12.8.0", "12.9.1", "13.2.1", "13.4.2"}) {
        for (const model::Platform& platform : {on_x86, on_grace}) {
            CAPTURE(cuda, platform.host.arch);
            const auto plan = resolve_line("--profile all --cuda " + std::string(cuda), platform);
            REQUIRE(plan);
            CHECK(plan->archives.size() > 20);
            for (const model::PlannedArchive& archive : plan->archives)
                CHECK(driver_side.count(archive.component) == 0);
        }
    }
    CHECK(components("--profile all --components imex --cuda 12.9.1").find("imex") !=
          std::string::npos);
}

TEST_CASE("all names what is not for the tag") {
    const auto plan = resolve_line("--profile all --cuda 12.6.3", on_grace);
    REQUIRE(plan);
    const auto note =
        std::find_if(plan->notes.begin(), plan->notes.end(),
                     [](const model::Note& one) { return one.code == "component_not_for_tag"; });
    REQUIRE(note != plan->notes.end());
    CHECK_THAT(note->text, Catch::Matchers::ContainsSubstring("libcudla"));
}

TEST_CASE("siblings take the variant of the CUDA that is chosen") {
    struct Row {
        const char* line;
        const model::Platform* platform;
        const char* component;
        const char* variant;
    };
    const Row rows[] = {
        {"cutensor@2.3.1 --cuda 13.0", &on_x86, "libcutensor", "cuda13"},
        {"cutensor@2.3.1 --cuda 12.9", &on_x86, "libcutensor", "cuda12"},
        {"cutensor@2.1.0 --cuda 12.9", &on_x86, "libcutensor", ""},
        {"cudnn@9.27.0 --cuda 13.0", &on_x86, "cudnn", "cuda13"},
        {"cudnn@9.13.0 --cuda 12.6.3", &on_orin, "cudnn", "cuda12"},
        {"cudnn@8.9.0 --cuda 11.8", &on_x86, "cudnn", "cuda11"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.line);
        const auto plan = resolve_line(row.line, *row.platform);
        REQUIRE(plan);
        CHECK(plan->release_of("cuda").empty());
        const auto archive = std::find_if(
            plan->archives.begin(), plan->archives.end(),
            [&](const model::PlannedArchive& one) { return one.component == row.component; });
        REQUIRE(archive != plan->archives.end());
        CHECK(archive->variant == row.variant);
        CHECK(archive->tag == plan->tag);
    }
}

TEST_CASE("a sibling's release that holds only samples for the machine is passed over") {
    const auto plan = resolve_line("cudnn --cuda 12.6.3", on_orin);
    REQUIRE(plan);
    REQUIRE(plan->archives.size() == 1);
    CHECK(plan->archives[0].component == "cudnn");
    CHECK(plan->archives[0].tag == Tag::linux_aarch64);
    CHECK(plan->archives[0].variant == "cuda12");
    REQUIRE_FALSE(plan->rejected.empty());
    CHECK(plan->rejected.front().release == "9.27.0");
    // What is said to be left out is of the release that was taken.
    const auto is_left_out = [](const model::Note& note) {
        return note.code == "component_not_for_tag";
    };
    REQUIRE(std::count_if(plan->notes.begin(), plan->notes.end(), is_left_out) == 1);
    CHECK_THAT(std::find_if(plan->notes.begin(), plan->notes.end(), is_left_out)->text,
               Catch::Matchers::EndsWith(": cudnn_jit"));
}

TEST_CASE("several products make one plan, in the order they are named") {
    const auto plan = resolve_line("cuda cudnn cutensor --cuda 12.6 --caps 8.9", on_x86);
    REQUIRE(plan);
    REQUIRE(plan->products.size() == 3);
    CHECK(plan->products[0].product == "cuda");
    CHECK(plan->products[1].product == "cudnn");
    CHECK(plan->products[2].product == "cutensor");
    CHECK(plan->archives.front().product == "cuda");
    CHECK(plan->archives.back().product == "cutensor");
    // A sibling that is built for older releases alone takes the toolkit with it.
    CHECK(test::summary(resolve_line("cuda cudnn@9.7.1 --caps 8.9", on_x86)) ==
          "cuda 12.9.2 cudnn 9.7.1 linux-x86_64");
    // What cannot fit fails as a whole.
    CHECK(test::summary(resolve_line("cuda cutensor@2.3.1 --cuda 11.8.0", on_x86)) ==
          "component_not_for_tag");
}

TEST_CASE("libraries that lack code for the board push the release down") {
    const auto plan = resolve_line("--caps 7.2 --components libcublas", on_x86);
    CHECK(test::summary(plan) == "cuda 12.2.2 linux-aarch64 + linux-x86_64");
    // A compiler alone is not held back by that, only by the board.
    CHECK(test::summary(resolve_line("--caps 7.2 --cuda 12.6.3", on_x86)) ==
          "cuda 12.6.3 linux-aarch64 + linux-x86_64");
}

}  // namespace
}  // namespace cudafetch::resolve
