// SPDX-License-Identifier: MIT
#include "resolve/release_rule.hpp"

#include "cudafetch/base/text.hpp"
#include "support/catch.hpp"
#include "support/fake_catalogue.hpp"
#include "support/platforms.hpp"
#include "unit/resolve/small_facts.hpp"

namespace cudafetch::resolve {
namespace {

using Catch::Matchers::ContainsSubstring;
using model::Arch;
using model::Plan;
using model::Tag;
using model::VersionSpec;
using test::codes_of;
using test::make_component;
using test::make_manifest;
using test::small_facts;
using test::version;

constexpr Tag x86 = Tag::linux_x86_64;
constexpr Tag sbsa = Tag::linux_sbsa;
constexpr Tag arm = Tag::linux_aarch64;

std::vector<model::Component> toolkit(const std::vector<test::Place>& places, bool of_13) {
    std::vector<model::Component> components;
    for (const char* key : {"cuda_cccl", "cuda_cudart", "cuda_nvcc", "libcublas"})
        components.push_back(make_component(key, places));
    if (of_13)
        for (const char* key : {"cuda_crt", "libnvvm"})
            components.push_back(make_component(key, places));
    return components;
}

const std::vector<test::Place> with_jetson{{x86, ""}, {sbsa, ""}, {arm, ""}};
const std::vector<test::Place> without_jetson{{x86, ""}, {sbsa, ""}};

test::FakeCatalogue small_catalogue() {
    test::FakeCatalogue catalogue({make_manifest("cuda", "12.2.2", toolkit(with_jetson, false)),
                                   make_manifest("cuda", "12.3.2", toolkit(without_jetson, false)),
                                   make_manifest("cuda", "12.6.3", toolkit(with_jetson, false)),
                                   make_manifest("cuda", "13.0.2", toolkit(without_jetson, true))});
    return catalogue;
}

/// A request on some machine, and what it comes to.
struct Scene {
    test::FakeCatalogue catalogue = small_catalogue();
    model::Platform platform = test::on(test::x86_machine());
    model::Request request;

