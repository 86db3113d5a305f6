// SPDX-License-Identifier: MIT
#include "cli/free_space.hpp"

#include <limits>

#include "support/catch.hpp"

using namespace cudafetch;

TEST_CASE("space that archives need") {
    CHECK(cli::space_needed({}).least == 0);
    CHECK(cli::space_needed({}).usual == 0);
    const auto needed = cli::space_needed({100, 30, 10});
    CHECK(needed.least == 240);
    CHECK(needed.usual == 660);
}

TEST_CASE("sizes that no disk has do not wrap around") {
    constexpr auto most = std::numeric_limits<std::uint64_t>::max();
    CHECK(cli::sum_of_sizes({most, 2}) == most);
    CHECK(cli::space_needed({most, most}).least == most);
    CHECK(cli::space_needed({most / 3}).usual == most);
}
