// SPDX-License-Identifier: MIT
#include "resolve/component_rule.hpp"
#include "support/catch.hpp"
#include "unit/resolve/small_facts.hpp"

namespace cudafetch::resolve {
namespace {

using Catch::Matchers::ContainsSubstring;
using model::Tag;
using test::capabilities;
using test::small_facts;

model::PlannedArchive archive(const char* component, Tag tag, const char* release = "12.6.3",
                              const char* product = "cuda", const char* variant = "") {
    model::PlannedArchive result;
    result.product = product;
    result.release = release;
    result.component = component;
    result.version = "1.0";
    result.tag = tag;
    result.variant = variant;
    return result;
}

TEST_CASE("a library serves the devices that its real code runs on") {
    constexpr Tag arm = Tag::linux_aarch64;
    constexpr Tag sbsa = Tag::linux_sbsa;
    constexpr Tag x86 = Tag::linux_x86_64;
    struct Row {
        model::PlannedArchive library;
        const char* caps;
        bool serves;
    };
    const Row rows[] = {
        // linux-aarch64 of 12.6.3 holds sm_87, of 12.2.2 sm_72 as well.
        {archive("libcublas", arm), "8.7", true},
        {archive("libcublas", arm), "7.2", false},
        {archive("libcublas", arm), "7.2,8.7", false},
        {archive("libcublas", arm, "12.2.2"), "7.2,8.7", true},
        // linux-sbsa holds sm_80 and sm_90a: lower minors serve, but never a Jetson.
        {archive("libcublas", sbsa), "8.0", true},
        {archive("libcublas", sbsa), "8.6", true},
        {archive("libcublas", sbsa), "8.9", true},
        {archive("libcublas", sbsa), "8.7", false},
        {archive("libcublas", sbsa), "9.0", true},
        {archive("libcublas", sbsa), "9.0a", true},
        {archive("libcublas", sbsa), "10.0", false},
        {archive("libcublas", sbsa), "", true},
        // Neither newer minors nor a Jetson's code serve others.
        {archive("libcublas", arm), "8.9", false},
        {archive("libcublas", arm), "8.6", false},
        // A single architecture of libcufft and all of libcufile say nothing.
        {archive("libcufft", arm), "8.7", true},
        {archive("libcufft", sbsa), "9.0", false},
        {archive("libcufile", arm), "8.7", true},
        // Compilers hold no kernels.
        {archive("cuda_nvcc", arm), "7.2", true},
        // Folders per CUDA major in one archive must all serve; variants are archives of their own.
        {archive("libcutensor", x86, "1.0.0", "cutensor"), "8.0", true},
        {archive("libcutensor", x86, "1.0.0", "cutensor"), "9.0", false},
        {archive("libcutensor", x86, "2.0.0", "cutensor", "cuda12"), "8.0", false},
        {archive("libcutensor", x86, "2.0.0", "cutensor", "cuda13"), "8.0", true},
    };
    for (const Row& row : rows) {
        CAPTURE(row.library.component, row.library.release, model::to_text(row.library.tag),
                row.library.variant, row.caps);
        std::vector<model::Note> notes;
        const auto checked =
            check_coverage({row.library}, capabilities(row.caps), small_facts(), notes);
        CHECK(checked.has_value() == row.serves);
        CHECK(notes.empty());
    }
}

TEST_CASE("a refusal names the library, the device and what the library holds") {
    std::vector<model::Note> notes;
    const auto refused = check_coverage(
        {archive("cuda_nvcc", Tag::linux_sbsa), archive("libcublas", Tag::linux_sbsa)},
        capabilities("9.0,10.0"), small_facts(), notes);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == "library_lacks_capability");
    CHECK(refused.error().exit == ExitCode::no_resolution);
    CHECK_THAT(refused.error().message, ContainsSubstring("libcublas 1.0 for linux-sbsa") &&
                                            ContainsSubstring("10.0") &&
                                            ContainsSubstring("sm_80 sm_90a"));
}

TEST_CASE("libraries that nobody looked into are taken, with one note") {
    std::vector<model::Note> notes;
    const auto checked = check_coverage(
        {archive("libcublas", Tag::linux_sbsa, "13.0.2"), archive("libcusparse", Tag::linux_sbsa),
         archive("libcutensor", Tag::linux_x86_64, "2.0.0", "cutensor", "cuda11"),
         archive("cuda_cudart", Tag::linux_sbsa)},
        capabilities("9.0"), small_facts(), notes);
    CHECK(checked);
    REQUIRE(notes.size() == 1);
    CHECK(notes[0].code == "coverage_unknown");
    CHECK_THAT(notes[0].text, ContainsSubstring("libcublas, libcusparse, libcutensor"));
}

}  // namespace
}  // namespace cudafetch::resolve