    /// The error code, or "" if the release serves.
    std::string try_release(const char* release, bool named, Plan* plan = nullptr) const {
        const Knowledge knowledge{catalogue, small_facts(), platform};
        const Target target = choose_target(request, platform, small_facts()).value();
        auto tried = try_cuda_release({request, knowledge, target}, version(release), named, true);
        if (!tried) return tried.error().code;
        if (plan != nullptr) *plan = std::move(tried->plan);
        return "";
    }
};

Scene scene(const char* caps, const model::Machine& machine = test::x86_machine()) {
    Scene made;
    made.request.capabilities = test::capabilities(caps);
    made.platform = test::on(machine);
    return made;
}

std::string labels(const Candidates& candidates) {
    std::vector<std::string> names;
    for (const model::Version& release : candidates.releases)
        names.push_back(release.text());
    return join(names, " ") + (candidates.exact ? "!" : "");
}

TEST_CASE("candidates are what is allowed, newest first; a full label means that one alone") {
    const test::FakeCatalogue catalogue(
        {make_manifest("p", "2.0.2", {}), make_manifest("p", "2.0.2.1", {}),
         make_manifest("p", "2.10.0", {}), make_manifest("p", "2.9.0", {})});
    const auto of = [&](const char* spec, const char* more = "latest") {
        return labels(
            candidates(catalogue, "p", *VersionSpec::parse(spec), *VersionSpec::parse(more)));
    };
    CHECK(of("latest") == "2.10.0 2.9.0 2.0.2.1 2.0.2");
    CHECK(of("2") == "2.10.0 2.9.0 2.0.2.1 2.0.2");
    CHECK(of("2.0") == "2.0.2.1 2.0.2");
    CHECK(of("2.0.2") == "2.0.2!");
    CHECK(of("2.0.2.1") == "2.0.2.1!");
    CHECK(of("<2.10") == "2.9.0 2.0.2.1 2.0.2");
    CHECK(of("latest", "2.9.0") == "2.9.0!");
    CHECK(of("2", "2.9.0") == "2.9.0!");
    CHECK(of("2.9", "2.10.0") == "");
    CHECK(of(">=2.9", "2.10.0") == "2.10.0!");
    CHECK(of("3") == "");
    CHECK(labels(candidates(catalogue, "q", {})) == "");
}

TEST_CASE("a release is refused at the first step that it does not pass") {
    struct Row {
        const char* what;
        Scene scene;
        const char* release;
        bool named;
        const char* code;
    };
    Scene without_crt = scene("8.0");
    without_crt.catalogue.add(make_manifest("cuda", "13.1.0", toolkit(without_jetson, false)));
    Scene orin_36 = scene("8.7", test::jetson("tegra234", "36.4.3"));
    Scene cross = scene("8.7");
    Scene cublas = scene("8.7");
    cublas.request.components = {"libcublas"};
    Scene xavier_cublas = scene("7.2");
    xavier_cublas.request.components = {"libcublas"};
    const Row rows[] = {
        {"it serves", scene("8.0"), "13.0.2", false, ""},
        {"unknown to its compiler", scene("9.0a,10.0"), "12.6.3", false, "capability_too_new"},
        {"cross", cross, "12.6.3", false, ""},
        {"cross without the tag", cross, "12.3.2", false, "tag_not_in_release"},
        {"not here", scene("8.0"), "12.6.2", false, "release_not_in_catalogue"},
        {"beyond the board", scene("7.2"), "12.6.3", false, "board_cannot_run_release"},
        {"beyond the board, but named", scene("7.2"), "12.6.3", true, ""},
        {"at the board's last", scene("7.2"), "12.2.2", false, ""},
        {"beyond the driver", orin_36, "13.0.2", false, "l4t_cannot_run_release"},
        {"beyond the driver, and named", orin_36, "13.0.2", true, "l4t_cannot_run_release"},
        {"a part is missing", without_crt, "13.1.0", false, "component_missing"},
        {"the library serves", cublas, "12.6.3", false, ""},
        {"the library lacks code", xavier_cublas, "12.6.3", true, "library_lacks_capability"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.what);
        CHECK(row.scene.try_release(row.release, row.named) == row.code);
    }
}

TEST_CASE("a plan says what it is for, and where it comes from") {
    Plan plan;
    REQUIRE(scene("8.7").try_release("12.6.3", false, &plan).empty());
    CHECK(plan.target == Arch::aarch64);
    CHECK(plan.host_tag == x86);
    CHECK(plan.tag == arm);
    CHECK(model::to_text(plan.capabilities) == "8.7");
    CHECK(plan.capabilities_from == model::CapabilitiesFrom::request);
    REQUIRE(plan.products.size() == 1);
    CHECK(plan.products[0].release == "12.6.3");
    CHECK(plan.products[0].manifest_sha256 == sha256(as_bytes("12.6.3")));
    REQUIRE(plan.archives.size() == 3);
    CHECK(plan.archives[0].component == "cuda_cccl");
    CHECK(plan.archives[2].component == "cuda_nvcc");
    CHECK(plan.archives[2].tag == x86);
}

TEST_CASE("notes say what a plan leaves open") {
    using Codes = std::vector<std::string>;
    struct Row {
        const char* what;
        Scene scene;
        const char* release;
        bool named;
        Codes notes;
    };
    Scene thor = scene("", test::jetson("tegra264", ""));
    thor.catalogue.add(make_manifest("cuda", "12.9.1", toolkit(with_jetson, false)));
    Scene uncertain = scene("10.7");
    uncertain.catalogue.add(make_manifest("cuda", "13.4.1", toolkit(without_jetson, true)));
    const Row rows[] = {
        {"nothing", scene("8.0"), "13.0.2", false, {}},
        {"a board that an older L4T may run",
         scene("8.7", test::arm_container()),
         "12.6.3",
         false,
         {"l4t_not_given"}},
        {"a board that needs a compat component for it",
         scene("8.7", test::arm_container()),
         "12.2.2",
         false,
         {"l4t_not_given"}},
        {"beyond the board, named",
         scene("7.2", test::arm_container()),
         "12.6.3",
         true,
         {"board_runs_up_to", "l4t_not_given"}},
        {"Orin before it moved to sbsa",
         scene("8.7", test::arm_container()),
         "13.0.2",
         false,
         {"orin_sbsa_before_13_2", "l4t_not_given"}},
        {"Thor under its old name", thor, "12.9.1", false, {"capability_name"}},
        {"a capability of which little is known",
         uncertain,
         "13.4.1",
         false,
         {"capability_uncertain"}},
    };
    for (const Row& row : rows) {
        CAPTURE(row.what);
        Plan plan;
        CHECK(row.scene.try_release(row.release, row.named, &plan).empty());
        CHECK(codes_of(plan.notes) == row.notes);
    }
}

TEST_CASE("the note on a missing L4T has the command for the board that cannot run the release") {
    Plan plan;
    REQUIRE(scene("8.7", test::arm_container()).try_release("13.0.2", false, &plan).empty());
    const model::Note& note = plan.notes.back();
    CHECK(note.code == "l4t_not_given");
    CHECK_THAT(note.text, ContainsSubstring("cudafetch resolve --caps 8.7 --l4t 36.4"));
}

TEST_CASE("a label alone can be refused before any manifest is looked for") {
    const auto judge = [](const Scene& made, const char* label) {
        const Knowledge knowledge{made.catalogue, small_facts(), made.platform};
        const Target target = choose_target(made.request, made.platform, small_facts()).value();
        const auto judged = judge_label({made.request, knowledge, target}, version(label));
        return judged ? std::string() : judged.error().code;
    };
    CHECK(judge(scene("8.0"), "99.0.0") == "");
    CHECK(judge(scene("7.2"), "99.0.0") == "capability_removed");
    CHECK(judge(scene("8.7,9.0", test::arm_container()), "12.99.0") == "mixed_capabilities");
    CHECK(judge(scene("8.7", test::jetson("tegra234", "36.4.3")), "13.9.0") ==
          "l4t_cannot_run_release");
}

/// The plan for `tag` once a sibling is added, or the error.
Result<Plan> with_sibling(const test::FakeCatalogue& catalogue, const char* spec,
                          const char* caps = "", Tag tag = x86) {
    model::Request request;
    request.capabilities = test::capabilities(caps);
    const model::Platform platform = test::on(test::x86_machine());
    const Knowledge knowledge{catalogue, small_facts(), platform};
    const Target target = choose_target(request, platform, small_facts()).value();
    Plan plan;
    plan.capabilities = target.capabilities;
    CUDAFETCH_CHECK(add_sibling({request, knowledge, target},
                                {"cutensor", *VersionSpec::parse(spec)},
                                {version("12.6.3"), x86, tag}, plan));
    return plan;
}

TEST_CASE("of a sibling product the newest release that fits is taken") {
    const test::FakeCatalogue catalogue(
        {make_manifest("cutensor", "2.3.0", {make_component("libcutensor", {{x86, "cuda13"}})}),
         make_manifest("cutensor", "2.2.0", {make_component("libcutensor", {{x86, "cuda12"}})}),
         make_manifest("cutensor", "2.1.0", {make_component("libcutensor", {{x86, ""}})})});
    const Plan newest = with_sibling(catalogue, "latest").value();
    CHECK(newest.release_of("cutensor") == "2.2.0");
    REQUIRE(newest.archives.size() == 1);
    CHECK(newest.archives[0].variant == "cuda12");
    REQUIRE(newest.rejected.size() == 1);
    CHECK(newest.rejected[0].release == "2.3.0");
    CHECK(newest.rejected[0].code == "component_not_for_tag");
    CHECK(with_sibling(catalogue, "2.1.0").value().release_of("cutensor") == "2.1.0");

    const auto named = with_sibling(catalogue, "2.3.0");
    REQUIRE_FALSE(named);
    CHECK(named.error().code == "component_not_for_tag");
    const auto none = with_sibling(catalogue, "latest", "", sbsa);
    REQUIRE_FALSE(none);
    CHECK(none.error().code == "no_release_serves");
    CHECK(none.error().rejected.size() == 3);
    const auto unknown = with_sibling(catalogue, "9");
    REQUIRE_FALSE(unknown);
    CHECK(unknown.error().code == "release_not_in_catalogue");
}

TEST_CASE("a sibling's release that was tried in vain leaves nothing in the plan") {
    // The newer one lacks a part for the tag, which is noted, and code for the device.
    test::FakeCatalogue catalogue(
        {make_manifest("cutensor", "2.0.0",
                       {make_component("libcutensor", {{x86, "cuda12"}}),
                        make_component("libcutensor_mp", {{sbsa, "cuda12"}})}),
         make_manifest("cutensor", "1.9.0", {make_component("libcutensor", {{x86, ""}})})});
    const Plan plan = with_sibling(catalogue, "latest", "8.0").value();
    CHECK(plan.release_of("cutensor") == "1.9.0");
    CHECK(plan.rejected.at(0).code == "library_lacks_capability");
    CHECK(plan.archives.size() == 1);
    CHECK(codes_of(plan.notes) == std::vector<std::string>{"coverage_unknown"});
}

}  // namespace
}  // namespace cudafetch::resolve
