// SPDX-License-Identifier: MIT
#include "cudafetch/platform/driver.hpp"

#include "cudafetch/manifest/catalogue.hpp"
#include "cudafetch/platform/probe.hpp"
#include "platform/driver_answer.hpp"
#include "support/catch.hpp"
#include "support/fake_toolkit/environment.hpp"
#include "support/fake_toolkit/fake_libcuda.hpp"
#include "support/fake_toolkit/files.hpp"
#include "support/temp_dir.hpp"

namespace cudafetch::platform {

namespace {

using test::ScopedVariable;

DriverFacts ask(const fs::path& library) {
    return query_driver({.libraries = {library.string()}}, Cancellation()).value();
}

}  // namespace

TEST_CASE("the driver's answer is read") {
    SECTION("devices") {
        const auto facts = parse_driver_answer(
            "library /lib/libcuda.so.1\nversion 12060\ngpu 8 7 1 Orin (nvgpu)\ngpu 9 0 0 H\nend\n");
        CHECK(facts.outcome == DriverOutcome::ok);
        CHECK(facts.library == "/lib/libcuda.so.1");
        CHECK(facts.cuda->text() == "12.6");
        REQUIRE(facts.gpus.size() == 2);
        CHECK(facts.gpus[0].name == "Orin (nvgpu)");
        CHECK(facts.gpus[0].capability.text() == "8.7");
        CHECK(facts.gpus[0].integrated);
        CHECK_FALSE(facts.gpus[1].integrated);
    }
    SECTION("outcomes") {
        const auto outcome = [](std::string_view text) {
            return parse_driver_answer(text).outcome;
        };
        CHECK(outcome("missing libcuda.so.1: cannot open\n") == DriverOutcome::no_library);
        CHECK(outcome("library /x\nstub /x\n") == DriverOutcome::stub_library);
        CHECK(outcome("library /x\nfailed cuDriverGetVersion 34\nend\n") ==
              DriverOutcome::stub_library);
        CHECK(outcome("library /x\nversion 13000\nfailed cuInit 100\nend\n") ==
              DriverOutcome::no_device);
        CHECK(outcome("library /x\nversion 13000\nend\n") == DriverOutcome::no_device);
        CHECK(outcome("library /x\nversion 13000\nfailed cuInit 999\nend\n") ==
              DriverOutcome::init_failed);
        CHECK(outcome("library /x\nversion 13000\n") == DriverOutcome::crashed);
        CHECK(outcome("library /x\ngpu 8 7 1 Orin\n") == DriverOutcome::crashed);
        CHECK(outcome("") == DriverOutcome::crashed);
    }
    SECTION("nonsense") {
        const auto facts =
            parse_driver_answer("gpu\nversion x\nfailed\nversion 12\n\nlibrary\nend");
        CHECK_FALSE(facts.cuda);
        CHECK(facts.library.empty());
    }
}

TEST_CASE("without libcuda there is no driver") {
    const auto facts = ask("/nowhere/libcuda.so.1");
    CHECK(facts.outcome == DriverOutcome::no_library);
    CHECK_THAT(facts.message, Catch::Matchers::ContainsSubstring("/nowhere/libcuda.so.1"));
    CHECK(facts.library.empty());
}

TEST_CASE("libcuda is asked in a child process") {
    const test::TempDir temp;
    const fs::path library = test::install_fake_libcuda(temp.path());
    const ScopedVariable devices("FAKE_CUDA_DEVICES",
                                 "8.7 integrated Orin;9.0 discrete NVIDIA H200");
    const ScopedVariable version("FAKE_CUDA_VERSION", "12060");

    SECTION("devices, version and the file are reported") {
        const auto facts = ask(library);
        CHECK(facts.outcome == DriverOutcome::ok);
        CHECK(facts.library == fs::canonical(library));
        CHECK(facts.cuda->text() == "12.6");
        REQUIRE(facts.gpus.size() == 2);
        CHECK(facts.gpus[0].capability.text() == "8.7");
        CHECK(facts.gpus[0].integrated);
        CHECK(facts.gpus[1].name == "NVIDIA H200");
    }
    SECTION("the first library that opens is asked") {
        const auto facts = query_driver({.libraries = {"/nowhere/libcuda.so.1", library.string()}},
                                        Cancellation());
        CHECK(facts->outcome == DriverOutcome::ok);
    }
    SECTION("a failing cuInit is told with its code") {
        const ScopedVariable init("FAKE_CUDA_INIT", "803");
        const auto facts = ask(library);
        CHECK(facts.outcome == DriverOutcome::init_failed);
        CHECK(facts.failed_call == "cuInit");
        CHECK(facts.error_code == 803);
        CHECK(facts.cuda->text() == "12.6");
    }
    SECTION("no device") {
        const ScopedVariable none("FAKE_CUDA_DEVICES", std::nullopt);
        CHECK(ask(library).outcome == DriverOutcome::no_device);
    }
    SECTION("a crash harms nobody") {
        const ScopedVariable crash("FAKE_CUDA_CRASH", "1");
        const auto facts = ask(library);
        CHECK(facts.outcome == DriverOutcome::crashed);
        CHECK(facts.library == fs::canonical(library));
    }
    SECTION("a hang ends at the limit") {
        const ScopedVariable hang("FAKE_CUDA_HANG", "1");
        const auto facts = query_driver(
            {.libraries = {library.string()}, .timeout = std::chrono::milliseconds(200)},
            Cancellation());
        CHECK(facts->outcome == DriverOutcome::timed_out);
        CHECK(facts->library == fs::canonical(library));
    }
    SECTION("a wish to stop ends it too") {
        const ScopedVariable hang("FAKE_CUDA_HANG", "1");
        Cancellation cancellation;
        cancellation.request();
        const auto facts = query_driver({.libraries = {library.string()}}, cancellation);
        REQUIRE_FALSE(facts);
        CHECK(facts.error().exit == ExitCode::interrupted);
    }
    SECTION("a library that is no libcuda") {
        const auto facts = ask("libdl.so.2");
        CHECK(facts.outcome == DriverOutcome::init_failed);
        CHECK(facts.failed_call == "cuInit");
        CHECK(facts.error_code == 500);
    }
    SECTION("a probe of this machine may ask, one of another root may not") {
        const auto tables = manifest::embedded_facts().value();
        const ProbeOptions options{DriverQuery{.libraries = {library.string()}}};
        const auto here = probe_machine("/", tables, options);
        CHECK(here.gpus.size() == 2);
        CHECK(here.driver_cuda->text() == "12.6");
        CHECK(here.libcuda == fs::canonical(library));
        CHECK(here.find("gpu")->value == "Orin 8.7 integrated");
        CHECK(probe_machine(temp.path(), tables, options).gpus.empty());
        CHECK(probe_machine("/", tables, {}).gpus.empty());
    }
}

TEST_CASE("the probe says how asking the driver ended") {
    const test::TempDir temp;
    const auto tables = manifest::embedded_facts().value();
    // Only a hang may use the time up; sanitizers take theirs over a crash.
    std::chrono::milliseconds patience{std::chrono::seconds(30)};
    const auto ask_about_gpus = [&](const fs::path& library) {
        const ProbeOptions options{
            DriverQuery{.libraries = {library.string()}, .timeout = patience}};
        return probe_machine("/", tables, options);
    };
    const auto tried = [&](const fs::path& library) {
        return ask_about_gpus(library).asked_for("gpu").at(0);
    };
    const fs::path library = test::install_fake_libcuda(temp.path());
    const std::string name = fs::canonical(library);

    SECTION("no device is an answer") {
        const auto machine = ask_about_gpus(library);
        CHECK(machine.find("gpu")->value == "none");
        CHECK(machine.find("gpu")->source == name);
        CHECK(machine.libcuda == name);
    }
    SECTION("a failing call") {
        const ScopedVariable init("FAKE_CUDA_INIT", "804");
        CHECK(tried(library) == name + " (cuInit fails with 804)");
        CHECK(ask_about_gpus(library).find("gpu") == nullptr);
    }
    SECTION("a hang") {
        const ScopedVariable hang("FAKE_CUDA_HANG", "1");
        patience = std::chrono::milliseconds(200);
        CHECK(tried(library) == name + " (no answer in time)");
    }
    SECTION("a crash") {
        const ScopedVariable crash("FAKE_CUDA_CRASH", "1");
        CHECK(tried(library) == name + " (it crashes)");
    }
    SECTION("a stub is no libcuda") {
        const fs::path stub = test::install_fake_libcuda(temp / "lib/stubs");
        const auto machine = ask_about_gpus(stub);
        CHECK(machine.libcuda.empty());
        CHECK_FALSE(machine.driver_cuda);
        CHECK(tried(stub) == fs::canonical(stub).string() + " (a stub for linking)");
    }
    SECTION("none at all") {
        const auto machine = ask_about_gpus("/nowhere/libcuda.so.1");
        CHECK(machine.libcuda.empty());
        CHECK(machine.asked_for("libcuda") == std::vector<std::string>{"/nowhere/libcuda.so.1"});
        CHECK(tried("/nowhere/libcuda.so.1") == "libcuda: none found");
    }
    SECTION("one that cannot be opened") {
        test::put(temp / "text/libcuda.so.1", "text");
        const std::string text = temp / "text/libcuda.so.1";
        CHECK_THAT(tried(text), Catch::Matchers::StartsWith(text + ": "));
    }
    SECTION("a library that hangs while it is opened") {
        const ScopedVariable hang("FAKE_CUDA_HANG_IN_OPEN", "1");
        patience = std::chrono::milliseconds(200);
        CHECK(tried(library) == library.string() + " (no answer in time)");
        CHECK(ask_about_gpus(library).asked_for("libcuda") ==
              std::vector<std::string>{library.string()});
    }
    SECTION("a wish to stop ends the wait") {
        const ScopedVariable hang("FAKE_CUDA_HANG", "1");
        Cancellation cancellation;
        cancellation.request();
        const DriverQuery query{.libraries = {library.string()},
                                .timeout = std::chrono::seconds(60)};
        const auto begin = std::chrono::steady_clock::now();
        CHECK(probe_machine("/", tables, {query, &cancellation}).libcuda.empty());
        CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(10));
    }
}

TEST_CASE("a stub is refused, under whatever name it is found") {
    const test::TempDir temp;
    const fs::path stub = test::install_fake_libcuda(temp / "lib/stubs");
    const ScopedVariable devices("FAKE_CUDA_DEVICES", "9.0 discrete H200");
    fs::create_symlink(stub, temp / "libcuda.so.1");
    CHECK(ask(stub).outcome == DriverOutcome::stub_library);
    CHECK(ask(temp / "libcuda.so.1").outcome == DriverOutcome::stub_library);
    CHECK(ask(temp / "libcuda.so.1").library == fs::canonical(stub));
}

}  // namespace cudafetch::platform
