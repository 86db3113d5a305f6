// SPDX-License-Identifier: MIT
#include "cli/render_error.hpp"

#include <nlohmann/json.hpp>
#include <sstream>

#include "support/catch.hpp"

namespace cudafetch::cli {
namespace {

using Json = nlohmann::ordered_json;

Error sample() {
    return {ExitCode::no_resolution,
            "no_release_serves",
            "none serves",
            {"cudafetch resolve --caps 8.7", "ask"},
            {{"cuda", "13.0.2", "tag_not_in_release", "it has no linux-aarch64"}}};
}

TEST_CASE("an error for people says what is wrong, then what to do") {
    std::ostringstream plain;
    print_error(plain, Style(false), sample());
    CHECK(plain.str() == "error: none serves\n  try: cudafetch resolve --caps 8.7\n  try: ask\n");
    std::ostringstream coloured;
    print_error(coloured, Style(true), sample());
    CHECK(coloured.str().starts_with("\033[1;31merror:\033[0m none serves\n"));
}

TEST_CASE("an error for programs is one document with the documented keys") {
    std::ostringstream out;
    print_error_json(out, sample());
    CHECK(out.str() == R"({
  "schema": "cudafetch.error/1",
  "error": {
    "code": "no_release_serves",
    "message": "none serves",
    "hints": [
      "cudafetch resolve --caps 8.7",
      "ask"
    ],
    "rejected": [
      {
        "product": "cuda",
        "release": "13.0.2",
        "code": "tag_not_in_release",
        "reason": "it has no linux-aarch64"
      }
    ]
  }
}
)");
}

TEST_CASE("empty lists are lists") {
    std::ostringstream out;
    print_error_json(out, {ExitCode::usage, "usage", "m", {}, {}});
    const Json document = Json::parse(out.str());
    CHECK(document["error"]["hints"] == Json::array());
    CHECK(document["error"]["rejected"] == Json::array());
}

TEST_CASE("bytes that are no UTF-8 do not break the document") {
    std::ostringstream out;
    print_error_json(out, {ExitCode::disk, "file_error", "cannot open /\xff\"\n", {"\x80"}, {}});
    const Json document = Json::parse(out.str());
    CHECK(document["error"]["message"] == "cannot open /\xef\xbf\xbd\"\n");
}

}  // namespace
}  // namespace cudafetch::cli
