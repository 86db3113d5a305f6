// SPDX-License-Identifier: MIT
#include "resolve/ways_out.hpp"

#include "support/catch.hpp"
#include "support/fake_catalogue.hpp"
#include "support/platforms.hpp"
#include "unit/resolve/small_facts.hpp"

namespace cudafetch::resolve {
namespace {

using Catch::Matchers::ContainsSubstring;
using model::Request;
using model::VersionSpec;
using Hints = std::vector<std::string>;

const test::FakeCatalogue catalogue({test::make_manifest("cuda", "12.2.2", {}),
                                     test::make_manifest("cuda", "12.6.3", {}),
                                     test::make_manifest("cuda", "13.0.2", {})});
const model::Platform platform = test::on(test::x86_machine());

Hints hints_for(const Request& request, const char* code, const Resolves& resolves) {
    const Error error{ExitCode::no_resolution, code, "", {}, {}};
    return ways_out(request, error, {catalogue, test::small_facts(), platform}, resolves);
}

Request asking(const char* caps, const char* cuda = "latest") {
    Request request;
    request.capabilities = test::capabilities(caps);
    request.cuda = *VersionSpec::parse(cuda);
    return request;
}

TEST_CASE("only what was tried and resolves is a way out, four at most, each once") {
    const Request request = asking("7.2,8.7,9.0", "12.4");
    CHECK(hints_for(request, "mixed_capabilities", [](const Request&) { return false; }).empty());
    std::size_t tried = 0;
    const Hints all = hints_for(request, "mixed_capabilities", [&](const Request&) {
        ++tried;
        return true;
    });
    CHECK(all.size() == 4);
    CHECK(tried >= all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        CHECK(all[i] != model::command_line(request));
        for (std::size_t j = 0; j < i; ++j)
            CHECK(all[i] != all[j]);
    }
}

TEST_CASE("the neighbours of the release that was named come first") {
    const Hints hints = hints_for(asking("8.7", "12.3.2"), "tag_not_in_release",
                                  [](const Request&) { return true; });
    REQUIRE(hints.size() >= 2);
    CHECK(hints[0] == "cudafetch resolve --caps 8.7 --cuda 12.2.2");
    CHECK(hints[1] == "cudafetch resolve --caps 8.7 --cuda 12.6.3");
}

TEST_CASE("a neighbour that does not resolve gives way to the next") {
    const Hints hints =
        hints_for(asking("8.7", "12.3.2"), "tag_not_in_release", [](const Request& request) {
            return !request.cuda.unbounded() && request.cuda.allows(test::version("13.0.2"));
        });
    CHECK(hints == Hints{"cudafetch resolve --caps 8.7 --cuda 13.0.2"});
}

TEST_CASE("each kind of failure has its own first way out") {
    struct Row {
        const char* code;
        Request request;
        const char* expected;
    };
    Request with_tag = asking("8.7");
    with_tag.tag = "linux-sbsa";
    Request with_l4t = asking("7.2");
    with_l4t.l4t = test::version("36.4");
    Request with_components = asking("8.0");
    with_components.components = {"libcublas", "nosuch"};
    Request with_product = asking("8.0");
    with_product.products = {{"cuda", {}}, {"nosuch", {}}};
    Request on_strange_host = asking("8.0");
    on_strange_host.host = "armv7l";
    Request with_driver = asking("8.0", "13.0.2");
    with_driver.driver = test::version("535");
    Request with_compat = asking("9.0", "13.0.2");
    with_compat.with_compat = true;
    Request native = asking("8.9");
    native.accept = model::Accept::native;
    Request jetpack = asking("8.7");
    jetpack.l4t = test::version("6.2");
    Request arm = asking("8.7");
    arm.target = "arm";
    Request misplaced = asking("8.0");
    misplaced.products = {{"12.6", {}}};
    Request with_profile = asking("8.0");
    with_profile.profile = "librarys";
    Request misspelt = asking("8.0");
    misspelt.products = {{"cudaa", {}}};
    Request with_board = asking("");
    with_board.board = "nosuch";
    const Row rows[] = {
        {"driver_too_old", with_driver, "--caps 8.0 --cuda 13.0.2 --driver 580.65.06"},
        {"driver_too_old", with_driver, "--caps 8.0 --cuda 12.6.3 --driver 535"},
        {"l4t_cannot_run_release", jetpack, "--caps 8.7 --l4t 36.4.3"},
        {"unsupported_target_arch", arm, "resolve --caps 8.7 --target aarch64"},
        {"unknown_product", misplaced, "resolve cuda@12.6 --caps 8.0"},
        {"compat_missing", with_compat, "--caps 9.0 --cuda 13.0.2"},
        {"l4t_cannot_run_release", asking("8.7", "13.0.2"), "--cuda 13.0.2 --with-compat"},
        {"library_lacks_capability", native, "--caps 8.9"},
        {"library_lacks_capability", native, "--caps 8.9 --accept ptx"},
        {"unknown_profile", with_profile, "--caps 8.0 --profile libraries"},
        {"unknown_product", misspelt, "cudafetch resolve cuda --caps 8.0"},
        {"unknown_board", with_board, "cudafetch resolve"},
        {"capability_renamed", asking("10.1", "13.0.2"), "--caps 11.0 --cuda 13.0.2"},
        {"capability_renamed", asking("11.0", "12.9.1"), "--caps 10.1 --cuda 12.9.1"},
        {"unknown_capability", asking("8.8"), "--caps 8.7"},
        {"unknown_capability", asking("8.7a"), "--caps 8.7"},
        {"jetson_capability_needs_aarch64", asking("8.0,8.7"), "--caps 8.0,8.7 --target aarch64"},
        {"mixed_capabilities", asking("8.7,9.0"), "--caps 8.7"},
        {"no_capability_given", asking(""), "--caps 8.7"},
        {"no_capability_given", asking(""), "--l4t 36.4"},
        {"no_capability_given", asking(""), "--tag linux-sbsa"},
        {"unsupported_host_arch", on_strange_host, "--host x86_64 --target x86_64"},
        {"component_missing", with_components, "--components libcublas"},
        {"unknown_product", with_product, "cudafetch resolve cuda --caps 8.0"},
        {"tag_not_in_release", with_tag, "cudafetch resolve --caps 8.7"},
        {"l4t_device_mismatch", with_l4t, "--caps 7.2 --l4t 35"},
        {"board_cannot_run_release", asking("7.2"), "--cuda 13.0.2 --target aarch64"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.code, row.expected);
        // Only the expected one resolves, so nothing else can crowd it out.
        const Hints hints = hints_for(row.request, row.code, [&](const Request& other) {
            return model::command_line(other).ends_with(row.expected);
        });
        REQUIRE(hints.size() == 1);
        CHECK_THAT(hints[0], Catch::Matchers::EndsWith(row.expected));
    }
}

TEST_CASE("the codes of refused releases count as well as that of the error") {
    const auto resolves = [](const Request& other) { return other.l4t.has_value(); };
    Error error{ExitCode::no_resolution, "no_release_serves", "", {}, {}};
    CHECK(ways_out(asking("7.2"), error, {catalogue, test::small_facts(), platform}, resolves)
              .empty());
    error.rejected = {{"cuda", "13.0.2", "l4t_device_mismatch", ""}};
    const Hints hints =
        ways_out(asking("7.2"), error, {catalogue, test::small_facts(), platform}, resolves);
    REQUIRE_FALSE(hints.empty());
    CHECK(hints[0] == "cudafetch resolve --caps 7.2 --l4t 35");
}

TEST_CASE("where nothing else helps the newest release that passes by name is offered") {
    const auto if_named = [](const Request& other) { return other.cuda.named().has_value(); };
    CHECK(hints_for(asking("7.2"), "no_release_serves", if_named) ==
          Hints{"cudafetch resolve --caps 7.2 --cuda 13.0.2"});
    const auto for_a_board = [&](const Request& other) {
        return if_named(other) && other.target == "aarch64" &&
               !other.cuda.allows(test::version("13.0.2"));
    };
    CHECK(hints_for(asking("7.2"), "no_release_serves", for_a_board) ==
          Hints{"cudafetch resolve --caps 7.2 --cuda 12.6.3 --target aarch64"});
}

TEST_CASE("a manifest given by hand is not repeated for another release than its own") {
    Request request = asking("8.7,9.0", "12.6.3");
    request.manifest = "redistrib_12.6.3.json";
    const Hints hints =
        hints_for(request, "mixed_capabilities", [](const Request&) { return true; });
    CHECK_FALSE(hints.empty());
    for (const std::string& hint : hints) {
        CAPTURE(hint);
        const bool same_release = hint.find("--cuda 12.6.3") != std::string::npos;
        CHECK((hint.find("--manifest") != std::string::npos) == same_release);
    }
}

}  // namespace
}  // namespace cudafetch::resolve
