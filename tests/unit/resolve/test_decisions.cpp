// SPDX-License-Identifier: MIT
// Decisions that sources support, one a row, against the catalogue and the facts of the program.
#include <algorithm>

#include "cudafetch/base/text.hpp"
#include "cudafetch/resolve/resolve.hpp"
#include "support/catch.hpp"
#include "support/platforms.hpp"
#include "unit/resolve/small_facts.hpp"
#include "unit/resolve/world.hpp"

namespace cudafetch::resolve {
namespace {

struct Decision {
    const char* id;
    const char* host;  ///< Architecture, "-" and the operating system where it is not Linux.
    const char* target;
    const char* caps;
    const char* cuda;
    const char* l4t;
    std::string_view result;         ///< The tag of the libraries, or an error code.
    std::string_view compiler = "";  ///< The tag of the compilers, where it is another.
    const char* compat = "";         ///< The compat component that comes along.
    const char* note = "";           ///< A note that must be there.
};

const Decision decisions[] = {
    // x86_64 for itself
    {"x86-01", "x86_64", "x86_64", "8.0,8.9", "12.6.3", "", "linux-x86_64"},
    {"x86-03", "x86_64", "x86_64", "3.5", "11.8.0", "", "linux-x86_64"},
    {"x86-04", "x86_64", "x86_64", "3.5", "12.0.0", "", "capability_removed"},
    {"x86-06", "x86_64", "x86_64", "5.0", "13.0.2", "", "capability_removed"},
    {"x86-07", "x86_64", "x86_64", "6.1", "13.2.1", "", "capability_removed"},
    {"x86-09", "x86_64", "x86_64", "7.5", "13.0.2", "", "linux-x86_64"},
    {"x86-10", "x86_64", "x86_64", "8.9", "11.7.1", "", "capability_too_new"},
    {"x86-12", "x86_64", "x86_64", "9.0", "11.7.0", "", "capability_too_new"},
    {"x86-13", "x86_64", "x86_64", "9.0a", "11.8.0", "", "capability_too_new"},
    {"x86-15", "x86_64", "x86_64", "10.0", "12.6.3", "", "capability_too_new"},
    {"x86-16", "x86_64", "x86_64", "10.0,12.0", "12.8.0", "", "linux-x86_64"},
    {"x86-18", "x86_64", "x86_64", "10.0f", "12.9.1", "", "linux-x86_64"},
    {"x86-19", "x86_64", "x86_64", "10.3", "12.8.0", "", "capability_too_new"},
    {"x86-21", "x86_64", "x86_64", "12.1", "12.9.1", "", "linux-x86_64"},
    {"x86-22", "x86_64", "x86_64", "8.8", "13.0.2", "", "linux-x86_64"},
    {"x86-24", "x86_64", "x86_64", "8.7a", "12.6.3", "", "unknown_capability"},
    {"x86-25", "x86_64", "x86_64", "14.0", "13.4.2", "", "unknown_capability"},
    {"x86-27", "x86_64", "x86_64", "8.0", "13.4.0", "", "cuda_release_unpublished"},
    {"x86-28", "x86_64", "x86_64", "", "12.6.3", "", "linux-x86_64"},
    // Jetson's capabilities on an x86_64 target
    {"x86-jetson-01", "x86_64", "x86_64", "8.7", "12.6.3", "", "jetson_capability_needs_aarch64"},
    {"x86-jetson-02", "x86_64", "x86_64", "7.2", "12.2.2", "", "jetson_capability_needs_aarch64"},
    {"x86-jetson-04", "x86_64", "x86_64", "8.0,8.7", "12.6.3", "",
     "jetson_capability_needs_aarch64"},
    {"x86-jetson-05", "x86_64", "x86_64", "5.3", "11.8.0", "", "jetson_capability_needs_aarch64"},
    // Arm servers
    {"server-02", "aarch64", "aarch64", "8.0", "11.4.2", "", "linux-sbsa"},
    {"server-03", "aarch64", "aarch64", "9.0", "11.8.0", "", "linux-sbsa"},
    {"server-05", "aarch64", "aarch64", "9.0", "13.3.0", "", "linux-sbsa"},
    {"server-06", "aarch64", "aarch64", "9.0", "11.7.1", "", "capability_too_new"},
    {"server-08", "aarch64", "aarch64", "7.0", "12.6.3", "", "linux-sbsa"},
    {"server-09", "aarch64", "aarch64", "10.0", "12.8.0", "", "linux-sbsa"},
    {"server-11", "aarch64", "aarch64", "10.3", "12.8.0", "", "capability_too_new"},
    {"server-12", "aarch64", "aarch64", "12.1", "12.9.1", "", "linux-sbsa"},
    {"server-14", "aarch64", "aarch64", "12.1a", "13.0.2", "", "linux-sbsa"},
    {"server-15", "aarch64", "aarch64", "12.1", "13.4.2", "", "linux-sbsa"},
    {"server-17", "aarch64", "aarch64", "", "12.6.3", "", "no_capability_given"},
    {"server-18", "arm64", "arm64", "9.0", "12.9.1", "", "linux-sbsa"},
    // Orin
    {"orin-02", "aarch64", "aarch64", "8.7", "12.6.3", "36.4.3", "linux-aarch64"},
    {"orin-03", "aarch64", "aarch64", "8.7", "12.2.2", "36.3.0", "linux-aarch64"},
    {"orin-05", "aarch64", "aarch64", "8.7", "12.4.1", "36.3.0", "linux-aarch64", "",
     "cuda_compat"},
    {"orin-06", "aarch64", "aarch64", "8.7", "12.9.1", "36.4.3", "linux-aarch64", "",
     "cuda_compat"},
    {"orin-08", "aarch64", "aarch64", "8.7", "12.4.1", "36.4.3", "linux-aarch64"},
    {"orin-09", "aarch64", "aarch64", "8.7", "13.0.2", "36.4.3", "l4t_cannot_run_release"},
    {"orin-11", "aarch64", "aarch64", "8.7", "13.2.1", "39.2.0", "linux-sbsa"},
    {"orin-12", "aarch64", "aarch64", "8.7", "13.3.0", "39.2.0", "linux-sbsa", "",
     "cuda_compat_orin"},
    {"orin-14", "aarch64", "aarch64", "8.7", "13.0.2", "", "linux-sbsa", "", "",
     "orin_sbsa_before_13_2"},
    {"orin-15", "aarch64", "aarch64", "8.7", "13.0.2", "39.2.0", "linux-sbsa", "", "",
     "orin_sbsa_before_13_2"},
    {"orin-17", "aarch64", "aarch64", "8.7", "11.4.4", "35.4.1", "tag_not_in_release"},
    {"orin-18", "aarch64", "aarch64", "8.7", "11.7.1", "", "tag_not_in_release"},
    {"orin-20", "aarch64", "aarch64", "8.7", "12.2.2", "35.6.4", "linux-aarch64", "",
     "cuda_compat"},
    {"orin-21", "aarch64", "aarch64", "8.7", "12.4.1", "35.6.4", "l4t_cannot_run_release"},
    {"orin-23", "aarch64", "aarch64", "", "12.6.3", "36.4.3", "linux-aarch64"},
    // Xavier and older boards
    {"xavier-02", "aarch64", "aarch64", "7.2", "12.2.2", "35.6.4", "linux-aarch64", "",
     "cuda_compat"},
    {"xavier-03", "aarch64", "aarch64", "7.2", "12.4.1", "35.6.4", "l4t_cannot_run_release"},
    {"xavier-05", "aarch64", "aarch64", "7.2", "13.0.2", "", "capability_removed"},
    {"xavier-06", "aarch64", "aarch64", "7.2", "12.2.2", "36.4.3", "l4t_device_mismatch"},
    {"xavier-08", "aarch64", "aarch64", "7.2", "11.8.0", "32.7.6", "l4t_cannot_run_release"},
    {"xavier-09", "aarch64", "aarch64", "6.2", "11.8.0", "32.7.6", "l4t_cannot_run_release"},
    {"xavier-11", "aarch64", "aarch64", "6.2", "13.0.2", "", "capability_removed"},
    // Thor under both its names
    {"thor-01", "aarch64", "aarch64", "11.0", "13.0.2", "", "linux-sbsa"},
    {"thor-03", "aarch64", "aarch64", "11.0", "13.2.1", "39.2.0", "linux-sbsa"},
    {"thor-04", "aarch64", "aarch64", "11.0", "13.3.0", "39.2.0", "linux-sbsa", "", "",
     "thor_compat_not_in_redist"},
    {"thor-06", "aarch64", "aarch64", "11.0", "13.1.1", "38.4.0", "l4t_cannot_run_release"},
    {"thor-07", "aarch64", "aarch64", "11.0", "12.9.1", "", "capability_renamed"},
    {"thor-09", "aarch64", "aarch64", "10.1a", "13.2.1", "", "capability_renamed"},
    {"thor-10", "aarch64", "aarch64", "10.1", "12.9.1", "", "linux-sbsa"},
    {"thor-12", "aarch64", "aarch64", "10.1", "12.6.3", "", "capability_too_new"},
    {"thor-13", "aarch64", "aarch64", "10.1f", "12.8.0", "", "capability_too_new"},
    {"thor-15", "aarch64", "aarch64", "11.0a", "13.0.2", "", "linux-sbsa"},
    // several capabilities at once
    {"mixed-01", "aarch64", "aarch64", "8.7,8.9", "12.6.3", "", "mixed_capabilities"},
    {"mixed-03", "aarch64", "aarch64", "7.2,8.7", "12.2.2", "", "linux-aarch64"},
    {"mixed-04", "aarch64", "aarch64", "8.7,10.1", "12.9.1", "", "mixed_capabilities"},
    {"mixed-06", "aarch64", "aarch64", "8.7,11.0", "13.2.1", "", "linux-sbsa"},
    {"mixed-07", "aarch64", "aarch64", "8.7,9.0", "13.2.1", "", "linux-sbsa"},
    {"mixed-09", "aarch64", "aarch64", "11.0,12.1", "13.0.2", "", "linux-sbsa"},
    {"mixed-10", "aarch64", "aarch64", "8.7,10.0", "12.8.0", "", "mixed_capabilities"},
    {"mixed-12", "aarch64", "aarch64", "10.1,11.0", "12.9.1", "", "capability_renamed"},
    // compilers of another machine
    {"cross-01", "x86_64", "aarch64", "8.7", "12.6.3", "", "linux-aarch64", "linux-x86_64"},
    {"cross-03", "x86_64", "aarch64", "9.0", "12.6.3", "", "linux-sbsa", "linux-x86_64"},
    {"cross-04", "x86_64", "aarch64", "11.0", "13.0.2", "", "linux-sbsa", "linux-x86_64"},
    {"cross-06", "x86_64", "aarch64", "7.2", "12.2.2", "", "linux-aarch64", "linux-x86_64"},
    {"cross-07", "x86_64", "aarch64", "8.7", "12.3.2", "", "tag_not_in_release"},
    {"cross-09", "x86_64", "aarch64", "8.7", "12.9.1", "36.4.3", "linux-aarch64", "linux-x86_64",
     "cuda_compat"},
    {"cross-10", "x86_64", "aarch64", "10.1", "12.9.1", "", "linux-sbsa", "linux-x86_64"},
    {"cross-12", "aarch64", "aarch64", "8.7", "12.6.3", "36.4.3", "linux-aarch64"},
    {"cross-13", "aarch64", "x86_64", "8.9", "12.6.3", "", "linux-x86_64", "linux-sbsa"},
    // other machines
    {"other-05", "armv7l", "armv7l", "8.7", "12.6.3", "", "unsupported_host_arch"},
    {"other-07", "i686", "i686", "6.1", "11.8.0", "", "unsupported_host_arch"},
    {"other-08", "x86_64", "armv7l", "5.3", "11.8.0", "", "unsupported_target_arch"},
    {"other-10", "aarch64-darwin", "aarch64", "8.9", "12.6.3", "", "unsupported_os"},
};

model::Machine machine_of(const Decision& decision) {
    const auto parts = split(decision.host, "-");
    return test::machine(std::string(parts.at(0)),
                         parts.size() > 1 ? std::string(parts[1]) : "linux");
}

model::Request request_of(const Decision& decision) {
    model::Request request;
    request.target = decision.target;
    request.capabilities = test::capabilities(decision.caps);
    request.cuda = *model::VersionSpec::parse(decision.cuda);
    if (*decision.l4t != '\0') request.l4t = test::version(decision.l4t);
    return request;
}

/// The names of the compat components among the archives.
std::string compat_of(const model::Plan& plan) {
    std::vector<std::string> names;
    for (const model::PlannedArchive& archive : plan.archives)
        if (archive.component.starts_with("cuda_compat")) names.push_back(archive.component);
    return join(names, ",");
}

void check(const Decision& decision, const model::Plan& plan) {
    CHECK(model::to_text(plan.tag) == decision.result);
    CHECK(model::to_text(plan.host_tag) ==
          (decision.compiler.empty() ? decision.result : decision.compiler));
    CHECK(plan.release_of("cuda") == decision.cuda);
    CHECK(compat_of(plan) == decision.compat);
    if (*decision.note != '\0') CHECK(test::has_note(plan.notes, decision.note));
    for (const model::PlannedArchive& archive : plan.archives)
        CHECK(archive.tag == (archive.role == model::Role::host ? plan.host_tag : plan.tag));
}

TEST_CASE("every decision comes out as its sources say") {
    for (const Decision& decision : decisions) {
        CAPTURE(decision.id);
        const model::Platform platform = test::on(machine_of(decision));
        const auto plan = resolve(request_of(decision), test::world(platform));
        const bool is_tag = model::parse_tag(decision.result).has_value();
        REQUIRE((plan ? std::string() : plan.error().code) ==
                (is_tag ? std::string() : std::string(decision.result)));
        if (plan) check(decision, *plan);
    }
}

TEST_CASE("of two SoCs that an L4T serves the device tree decides") {
    const model::Platform platform = test::on(test::jetson("tegra234", "39.2.0"));
    model::Request request;
    request.cuda = *model::VersionSpec::parse("13.2.1");
    const auto plan = resolve(request, test::world(platform));
    REQUIRE(plan);
    CHECK(model::to_text(plan->capabilities) == "8.7");
    CHECK(plan->tag == model::Tag::linux_sbsa);
}

}  // namespace
}  // namespace cudafetch::resolve
