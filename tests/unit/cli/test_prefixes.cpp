// SPDX-License-Identifier: MIT
#include "cli/prefixes.hpp"

#include "support/catch.hpp"
#include "support/fake_toolkit/environment.hpp"
#include "support/temp_dir.hpp"

namespace cudafetch::cli {
namespace {

model::Plan sample() {
    model::Plan plan;
    plan.tag = model::Tag::linux_aarch64;
    plan.products = {{"cuda", "12.6.3", {}}, {"cudnn", "9.5.0", {}}};
    return plan;
}

TEST_CASE("a prefix that is named is made absolute and plain") {
    const fs::path here = fs::current_path();
    CHECK(prefix_for("/opt/cuda", sample()).value() == "/opt/cuda");
    CHECK(prefix_for("/opt/cuda/", sample())->native() == "/opt/cuda");
    CHECK(prefix_for("/opt/./x/../cuda", sample())->native() == "/opt/cuda");
    CHECK(prefix_for("cuda", sample())->native() == (here / "cuda").native());
    CHECK(prefix_for("./cuda/", sample())->native() == (here / "cuda").native());
    CHECK(installed_prefix("cuda")->native() == (here / "cuda").native());
}

TEST_CASE("the default prefix is named by the first product, its release and the tag") {
    const test::ScopedVariable data("XDG_DATA_HOME", "/data");
    CHECK(prefix_for("", sample()).value() == "/data/cudafetch/cuda-12.6.3-linux-aarch64");
}

TEST_CASE("without an installation there is no prefix to find") {
    const test::TempDir folder;
    const test::ScopedVariable data("XDG_DATA_HOME", folder.path().native());
    const auto prefix = installed_prefix("");
    REQUIRE_FALSE(prefix);
    CHECK(prefix.error().exit == ExitCode::disk);
    CHECK(prefix.error().code == "no_prefix");
    CHECK_FALSE(prefix.error().hints.empty());
}

}  // namespace
}  // namespace cudafetch::cli
