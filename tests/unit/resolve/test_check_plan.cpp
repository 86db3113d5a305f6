// SPDX-License-Identifier: MIT
#include "cudafetch/manifest/catalogue.hpp"
#include "cudafetch/resolve/check_plan.hpp"
#include "support/catch.hpp"

namespace cudafetch::resolve {
namespace {

model::Plan plan_of_13_0() {
    model::Plan plan;
    plan.tag = plan.host_tag = model::Tag::linux_x86_64;
    plan.products = {{"cuda", "13.0.2", {}}};
    for (const auto& [component, version] :
         std::vector<std::pair<std::string, std::string>>{{"cuda_nvcc", "13.0.88"},
                                                          {"libnvvm", "13.0.88"},
                                                          {"cuda_crt", "13.0.88"},
                                                          {"cuda_cudart", "13.0.96"}}) {
        model::PlannedArchive archive;
        archive.product = "cuda";
        archive.release = "13.0.2";
        archive.component = component;
        archive.version = version;
        archive.tag = model::Tag::linux_x86_64;
        archive.role = component == "cuda_nvcc" || component == "libnvvm" ? model::Role::host
                                                                          : model::Role::target;
        plan.archives.push_back(archive);
    }
    return plan;
}

TEST_CASE("a plan from a file must hold together") {
    const model::Facts facts = manifest::embedded_facts().value();
    CHECK(check_plan(plan_of_13_0(), facts));

    model::Plan other_release = plan_of_13_0();
    other_release.archives[1].release = "13.3.0";
    const auto refused = check_plan(other_release, facts);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == "mixed_compilers");
    CHECK(refused.error().exit == ExitCode::no_resolution);

    model::Plan other_build = plan_of_13_0();
    other_build.archives[2].version = "13.3.33";
    REQUIRE_FALSE(check_plan(other_build, facts));

    model::Plan other_library = plan_of_13_0();
    other_library.archives[3].version = "13.0.97";
    CHECK(check_plan(other_library, facts));

    model::Plan foreign_product = plan_of_13_0();
    foreign_product.archives[3].product = "cudnn";
    CHECK_FALSE(check_plan(foreign_product, facts));
}

TEST_CASE("an edited plan that could not make a toolkit is malformed") {
    const model::Facts facts = manifest::embedded_facts().value();
    const auto edited = [&](auto change) {
        model::Plan plan = plan_of_13_0();
        change(plan);
        const auto checked = check_plan(plan, facts);
        REQUIRE_FALSE(checked);
        CHECK(checked.error().exit == ExitCode::integrity);
        return checked.error().code;
    };
    using model::Plan;
    using model::Role;
    using model::Tag;
    CHECK(edited([](Plan& p) { p.archives.push_back(p.archives[0]); }) == "malformed_plan");
    CHECK(edited([](Plan& p) { p.archives[0].tag = Tag::linux_sbsa; }) == "malformed_plan");
    CHECK(edited([](Plan& p) { p.archives[3].tag = Tag::linux_sbsa; }) == "malformed_plan");
    CHECK(edited([](Plan& p) { p.host_tag = Tag::linux_sbsa; }) == "malformed_plan");
    CHECK(edited([](Plan& p) { p.archives[0].role = Role::target; }) == "malformed_plan");
    CHECK(edited([](Plan& p) { p.archives[2].role = Role::host; }) == "malformed_plan");
    // What is for every machine may be anywhere.
    Plan of_all = plan_of_13_0();
    of_all.archives[3].tag = Tag::linux_all;
    CHECK(check_plan(of_all, facts));
}

}  // namespace
}  // namespace cudafetch::resolve
