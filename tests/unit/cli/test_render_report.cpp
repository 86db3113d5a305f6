// SPDX-License-Identifier: MIT
#include "cli/render_report.hpp"

#include <sstream>

#include "support/catch.hpp"

namespace cudafetch::cli {
namespace {

using Catch::Matchers::ContainsSubstring;
using model::Outcome;
using model::Report;
using model::Step;

std::string step_line(Outcome outcome, const std::vector<std::string>& advice = {}) {
    std::ostringstream out;
    print_step(out, Style(false), {"files", outcome, "12 files", "cause", 0.125, advice});
    return out.str();
}

std::string verdict(const Report& report, bool coloured = false) {
    std::ostringstream out;
    print_verdict(out, Style(coloured), report);
    return out.str();
}

Report report_of(std::vector<Step> steps) {
    Report report;
    report.steps = std::move(steps);
    return report;
}

TEST_CASE("the head says what is about to be verified") {
    model::Plan plan;
    plan.tag = model::Tag::linux_sbsa;
    plan.products = {{"cuda", "13.0.2", {}}, {"cudnn", "9.5.0", {}}};
    std::ostringstream out;
    print_report_head(out, Style(false), "/opt/cuda", plan);
    CHECK(out.str() == "CUDA 13.0.2, cudnn 9.5.0 for linux-sbsa in /opt/cuda\n");
}

TEST_CASE("a step is a line with a mark of one width, and advice below") {
    CHECK(step_line(Outcome::passed) == "  ok    files          12 files  0.12 s\n");
    CHECK(step_line(Outcome::failed).starts_with("  FAIL  files "));
    CHECK(step_line(Outcome::skipped).starts_with("  skip  files "));
    CHECK(step_line(Outcome::unavailable, {"do this", "or that"}) ==
          "  n/a   files          12 files  0.12 s\n"
          "          try: do this\n          try: or that\n");
}

const Step compiled{"compile", Outcome::passed, "", "", 0, {}};

TEST_CASE("a verdict says no more than what was done") {
    const Step files{"files", Outcome::passed, "", "", 0, {}};
    const Step failed{"compile", Outcome::failed, "", "no_host_compiler", 0, {}};
    const Step no_gpu{"driver", Outcome::unavailable, "", "no_device_nodes", 0, {}};
    const Step cross{"driver", Outcome::unavailable, "", "cross_prefix", 0, {}};
    const Step skipped{"run", Outcome::skipped, "", "not_asked", 0, {}};
    struct Row {
        std::vector<Step> steps;
        std::vector<const char*> parts;
    };
    const Row rows[] = {
        {{files}, {"nothing was compiled", "no kernel ran"}},
        {{files, compiled, skipped}, {"no kernel ran"}},
        {{files, compiled, no_gpu, skipped}, {"no kernel ran", "no_device_nodes"}},
        {{files, compiled, cross, skipped}, {"no kernel ran", "another machine"}},
        {{files, failed, skipped}, {"failed at \"compile\"", "no_host_compiler"}},
    };
    for (const Row& row : rows) {
        const std::string text = verdict(report_of(row.steps));
        CHECK(text.find("ran on this GPU") == std::string::npos);
        for (const char* part : row.parts)
            CHECK_THAT(text, ContainsSubstring(part));
    }
}

TEST_CASE("a run is shown with its figures") {
    Report report = report_of({compiled, {"run", Outcome::passed, "", "", 0, {}}});
    report.device = "NVIDIA Orin";
    report.measurements = {{"triad", "fp32", "GB/s", 170.26, 0.0123, true},
                           {"fma", "fp32", "GFLOP/s", 3999.0, 0.0, false}};
    CHECK(verdict(report) ==
          "\nNVIDIA Orin\n"
          "  triad  fp32   170.3  GB/s     +-1.2 %  every element checked\n"
          "  fma    fp32  3999.0  GFLOP/s  +-0.0 %  WRONG RESULT\n"
          "verified: kernels compiled here ran on this GPU, with right results\n");
}

TEST_CASE("the colour of a verdict is that of its kind") {
    CHECK_THAT(verdict(report_of({}), true), ContainsSubstring("\033[32m"));
    CHECK_THAT(verdict(report_of({{"driver", Outcome::unavailable, "", "x", 0, {}}}), true),
               ContainsSubstring("\033[33m"));
    CHECK_THAT(verdict(report_of({{"files", Outcome::failed, "", "x", 0, {}}}), true),
               ContainsSubstring("\033[1;31m"));
}

}  // namespace
}  // namespace cudafetch::cli
