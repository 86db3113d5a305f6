// SPDX-License-Identifier: MIT
#include "cudafetch/resolve/explain.hpp"

#include "cudafetch/base/text.hpp"
#include "support/catch.hpp"
#include "support/platforms.hpp"
#include "unit/resolve/small_facts.hpp"
#include "unit/resolve/world.hpp"

namespace cudafetch::resolve {
namespace {

using Catch::Matchers::ContainsSubstring;

std::vector<std::string> rules_of(const char* line, const model::Machine& machine) {
    const model::Platform platform = test::on(machine);
    const auto plan = test::resolve_line(line, platform);
    REQUIRE(plan);
    return explain(*plan, test::request_from(line), platform, test::world(platform).facts);
}

TEST_CASE("an explanation names the rule that gave the tag") {
    struct Row {
        const char* line;
        model::Machine machine;
        const char* expected;
    };
    const Row rows[] = {
        {"--caps 8.0 --cuda 12.6.3", test::x86_machine(), "x86_64 takes linux-x86_64"},
        {"--caps 8.7 --cuda 12.6.3", test::arm_container(),
         "Jetson capabilities below 10.1 take linux-aarch64"},
        {"--caps 8.7 --cuda 13.2.1", test::arm_container(),
         "from CUDA 13.0 on, Jetson capabilities from 8.7 on take linux-sbsa"},
        {"--caps 10.1 --cuda 12.9.1", test::arm_container(),
         "Jetson capabilities from 10.1 on take linux-sbsa"},
        {"--caps 9.0 --cuda 12.6.3", test::arm_container(),
         "64-bit Arm without a Jetson capability takes linux-sbsa"},
        {"--cuda 12.6.3", test::arm_server(),
         "64-bit Arm without a Jetson capability takes linux-sbsa"},
        {"--tag linux-sbsa --cuda 12.6.3", test::arm_container(),
         "linux-sbsa was given with --tag"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.line);
        const auto rules = rules_of(row.line, row.machine);
        REQUIRE(rules.size() == 2);
        CHECK_THAT(rules[1], ContainsSubstring(row.expected));
    }
}

TEST_CASE("an explanation tells releases that were named from those that were found") {
    const auto named = rules_of("--caps 8.0 --cuda 12.6.3", test::x86_machine());
    CHECK(named.at(0) == "CUDA 12.6.3 was named");
    const auto found = rules_of("cuda cutensor@2.3.1 --caps 8.0 --cuda 12.6", test::x86_machine());
    CHECK(found.at(0) == "CUDA 12.6.3 is the newest that serves");
    CHECK(found.at(1) == "cutensor 2.3.1 was named");
    const auto product = rules_of("cuda@12.6.3 --caps 8.0", test::x86_machine());
    CHECK(product.at(0) == "CUDA 12.6.3 was named");
}

TEST_CASE("compilers of another machine are explained") {
    const auto rules = rules_of("--caps 8.7 --cuda 12.6.3", test::x86_machine());
    REQUIRE(rules.size() == 3);
    CHECK_THAT(rules[2], ContainsSubstring("linux-x86_64"));
}

TEST_CASE("what bounds the target is said first") {
    const auto board =
        rules_of("--board 'Orin Nano' --l4t 36.4 --cuda 12.6.3", test::x86_machine());
    CHECK_THAT(board.at(0), ContainsSubstring("\"Orin Nano\" has a tegra234, capability 8.7"));
    CHECK_THAT(board.at(1), ContainsSubstring("L4T 36.4") && ContainsSubstring("up to 12.6") &&
                                ContainsSubstring("12.9 with a compat component"));
    CHECK(rules_of("--caps 8.9 --driver 535.104.05", test::x86_machine()).at(0) ==
          "the driver is 535.104.05");
    model::Machine with_driver = test::with_gpus(test::x86_machine(), {{8, 9}});
    with_driver.driver_cuda = *model::Version::parse("12.2");
    CHECK(rules_of("", with_driver).at(0) == "the driver runs CUDA up to 12.2");
}

}  // namespace
}  // namespace cudafetch::resolve
