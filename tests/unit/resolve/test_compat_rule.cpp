// SPDX-License-Identifier: MIT
#include "resolve/compat_rule.hpp"

#include "support/catch.hpp"
#include "support/fake_catalogue.hpp"
#include "unit/resolve/small_facts.hpp"

namespace cudafetch::resolve {
namespace {

using model::Tag;
using test::capabilities;
using test::make_component;
using test::small_facts;
using test::version;
using Names = std::vector<std::string>;

TEST_CASE("what a demand for a compat driver brings depends on who runs it") {
    const auto cuda13 = test::make_manifest(
        "cuda", "13.2.1",
        {make_component("cuda_compat",
                        {{Tag::linux_x86_64, "cuda13.2"}, {Tag::linux_sbsa, "cuda13.2"}}),
         make_component("cuda_compat_orin", {{Tag::linux_sbsa, ""}})});
    const auto cuda12 = test::make_manifest(
        "cuda", "12.6.3", {make_component("cuda_compat", {{Tag::linux_aarch64, ""}})});
    struct Row {
        const char* caps;
        const model::Manifest& manifest;
        Tag tag;
        Names expected;  ///< Empty: compat_missing.
    };
    const Row rows[] = {
        {"9.0", cuda13, Tag::linux_sbsa, {"cuda_compat"}},
        {"", cuda13, Tag::linux_x86_64, {"cuda_compat"}},
        {"8.7", cuda13, Tag::linux_sbsa, {"cuda_compat_orin"}},
        {"8.7,9.0", cuda13, Tag::linux_sbsa, {"cuda_compat_orin"}},
        // Thor's own is not among the archives; the data centre's is none of it.
        {"11.0", cuda13, Tag::linux_sbsa, {}},
        {"8.7", cuda12, Tag::linux_aarch64, {"cuda_compat"}},
        {"7.2,8.7", cuda12, Tag::linux_aarch64, {"cuda_compat"}},
        {"9.0", cuda12, Tag::linux_sbsa, {}},
        {"9.0", cuda12, Tag::linux_x86_64, {}},
    };
    for (const Row& row : rows) {
        CAPTURE(row.caps, row.manifest.release.text(), model::to_text(row.tag));
        const auto found = demanded_compat(
            capabilities(row.caps), {row.manifest.release, &row.manifest, row.tag}, small_facts());
        REQUIRE(found.has_value() == !row.expected.empty());
        if (found)
            CHECK(*found == row.expected);
        else
            CHECK(found.error().code == "compat_missing");
    }
}

TEST_CASE("a data centre's driver is kept from a Tegra") {
    model::PlannedArchive archive;
    archive.component = "cuda_compat";
    archive.release = "13.2.1";
    archive.tag = Tag::linux_sbsa;
    CHECK(check_compat_is_tegras({archive}, small_facts()).error().code == "component_not_for_tag");
    archive.tag = Tag::linux_aarch64;
    CHECK(check_compat_is_tegras({archive}, small_facts()));
    archive.component = "cuda_compat_orin";
    archive.tag = Tag::linux_sbsa;
    CHECK(check_compat_is_tegras({archive}, small_facts()));
}

}  // namespace
}  // namespace cudafetch::resolve
