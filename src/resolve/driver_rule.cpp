// SPDX-License-Identifier: MIT
#include "resolve/driver_rule.hpp"

#include <algorithm>

namespace cudafetch::resolve {

namespace {

using model::Facts;
using model::Version;

/// The newest release of the major that a driver has all of; null if there is none in the tables.
const Version* newest_whole(const Version& driver, unsigned cuda_major, const Facts& facts) {
    const Version* newest = nullptr;
    for (const model::DriverFact& fact : facts.drivers)
        if (fact.cuda.major() == cuda_major && fact.driver &&
            fact.driver->truncated(driver.size()) <= driver &&
            (newest == nullptr || *newest < fact.cuda))
            newest = &fact.cuda;
    return newest;
}

/// The row of a release, or of the newest before it in its major whose driver is known: a newer
/// release needs no older driver. Null if there is none.
const model::DriverFact* newest_known(const Version& release, const Facts& facts) {
    const model::DriverFact* newest = nullptr;
    for (const model::DriverFact& fact : facts.drivers)
        if (fact.driver && fact.cuda.major() == release.major() && fact.cuda <= release &&
            (newest == nullptr || newest->cuda < fact.cuda))
            newest = &fact;
    return newest;
}

/// How a driver falls short of a release; empty texts mean that it does not.
struct Shortfall {
    std::string refused;  ///< Of its major.
    std::string reduced;  ///< Of all that it can do.
};

Shortfall by_cuda(const Version& driver_cuda, const Version& release) {
    const std::string runs = "the driver runs CUDA up to " + driver_cuda.text();
    if (release.major() > driver_cuda.major()) return {runs, {}};
    if (release.truncated(2) > driver_cuda) return {{}, runs};
    return {};
}

/// The oldest driver that runs a CUDA major; null where the tables do not tell.
const Version* oldest_driver(unsigned cuda_major, const Facts& facts) {
    const auto found = std::find_if(
        facts.driver_minimums.begin(), facts.driver_minimums.end(),
        [&](const model::DriverMinimumFact& fact) { return fact.cuda_major == cuda_major; });
    return found == facts.driver_minimums.end() ? nullptr : &found->driver;
}

Shortfall by_version(const Version& driver, const Version& release, const Facts& facts) {
    const std::string name = "driver " + driver.text();
    // 535 stands for the newest driver that begins so.
    const auto older = [&](const Version& than) { return driver < than.truncated(driver.size()); };
    const Version* oldest = oldest_driver(release.major(), facts);
    if (oldest != nullptr && older(*oldest))
        return {name + " is older than " + oldest->text() + ", the oldest that runs CUDA " +
                    std::to_string(release.major()),
                {}};
    const Version* whole = newest_whole(driver, release.major(), facts);
    const model::DriverFact* needed = newest_known(release, facts);
    if (needed == nullptr || !older(*needed->driver)) return {};
    return {{},
            name + " is older than " + needed->driver->text() + ", which has all that CUDA " +
                needed->cuda.text() + " can use" +
                (needed->disputed.empty() ? "" : " (" + needed->disputed + ")") +
                (whole == nullptr ? "" : "; it has all of CUDA " + whole->text())};
}

}  // namespace

Result<void> check_driver(const Target& target, const Version& release, bool with_compat,
                          const Facts& facts, std::vector<model::Note>& notes) {
    Shortfall shortfall;
    if (target.driver_cuda)
        shortfall = by_cuda(*target.driver_cuda, release);
    else if (target.driver)
        shortfall = by_version(*target.driver, release, facts);
    if (!shortfall.refused.empty() && !with_compat)
        return fail(ExitCode::no_resolution, "driver_too_old", shortfall.refused);
    if (!shortfall.refused.empty())
        notes.push_back({"compat_for_data_centre",
                         "this runs on data-centre GPUs alone, through the compat component: " +
                             shortfall.refused});
    if (!shortfall.reduced.empty())
        notes.push_back({"driver_older_than_release",
                         shortfall.reduced + ": programs of " + release.truncated(2).text() +
                             " run, but without what needs a newer driver, and PTX of it does not "
                             "load"});
    return {};
}

}  // namespace cudafetch::resolve
