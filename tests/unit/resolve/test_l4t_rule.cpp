// SPDX-License-Identifier: MIT
#include "resolve/l4t_rule.hpp"

#include "support/catch.hpp"
#include "support/fake_catalogue.hpp"
#include "unit/resolve/small_facts.hpp"

namespace cudafetch::resolve {
namespace {

using Catch::Matchers::ContainsSubstring;
using model::Tag;
using test::capabilities;
using test::codes_of;
using test::small_facts;
using test::version;
using Names = std::vector<std::string>;

/// A release that has both compat components.
model::Manifest full_manifest(const char* release) {
    return test::make_manifest("cuda", release,
                               {test::make_component("cuda_compat", {{Tag::linux_aarch64, ""}}),
                                test::make_component("cuda_compat_orin", {{Tag::linux_sbsa, ""}})});
}

Result<L4tAnswer> ask(const char* l4t, const char* caps, const char* release, Tag tag,
                      bool named = false) {
    const model::Manifest manifest = full_manifest(release);
    const auto wanted = capabilities(caps);
    return check_l4t({version(l4t), wanted, version(release), &manifest, tag, named, false},
                     small_facts());
}

TEST_CASE("the row of a release is the newest that it has reached") {
    struct Row {
        const char* l4t;
        const char* row;  ///< Null: there is none.
        bool newer;
    };
    const Row rows[] = {
        {"36.4.3", "36.4.3", false}, {"36.4.7", "36.4.3", false}, {"36.4", "36.4.3", false},
        {"36.4.0", "36.3.0", false}, {"36.3.0", "36.3.0", false}, {"36", "36.4.3", false},
        {"36.9.9", "36.4.3", false}, {"36.0.0", "36.3.0", false}, {"35", "35.6.4", false},
        {"35.6.2", "35.6.0", false}, {"39", "39.2.0", false},     {"39.0.0", "39.2.0", false},
        {"39.1.0", "39.2.0", false}, {"39.2", "39.2.0", false},   {"39.2.1", "39.2.0", true},
        {"39.3", "39.2.0", true},    {"41", "39.2.0", true},      {"41.1.0", "39.2.0", true},
        {"37", nullptr, false},      {"37.1.0", nullptr, false},  {"32.7.6", nullptr, false},
        {"0", nullptr, false},
    };
    for (const Row& row : rows) {
        CAPTURE(row.l4t);
        const auto found = l4t_row(version(row.l4t), small_facts());
        REQUIRE(found.has_value() == (row.row != nullptr));
        if (!found) continue;
        CHECK(found->fact->l4t.text() == row.row);
        CHECK(found->newer_than_tables == row.newer);
    }
    CHECK_FALSE(l4t_row(version("36"), model::Facts()));
}

TEST_CASE("a Tegra kernel tells the line of L4T it belongs to") {
    const auto line = [](const char* kernel) {
        const auto found = l4t_of_kernel(kernel, nullptr, small_facts());
        return found ? found->text() : std::string("none");
    };
    CHECK(line("5.15.148-tegra") == "36");
    CHECK(line("5.10.216-tegra") == "35");
    CHECK(line("5.15.136-rt-tegra") == "36");
    // JetPack 7 has one kernel for two lines, of which Orin has one.
    CHECK(line("6.8.12-tegra") == "38");
    for (const auto& [soc, expected] :
         {std::pair("tegra234", "39"), std::pair("tegra264", "38"), std::pair("tegra194", "38")})
        CHECK(l4t_of_kernel("6.8.12-tegra", small_facts().find_soc(soc), small_facts())->text() ==
              expected);
    for (const char* other : {"", "-tegra", "tegra", "5.15.148", "5.15.148-generic", "6.6.1-tegra",
                              "5.1.5-tegra", "5-tegra", "x5.15-tegra"}) {
        CAPTURE(other);
        CHECK(line(other) == "none");
    }
}

TEST_CASE("names mean the same device whatever their suffix, and Thor's two are one") {
    const auto same = [](const char* a, const char* b) {
        return same_device(*model::Capability::parse(a), *model::Capability::parse(b),
                           small_facts());
    };
    CHECK(same("8.7", "8.7"));
    CHECK(same("9.0", "9.0a"));
    CHECK(same("10.1", "11.0"));
    CHECK(same("11.0a", "10.1f"));
    CHECK_FALSE(same("8.6", "8.7"));
    CHECK_FALSE(same("10.0", "10.1"));
    CHECK_FALSE(same("10.0", "11.0"));
}

TEST_CASE("a board runs what its driver runs, and with a compat component what is listed") {
    constexpr Tag arm = Tag::linux_aarch64;
    constexpr Tag sbsa = Tag::linux_sbsa;
    struct Row {
        const char* l4t;
        const char* caps;
        const char* release;
        Tag tag;
        Names compat;
        Names notes;
    };
    const Row rows[] = {
        {"36.4.3", "8.7", "12.6.3", arm, {}, {}},
        {"36.4.3", "8.7", "12.2.2", arm, {}, {}},
        {"36.4.7", "8.7", "12.9.1", arm, {"cuda_compat"}, {}},
        {"36.3.0", "8.7", "12.6.3", arm, {"cuda_compat"}, {}},
        {"35.6.4", "7.2", "12.2.2", arm, {"cuda_compat"}, {}},
        {"35.6.4", "7.2,8.7", "11.8.0", arm, {"cuda_compat"}, {}},
        {"39.2.0", "8.7", "13.2.1", sbsa, {}, {}},
        {"39.2.0", "8.7", "13.0.2", sbsa, {}, {}},
        {"39.2.0", "8.7", "13.3.0", sbsa, {"cuda_compat_orin"}, {}},
        {"39.2.0", "11.0", "13.3.0", sbsa, {}, {"thor_compat_not_in_redist"}},
        {"39.2.0", "8.7,11.0", "13.3.0", sbsa, {"cuda_compat_orin"}, {"thor_compat_not_in_redist"}},
        {"38.2.0", "11.0", "13.0.2", sbsa, {}, {}},
        {"41", "8.7", "13.2.1", sbsa, {}, {"l4t_newer_than_tables"}},
        {"41", "8.7", "13.3.0", sbsa, {}, {"l4t_newer_than_tables"}},
    };
    for (const Row& row : rows) {
        CAPTURE(row.l4t, row.caps, row.release);
        const auto answer = ask(row.l4t, row.caps, row.release, row.tag);
        REQUIRE(answer);
        CHECK(answer->compat_components == row.compat);
        CHECK(codes_of(answer->notes) == row.notes);
    }
}

TEST_CASE("a board does not run anything else") {
    constexpr Tag arm = Tag::linux_aarch64;
    constexpr Tag sbsa = Tag::linux_sbsa;
    struct Row {
        const char* l4t;
        const char* caps;
        const char* release;
        Tag tag;
        const char* code;
        const char* message;
    };
    const Row rows[] = {
        {"36.4.3", "8.7", "13.0.2", sbsa, "l4t_cannot_run_release", "up to 12.6, and 12.9"},
        {"36.4.3", "8.7", "12.8.0", arm, "l4t_cannot_run_release", "CUDA 12.8"},
        {"35.6.4", "8.7", "12.4.1", arm, "l4t_cannot_run_release", "up to 11.4, and 11.8, 12.2"},
        {"38.2.0", "11.0", "13.2.1", sbsa, "l4t_cannot_run_release", "JetPack 7.0"},
        {"37", "8.7", "12.6.3", arm, "l4t_cannot_run_release", "35, 36, 38, 39"},
        {"36.4.3", "7.2", "12.2.2", arm, "l4t_device_mismatch", "7.2"},
        {"38.2.0", "8.7", "13.0.2", sbsa, "l4t_device_mismatch", "8.7"},
        {"36.4.3", "8.7,11.0", "13.0.2", sbsa, "l4t_device_mismatch", "11.0"},
        {"38.2.0", "10.1", "12.9.1", sbsa, "l4t_cannot_run_release", "only as 11.0"},
        {"39.2.0", "8.7", "13.4.0", sbsa, "l4t_cannot_run_release", "CUDA 13.4"},
        {"39.2.0", "8.7", "12.6.3", arm, "l4t_cannot_run_release", "not known to work"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.l4t, row.caps, row.release);
        const auto answer = ask(row.l4t, row.caps, row.release, row.tag);
        REQUIRE_FALSE(answer);
        CHECK(answer.error().exit == ExitCode::no_resolution);
        CHECK(answer.error().code == row.code);
        CHECK_THAT(answer.error().message, ContainsSubstring(row.message));
    }
}

TEST_CASE("an old tag on a board that moved on passes if it is named, with a note") {
    const auto answer = ask("39.2.0", "8.7", "12.6.3", Tag::linux_aarch64, true);
    REQUIRE(answer);
    CHECK(codes_of(answer->notes) == Names{"tag_unproven_on_l4t"});
}

TEST_CASE("discrete GPUs are not bound by the board's L4T") {
    for (const char* caps : {"8.9", "8.0,9.0"}) {
        const auto answer = ask("36.4.3", caps, "13.3.0", Tag::linux_sbsa);
        REQUIRE(answer);
        CHECK(answer->compat_components.empty());
        CHECK(answer->notes.empty());
    }
    // One of the board's own among them, and it binds.
    CHECK_FALSE(ask("36.4.3", "8.7,8.9", "13.3.0", Tag::linux_sbsa));
}

TEST_CASE("without any capability L4T binds") {
    CHECK(ask("36.4.3", "", "12.6.3", Tag::linux_aarch64));
    const auto refused = ask("36.4.3", "", "13.0.2", Tag::linux_sbsa);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == "l4t_cannot_run_release");
}

TEST_CASE("a compat component that the release lacks for the tag is noted") {
    const auto wanted = capabilities("8.7");
    const auto with = [&](const model::Manifest* manifest) {
        return check_l4t({version("36.4.3"), wanted, version("12.9.1"), manifest,
                          Tag::linux_aarch64, false, false},
                         small_facts())
            .value();
    };
    const auto none = test::make_manifest("cuda", "12.9.1", {});
    CHECK(codes_of(with(&none).notes) == Names{"compat_missing"});
    const auto elsewhere = test::make_manifest(
        "cuda", "12.9.1", {test::make_component("cuda_compat", {{Tag::linux_sbsa, ""}})});
    CHECK(codes_of(with(&elsewhere).notes) == Names{"compat_missing"});
    CHECK(with(&elsewhere).compat_components.empty());
    CHECK(with(nullptr).notes.empty());
    CHECK(with(nullptr).compat_components.empty());
}

TEST_CASE("a pair that NVIDIA does not list passes if it is asked for and known to work") {
    const auto ask_with = [](const char* l4t, const char* release,
                             const model::Manifest* manifest) {
        const auto wanted = capabilities("8.7");
        L4tQuestion question{version(l4t), wanted, version(release), manifest, Tag::linux_sbsa,
                             false,        true};
        return check_l4t(question, small_facts());
    };
    const auto orin = full_manifest("13.2.1");
    const auto answer = ask_with("36.4.3", "13.2.1", &orin);
    REQUIRE(answer);
    CHECK(answer->compat_components == Names{"cuda_compat_orin"});
    CHECK(codes_of(answer->notes) == Names{"compat_override"});
    // Too old for the pair, or without the component; and no pair for another line of L4T.
    const auto none = test::make_manifest("cuda", "13.3.0", {});
    CHECK(ask_with("36.4.3", "13.0.2", &orin).error().code == "compat_missing");
    CHECK(ask_with("36.4.3", "13.3.0", &none).error().code == "compat_missing");
    CHECK(ask_with("35.6.4", "13.2.1", &orin).error().code == "l4t_cannot_run_release");
    CHECK(ask("36.4.3", "8.7", "13.2.1", Tag::linux_sbsa).error().code == "l4t_cannot_run_release");
}

TEST_CASE("a row without a certain source says so") {
    model::Facts facts = small_facts();
    for (model::L4tFact& fact : facts.l4t)
        fact.certainty = model::Certainty::low;
    const auto wanted = capabilities("8.7");
    const auto manifest = full_manifest("12.6.3");
    const auto answer = check_l4t(
        {version("36.4.3"), wanted, version("12.6.3"), &manifest, Tag::linux_aarch64, false, false},
        facts);
    REQUIRE(answer);
    CHECK(codes_of(answer->notes) == Names{"l4t_uncertain"});
}

}  // namespace
}  // namespace cudafetch::resolve
