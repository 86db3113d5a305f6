// SPDX-License-Identifier: MIT
#include <map>
#include <set>

#include "support/fake_toolkit/fake_prefix.hpp"

namespace cudafetch::verify {

using Catch::Matchers::ContainsSubstring;
using platform::DriverFacts;
using platform::DriverOutcome;
using test::ending;
using test::FakePrefix;
using test::step_of;

namespace {

DriverFacts failing_driver(DriverOutcome outcome, int code = 0) {
    DriverFacts driver = test::working_driver({});
    driver.outcome = outcome;
    if (code != 0) driver.failed_call = "cuInit";
    driver.error_code = code;
    return driver;
}

DriverFacts driver_of(std::string_view cuda) {
    DriverFacts driver = test::working_driver();
    driver.cuda = model::Version::parse(cuda);
    return driver;
}

}  // namespace

TEST_CASE("each failure of the driver has a cause and a line of its own") {
    FakePrefix fake;
    std::set<std::string> lines;
    for (const auto& [code, expected] : std::map<int, std::string>{
             {34, "failed stub_library_loaded"},
             {35, "failed driver_too_old"},
             {46, "failed device_busy"},
             {100, "unavailable no_device"},
             {801, "failed not_supported"},
             {802, "failed system_not_ready"},
             {803, "failed driver_mismatch"},
             {804, "failed compat_not_supported"},
             {999, "failed driver_unknown_error"},
             {7777, "failed driver_error"},
         }) {
        const auto outcome = code == 100  ? DriverOutcome::no_device
                             : code == 34 ? DriverOutcome::stub_library
                                          : DriverOutcome::init_failed;
        fake.driver = failing_driver(outcome, code);
        const auto report = fake.verify();
        CAPTURE(code);
        CHECK(ending(report, "driver") == expected);
        CHECK(ending(report, "run") == "skipped no_driver");
        CHECK(report.verdict() ==
              (code == 100 ? ExitCode::no_usable_gpu : ExitCode::verification_failed));
        CHECK(lines.insert(step_of(report, "driver").detail).second);
    }
}

TEST_CASE("the driver must be of the toolkit's major release") {
    FakePrefix fake;
    fake.driver = driver_of("12.9");
    CHECK(ending(fake.verify(), "driver") == "failed driver_too_old");
    fake.driver = driver_of("13.0");
    CHECK(ending(fake.verify(), "driver") == "passed");
    fake.driver = driver_of("14.0");
    CHECK(ending(fake.verify(), "driver") == "passed");
    fake.set("FAKE_NVCC_RELEASE", "13.2");
    fake.driver = driver_of("13.0");
    const auto report = fake.verify();
    CHECK(ending(report, "driver") == "passed");
    CHECK_THAT(step_of(report, "driver").detail, ContainsSubstring("minor-version compatibility"));
}

TEST_CASE("a driver too old says what the board can do, and of a compat driver") {
    FakePrefix fake;
    fake.set("FAKE_NVCC_RELEASE", "12.6");
    fake.driver = driver_of("11.4");
    fake.request.machine.l4t = model::Version::parse("35.6.0");
    test::put(fake.prefix / "compat/libcuda.so.1", "");
    const auto step = step_of(fake.verify(), "driver");
    CHECK_THAT(step.detail, ContainsSubstring("driver 11.4 < toolkit 12.6") &&
                                ContainsSubstring("on L4T 35 the newest is 12.2, with a compat"));
    CHECK_THAT(step.advice.at(0), ContainsSubstring("LD_LIBRARY_PATH="));
}

TEST_CASE("a driver too old is told even where no device is") {
    FakePrefix fake;
    fs::remove_all(fake.device_folder);
    fake.driver = driver_of("11.4");
    fake.driver->outcome = DriverOutcome::no_device;
    CHECK(fake.verify().verdict() == ExitCode::verification_failed);
}

TEST_CASE("what is absent decides between no driver and no device nodes") {
    FakePrefix fake;
    DriverFacts absent;
    absent.outcome = DriverOutcome::no_library;
    absent.message = "libcuda.so.1: cannot open shared object file";
    fake.driver = absent;
    SECTION("nodes without a library") {
        const auto report = fake.verify();
        CHECK(ending(report, "driver") == "unavailable no_driver");
        CHECK_THAT(step_of(report, "driver").detail, ContainsSubstring("libcuda.so.1"));
        CHECK(report.verdict() == ExitCode::no_usable_gpu);
        REQUIRE(report.decisive() != nullptr);
        CHECK(report.decisive()->cause == "no_driver");
    }
    SECTION("neither") {
        fs::remove_all(fake.device_folder);
        const auto report = fake.verify();
        CHECK(ending(report, "driver") == "unavailable no_device_nodes");
        CHECK(report.verdict() == ExitCode::no_usable_gpu);
    }
    SECTION("a library without nodes") {
        fs::remove_all(fake.device_folder);
        for (const int code : {100, 304, 801, 999}) {
            fake.driver = failing_driver(
                code == 100 ? DriverOutcome::no_device : DriverOutcome::init_failed, code);
            const auto report = fake.verify();
            CHECK(ending(report, "driver") == "unavailable no_device_nodes");
            CHECK_THAT(step_of(report, "driver").detail, ContainsSubstring(std::to_string(code)));
        }
        fake.driver = failing_driver(DriverOutcome::init_failed, 803);
        CHECK(ending(fake.verify(), "driver") == "failed driver_mismatch");
    }
    SECTION("a stub on the library path is not taken for one") {
        fake.set("LD_LIBRARY_PATH", "/x:" + (fake.prefix / "lib/stubs").string());
        CHECK_THAT(step_of(fake.verify(), "driver").detail,
                   ContainsSubstring("stub library on LD_LIBRARY_PATH"));
    }
}

TEST_CASE("a libcuda inside the prefix is no driver, but a compat driver is") {
    FakePrefix fake;
    fake.driver->library = (fs::canonical(fake.prefix) / "lib/libcuda.so.1").string();
    const auto report = fake.verify();
    CHECK(ending(report, "driver") == "failed stub_library_loaded");
    CHECK_THAT(step_of(report, "driver").detail,
               ContainsSubstring("stub library on LD_LIBRARY_PATH"));
    fake.driver->library = (fs::canonical(fake.prefix) / "compat/libcuda.so.1").string();
    CHECK(ending(fake.verify(), "driver") == "passed");
}

TEST_CASE("a driver that hangs or crashes fails the verification") {
    FakePrefix fake;
    fake.driver = failing_driver(DriverOutcome::timed_out);
    CHECK(ending(fake.verify(), "driver") == "failed driver_hangs");
    fake.driver = failing_driver(DriverOutcome::crashed);
    CHECK(ending(fake.verify(), "driver") == "failed driver_crashes");
}

}  // namespace cudafetch::verify
