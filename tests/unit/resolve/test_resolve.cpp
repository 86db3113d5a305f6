// SPDX-License-Identifier: MIT
#include "cudafetch/resolve/resolve.hpp"

#include <algorithm>

#include "support/catch.hpp"
#include "support/platforms.hpp"
#include "unit/resolve/small_facts.hpp"
#include "unit/resolve/world.hpp"

namespace cudafetch::resolve {
namespace {

using Catch::Matchers::ContainsSubstring;
using model::Platform;
using test::components_of;
using test::has_note;
using test::jetson;
using test::on;
using test::resolve_line;
using test::summary;

const Platform on_x86 = on(test::x86_machine());
const Platform on_arm = on(test::arm_container());
const Platform on_igx = on(test::igx_orin("36.4.7"));
const Platform on_grace = on(test::with_gpus(test::arm_server(), {{9, 0}}));
const Platform on_spark = on(test::with_gpus(test::arm_server(), {{12, 1}}));

Platform orin(const char* l4t) {
    return on(jetson("tegra234", l4t));
}

/// The error of a request that must not resolve.
Error refusal_of(const char* line, const Platform& platform) {
    CAPTURE(line);
    const auto plan = resolve_line(line, platform);
    REQUIRE_FALSE(plan);
    CHECK(plan.error().exit == ExitCode::no_resolution);
    return plan.error();
}

bool has_hint(const Error& error, std::string_view part) {
    return std::any_of(error.hints.begin(), error.hints.end(), [&](const std::string& hint) {
        return hint.find(part) != std::string::npos;
    });
}

struct Decided {
    const char* what;
    const char* line;
    Platform platform;
    const char* expected;
};

const Decided decided[] = {
    {"nothing asked on x86_64", "", on_x86, "cuda 13.4.2 linux-x86_64"},
    {"a GPU here", "", on(test::with_gpus(test::x86_machine(), {{6, 1}})),
     "cuda 12.9.2 linux-x86_64"},
    {"Xavier from x86_64", "--caps 7.2", on_x86, "cuda 12.2.2 linux-aarch64 + linux-x86_64"},
    {"Orin from x86_64", "--caps 8.7", on_x86, "cuda 13.4.2 linux-sbsa + linux-x86_64"},
    {"Kepler", "--caps 3.5", on_x86, "cuda 11.8.0 linux-x86_64"},
    {"the newest of 12.6", "--cuda 12.6 --caps 8.0", on_x86, "cuda 12.6.3 linux-x86_64"},
    {"within bounds", "--cuda '>=12.2,<12.9' --caps 8.0", on_x86, "cuda 12.8.2 linux-x86_64"},
    {"JetPack 5", "", orin("35.6.4"), "cuda 12.2.2 linux-aarch64"},
    {"Xavier on JetPack 5", "", on(jetson("tegra194", "35.6.4")), "cuda 12.2.2 linux-aarch64"},
    {"JetPack 6", "", orin("36.4.7"), "cuda 12.9.2 linux-aarch64"},
    {"a patch level that nobody knows", "", orin("36.9.9"), "cuda 12.9.2 linux-aarch64"},
    {"JetPack 6 given by hand", "--l4t 36.4 --cuda 12.6.3", on_x86,
     "cuda 12.6.3 linux-aarch64 + linux-x86_64"},
    {"Orin where JetPack 7.0 runs Thor only", "--cuda 13.0.2", orin("38.2.0"),
     "l4t_device_mismatch"},
    {"Thor on JetPack 7.0", "", on(jetson("tegra264", "38.2.0")), "cuda 13.0.3 linux-sbsa"},
    {"an L4T that never was", "--caps 8.7 --cuda 12.6.3", orin("37.1.0"), "l4t_cannot_run_release"},
    {"the same without a release", "--caps 8.7", orin("37.1.0"), "no_release_serves"},
    {"an L4T of the future", "--cuda 13.2.1", orin("41.0.0"), "cuda 13.2.1 linux-sbsa"},
    {"JetPack 4", "--caps 5.3", on(jetson("tegra210", "32.7.6")), "no_release_serves"},
    {"the integrated GPU of an IGX", "--caps 8.7 --cuda 12.6.3", on_igx,
     "cuda 12.6.3 linux-aarch64"},
    {"its discrete GPU", "--caps 8.9 --cuda 12.6.3", on_igx, "cuda 12.6.3 linux-sbsa"},
    {"both", "--caps 8.7,8.9 --cuda 12.6.3", on_igx, "mixed_capabilities"},
    {"a container, Jetson's capability", "--caps 8.7 --cuda 12.6.3", on_arm,
     "cuda 12.6.3 linux-aarch64"},
    {"a container, a server's", "--caps 8.0 --cuda 12.6.3", on_arm, "cuda 12.6.3 linux-sbsa"},
    {"a container, nothing asked", "", on_arm, "no_capability_given"},
    {"Grace", "--cuda 12.6.3", on_grace, "cuda 12.6.3 linux-sbsa"},
    {"Spark", "--caps 12.1 --cuda 13.0.2", on_spark, "cuda 13.0.2 linux-sbsa"},
    {"Spark on a toolkit that is older", "--cuda 12.6.3", on_spark, "capability_too_new"},
    {"an Arm host for x86_64", "--target x86_64 --caps 8.9 --cuda 12.6.3", on_grace,
     "cuda 12.6.3 linux-x86_64 + linux-sbsa"},
    {"an Arm host that is not this one", "--host aarch64 --caps 9.0 --cuda 12.6.3", on_x86,
     "cuda 12.6.3 linux-sbsa"},
    {"below a sysroot", "--sysroot /board", test::below_sysroot(jetson("tegra234", "36.4.7")),
     "cuda 12.9.2 linux-aarch64 + linux-x86_64"},
    {"a tag by hand", "--tag linux-sbsa --cuda 12.6.3", on_x86,
     "cuda 12.6.3 linux-sbsa + linux-x86_64"},
    {"a tag that has gone", "--tag linux-aarch64 --cuda 13.0.2", on_x86, "tag_not_in_release"},
    {"12.x on JetPack 7.2, named", "--cuda 12.6.3", orin("39.2.0"), "cuda 12.6.3 linux-aarch64"},
    {"12.x on JetPack 7.2, not named", "--cuda '<13'", orin("39.2.0"), "no_release_serves"},
};

TEST_CASE("machines and requests come to the newest release that serves them") {
    for (const Decided& row : decided) {
        CAPTURE(row.what, row.line);
        CHECK(summary(resolve_line(row.line, row.platform)) == row.expected);
    }
}

TEST_CASE("compat components come along where the pair is listed") {
    struct Row {
        const char* line;
        Platform platform;
        const char* expected;
    };
    const Row rows[] = {
        {"--cuda 12.9.1", orin("36.4.7"), "cuda_compat"},
        {"--cuda 12.6.3", orin("36.4.7"), ""},
        {"--cuda 12.2.2", orin("35.6.4"), "cuda_compat"},
        {"--cuda 13.3.0", orin("39.2.0"), "cuda_compat_orin"},
        {"--cuda 13.2.1", orin("39.2.0"), ""},
        {"--cuda 13.3.0", orin("41.0.0"), ""},
        {"--cuda 13.3.0", on(jetson("tegra264", "39.2.0")), ""},
        {"--cuda 13.2.1", on_grace, ""},
    };
    for (const Row& row : rows) {
        CAPTURE(row.line, row.platform.host.soc);
        const auto plan = resolve_line(row.line, row.platform);
        REQUIRE(plan);
        std::string compat;
        for (const model::PlannedArchive& archive : plan->archives)
            if (archive.component.starts_with("cuda_compat")) compat += archive.component;
        CHECK(compat == row.expected);
    }
}

TEST_CASE("the data-centre compat component goes to servers by name, and never to a Tegra") {
    const auto server = resolve_line("--components cuda_compat --cuda 13.2.1", on_grace);
    REQUIRE(server);
    CHECK(server->archives.at(0).variant == "cuda13.2");
    CHECK(server->archives.at(0).tag == model::Tag::linux_sbsa);
    for (const char* line : {"--components cuda_compat --cuda 13.2.1",
                             "--components cuda_compat --cuda 13.2.1 --caps 8.7"})
        refusal_of(line, orin("39.2.0"));
    CHECK(summary(resolve_line("--components cuda_compat --cuda 13.4.2", on_grace)) ==
          "component_missing");
    CHECK(summary(resolve_line("--components cuda_compat --cuda 12.9.1", orin("35.6.4"))) ==
          "l4t_cannot_run_release");
}

struct Refused {
    const char* line;
    Platform platform;
    const char* code;
    std::vector<const char*> message;
    std::vector<const char*> hints;
};

const Refused refused[] = {
    {"--caps 7.2 --profile libraries --cuda 12.6.3 --host aarch64 --target aarch64",
     on_x86,
     "library_lacks_capability",
     {"libcublas", "linux-aarch64", "7.2", "sm_87"},
     {"12.2.2"}},
    {"--caps 8.7 --cuda 12.3.2",
     orin("36.4.7"),
     "tag_not_in_release",
     {"12.3.2 has no linux-aarch64", "12.4 to 12.9"},
     {"--cuda 12.2.2", "--cuda 12.4.0"}},
    {"--caps 7.2 --cuda 11.7.1",
     on(jetson("tegra194", "35.6.4")),
     "tag_not_in_release",
     {"11.8"},
     {"--cuda 11.8.0"}},
    {"--caps 8.7 --cuda 13.2.1",
     orin("36.4.7"),
     "l4t_cannot_run_release",
     {"CUDA 13.2", "12.6"},
     {"--cuda 12.9.2"}},
    {"--caps 8.7,9.0 --cuda 12.6.3",
     on_arm,
     "mixed_capabilities",
     {"8.7 needs linux-aarch64", "9.0 needs linux-sbsa"},
     {"--cuda 13."}},
    {"--caps 8.7 --target x86_64",
     on_x86,
     "jetson_capability_needs_aarch64",
     {"8.7"},
     {"--target aarch64"}},
    {"--caps 8.0,8.7", on_x86, "jetson_capability_needs_aarch64", {"8.7"}, {"--target aarch64"}},
    {"--caps 10.1 --cuda 13.0.2", on_arm, "capability_renamed", {"11.0"}, {"--caps 11.0"}},
    {"--caps 11.0 --cuda 12.9.1", on_arm, "capability_renamed", {"10.1"}, {"--caps 10.1"}},
    {"--caps 10.1 --cuda 12.9.1",
     on(jetson("tegra264", "38.2.0")),
     "l4t_cannot_run_release",
     {"11.0"},
     {"--caps 11.0"}},
    {"", on_arm, "no_capability_given", {"Jetson"}, {"--caps 8.7", "--l4t", "--tag"}},
    {"--cuda 12.7 --caps 8.0", on_x86, "cuda_release_unpublished", {"12.7"}, {"12.6.3"}},
    {"--cuda 12.7.1 --caps 8.0", on_x86, "cuda_release_unpublished", {"12.7"}, {"12.8.0"}},
    {"--cuda 13.4.0 --caps 8.0", on_x86, "cuda_release_unpublished", {"13.4"}, {"13.4.2"}},
    {"--cuda 99.1.2 --caps 8.0", on_x86, "release_not_in_catalogue", {"99.1.2"}, {"--mirror"}},
    {"--cuda '>=14' --caps 8.0", on_x86, "bounds_empty", {">=14"}, {"--caps 8.0"}},
    {"--cuda 99.1.2 --caps 7.2", on_arm, "capability_removed", {"7.2"}, {"--caps 7.2"}},
    {"--caps 8.8a", on_x86, "unknown_capability", {"8.8a"}, {"--caps 8.8"}},
    {"--components nosuch --caps 8.0",
     on_x86,
     "no_release_serves",
     {"nosuch"},
     {"cudafetch resolve --caps 8.0"}},
    {"--components release_date --cuda 12.6.3", on_x86, "component_missing", {"not a comp"}, {}},
    {"--components cuda_compat --cuda 12.8.0",
     on_x86,
     "component_not_for_tag",
     {"cuda_compat", "linux-x86_64", "linux-aarch64"},
     {}},
    {"nosuch", on_x86, "unknown_product", {"nosuch", "cudnn"}, {}},
    {"cutensor@2.3.1 --cuda 11.8.0",
     on_x86,
     "component_not_for_tag",
     {"cuda12", "cuda13", "CUDA 11.8"},
     {}},
};

TEST_CASE("errors say what stands in the way, and what would not") {
    for (const Refused& row : refused) {
        const Error error = refusal_of(row.line, row.platform);
        CAPTURE(row.line, error.hints);
        CHECK(error.code == row.code);
        for (const char* part : row.message)
            CHECK_THAT(error.message, ContainsSubstring(part));
        for (const char* part : row.hints) {
            CAPTURE(part);
            CHECK(has_hint(error, part));
        }
    }
}

TEST_CASE("when no release serves, each says why, newest first") {
    const Error error = refusal_of("--caps 5.3", on_x86);
    CHECK(error.code == "no_release_serves");
    REQUIRE(error.rejected.size() > 40);
    CHECK(error.rejected.front().release == "13.4.2");
    CHECK(error.rejected.front().code == "capability_removed");
    CHECK(error.rejected.back().release == "11.4.2");
    CHECK_THAT(error.message, ContainsSubstring("10.2"));
    const auto named = resolve_line("--caps 5.3 --cuda 12.2.2", on_x86);
    REQUIRE(named);
    CHECK(has_note(named->notes, "board_runs_up_to"));
    CHECK(named->rejected.empty());
}

TEST_CASE("releases that were passed over are told with the plan") {
    const auto plan = resolve_line("--caps 7.2", on_x86);
    REQUIRE(plan);
    REQUIRE_FALSE(plan->rejected.empty());
    CHECK(plan->rejected.front().release == "13.4.2");
    CHECK(plan->rejected.back().release == "12.3.0");
    for (const Rejection& rejection : plan->rejected) {
        CHECK_FALSE(rejection.code.empty());
        CHECK_FALSE(rejection.reason.empty());
    }
}

TEST_CASE("this machine's GPUs matter only where they could decide") {
    struct Row {
        const char* line;
        Platform platform;
        bool depends;
    };
    const Row rows[] = {
        {"", on_x86, true},
        {"--cuda 12.6.3", on_x86, true},
        {"--caps 8.0", on_x86, false},
        {"--l4t 36.4", on_x86, false},
        {"--target aarch64", on_x86, false},
        {"--target x86_64", on_x86, true},
        {"--target amd64", on_x86, true},
        {"--target x86_64-linux", on_x86, true},
        {"--host aarch64", on_x86, false},
        {"--tag linux-x86_64", on_x86, true},
        {"--tag linux-sbsa", on_x86, false},
        {"", orin("36.4.7"), false},
        {"", on_arm, true},
        {"", test::below_sysroot(test::arm_server()), false},
    };
    for (const Row& row : rows) {
        CAPTURE(row.line, row.platform.host.arch);
        CHECK(depends_on_gpus(test::request_from(row.line), row.platform) == row.depends);
    }
}

}  // namespace
}  // namespace cudafetch::resolve
