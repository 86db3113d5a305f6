// SPDX-License-Identifier: MIT
#include "resolve/board_name.hpp"

#include "support/catch.hpp"
#include "support/platforms.hpp"
#include "unit/resolve/world.hpp"

namespace cudafetch::resolve {
namespace {

using Catch::Matchers::ContainsSubstring;

const model::Facts& real_facts() {
    static const model::Platform here = test::on(test::x86_machine());
    return test::world(here).facts;
}

TEST_CASE("a board is known by its name, its module and its SoC, however they are written") {
    struct Row {
        const char* name;
        const char* soc;
    };
    const Row rows[] = {
        {"Jetson AGX Orin", "tegra234"},
        {"jetson-agx-orin", "tegra234"},
        {"NVIDIA Jetson AGX Orin Developer Kit", "tegra234"},
        {"AGX Orin", "tegra234"},
        {"orin-nano-super-8gb", "tegra234"},
        {"orin", "tegra234"},
        {"Orin Nano", "tegra234"},
        {"Jetson Orin Nano Super", "tegra234"},
        {"IGX Orin", "tegra234"},
        {"Xavier NX", "tegra194"},
        {"xavier", "tegra194"},
        {"Jetson Nano", "tegra210"},
        {"nano", "tegra210"},
        {"TX2", "tegra186"},
        {"Jetson TX2i", "tegra186"},
        {"thor", "tegra264"},
        {"T4000", "tegra264"},
        {"p3701-0005", "tegra234"},
        {"P3767-0000", "tegra234"},
        {"tegra264", "tegra264"},
        {"TEGRA194", "tegra194"},
        {"Jetson Nano (4 GB)", "tegra210"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.name);
        const auto soc = find_board(row.name, real_facts());
        REQUIRE(soc);
        CHECK((*soc)->soc == row.soc);
    }
}

TEST_CASE("a name of several boards, and one of none, are refused with names that work") {
    struct Row {
        const char* name;
        const char* code;
    };
    const Row rows[] = {{"jetson", "ambiguous_board"}, {"agx", "ambiguous_board"},
                        {"orn nano", "unknown_board"}, {"Orinn", "unknown_board"},
                        {"Nanoo", "unknown_board"},    {"raspberry pi", "unknown_board"},
                        {"()", "unknown_board"},       {"\x1b[2J", "unknown_board"}};
    for (const Row& row : rows) {
        CAPTURE(row.name);
        const auto refused = find_board(row.name, real_facts());
        REQUIRE_FALSE(refused);
        CHECK(refused.error().code == row.code);
        CHECK(refused.error().exit == ExitCode::no_resolution);
        CHECK_THAT(refused.error().message, ContainsSubstring("Jetson AGX Orin"));
        CHECK(refused.error().message.find('\x1b') == std::string::npos);
        for (const std::string& other : nearest_boards(row.name, real_facts())) {
            CAPTURE(other);
            CHECK(find_board(other, real_facts()));
        }
    }
    CHECK_FALSE(nearest_boards("orn nano", real_facts()).empty());
    CHECK_FALSE(nearest_boards("jetson", real_facts()).empty());
}

}  // namespace
}  // namespace cudafetch::resolve
