// SPDX-License-Identifier: MIT
#include "cudafetch/resolve/lock.hpp"

#include "support/catch.hpp"
#include "support/platforms.hpp"
#include "unit/resolve/small_facts.hpp"

namespace cudafetch::resolve {
namespace {

using Catch::Matchers::ContainsSubstring;
using model::Arch;
using model::Plan;
using model::Tag;
using test::capabilities;
using test::on;
using test::small_facts;

Plan plan_for(Tag tag, Tag host_tag, const char* caps, const char* release = "12.6.3") {
    Plan plan;
    plan.tag = tag;
    plan.host_tag = host_tag;
    plan.target = *model::arch_of(tag);
    plan.capabilities = capabilities(caps);
    plan.products = {{"cuda", release, {}}};
    plan.notes = {{"cross_inferred", "about the machine it was made on"}};
    plan.rejected = {{"cuda", "13.0.2", "tag_not_in_release", ""}};
    return plan;
}

constexpr Tag x86 = Tag::linux_x86_64;
constexpr Tag sbsa = Tag::linux_sbsa;
constexpr Tag arm = Tag::linux_aarch64;

/// A fleet's lock: a server, an Orin and a Thor built for here, an Orin that builds for itself.
std::vector<Plan> fleet() {
    std::vector<Plan> plans;
    add_to_lock(plans, plan_for(x86, x86, "8.9"));
    add_to_lock(plans, plan_for(arm, arm, "8.7"));
    add_to_lock(plans, plan_for(arm, x86, "8.7"));
    add_to_lock(plans, plan_for(sbsa, x86, "11.0", "13.0.2"));
    add_to_lock(plans, plan_for(sbsa, sbsa, "9.0"));
    return plans;
}

TEST_CASE("a lock is sorted and holds no word about how it came to be") {
    std::vector<Plan> forward = fleet();
    std::vector<Plan> backward;
    for (auto plan = forward.rbegin(); plan != forward.rend(); ++plan)
        CHECK_FALSE(add_to_lock(backward, *plan));
    REQUIRE(forward.size() == 5);
    for (std::size_t i = 0; i < forward.size(); ++i) {
        CHECK(installs_the_same(forward[i], backward[i]));
        CHECK(forward[i].capabilities == backward[i].capabilities);
        CHECK(forward[i].notes.empty());
        CHECK(forward[i].rejected.empty());
    }
}

TEST_CASE("a new plan for the same machines takes the old one's place, whatever its tag") {
    std::vector<Plan> plans = fleet();
    CHECK(add_to_lock(plans, plan_for(sbsa, sbsa, "8.7", "13.2.1")));
    CHECK(plans.size() == 5);
    CHECK_FALSE(add_to_lock(plans, plan_for(sbsa, sbsa, "8.7,9.0", "13.2.1")));
    CHECK(plans.size() == 6);
}

struct Row {
    const char* what;
    model::Platform platform;
    const char* target;
    const char* caps;
    const char* host;
    const char* expected;  ///< Tag, host tag and capabilities, or an error code.
};

std::string chosen(const std::vector<Plan>& plans, const Row& row) {
    model::Request request;
    if (*row.target != '\0') request.target = row.target;
    if (*row.host != '\0') request.host = row.host;
    request.capabilities = capabilities(row.caps);
    const auto plan = choose_locked_plan(plans, request, row.platform, small_facts());
    if (!plan) {
        CHECK(plan.error().exit == ExitCode::no_resolution);
        return plan.error().code;
    }
    return std::string(to_text(plan->tag)) + " " + std::string(to_text(plan->host_tag)) + " " +
           model::to_text(plan->capabilities);
}

TEST_CASE("each machine of a fleet finds its plan") {
    const auto here = on(test::x86_machine());
    const auto orin = on(test::jetson("tegra234", "36.4.3"));
    const auto grace = on(test::with_gpus(test::arm_server(), {{9, 0}}));
    const auto arm_box = on(test::arm_container());
    const Row rows[] = {
        {"a server", here, "", "", "", "linux-x86_64 linux-x86_64 8.9"},
        {"the same by name", here, "x86_64", "", "", "linux-x86_64 linux-x86_64 8.9"},
        {"an Orin from here", here, "aarch64", "8.7", "", "linux-aarch64 linux-x86_64 8.7"},
        {"a Thor by its old name", here, "", "10.1", "", "linux-sbsa linux-x86_64 11.0"},
        {"a board from here, but which", here, "aarch64", "", "", "lock_ambiguous"},
        {"an Orin", orin, "", "", "", "linux-aarch64 linux-aarch64 8.7"},
        {"a Grace", grace, "", "", "", "linux-sbsa linux-sbsa 9.0"},
        {"an Arm machine that cannot tell", arm_box, "", "", "", "lock_ambiguous"},
        {"the same with a word", arm_box, "", "9.0", "", "linux-sbsa linux-sbsa 9.0"},
        {"for another host", here, "aarch64", "8.7", "aarch64", "linux-aarch64 linux-aarch64 8.7"},
        {"a GPU that nobody locked", here, "", "7.2", "", "lock_lacks_plan"},
        {"a machine that nobody locked", here, "riscv64", "", "", "lock_lacks_plan"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.what);
        CHECK(chosen(fleet(), row) == row.expected);
    }
}

TEST_CASE("the only plan is taken wherever it is, unless another is asked for") {
    const std::vector<Plan> one{plan_for(arm, arm, "8.7")};
    const auto here = on(test::x86_machine());
    CHECK(chosen(one, {"", here, "", "", "", ""}) == "linux-aarch64 linux-aarch64 8.7");
    CHECK(chosen(one, {"", here, "x86_64", "", "", ""}) == "lock_lacks_plan");
    CHECK(chosen({}, {"", here, "", "", "", ""}) == "lock_lacks_plan");
}

TEST_CASE("a plan for every GPU serves what no other plan names, but never a Jetson on x86_64") {
    std::vector<Plan> plans = fleet();
    add_to_lock(plans, plan_for(x86, x86, ""));
    const auto here = on(test::x86_machine());
    CHECK(chosen(plans, {"", here, "", "8.0", "", ""}) == "linux-x86_64 linux-x86_64 ");
    CHECK(chosen(plans, {"", here, "", "8.9", "", ""}) == "linux-x86_64 linux-x86_64 8.9");
    CHECK(chosen(plans, {"", here, "", "7.2", "", ""}) == "lock_lacks_plan");
}

TEST_CASE("a refusal names the plans that there are, and how to name one") {
    model::Request request;
    request.target = "aarch64";
    const auto refused =
        choose_locked_plan(fleet(), request, on(test::x86_machine()), small_facts());
    REQUIRE_FALSE(refused);
    CHECK_THAT(refused.error().message,
               ContainsSubstring("linux-aarch64 from linux-x86_64 for 8.7"));
    CHECK(refused.error().hints ==
          std::vector<std::string>{"--host x86_64 --target aarch64 --caps 8.7",
                                   "--host x86_64 --target aarch64 --caps 11.0"});
}

}  // namespace
}  // namespace cudafetch::resolve
