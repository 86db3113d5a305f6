// SPDX-License-Identifier: MIT
#include "cudafetch/base/xdg.hpp"

#include "support/catch.hpp"
#include "support/fake_toolkit/environment.hpp"

namespace cudafetch {
namespace {

using Catch::Matchers::ContainsSubstring;
using test::ScopedVariable;
using Value = std::optional<std::string>;

TEST_CASE("folders follow the XDG variables, and HOME where those say nothing usable") {
    struct Row {
        Value cache;
        Value data;
        Value home;
        const char* expected_cache;
        const char* expected_data;
    };
    const Row rows[] = {
        {"/c", "/d", "/home/me", "/c/cudafetch", "/d/cudafetch"},
        {{}, {}, "/home/me", "/home/me/.cache/cudafetch", "/home/me/.local/share/cudafetch"},
        {"", "", "/h", "/h/.cache/cudafetch", "/h/.local/share/cudafetch"},
        {"relative", "./d", "/h", "/h/.cache/cudafetch", "/h/.local/share/cudafetch"},
        {"/c", "/d", {}, "/c/cudafetch", "/d/cudafetch"},
    };
    for (const Row& row : rows) {
        const ScopedVariable cache("XDG_CACHE_HOME", row.cache);
        const ScopedVariable data("XDG_DATA_HOME", row.data);
        const ScopedVariable home("HOME", row.home);
        CHECK(cache_home().value() == row.expected_cache);
        CHECK(data_home().value() == row.expected_data);
    }
}

TEST_CASE("without any of them the error names the variable and the option") {
    for (const Value& useless : {Value(), Value(""), Value("relative")}) {
        const ScopedVariable cache("XDG_CACHE_HOME", {});
        const ScopedVariable data("XDG_DATA_HOME", {});
        const ScopedVariable home("HOME", useless);
        const auto no_cache = cache_home();
        REQUIRE_FALSE(no_cache);
        CHECK(no_cache.error().exit == ExitCode::disk);
        CHECK(no_cache.error().code == "no_home");
        CHECK_THAT(no_cache.error().message, ContainsSubstring("XDG_CACHE_HOME"));
        CHECK_THAT(no_cache.error().hints.at(0), ContainsSubstring("--store"));
        const auto no_data = data_home();
        REQUIRE_FALSE(no_data);
        CHECK_THAT(no_data.error().message, ContainsSubstring("XDG_DATA_HOME"));
        CHECK_THAT(no_data.error().hints.at(0), ContainsSubstring("--prefix"));
    }
}

}  // namespace
}  // namespace cudafetch
