// SPDX-License-Identifier: MIT
#include "resolve/capability_rule.hpp"

#include "support/catch.hpp"
#include "support/platforms.hpp"
#include "unit/resolve/small_facts.hpp"

namespace cudafetch::resolve {
namespace {

using Catch::Matchers::ContainsSubstring;
using model::Arch;
using model::CapabilitiesFrom;
using model::Tag;
using test::capabilities;
using test::small_facts;
using test::version;

Target target_for(Arch host, Arch arch, const char* caps = "") {
    Target target;
    target.host = host;
    target.target = arch;
    target.capabilities = capabilities(caps);
    target.capabilities_from = CapabilitiesFrom::request;
    return target;
}

TEST_CASE("a capability that the tables lack is refused, with the reason for a wrong suffix") {
    CHECK(check_known(capabilities("7.2,9.0a"), small_facts()));
    CHECK(check_known({}, small_facts()));
    const auto unknown = check_known(capabilities("8.7,14.0"), small_facts());
    REQUIRE_FALSE(unknown);
    CHECK(unknown.error().code == "unknown_capability");
    CHECK_THAT(unknown.error().message, ContainsSubstring("14.0"));
    const auto suffix = check_known(capabilities("8.7a"), small_facts());
    REQUIRE_FALSE(suffix);
    CHECK_THAT(suffix.error().message, ContainsSubstring("8.7 has no such suffix"));
}

TEST_CASE("a release compiles what lies within its bounds, under its name there") {
    struct Row {
        const char* caps;
        const char* release;
        const char* code;  ///< Null: it compiles.
    };
    const Row rows[] = {
        {"8.9", "11.8.0", nullptr},
        {"8.9", "11.7.1", "capability_too_new"},
        {"9.0a", "12.0.0", nullptr},
        {"9.0a", "11.8.0", "capability_too_new"},
        {"7.2", "12.9.2", nullptr},
        {"7.2", "13.0.0", "capability_removed"},
        {"8.0,7.2", "13.0.0", "capability_removed"},
        {"10.1", "12.8.0", nullptr},
        {"10.1", "12.6.3", "capability_too_new"},
        {"10.1", "13.0.0", "capability_renamed"},
        {"11.0", "13.0.0", nullptr},
        {"11.0", "12.9.1", "capability_renamed"},
        {"", "11.4.2", nullptr},
    };
    for (const Row& row : rows) {
        CAPTURE(row.caps, row.release);
        const auto checked =
            check_compiles(capabilities(row.caps), version(row.release), small_facts());
        REQUIRE(checked.has_value() == (row.code == nullptr));
        if (checked) continue;
        CHECK(checked.error().code == row.code);
        CHECK_THAT(checked.error().message, ContainsSubstring(row.release));
    }
}

TEST_CASE("a renamed capability is named as the release names it") {
    const auto old_name = check_compiles(capabilities("11.0"), version("12.9.1"), small_facts());
    REQUIRE_FALSE(old_name);
    CHECK_THAT(old_name.error().message, ContainsSubstring("called 10.1"));
    const auto new_name = check_compiles(capabilities("10.1"), version("13.2.1"), small_facts());
    REQUIRE_FALSE(new_name);
    CHECK_THAT(new_name.error().message, ContainsSubstring("called 11.0"));
}

TEST_CASE("detected capabilities take the release's name, requested ones keep theirs") {
    const auto names = [](const char* caps, CapabilitiesFrom from, const char* release) {
        Target target = target_for(Arch::aarch64, Arch::aarch64, caps);
        target.capabilities_from = from;
        return model::to_text(names_in_release(target, version(release), small_facts()));
    };
    CHECK(names("11.0", CapabilitiesFrom::board, "12.9.1") == "10.1");
    CHECK(names("8.7,11.0", CapabilitiesFrom::board, "12.9.1") == "8.7, 10.1");
    CHECK(names("11.0", CapabilitiesFrom::board, "13.0.2") == "11.0");
    CHECK(names("10.1", CapabilitiesFrom::gpu, "13.0.2") == "11.0");
    CHECK(names("11.0", CapabilitiesFrom::request, "12.9.1") == "11.0");
    CHECK(names("10.1", CapabilitiesFrom::request, "13.0.2") == "10.1");
}

TEST_CASE("the other names of a list are those of Thor") {
    const auto other = [](const char* caps) {
        return model::to_text(with_other_names(capabilities(caps), small_facts()));
    };
    CHECK(other("10.1") == "11.0");
    CHECK(other("11.0") == "10.1");
    CHECK(other("8.7,11.0") == "8.7, 10.1");
    CHECK(other("8.0") == "8.0");
    CHECK(other("") == "");
}

TEST_CASE("an x86_64 target has no Jetson capability") {
    CHECK(check_target_arch(target_for(Arch::x86_64, Arch::x86_64, "8.0,9.0"), small_facts()));
    CHECK(check_target_arch(target_for(Arch::x86_64, Arch::aarch64, "8.7"), small_facts()));
    const auto refused =
        check_target_arch(target_for(Arch::x86_64, Arch::x86_64, "8.0,8.7"), small_facts());
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == "jetson_capability_needs_aarch64");
    CHECK_THAT(refused.error().message, ContainsSubstring("8.7"));
}

TEST_CASE("the tag follows target, capabilities and the major of the release") {
    struct Row {
        Arch target;
        const char* caps;
        const char* release;
        std::string_view expected;  ///< A tag or an error code.
    };
    constexpr Arch x86 = Arch::x86_64;
    constexpr Arch arm = Arch::aarch64;
    const Row rows[] = {
        {x86, "8.0", "12.6.3", "linux-x86_64"},
        {x86, "", "12.6.3", "linux-x86_64"},
        {x86, "8.7", "12.6.3", "jetson_capability_needs_aarch64"},
        {arm, "9.0", "11.8.0", "linux-sbsa"},
        {arm, "", "12.6.3", "linux-sbsa"},
        {arm, "8.7", "12.9.2", "linux-aarch64"},
        {arm, "7.2,8.7", "12.2.2", "linux-aarch64"},
        {arm, "8.7", "13.0.0", "linux-sbsa"},
        {arm, "7.2", "13.0.0", "linux-aarch64"},
        {arm, "8.7,9.0", "12.6.3", "mixed_capabilities"},
        {arm, "8.7,9.0", "13.2.1", "linux-sbsa"},
        {arm, "10.1", "12.9.1", "linux-sbsa"},
        {arm, "8.7,10.1", "12.9.1", "mixed_capabilities"},
        {arm, "8.7,11.0", "13.2.1", "linux-sbsa"},
        {arm, "7.2,8.7", "13.0.0", "mixed_capabilities"},
        {arm, "8.6", "12.6.3", "linux-sbsa"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.caps, row.release);
        const Target target = target_for(arm, row.target, row.caps);
        const auto tag =
            choose_tag(target, target.capabilities, version(row.release), small_facts());
        CHECK((tag ? std::string(model::to_text(*tag)) : tag.error().code) == row.expected);
    }
}

TEST_CASE("capabilities that one tag cannot serve are named on their sides") {
    const Target target = target_for(Arch::aarch64, Arch::aarch64, "7.2,8.7,9.0");
    const auto tag = choose_tag(target, target.capabilities, version("12.6.3"), small_facts());
    REQUIRE_FALSE(tag);
    CHECK_THAT(tag.error().message, ContainsSubstring("7.2, 8.7 need linux-aarch64") &&
                                        ContainsSubstring("9.0 needs linux-sbsa"));
}

TEST_CASE("a tag by hand overrides the rule") {
    Target target = target_for(Arch::aarch64, Arch::aarch64, "8.7,9.0");
    target.forced_tag = Tag::linux_sbsa;
    CHECK(choose_tag(target, target.capabilities, version("12.6.3"), small_facts()) ==
          Tag::linux_sbsa);
}

TEST_CASE("what is served as linux-aarch64 ends below Orin from CUDA 13 on") {
    const auto below = [](const char* release) {
        return model::to_text(below_sbsa_threshold(capabilities("7.2,8.7,9.0,10.1,11.0"),
                                                   version(release), small_facts()));
    };
    CHECK(below("12.9.2") == "7.2, 8.7");
    CHECK(below("13.0.0") == "7.2");
    CHECK(below("14.0.0") == "7.2");
}

TEST_CASE("compilers are for the machine that compiles") {
    struct Row {
        Arch host;
        Arch target;
        Tag tag;
        bool tegra_host;
        const char* release;
        Tag expected;
    };
    constexpr Arch x86 = Arch::x86_64;
    constexpr Arch arm = Arch::aarch64;
    const Row rows[] = {
        {x86, x86, Tag::linux_x86_64, false, "12.6.3", Tag::linux_x86_64},
        {x86, arm, Tag::linux_aarch64, false, "12.6.3", Tag::linux_x86_64},
        {x86, arm, Tag::linux_sbsa, false, "13.0.2", Tag::linux_x86_64},
        {arm, arm, Tag::linux_aarch64, true, "12.6.3", Tag::linux_aarch64},
        {arm, arm, Tag::linux_sbsa, true, "12.6.3", Tag::linux_sbsa},
        {arm, arm, Tag::linux_aarch64, false, "12.6.3", Tag::linux_aarch64},
        {arm, x86, Tag::linux_x86_64, false, "12.6.3", Tag::linux_sbsa},
        {arm, x86, Tag::linux_x86_64, true, "12.6.3", Tag::linux_aarch64},
        {arm, x86, Tag::linux_x86_64, true, "13.0.2", Tag::linux_sbsa},
    };
    for (const Row& row : rows) {
        CAPTURE(model::to_text(row.tag), row.tegra_host, row.release);
        const auto platform =
            test::on(row.tegra_host ? test::jetson("tegra234", "36.4") : test::arm_server());
        CHECK(choose_host_tag(target_for(row.host, row.target), row.tag, version(row.release),
                              platform) == row.expected);
    }
}

TEST_CASE("of a list names are judged before ranges, whatever the order") {
    const auto code = [](const char* caps, const char* release) {
        return check_compiles(capabilities(caps), version(release), small_facts()).error().code;
    };
    CHECK(code("10.0,11.0", "11.7.1") == "capability_renamed");
    CHECK(code("10.1,7.2", "13.0.2") == "capability_renamed");
    CHECK(code("7.2,10.7", "13.0.2") == "capability_too_new");
    CHECK(code("7.2,8.0", "13.0.2") == "capability_removed");
    const auto refused = check_compiles(capabilities("11.0"), version("11.7.1"), small_facts());
    CHECK_THAT(refused.error().message,
               ContainsSubstring("called 10.1 when it came with CUDA 12.8"));
}

}  // namespace
}  // namespace cudafetch::resolve
