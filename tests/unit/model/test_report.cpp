// SPDX-License-Identifier: MIT
#include "cudafetch/model/report.hpp"

#include <set>

#include "support/catch.hpp"

namespace cudafetch::model {
namespace {

TEST_CASE("the verdict is that of the worst step, the first of its kind decides") {
    constexpr auto passed = Outcome::passed;
    constexpr auto failed = Outcome::failed;
    constexpr auto skipped = Outcome::skipped;
    constexpr auto unavailable = Outcome::unavailable;
    struct Row {
        std::vector<Outcome> outcomes;
        ExitCode verdict;
        int decisive;  ///< Index of the step, -1 for none.
    };
    const Row rows[] = {
        {{}, ExitCode::done, -1},
        {{passed, passed}, ExitCode::done, -1},
        {{passed, skipped}, ExitCode::done, -1},
        {{passed, unavailable, skipped}, ExitCode::no_usable_gpu, 1},
        {{unavailable, unavailable}, ExitCode::no_usable_gpu, 0},
        {{passed, failed, skipped}, ExitCode::verification_failed, 1},
        {{unavailable, failed, failed}, ExitCode::verification_failed, 1},
    };
    for (const Row& row : rows) {
        Report report;
        for (const Outcome outcome : row.outcomes)
            report.steps.push_back({"step", outcome, "", "", 0, {}});
        CHECK(report.verdict() == row.verdict);
        const Step* decisive = report.decisive();
        if (row.decisive < 0)
            CHECK(decisive == nullptr);
        else
            CHECK(decisive == &report.steps[static_cast<std::size_t>(row.decisive)]);
    }
}

TEST_CASE("every outcome has a name of its own") {
    std::set<std::string_view> names;
    for (const Outcome outcome :
         {Outcome::passed, Outcome::failed, Outcome::skipped, Outcome::unavailable})
        names.insert(to_text(outcome));
    CHECK(names == std::set<std::string_view>{"passed", "failed", "skipped", "unavailable"});
}

}  // namespace
}  // namespace cudafetch::model
