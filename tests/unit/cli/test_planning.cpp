// SPDX-License-Identifier: MIT
#include "cli/planning.hpp"

#include <sstream>

#include "cli/terminal_reporter.hpp"
#include "support/catch.hpp"
#include "support/fake_clock.hpp"
#include "support/fake_toolkit/files.hpp"
#include "support/temp_dir.hpp"

namespace cudafetch::cli {
namespace {

using Catch::Matchers::ContainsSubstring;
using test::put;
using test::TempDir;

/// A manifest with what compiles on x86_64; `head` are members in front of the components.
std::string manifest_text(const std::string& head = "") {
    std::string text = "{" + head;
    for (const std::string key : {"cuda_cccl", "cuda_cudart", "cuda_nvcc"})
        text += (text.size() > head.size() + 1 ? "," : "") + ("\"" + key) +
                R"(":{"version":"1.0","linux-x86_64":{"relative_path":"a.tar.xz","sha256":")" +
                std::string(64, 'a') + "\"}}";
    return text + "}";
}

std::string labelled(const std::string& release) {
    return manifest_text(R"("release_label":")" + release + "\",");
}

/// What options come to on an x86_64 machine that opens no socket.
Result<Planning> plan_of(SelectionOptions options, Lookup lookup = Lookup::catalogue_only) {
    if (options.caps.empty()) options.caps = "8.0";
    options.host = "x86_64";
    options.target = "x86_64";
    const GlobalOptions global{.json = false, .quiet = true, .offline = true};
    std::ostringstream out;
    test::FakeClock clock;
    TerminalReporter reporter(out, Style(false), false, clock);
    const Cancellation never;
    Context context{global, out, Style(false), reporter, clock, never};
    CUDAFETCH_TRY(const auto network, Network::make(options.network, context));
    return make_plan(options, lookup, *network, context);
}

std::string release_of(const Result<Planning>& planning) {
    if (!planning) return planning.error().code;
    const model::PlannedProduct& first = planning->plan.products.at(0);
    return first.product + " " + first.release;
}

SelectionOptions with_manifest(const fs::path& path) {
    SelectionOptions options;
    options.manifest = path.native();
    return options;
}

SelectionOptions with_mirror(const fs::path& path) {
    SelectionOptions options;
    options.network.mirrors = {path.native()};
    return options;
}

TEST_CASE("the catalogue decides without a manifest or mirror") {
    SelectionOptions options;
    options.cuda = "12.6";
    CHECK(release_of(plan_of(options)) == "cuda 12.6.3");
    options.cuda = "99.1.0";
    CHECK(release_of(plan_of(options)) == "release_not_in_catalogue");
}

TEST_CASE("a manifest given by hand is the only choice for its product") {
    const TempDir folder;
    put(folder / "redistrib_12.99.1.json", manifest_text());
    const auto plan = plan_of(with_manifest(folder / "redistrib_12.99.1.json"));
    CHECK(release_of(plan) == "cuda 12.99.1");
    REQUIRE(plan);
    CHECK(plan->plan.products[0].manifest_sha256 == sha256(as_bytes(manifest_text())));
    CHECK_THAT(plan->plan.archives.at(0).url, ContainsSubstring("/cuda/redist/a.tar.xz"));

    SelectionOptions bounded = with_manifest(folder / "redistrib_12.99.1.json");
    bounded.cuda = "12.6";
    const auto excluded = plan_of(bounded);
    CHECK(release_of(excluded) == "bounds_empty");
    CHECK_THAT(excluded.error().message, ContainsSubstring("12.99.1"));
    bounded.cuda = "12";
    CHECK(release_of(plan_of(bounded)) == "cuda 12.99.1");
}

TEST_CASE("a release that was never published counts if its manifest is given") {
    const TempDir folder;
    put(folder / "redistrib_12.7.0.json", manifest_text());
    CHECK(release_of(plan_of(with_manifest(folder / "redistrib_12.7.0.json"))) == "cuda 12.7.0");
}

TEST_CASE("a manifest's product is what it says, what is asked for, or where it lies") {
    const TempDir folder;
    put(folder / "cutensor/redistrib_9.9.9.json", manifest_text());
    put(folder / "odd/redistrib_9.9.9.json", manifest_text());
    put(folder / "odd/named.json", manifest_text(R"("release_label":"9.9.8",
                                                   "release_product":"cudnn",)"));
    const auto product_of = [&](const char* path, const char* asked = nullptr) {
        SelectionOptions options = with_manifest(folder / path);
        if (asked != nullptr) options.products = {asked};
        const auto plan = plan_of(options);
        REQUIRE(plan);
        return plan->plan.products.back().product + " " + plan->plan.products.back().release;
    };
    CHECK(product_of("cutensor/redistrib_9.9.9.json") == "cutensor 9.9.9");
    CHECK(product_of("odd/redistrib_9.9.9.json", "cudss") == "cudss 9.9.9");
    CHECK(product_of("odd/named.json") == "cudnn 9.9.8");
    CHECK(product_of("odd/named.json", "cudnn") == "cudnn 9.9.8");
}

TEST_CASE("a manifest that is absent or malformed is an error of its own kind") {
    const TempDir folder;
    const auto absent = plan_of(with_manifest(folder / "redistrib_1.0.json"));
    REQUIRE_FALSE(absent);
    CHECK_THAT(absent.error().message, ContainsSubstring("redistrib_1.0.json"));
    put(folder / "redistrib_1.0.json", "<html>");
    const auto malformed = plan_of(with_manifest(folder / "redistrib_1.0.json"));
    CHECK(release_of(malformed) == "malformed_manifest");
    CHECK(malformed.error().exit == ExitCode::integrity);
    CHECK_THAT(malformed.error().message, ContainsSubstring("redistrib_1.0.json"));
}

TEST_CASE("a mirror with an index limits the choice to what it lists, and brings what is new") {
    const TempDir folder;
    const fs::path redist = folder / "cuda/redist";
    const auto index = [&](const char* releases) {
        put(redist / "index.json",
            R"({"schema":"cudafetch.mirror/1","releases":)" + std::string(releases) + "}");
    };
    index(R"(["11.8.0","12.6.2"])");
    const auto limited = plan_of(with_mirror(folder.path()));
    CHECK(release_of(limited) == "cuda 12.6.2");
    REQUIRE(limited);
    CHECK_THAT(limited->plan.archives.at(0).url, ContainsSubstring(folder.path().native()));

    put(redist / "redistrib_12.99.1.json", labelled("12.99.1"));
    index(R"(["11.8.0","12.99.1"])");
    CHECK(release_of(plan_of(with_mirror(folder.path()))) == "cuda 12.99.1");

    SelectionOptions elsewhere = with_mirror(folder.path());
    elsewhere.cuda = "12.6";
    CHECK(release_of(plan_of(elsewhere)) == "release_not_in_catalogue");

    put(redist / "redistrib_12.99.1.json", labelled("12.99.2"));
    CHECK(release_of(plan_of(with_mirror(folder.path()))) == "malformed_manifest");
    index(R"(["new"])");
    CHECK(release_of(plan_of(with_mirror(folder.path()))) == "malformed_index");
    put(redist / "index.json", R"({"schema":"other/1","releases":[]})");
    CHECK(release_of(plan_of(with_mirror(folder.path()))) == "malformed_index");
}

TEST_CASE("a mirror without an index stands in for the server") {
    const TempDir folder;
    put(folder / "cuda/redist/redistrib_12.99.1.json", labelled("12.99.1"));
    SelectionOptions options = with_mirror(folder.path());
    CHECK(release_of(plan_of(options)) == "cuda 13.4.2");
    options.cuda = "12.99.1";
    CHECK(release_of(plan_of(options)) == "cuda 12.99.1");
    options.cuda = "12.99.2";
    CHECK(release_of(plan_of(options)) == "release_not_in_catalogue");
}

TEST_CASE("offline and without a mirror no server is asked") {
    SelectionOptions options;
    options.cuda = "99.1.0";
    const auto plan = plan_of(options, Lookup::server_too);
    REQUIRE_FALSE(plan);
    CHECK(plan.error().exit == ExitCode::network);
    CHECK(plan.error().code == "offline");
}

TEST_CASE("options that cannot be read or name no folder are usage errors") {
    SelectionOptions bad_caps;
    bad_caps.caps = "hopper";
    CHECK(release_of(plan_of(bad_caps)) == "capability_syntax");
    SelectionOptions bad_sysroot;
    bad_sysroot.sysroot = "/no/such/folder";
    const auto refused = plan_of(bad_sysroot);
    CHECK(release_of(refused) == "usage");
    CHECK_THAT(refused.error().message, ContainsSubstring("/no/such/folder"));
    CHECK(release_of(plan_of(with_mirror("/no/such/mirror"))) == "usage");
}

}  // namespace
}  // namespace cudafetch::cli
