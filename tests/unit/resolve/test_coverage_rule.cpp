// SPDX-License-Identifier: MIT
#include "resolve/coverage_rule.hpp"

#include "support/catch.hpp"
#include "unit/resolve/small_facts.hpp"

namespace cudafetch::resolve {
namespace {

using Catch::Matchers::ContainsSubstring;
using model::Tag;
using test::capabilities;
using test::codes_of;
using test::small_facts;
using test::version;

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

model::PlannedArchive in_folder(model::PlannedArchive archive, const char* folder) {
    archive.lib_folder = folder;
    return archive;
}

/// What is asked of libraries of CUDA 12.6 by default.
Result<void> check(const std::vector<model::PlannedArchive>& archives, const char* caps,
                   std::vector<model::Note>& notes, const char* cuda = "12.6.3",
                   model::Accept accept = model::Accept::sass) {
    return check_coverage(archives, capabilities(caps), version(cuda), accept, small_facts(),
                          notes);
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
        // Folders per CUDA major in one archive, and variants, have rows of their own.
        {in_folder(archive("libcutensor", x86, "1.0.0", "cutensor"), "lib/11"), "9.0", false},
        {in_folder(archive("libcutensor", x86, "1.0.0", "cutensor"), "lib/12"), "9.0", true},
        {archive("libcutensor", x86, "2.0.0", "cutensor", "cuda12"), "8.0", false},
        {archive("libcutensor", x86, "2.0.0", "cutensor", "cuda13"), "8.0", true},
    };
    for (const Row& row : rows) {
        CAPTURE(row.library.component, row.library.release, model::to_text(row.library.tag),
                row.library.variant, row.caps);
        std::vector<model::Note> notes;
        CHECK(check({row.library}, row.caps, notes).has_value() == row.serves);
        for (const std::string& code : codes_of(notes))
            CHECK(code == "code_by_compatibility");
    }
}

TEST_CASE("a refusal names the library, the device and what the library holds") {
    std::vector<model::Note> notes;
    const auto refused =
        check({archive("cuda_nvcc", Tag::linux_sbsa), archive("libcublas", Tag::linux_sbsa)},
              "9.0,10.0", notes);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == "library_lacks_capability");
    CHECK(refused.error().exit == ExitCode::no_resolution);
    CHECK_THAT(refused.error().message, ContainsSubstring("libcublas 1.0 for linux-sbsa") &&
                                            ContainsSubstring("10.0") &&
                                            ContainsSubstring("sm_80 sm_90a"));
}

TEST_CASE("libraries that nobody looked into are taken, with one note") {
    std::vector<model::Note> notes;
    const auto checked = check(
        {archive("libcublas", Tag::linux_sbsa, "13.0.2"), archive("libcusparse", Tag::linux_sbsa),
         archive("libcutensor", Tag::linux_x86_64, "2.0.0", "cutensor", "cuda11"),
         archive("cuda_cudart", Tag::linux_sbsa)},
        "9.0", notes);
    CHECK(checked);
    REQUIRE(notes.size() == 1);
    CHECK(notes[0].code == "coverage_unknown");
    CHECK_THAT(notes[0].text, ContainsSubstring("libcublas, libcusparse, libcutensor"));
}

TEST_CASE("how a device comes to run code") {
    struct Row {
        const char* device;
        const char* code;
        const char* cuda;
        Serves expected;
    };
    const Row rows[] = {
        {"8.9", "8.0,8.9", "12.6.3", Serves::native},
        {"9.0", "9.0a", "12.6.3", Serves::native},
        {"9.0a", "9.0", "12.6.3", Serves::native},
        {"8.9", "8.0,8.6", "12.6.3", Serves::compatible},
        {"8.0", "8.6,8.9", "12.6.3", Serves::not_at_all},
        {"10.0", "9.0a", "12.6.3", Serves::not_at_all},
        // Code of one architecture alone serves no other, that of a family does.
        {"8.9", "8.0a", "12.6.3", Serves::not_at_all},
        {"8.9", "8.0f", "12.9.1", Serves::compatible},
        // A Jetson and servers' code: broken up to CUDA 12, unproven from 13.2 on.
        {"8.7", "8.0,8.6", "12.6.3", Serves::not_at_all},
        {"8.7", "8.0,8.6", "13.0.2", Serves::not_at_all},
        {"8.7", "8.0,8.6", "13.2.1", Serves::unproven},
        {"8.7", "8.9", "13.2.1", Serves::not_at_all},
        {"8.7", "8.0,8.7", "13.2.1", Serves::native},
        {"7.2", "7.0", "13.2.1", Serves::not_at_all},
        // A Jetson's code serves nothing else, whatever the release.
        {"8.9", "8.7", "13.2.1", Serves::not_at_all},
        {"8.9", "", "13.2.1", Serves::not_at_all},
    };
    for (const Row& row : rows) {
        CAPTURE(row.device, row.code, row.cuda);
        CHECK(serves(capabilities(row.device).front(), capabilities(row.code), version(row.cuda),
                     small_facts()) == row.expected);
    }
}

TEST_CASE("what is accepted is what was asked for, and what is less than native is said") {
    using model::Accept;
    const auto library = archive("libcublas", Tag::linux_sbsa);  // sm_80 sm_90a
    struct Row {
        const char* caps;
        const char* cuda;
        Accept accept;
        bool serves;
        std::vector<std::string> notes;
    };
    const Row rows[] = {
        {"8.0,9.0", "12.6.3", Accept::native, true, {}},
        {"8.9", "12.6.3", Accept::native, false, {}},
        {"8.9", "12.6.3", Accept::sass, true, {"code_by_compatibility"}},
        {"10.0", "12.6.3", Accept::sass, false, {}},
        {"10.0", "12.6.3", Accept::ptx, true, {"ptx_unknown"}},
        {"8.0,8.9,10.0", "12.6.3", Accept::ptx, true, {"code_by_compatibility", "ptx_unknown"}},
        {"8.7", "12.6.3", Accept::sass, false, {}},
        {"8.7", "13.2.1", Accept::sass, true, {"code_unproven"}},
        {"8.7", "13.2.1", Accept::native, false, {}},
    };
    for (const Row& row : rows) {
        CAPTURE(row.caps, row.cuda, model::to_text(row.accept));
        std::vector<model::Note> notes;
        const auto checked = check({library}, row.caps, notes, row.cuda, row.accept);
        CHECK(checked.has_value() == row.serves);
        CHECK(codes_of(notes) == row.notes);
        if (!checked) CHECK(checked.error().code == "library_lacks_capability");
    }
}

}  // namespace
}  // namespace cudafetch::resolve
