// SPDX-License-Identifier: MIT
#include "cudafetch/model/platform.hpp"

#include "support/catch.hpp"

namespace cudafetch::model {

using Strings = std::vector<std::string>;

TEST_CASE("what was asked for and not told is undecided") {
    Machine machine;
    machine.evidence = {{"soc", "tegra234", "first"}, {"soc", "tegra194", "second"}};
    machine.attempts = {{"l4t", "a"}, {"soc", "b"}, {"l4t", "c"}, {"l4t", "a"}, {"board", "b"}};
    CHECK(machine.find("soc")->source == "first");
    CHECK(machine.find("l4t") == nullptr);
    CHECK(machine.undecided() == Strings{"l4t", "board"});
    CHECK(machine.asked_for("l4t") == Strings{"a", "c"});
    CHECK(machine.asked_for("nothing").empty());
}

TEST_CASE("a compat driver is known by its folder") {
    CHECK(is_compat_library("/usr/local/cuda-12.6/compat/libcuda.so.560.35.05"));
    CHECK(is_compat_library("/usr/local/cuda-13.2/compat_orin/libcuda.so.1.1"));
    CHECK_FALSE(is_compat_library("/usr/lib/x86_64-linux-gnu/libcuda.so.560.35.05"));
    CHECK_FALSE(is_compat_library("/usr/lib/compatible/libcuda.so.1"));
    CHECK_FALSE(is_compat_library(""));
}

}  // namespace cudafetch::model
