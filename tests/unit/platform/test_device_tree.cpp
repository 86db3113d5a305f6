// SPDX-License-Identifier: MIT
#include "cudafetch/platform/device_tree.hpp"

#include "cudafetch/manifest/catalogue.hpp"
#include "support/catch.hpp"

namespace cudafetch::platform {

using Strings = std::vector<std::string>;

TEST_CASE("compatible is split at NUL") {
    CHECK(parse_compatible(std::string_view("nvidia,p3701-0005\0nvidia,tegra234\0", 35)) ==
          Strings{"nvidia,p3701-0005", "nvidia,tegra234"});
    CHECK(parse_compatible("one\n") == Strings{"one"});
    CHECK(parse_compatible(std::string_view("\0\0", 2)).empty());
    CHECK(parse_compatible("").empty());
}

TEST_CASE("any string may name the SoC") {
    const auto facts = manifest::embedded_facts().value();
    CHECK(find_soc({"nvidia,p3701-0005", "nvidia,tegra234", "nvidia,tegra23x"}, facts)->soc ==
          "tegra234");
    CHECK(find_soc({"nvidia,tegra264"}, facts)->soc == "tegra264");
    CHECK(find_soc({"nvidia,tegra238"}, facts) == nullptr);
    CHECK(find_soc({"raspberrypi,4-model-b"}, facts) == nullptr);
    CHECK(names_tegra({"x", "nvidia,tegra238"}));
    CHECK_FALSE(names_tegra({"nvidia,p3701-0005", "tegra234"}));
}

TEST_CASE("a board is known by a whole string, else by its module") {
    const auto facts = manifest::embedded_facts().value();
    struct Row {
        Strings compatible;
        std::string_view soc;
        std::string_view board;
    };
    const auto row = GENERATE(values<Row>({
        {{"nvidia,p3701-0005", "nvidia,tegra234"}, "tegra234", "Jetson AGX Orin"},
        {{"nvidia,p3737-0000+p3701-0008", "nvidia,p3701-0008"},
         "tegra234",
         "Jetson AGX Orin Industrial"},
        {{"nvidia,p3740-0002+p3701-0008", "nvidia,p3701-0008"}, "tegra234", "IGX Orin"},
        {{"nvidia,p3768-0000+p3767-0005-super"}, "tegra234", "Jetson Orin Nano"},
        {{"vendor,x+p3767-0001-super"}, "tegra234", ""},
        {{"nvidia,p9999-0000+p3767-0001"}, "tegra234", "Jetson Orin NX"},
        {{"nvidia,jetson-nano"}, "tegra210", "Jetson Nano (4 GB)"},
        {{"nvidia,darcy", "nvidia,p2894-0050-a08"}, "tegra210", ""},
        {{"nvidia,"}, "tegra234", ""},
    }));
    CAPTURE(row.compatible);
    const auto* board = find_board(row.compatible, *facts.find_soc(row.soc));
    CHECK((board != nullptr ? board->name : "") == row.board);
}

TEST_CASE("module and carrier are told by their part numbers") {
    const auto facts = manifest::embedded_facts().value();
    const auto parts = [&](const Strings& compatible) {
        const auto found = find_module(compatible, facts);
        return found.module + " on " + found.carrier;
    };
    CHECK(parts({"nvidia,p3737-0000+p3701-0005", "nvidia,tegra234"}) == "p3701-0005 on p3737-0000");
    CHECK(parts({"nvidia,p3768-0000+p3767-0005-super"}) == "p3767-0005 on p3768-0000");
    CHECK(parts({"nvidia,p3701-0008", "nvidia,p3740-0002+p3701-0008"}) ==
          "p3701-0008 on p3740-0002");
    CHECK(parts({"nvidia,p3701-0005", "nvidia,tegra234"}) == "p3701-0005 on ");
    CHECK(parts({"nvidia,p3450-0000", "nvidia,jetson-nano"}) == " on ");
    CHECK(parts({"vendor,x+p3701-0005"}) == " on ");
    CHECK(parts({"nvidia,x+"}) == " on ");
    CHECK(parts({}) == " on ");
}

TEST_CASE("the longest board name in a text wins") {
    const auto facts = manifest::embedded_facts().value();
    const auto name = [&](std::string_view text) {
        const auto match = find_board_in_text(text, facts);
        return match.board != nullptr ? match.soc->soc + ": " + match.board->name : "";
    };
    CHECK(name("NVIDIA Jetson Orin NX Engineering Reference Developer Kit Super") ==
          "tegra234: Jetson Orin NX");
    CHECK(name("NVIDIA Jetson AGX Orin Developer Kit") == "tegra234: Jetson AGX Orin");
    CHECK(name("NVIDIA Jetson AGX Thor Developer Kit") ==
          "tegra264: Jetson AGX Thor Developer Kit (T5000)");
    CHECK(name("NVIDIA IGX Orin Development Kit") == "tegra234: IGX Orin");
    CHECK(name("Raspberry Pi 4 Model B").empty());
    CHECK(name("").empty());
}

}  // namespace cudafetch::platform
