// SPDX-License-Identifier: MIT
#include "cli/selection.hpp"

#include "support/catch.hpp"

namespace cudafetch::cli {
namespace {

using Catch::Matchers::ContainsSubstring;
using model::Request;

/// Splits at blanks; a word in single quotes may hold some.
SelectionOptions parse(const std::string& line) {
    CLI::App app;
    SelectionOptions options;
    add_selection(app, options);
    app.parse(line);
    return options;
}

Request request_of(const std::string& line) {
    return to_request(parse(line)).value();
}

TEST_CASE("nothing given asks for nothing in particular") {
    const Request request = request_of("");
    CHECK(request.products.empty());
    CHECK(request.capabilities.empty());
    CHECK(request.cuda.unbounded());
    CHECK(request.components.empty());
    CHECK_FALSE(request.profile);
    CHECK_FALSE(request.host);
    CHECK_FALSE(request.target);
    CHECK_FALSE(request.tag);
    CHECK_FALSE(request.l4t);
    CHECK_FALSE(request.sysroot);
}

TEST_CASE("every option finds its place in the request") {
    const Request request = request_of(
        "cuda cudnn@9.7 --caps 8.7 --cuda '>=12.2,<13' --profile all --components a,b "
        "--host x86_64 --target aarch64 --tag linux-sbsa --l4t R36.4 --sysroot /board "
        "--board 'Orin Nano' --driver 535.104.05 --accept native --with-compat");
    REQUIRE(request.products.size() == 2);
    CHECK(request.products[0].product == "cuda");
    CHECK(request.products[0].spec.unbounded());
    CHECK(request.products[1].product == "cudnn");
    CHECK(request.products[1].spec.text() == "9.7");
    CHECK(model::to_text(request.capabilities) == "8.7");
    CHECK(request.cuda.text() == ">=12.2,<13");
    CHECK(request.profile == "all");
    CHECK(request.components == std::vector<std::string>{"a", "b"});
    CHECK(request.host == "x86_64");
    CHECK(request.target == "aarch64");
    CHECK(request.tag == "linux-sbsa");
    CHECK(request.l4t->text() == "36.4");
    CHECK(request.board == "Orin Nano");
    CHECK(request.driver->text() == "535.104.05");
    CHECK(request.accept == model::Accept::native);
    CHECK(request.with_compat);
    CHECK(request.sysroot == "/board");
}

TEST_CASE("lists may be written in several ways") {
    for (const char* line :
         {"--caps 9.0a,8.7", "--caps '8.7 sm_90a'", "--caps 9.0a --caps compute_87",
          "--caps '87;9.0a'", "--caps=8.7,90a,87"}) {
        CAPTURE(line);
        CHECK(model::to_text(request_of(line).capabilities) == "8.7, 9.0a");
    }
    for (const char* line :
         {"--components a,b,-c", "--components 'a b;-c'", "--components a --components b,-c"}) {
        CAPTURE(line);
        CHECK(request_of(line).components == std::vector<std::string>{"a", "b", "-c"});
    }
    CHECK(request_of("--components=-c").components == std::vector<std::string>{"-c"});
    // A list takes one word, so that a product may follow it.
    const Request product_behind = request_of("--caps 8.7 cudnn");
    CHECK(product_behind.products.at(0).product == "cudnn");
}

TEST_CASE("a hint gives back the request it was made from") {
    for (const char* line :
         {"cudafetch resolve", "cudafetch resolve --caps 8.7,9.0a --cuda 12.6.3",
          "cudafetch resolve cuda 'cudnn@>=9,<10' --profile all --components libcublas,-cuda_cccl",
          "cudafetch resolve --components=-cuda_cccl",
          "cudafetch resolve --host x86_64 --target aarch64 --tag linux-sbsa --l4t 36.4.3",
          "cudafetch resolve --board tegra234 --driver 580 --accept ptx --with-compat",
          "cudafetch resolve --sysroot '/my board'"}) {
        CAPTURE(line);
        const std::string options =
            std::string(line).substr(std::string("cudafetch resolve").size());
        CHECK(model::command_line(request_of(options)) == line);
    }
}

TEST_CASE("what cannot be read is a usage error that names the option and the value") {
    struct Row {
        const char* line;
        const char* code;
        std::vector<const char*> message;
    };
    const Row rows[] = {
        {"--caps hopper", "capability_syntax", {"\"hopper\""}},
        {"--cuda newest", "usage", {"--cuda", "\"newest\""}},
        {"--cuda '>='", "usage", {"--cuda"}},
        {"cudnn@", "usage", {"PRODUCT@SPEC"}},
        {"cudnn@x", "usage", {"PRODUCT@SPEC", "\"x\""}},
        {"@9", "usage", {"PRODUCT@SPEC", "\"@9\""}},
        {"--l4t JetPack6", "usage", {"--l4t", "\"JetPack6\""}},
        {"--l4t R", "usage", {"--l4t", "\"R\""}},
        {"--driver R535", "usage", {"--driver", "\"R535\""}},
        {"--accept cubin", "usage", {"--accept", "\"cubin\""}},
        {"--cuda \x1b[2J", "usage", {"\\x1b"}},
    };
    for (const Row& row : rows) {
        CAPTURE(row.line);
        const auto request = to_request(parse(row.line));
        REQUIRE_FALSE(request);
        CHECK(request.error().exit == ExitCode::usage);
        CHECK(request.error().code == row.code);
        CHECK_FALSE(request.error().hints.empty());
        for (const char* part : row.message)
            CHECK_THAT(request.error().message, ContainsSubstring(part));
    }
}

TEST_CASE("options that are none are refused by the parser") {
    for (const char* line : {"--nosuch", "--caps", "--cuda 12 --cuda 13", "--host"}) {
        CAPTURE(line);
        CHECK_THROWS_AS(parse(line), CLI::ParseError);
    }
}

}  // namespace
}  // namespace cudafetch::cli
