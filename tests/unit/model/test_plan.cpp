// SPDX-License-Identifier: MIT
#include "cudafetch/model/plan.hpp"

#include <functional>

#include "support/catch.hpp"

namespace cudafetch::model {
namespace {

PlannedArchive archive(const char* component, Tag tag, std::optional<std::uint64_t> size) {
    PlannedArchive result;
    result.product = "cuda";
    result.release = "12.6.3";
    result.component = component;
    result.version = "12.6.77";
    result.tag = tag;
    result.role = Role::target;
    result.sha256 = sha256(as_bytes(component));
    result.size = size;
    return result;
}

Plan sample() {
    Plan plan;
    plan.target = Arch::aarch64;
    plan.host_tag = Tag::linux_x86_64;
    plan.tag = Tag::linux_aarch64;
    plan.capabilities = {{8, 7}};
    plan.products = {{"cuda", "12.6.3", {}}, {"cudnn", "9.5.0", {}}};
    plan.archives = {archive("cuda_cudart", Tag::linux_aarch64, 1000),
                     archive("cuda_nvcc", Tag::linux_x86_64, {}),
                     archive("libcublas", Tag::linux_aarch64, std::uint64_t{5} << 32)};
    return plan;
}

TEST_CASE("the download size is the sum of the sizes that are known") {
    CHECK(sample().download_size() == (std::uint64_t{5} << 32) + 1000);
    CHECK(Plan().download_size() == 0);
}

TEST_CASE("the release of a product is told, or empty") {
    CHECK(sample().release_of("cudnn") == "9.5.0");
    CHECK(sample().release_of("cutensor").empty());
}

TEST_CASE("a plan is a cross plan if compilers and libraries are for different machines") {
    Plan plan = sample();
    CHECK(plan.cross());
    plan.host_tag = Tag::linux_aarch64;
    CHECK_FALSE(plan.cross());
    plan.host_tag = Tag::linux_sbsa;
    CHECK_FALSE(plan.cross());
}

TEST_CASE("what led to a plan does not change what it installs") {
    using Change = std::function<void(Plan&)>;
    const Change without_effect[] = {
        [](Plan&) {},
        [](Plan& p) {
            p.capabilities = {{7, 2}};
        },
        [](Plan& p) { p.capabilities_from = CapabilitiesFrom::board; },
        [](Plan& p) {
            p.notes.push_back({"code", "text"});
        },
        [](Plan& p) {
            p.rejected.push_back({"cuda", "13.0.2", "code", "reason"});
        },
        [](Plan& p) { p.products[0].manifest_sha256 = Sha256Digest(); },
        [](Plan& p) { p.archives[0].url = "file:///elsewhere"; },
        [](Plan& p) { p.archives[0].relative_path = "elsewhere"; },
        [](Plan& p) { p.archives[0].size = 7; },
    };
    for (const Change& change : without_effect) {
        Plan other = sample();
        change(other);
        CHECK(installs_the_same(sample(), other));
    }
    const Change with_effect[] = {
        [](Plan& p) { p.target = Arch::x86_64; },
        [](Plan& p) { p.tag = Tag::linux_sbsa; },
        [](Plan& p) { p.host_tag = Tag::linux_sbsa; },
        [](Plan& p) { p.products[0].release = "12.6.2"; },
        [](Plan& p) { p.products[1].product = "cutensor"; },
        [](Plan& p) { p.products.pop_back(); },
        [](Plan& p) { p.archives.pop_back(); },
        [](Plan& p) { p.archives.push_back(p.archives.back()); },
        [](Plan& p) { std::swap(p.archives[0], p.archives[1]); },
        [](Plan& p) { p.archives[0].sha256 = Sha256Digest(); },
        [](Plan& p) { p.archives[0].component = "cuda_crt"; },
        [](Plan& p) { p.archives[0].version = "12.6.78"; },
        [](Plan& p) { p.archives[0].tag = Tag::linux_sbsa; },
        [](Plan& p) { p.archives[0].role = Role::host; },
    };
    for (std::size_t i = 0; i < std::size(with_effect); ++i) {
        CAPTURE(i);
        Plan other = sample();
        with_effect[i](other);
        CHECK_FALSE(installs_the_same(sample(), other));
        CHECK_FALSE(installs_the_same(other, sample()));
    }
}

TEST_CASE("roles and origins read back as themselves") {
    for (const Role role : {Role::host, Role::target})
        CHECK(parse_role(to_text(role)) == role);
    CHECK_FALSE(parse_role("both"));
    for (const auto from : {CapabilitiesFrom::request, CapabilitiesFrom::gpu,
                            CapabilitiesFrom::board, CapabilitiesFrom::default_})
        CHECK(parse_capabilities_from(to_text(from)) == from);
    CHECK(to_text(CapabilitiesFrom::default_) == "default");
    CHECK_FALSE(parse_capabilities_from("default_"));
}

}  // namespace
}  // namespace cudafetch::model
