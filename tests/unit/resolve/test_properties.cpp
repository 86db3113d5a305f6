// SPDX-License-Identifier: MIT
// What holds for every request, tried on some that chance made; the seed is fixed.
#include <algorithm>
#include <random>
#include <set>

#include "cudafetch/base/text.hpp"
#include "support/catch.hpp"
#include "support/platforms.hpp"
#include "unit/resolve/world.hpp"

namespace cudafetch::resolve {
namespace {

using model::Capability;
using model::Plan;
using model::Platform;
using model::Request;

constexpr int rounds = 200;

class Chance {
  public:
    explicit Chance(unsigned seed) : engine_(seed) {}

    std::size_t below(std::size_t count) { return engine_() % count; }
    bool one_in(std::size_t count) { return below(count) == 0; }

    template <typename Range>
    const auto& any_of(const Range& range) {
        return range[below(std::size(range))];
    }

    template <typename Range>
    void shuffle(Range& range) {
        for (std::size_t i = std::size(range); i > 1; --i)
            std::swap(range[i - 1], range[below(i)]);
    }

  private:
    std::mt19937 engine_;
};

const char* const names[] = {"3.5",  "5.0",  "5.3",   "6.1",  "6.2",  "7.0",   "7.2",
                             "7.5",  "8.0",  "8.6",   "8.7",  "8.9",  "9.0",   "9.0a",
                             "10.0", "10.1", "10.1a", "11.0", "12.0", "12.1f", "14.0"};

std::vector<std::string> some_capabilities(Chance& chance) {
    std::set<std::string> chosen;
    const std::size_t count = 1 + chance.below(3);
    while (chosen.size() < count)
        chosen.insert(chance.any_of(names));
    return {chosen.begin(), chosen.end()};
}

Platform some_platform(Chance& chance) {
    const Platform platforms[] = {
        test::on(test::x86_machine()),
        test::on(test::arm_container()),
        test::on(test::with_gpus(test::arm_server(), {{9, 0}})),
        test::on(test::jetson("tegra194", "35.6.4")),
        test::on(test::jetson("tegra234", "36.4.7")),
        test::on(test::jetson("tegra264", "38.2.0")),
        test::on(test::igx_orin("39.2.0")),
        test::below_sysroot(test::jetson("tegra234", "36.4.7")),
    };
    return chance.any_of(platforms);
}

std::string some_release(Chance& chance) {
    const Platform unused;
    return chance.any_of(test::world(unused).catalogue.releases("cuda")).text();
}

/// All of a request but its capabilities.
std::string some_options(Chance& chance, const Platform& platform, bool named) {
    const char* const more[] = {"",
                                "",
                                "",
                                " --target aarch64",
                                " --target x86_64",
                                " --host x86_64 --target aarch64",
                                " --l4t 36.4",
                                " --l4t 35",
                                " --profile libraries",
                                " --components libcublas",
                                " --components libcudla",
                                " --components nosuch",
                                " --components=-nosuch",
                                " --profile runtime",
                                " --profile compiler",
                                " --profile devtools",
                                " --driver 535.104.05",
                                " --driver 470",
                                " --accept native --profile libraries",
                                " --accept ptx --profile libraries",
                                " --with-compat",
                                " --board 'Orin Nano'",
                                " --board jetson",
                                " --board 'orin nnao'",
                                " --tag linux-sbsa",
                                " --tag linux-ppc64le",
                                " cuda cudnn cutensor@2.1",
                                " cuda cutensor@2.3",
                                " cutensor@1.5",
                                " cudn",
                                " cuda nvjpeg2000@0.8"};
    return (named ? " --cuda " + some_release(chance) : std::string()) +
           (platform.sysroot ? " --sysroot /board" : "") + chance.any_of(more);
}

std::string outcome(const Result<Plan>& plan) {
    if (!plan) return plan.error().code;
    return test::summary(plan) + ": " + test::components_of(*plan);
}

TEST_CASE("the order of capabilities does not matter, nor how often one is named") {
    Chance chance(1);
    for (int round = 0; round < rounds; ++round) {
        const Platform platform = some_platform(chance);
        std::vector<std::string> caps = some_capabilities(chance);
        const std::string options = some_options(chance, platform, !chance.one_in(4));
        const std::string line = "--caps " + join(caps, ",") + options;
        CAPTURE(line);
        const std::string expected = outcome(test::resolve_line(line, platform));
        chance.shuffle(caps);
        caps.push_back(caps.front());
        CHECK(outcome(test::resolve_line("--caps " + join(caps, ",") + options, platform)) ==
              expected);
    }
}

TEST_CASE("one more capability never makes a named release possible that was not") {
    Chance chance(2);
    int impossible = 0;
    for (int round = 0; round < rounds; ++round) {
        const Platform platform = some_platform(chance);
        std::vector<std::string> caps = some_capabilities(chance);
        const std::string options = some_options(chance, platform, true);
        if (test::resolve_line("--caps " + join(caps, ",") + options, platform)) continue;
        ++impossible;
        caps.push_back(chance.any_of(names));
        const std::string line = "--caps " + join(caps, ",") + options;
        CAPTURE(line, platform.host.arch, platform.host.soc);
        CHECK_FALSE(test::resolve_line(line, platform));
    }
    CHECK(impossible > rounds / 4);
}

TEST_CASE("every refusal has a way out, and every hint that is a command resolves") {
    Chance chance(3);
    int tried = 0;
    for (int round = 0; round < rounds / 2; ++round) {
        const Platform platform = some_platform(chance);
        const std::string line = "--caps " + join(some_capabilities(chance), ",") +
                                 some_options(chance, platform, !chance.one_in(3));
        CAPTURE(line, platform.host.arch, platform.host.soc);
        const auto plan = test::resolve_line(line, platform);
        if (plan) continue;
        CHECK(plan.error().exit == ExitCode::no_resolution);
        const auto& hints = plan.error().hints;
        CHECK(std::any_of(hints.begin(), hints.end(), [](const std::string& hint) {
            return hint.starts_with("cudafetch resolve");
        }));
        for (const std::string& hint : hints) {
            if (!hint.starts_with("cudafetch resolve")) continue;
            CAPTURE(hint);
            CHECK(test::resolve_line(hint, platform));
            ++tried;
        }
    }
    CHECK(tried > rounds / 4);
}

void check_sound(const Plan& plan) {
    std::set<std::string> seen;
    for (const model::PlannedArchive& archive : plan.archives) {
        CAPTURE(archive.component);
        CHECK(seen.insert(archive.product + "/" + archive.component).second);
        const model::Tag own = archive.role == model::Role::host ? plan.host_tag : plan.tag;
        const bool of_all =
            archive.tag == model::Tag::linux_all || archive.tag == model::Tag::source;
        CHECK((archive.tag == own || of_all));
        CHECK(archive.release == plan.release_of(archive.product));
        CHECK(archive.url.ends_with("/" + archive.relative_path));
    }
    CHECK_FALSE(plan.archives.empty());
    CHECK(model::arch_of(plan.tag) == plan.target);
    CHECK(std::is_sorted(plan.capabilities.begin(), plan.capabilities.end()));
    for (const Rejection& rejection : plan.rejected)
        CHECK(rejection.release != plan.release_of(rejection.product));
    for (const model::Note& note : plan.notes)
        CHECK((!note.code.empty() && is_printable_utf8(note.text)));
}

TEST_CASE("plans are sound, and the same each time") {
    Chance chance(4);
    int plans = 0;
    for (int round = 0; round < rounds; ++round) {
        const Platform platform = some_platform(chance);
        const std::string line = "--caps " + join(some_capabilities(chance), ",") +
                                 some_options(chance, platform, !chance.one_in(3));
        CAPTURE(line);
        const auto plan = test::resolve_line(line, platform);
        if (!plan) continue;
        check_sound(*plan);
        const auto again = test::resolve_line(line, platform);
        REQUIRE(again);
        CHECK(again->archives == plan->archives);
        CHECK(again->notes == plan->notes);
        ++plans;
    }
    CHECK(plans > rounds / 8);
}

}  // namespace
}  // namespace cudafetch::resolve
