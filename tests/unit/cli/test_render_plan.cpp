// SPDX-License-Identifier: MIT
#include "cli/render_plan.hpp"

#include <sstream>

#include "support/catch.hpp"

namespace cudafetch::cli {
namespace {

using Catch::Matchers::ContainsSubstring;
using model::CapabilitiesFrom;
using model::Plan;
using model::Tag;

model::PlannedArchive archive(const char* component, Tag tag, std::optional<std::uint64_t> size,
                              const char* variant = "") {
    model::PlannedArchive result;
    result.component = component;
    result.version = "12.6.77";
    result.tag = tag;
    result.size = size;
    result.variant = variant;
    return result;
}

Plan sample() {
    Plan plan;
    plan.target = model::Arch::aarch64;
    plan.host_tag = Tag::linux_x86_64;
    plan.tag = Tag::linux_aarch64;
    plan.capabilities = {{8, 7}};
    plan.capabilities_from = CapabilitiesFrom::request;
    plan.products = {{"cuda", "12.6.3", {}}, {"cudnn", "9.5.0", {}}};
    plan.archives = {archive("cuda_nvcc", Tag::linux_x86_64, 50'000'000),
                     archive("cudnn", Tag::linux_aarch64, 1'000, "cuda12")};
    plan.notes = {{"cross_inferred", "this is a cross toolkit"}};
    plan.rejected = {{"cuda", "13.0.2", "tag_not_in_release", "it lacks the tag"}};
    return plan;
}

std::string printed(const Plan& plan, bool coloured = false) {
    std::ostringstream out;
    print_plan(out, Style(coloured), plan);
    return out.str();
}

TEST_CASE("a plan is printed with what was decided, the archives and the notes") {
    CHECK(printed(sample()) ==
          "CUDA 12.6.3, cudnn 9.5.0 for linux-aarch64, compilers for linux-x86_64\n"
          "capability 8.7, as requested\n"
          "\n"
          "  cuda_nvcc  12.6.77  linux-x86_64   50.0 MB\n"
          "  cudnn      12.6.77  linux-aarch64  1.00 kB  cuda12\n"
          "\n"
          "2 archives, 50.0 MB to download\n"
          "note: this is a cross toolkit\n");
    CHECK_THAT(printed(sample(), true), ContainsSubstring("\033["));
}

TEST_CASE("sizes that are not known are said to be so") {
    Plan plan = sample();
    plan.archives.erase(plan.archives.begin());
    plan.archives[0].size.reset();
    plan.host_tag = plan.tag;
    const std::string text = printed(plan);
    CHECK_THAT(text, ContainsSubstring("size unknown"));
    CHECK_THAT(text, ContainsSubstring("1 archive, at least 0 B to download"));
    CHECK(text.find("compilers for") == std::string::npos);
}

TEST_CASE("who named the capabilities is said") {
    struct Row {
        CapabilitiesFrom from;
        std::vector<model::Capability> capabilities;
        const char* expected;
    };
    const Row rows[] = {
        {CapabilitiesFrom::request, {{8, 7}, {11, 0}}, "capabilities 8.7, 11.0, as requested\n"},
        {CapabilitiesFrom::gpu, {{8, 9}}, "capability 8.9, as the driver says\n"},
        {CapabilitiesFrom::board, {{8, 7}}, "capability 8.7, as the board has\n"},
        {CapabilitiesFrom::default_, {}, "for every GPU that the release serves\n"},
    };
    for (const Row& row : rows) {
        Plan plan = sample();
        plan.capabilities = row.capabilities;
        plan.capabilities_from = row.from;
        CHECK_THAT(printed(plan), ContainsSubstring(row.expected));
    }
}

TEST_CASE("an explanation says what was found, which rules decided and what was refused") {
    Planning planning;
    planning.plan = sample();
    planning.platform.host.evidence = {{"arch", "x86_64", "uname"}};
    planning.rules = {"the first rule", "the second rule"};
    std::ostringstream here;
    print_explanation(here, Style(false), planning);
    CHECK(here.str() ==
          "\nfound on this machine\n  arch  x86_64  uname\n"
          "decided\n  the first rule\n  the second rule\n"
          "refused, the shortest reason first\n  CUDA 13.0.2  tag_not_in_release  it lacks the "
          "tag\n");
    planning.platform.sysroot = model::Machine();
    planning.platform.sysroot->evidence = {{"soc", "tegra234", "/proc/device-tree/compatible"}};
    std::ostringstream below;
    print_explanation(below, Style(false), planning);
    CHECK_THAT(below.str(), ContainsSubstring("found below the sysroot\n  soc  tegra234"));
}

TEST_CASE("releases in a row with one reason share a line, and short reasons come first") {
    const auto refused = [](const char* release, const char* code, const char* reason) {
        return Rejection{"cuda", release, code, reason};
    };
    std::ostringstream out;
    print_rejected(out, Style(false),
                   {refused("13.3.0", "a", "CUDA 13.3.0 is quite a bit too new"),
                    refused("13.2.1", "a", "CUDA 13.2.1 is quite a bit too new"),
                    refused("13.0.2", "b", "too new"),
                    refused("12.9.1", "a", "CUDA 12.9.1 is quite a bit too new")});
    CHECK(out.str() ==
          "refused, the shortest reason first\n"
          "  CUDA 13.0.2                b  too new\n"
          "  CUDA 13.3.0 to 13.2.1 (2)  a  is quite a bit too new\n"
          "  CUDA 12.9.1                a  is quite a bit too new\n");
}

TEST_CASE("nothing refused prints nothing") {
    std::ostringstream out;
    print_rejected(out, Style(true), {});
    CHECK(out.str().empty());
}

TEST_CASE("CUDA is written as people do, other products as their folder") {
    CHECK(display_name("cuda", "12.6.3") == "CUDA 12.6.3");
    CHECK(display_name("cutensor", "2.3.1") == "cutensor 2.3.1");
}

}  // namespace
}  // namespace cudafetch::cli
