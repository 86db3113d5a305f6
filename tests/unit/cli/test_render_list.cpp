// SPDX-License-Identifier: MIT
#include "cli/render_list.hpp"

#include <sstream>

#include "support/catch.hpp"

namespace cudafetch::cli {
namespace {

using model::Tag;

const ListedProduct cuda{"cuda",
                         2,
                         "13.0.2",
                         "12.6.3",
                         {{"13.0.2", "2025-10-09", {Tag::linux_x86_64, Tag::linux_sbsa}},
                          {"12.6.3", "", {Tag::linux_x86_64, Tag::linux_aarch64}}}};
const ListedProduct nvcomp{"nvcomp", 1, "5.0.0.6", "5.0.0.6", {}};

TEST_CASE("products are a table; one with a single release has no oldest") {
    std::ostringstream out;
    print_products(out, Style(false), {cuda, nvcomp});
    CHECK(out.str() ==
          "2 products, 3 releases\n"
          "\n"
          "  product  releases  newest   oldest\n"
          "  cuda            2  13.0.2   12.6.3\n"
          "  nvcomp          1  5.0.0.6\n");
}

TEST_CASE("releases have a column for each tag, and a dash where they lack it") {
    std::ostringstream out;
    print_releases(out, Style(false), cuda);
    CHECK(out.str() ==
          "CUDA, 2 releases\n"
          "\n"
          "  release  date        tags\n"
          "  13.0.2   2025-10-09  linux-x86_64  linux-sbsa  -\n"
          "  12.6.3               linux-x86_64  -           linux-aarch64\n");
}

TEST_CASE("the document of a list has releases only where they were asked for") {
    const auto brief = list_json({cuda, nvcomp}, false);
    CHECK(brief["schema"] == "cudafetch.list/1");
    CHECK(brief["products"].size() == 2);
    CHECK(brief["products"][0]["count"] == 2);
    CHECK(brief["products"][0]["newest"] == "13.0.2");
    CHECK_FALSE(brief["products"][0].contains("releases"));
    const auto full = list_json({cuda}, true);
    CHECK(full["products"][0]["releases"][1]["tags"].dump() ==
          R"(["linux-x86_64","linux-aarch64"])");
    CHECK(
        list_json({ListedProduct{"cuda", 0, "", "", {}}}, true)["products"][0]["newest"].is_null());
}

}  // namespace
}  // namespace cudafetch::cli
