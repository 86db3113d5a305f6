// SPDX-License-Identifier: MIT
#include "cudafetch/resolve/target.hpp"

#include "support/catch.hpp"
#include "support/platforms.hpp"
#include "unit/resolve/small_facts.hpp"

namespace cudafetch::resolve {
namespace {

using Catch::Matchers::ContainsSubstring;
using model::Arch;
using model::CapabilitiesFrom;
using model::Platform;
using test::capabilities;
using test::codes_of;
using test::on;
using test::small_facts;
using test::with_gpus;
using Codes = std::vector<std::string>;

/// The parts of a request that step 1 looks at, as they are written; empty is not given.
struct Asked {
    const char* caps = "";
    const char* host = "";
    const char* target = "";
    const char* tag = "";
    const char* l4t = "";
    const char* board = "";
    const char* driver = "";
};

model::Request request_of(const Asked& asked) {
    const auto given = [](const char* text) {
        return *text == '\0' ? std::nullopt : std::optional<std::string>(text);
    };
    model::Request request;
    request.capabilities = capabilities(asked.caps);
    request.host = given(asked.host);
    request.target = given(asked.target);
    request.tag = given(asked.tag);
    if (*asked.l4t != '\0') request.l4t = test::version(asked.l4t);
    request.board = given(asked.board);
    if (*asked.driver != '\0') request.driver = test::version(asked.driver);
    return request;
}

Target choose(const Asked& asked, const Platform& platform) {
    const auto target = choose_target(request_of(asked), platform, small_facts());
    REQUIRE(target);
    return *target;
}

Error refusal_of(const Asked& asked, const Platform& platform) {
    const auto target = choose_target(request_of(asked), platform, small_facts());
    REQUIRE_FALSE(target);
    CHECK(target.error().exit == ExitCode::no_resolution);
    return target.error();
}

const Platform on_x86 = on(test::x86_machine());
const Platform on_arm = on(test::arm_container());
const Platform on_orin = on(test::jetson("tegra234", "36.4.7"));

TEST_CASE("host and target follow what is given, then this machine, then the capabilities") {
    struct Row {
        Asked asked;
        const Platform* platform;
        Arch host;
        Arch target;
        Codes notes;
    };
    constexpr Arch x86 = Arch::x86_64;
    constexpr Arch arm = Arch::aarch64;
    const Row rows[] = {
        {{.caps = "8.0"}, &on_x86, x86, x86, {}},
        {{.caps = ""}, &on_x86, x86, x86, {}},
        {{.caps = "8.7"}, &on_x86, x86, arm, {"cross_inferred"}},
        {{.caps = "7.2,8.7"}, &on_x86, x86, arm, {"cross_inferred"}},
        {{.l4t = "36.4"}, &on_x86, x86, arm, {"cross_inferred"}},
        {{.caps = "8.0,8.7"}, &on_x86, x86, x86, {}},
        {{.caps = "8.0", .l4t = "36.4"}, &on_x86, x86, x86, {"l4t_ignored"}},
        {{.caps = "8.7", .host = "x86_64"}, &on_x86, x86, x86, {}},
        {{.caps = "8.7", .target = "x86_64"}, &on_x86, x86, x86, {}},
        {{.caps = "8.0", .target = "aarch64"}, &on_x86, x86, arm, {}},
        {{.caps = "8.0", .host = "amd64", .target = "arm64"}, &on_arm, x86, arm, {}},
        {{.caps = "8.0", .host = "aarch64"}, &on_x86, arm, arm, {}},
        {{.caps = "8.0", .target = "aarch64-linux"}, &on_x86, x86, arm, {}},
        {{.caps = "8.0"}, &on_arm, arm, arm, {}},
        {{.caps = "8.0", .target = "x86_64"}, &on_arm, arm, x86, {}},
        {{.caps = "8.0", .tag = "linux-sbsa"}, &on_x86, x86, arm, {"tag_overridden"}},
        {{.caps = "8.0", .tag = "linux-x86_64"}, &on_arm, arm, x86, {"tag_overridden"}},
    };
    for (const Row& row : rows) {
        CAPTURE(row.asked.caps, row.asked.host, row.asked.target, row.asked.tag, row.asked.l4t);
        const Target target = choose(row.asked, *row.platform);
        CHECK(target.host == row.host);
        CHECK(target.target == row.target);
        CHECK(codes_of(target.notes) == row.notes);
    }
}

TEST_CASE("machines and tags without archives are refused by name") {
    struct Row {
        Asked asked;
        Platform platform;
        const char* code;
        const char* named;
    };
    const Row rows[] = {
        {{}, on(test::machine("armv7l")), "unsupported_host_arch", "armv7l"},
        {{}, on(test::machine("i686")), "unsupported_host_arch", "i686"},
        {{}, on(test::machine("arm64", "darwin")), "unsupported_os", "darwin"},
        {{.host = "ppc64le"}, on_x86, "unsupported_host_arch", "ppc64le"},
        {{.host = "aarch64-darwin"}, on_x86, "unsupported_os", "darwin"},
        {{.target = "armv7l"}, on_x86, "unsupported_target_arch", "armv7l"},
        {{.target = "x86_64-windows"}, on_x86, "unsupported_os", "windows"},
        {{.target = "\x1b[2J"}, on_x86, "unsupported_target_arch", "\\x1b"},
        {{}, test::below_sysroot(test::machine("riscv64")), "unsupported_target_arch", "riscv64"},
        {{}, test::below_sysroot(test::machine("")), "unsupported_target_arch", "sysroot"},
        {{.l4t = "37.1"}, on_x86, "l4t_cannot_run_release", "37.1"},
        {{.tag = "linux-ppc64le"}, on_x86, "tag_not_served", "linux-ppc64le"},
        {{.tag = "linux-all"}, on_x86, "tag_not_served", "linux-all"},
        {{.tag = "source"}, on_x86, "tag_not_served", "source"},
        {{.target = "x86_64", .tag = "linux-sbsa"}, on_x86, "unsupported_target_arch", "x86_64"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.named);
        const Error error = refusal_of(row.asked, row.platform);
        CHECK(error.code == row.code);
        CHECK_THAT(error.message, ContainsSubstring(row.named));
    }
}

struct Detected {
    const char* what;
    Asked asked;
    Platform platform;
    const char* expected;
    CapabilitiesFrom from;
};

const Detected detected[] = {
    {"nothing known on x86_64", {}, on_x86, "", CapabilitiesFrom::default_},
    {"two GPUs of one kind",
     {},
     on(with_gpus(test::x86_machine(), {{8, 9}, {8, 9}})),
     "8.9",
     CapabilitiesFrom::gpu},
    {"two kinds of GPU",
     {},
     on(with_gpus(test::x86_machine(), {{9, 0}, {8, 0}})),
     "8.0,9.0",
     CapabilitiesFrom::gpu},
    {"a server without a GPU", {}, on(test::arm_server()), "", CapabilitiesFrom::default_},
    {"a server with one",
     {},
     on(with_gpus(test::arm_server(), {{9, 0}})),
     "9.0",
     CapabilitiesFrom::gpu},
    {"a board", {}, on_orin, "8.7", CapabilitiesFrom::board},
    {"a board whose driver answers too",
     {},
     on(with_gpus(test::jetson("tegra234", "36.4.7"), {{8, 7}})),
     "8.7",
     CapabilitiesFrom::board},
    {"a Tegra of unknown kind with a driver",
     {},
     on(with_gpus(test::jetson("", "36.4.7"), {{8, 7}})),
     "8.7",
     CapabilitiesFrom::gpu},
    {"an L4T without a board",
     {},
     on(test::jetson("", "35.6.4")),
     "7.2,8.7",
     CapabilitiesFrom::board},
    {"an L4T that was given", {.l4t = "36.4"}, on_x86, "8.7", CapabilitiesFrom::board},
    {"an L4T of two SoCs", {.l4t = "39.2"}, on_x86, "8.7,11.0", CapabilitiesFrom::board},
    {"a board below a sysroot",
     {},
     test::below_sysroot(test::jetson("tegra194", "35.6.4")),
     "7.2",
     CapabilitiesFrom::board},
    {"the GPU of this machine is not that of the target",
     {.target = "aarch64", .tag = "linux-sbsa"},
     on(with_gpus(test::x86_machine(), {{8, 9}})),
     "",
     CapabilitiesFrom::default_},
    {"a tag by hand needs none", {.tag = "linux-sbsa"}, on_arm, "", CapabilitiesFrom::default_},
};

TEST_CASE("without capabilities the machine that runs says them") {
    for (const Detected& row : detected) {
        CAPTURE(row.what);
        const Target target = choose(row.asked, row.platform);
        CHECK(model::to_text(target.capabilities) == model::to_text(capabilities(row.expected)));
        CHECK(target.capabilities_from == row.from);
    }
}

TEST_CASE("an Arm machine that could be either is asked about, with what was seen") {
    model::Machine container = test::arm_container();
    container.evidence = {{"arch", "aarch64", "uname"}};
    const Error error = refusal_of({}, on(container));
    CHECK(error.code == "no_capability_given");
    CHECK_THAT(error.message, ContainsSubstring("uname (arch: aarch64)"));
    CHECK(refusal_of({.target = "aarch64"}, on_x86).code == "no_capability_given");
    // A Tegra of unknown kind, however its firmware presents it, is no server.
    model::Machine tegra = test::jetson("", "");
    tegra.server = true;
    CHECK(refusal_of({}, on(tegra)).code == "no_capability_given");
}

TEST_CASE("a discrete NVIDIA device is evidence of a server") {
    model::Machine server = test::arm_container();
    server.discrete_gpu = true;
    const Target target = choose({}, on(server));
    CHECK(target.capabilities.empty());
    CHECK(target.capabilities_from == CapabilitiesFrom::default_);
}

TEST_CASE("on a board with a discrete GPU the integrated one counts, with a note") {
    const Target target = choose({}, on(test::igx_orin("36.4.7")));
    CHECK(model::to_text(target.capabilities) == "8.7");
    CHECK(codes_of(target.notes) == Codes{"discrete_gpu_present"});
    const Target named = choose({.caps = "8.9"}, on(test::igx_orin("36.4.7")));
    CHECK(model::to_text(named.capabilities) == "8.9");
    CHECK(named.notes.empty());
}

TEST_CASE("a request for another board than the one at hand says so") {
    const Target other = choose({.caps = "7.2"}, on_orin);
    REQUIRE(codes_of(other.notes) == Codes{"not_this_board"});
    CHECK_THAT(other.notes[0].text, ContainsSubstring("8.7") && ContainsSubstring("7.2"));
    CHECK(choose({.caps = "8.7"}, on_orin).notes.empty());
    // Thor under either of its names.
    const Platform on_thor = on(test::jetson("tegra264", "39.2.0"));
    CHECK(choose({.caps = "10.1"}, on_thor).notes.empty());
    CHECK(choose({.caps = "11.0"}, on_thor).notes.empty());
    // Not about this machine at all.
    CHECK(choose({.caps = "8.9", .target = "x86_64"}, on_orin).notes.empty());
}

TEST_CASE("the L4T that binds is the given one, else the detected one, else the kernel's") {
    const auto l4t_of = [](const Asked& asked, const Platform& platform) {
        const auto l4t = choose(asked, platform).l4t;
        return l4t ? l4t->text() : std::string("none");
    };
    CHECK(l4t_of({.caps = "8.7"}, on_orin) == "36.4.7");
    CHECK(l4t_of({.caps = "8.7", .l4t = "35.6.4"}, on_orin) == "35.6.4");
    CHECK(l4t_of({.caps = "8.7"}, on_x86) == "none");
    CHECK(l4t_of({.caps = "8.9", .target = "x86_64"}, on_orin) == "none");

    model::Machine board = test::jetson("tegra234", "");
    board.l4t_unreadable = true;
    board.kernel_release = "5.15.148-tegra";
    CHECK(l4t_of({.caps = "8.7"}, on(board)) == "36");
    CHECK(l4t_of({}, on(board)) == "36");
    board.kernel_release = "6.6.1-yocto-standard";
    const Error error = refusal_of({.caps = "8.7"}, on(board));
    CHECK(error.code == "l4t_unreadable");
    CHECK_THAT(error.message, ContainsSubstring("6.6.1-yocto-standard"));
    CHECK(l4t_of({.caps = "8.7", .l4t = "36.4"}, on(board)) == "36.4");
    board.l4t_unreadable = false;
    CHECK(l4t_of({.caps = "8.7"}, on(board)) == "none");
}

TEST_CASE("a sysroot describes the target, and this machine stays the host") {
    const Target orin = choose({}, test::below_sysroot(test::jetson("tegra234", "36.4.7")));
    CHECK(orin.host == Arch::x86_64);
    CHECK(orin.target == Arch::aarch64);
    CHECK(orin.l4t->text() == "36.4.7");
    const Target server = choose({}, test::below_sysroot(test::arm_server()));
    CHECK(server.target == Arch::aarch64);
    const Target same = choose({.caps = "8.0"}, test::below_sysroot(test::x86_machine()));
    CHECK(same.target == Arch::x86_64);
    const Target unknown = choose({.caps = "8.7"}, test::below_sysroot(test::machine("")));
    CHECK(unknown.target == Arch::aarch64);
    // A target by hand is some other machine than the one below the sysroot.
    const Target other = choose({.caps = "8.0", .target = "x86_64"},
                                test::below_sysroot(test::jetson("tegra234", "36.4.7")));
    CHECK(other.machine == nullptr);
    CHECK_FALSE(other.l4t);
}

TEST_CASE("a list is Jetson's if all of it is, and there is any") {
    CHECK(all_jetson(capabilities("7.2,8.7,11.0"), small_facts()));
    CHECK_FALSE(all_jetson(capabilities("8.7,9.0"), small_facts()));
    CHECK_FALSE(all_jetson(capabilities("8.7,5.3"), small_facts()));
    CHECK_FALSE(all_jetson({}, small_facts()));
}

TEST_CASE("a board by name is the target, whatever machine asks") {
    for (const Platform& platform : {on_x86, on_orin, on(test::arm_server())}) {
        const Target thor = choose({.board = "tegra264"}, platform);
        CHECK(thor.target == Arch::aarch64);
        CHECK(thor.capabilities_from == CapabilitiesFrom::board);
        CHECK(model::to_text(thor.capabilities) == "11.0");
        REQUIRE(thor.soc != nullptr);
        CHECK(thor.soc->soc == "tegra264");
    }
    CHECK(codes_of(choose({.board = "tegra234"}, on_x86).notes) == Codes{"cross_inferred"});
    CHECK(codes_of(choose({.caps = "7.2", .board = "tegra234"}, on_x86).notes) ==
          Codes{"cross_inferred", "not_this_board"});
    CHECK(refusal_of({.board = "raspberry"}, on_x86).code == "unknown_board");
}

TEST_CASE("the driver that bounds is the target's own, or the one that was given") {
    model::Machine pc = test::x86_machine();
    pc.driver_version = test::version("535.104.05");
    pc.driver_cuda = test::version("12.2");
    const Target here = choose({}, on(pc));
    CHECK(here.driver->text() == "535.104.05");
    CHECK(here.driver_cuda->text() == "12.2");
    const Target given = choose({.driver = "580"}, on(pc));
    CHECK(given.driver->text() == "580");
    CHECK_FALSE(given.driver_cuda);
    // Another machine's driver is not known, and a Jetson's is part of L4T.
    CHECK_FALSE(choose({.caps = "9.0", .target = "aarch64"}, on(pc)).driver);
    model::Machine orin = test::jetson("tegra234", "36.4.7");
    orin.driver_version = test::version("540.4.0");
    CHECK_FALSE(choose({}, on(orin)).driver);
    CHECK_FALSE(choose({.driver = "470"}, on(orin)).driver);
}

}  // namespace
}  // namespace cudafetch::resolve
