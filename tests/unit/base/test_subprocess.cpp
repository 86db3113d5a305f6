// SPDX-License-Identifier: MIT
#include "cudafetch/base/subprocess.hpp"

#include <chrono>
#include <thread>

#include "cudafetch/base/file.hpp"
#include "cudafetch/base/text.hpp"
#include "support/catch.hpp"
#include "support/fake_toolkit/environment.hpp"
#include "support/fake_toolkit/files.hpp"
#include "support/temp_dir.hpp"

namespace cudafetch {
namespace {

using Catch::Matchers::ContainsSubstring;
using std::chrono::milliseconds;
using std::chrono::steady_clock;
using test::ScopedVariable;
using test::TempDir;

Command shell(std::string script) {
    return {.argv = {"sh", "-c", std::move(script)},
            .environment = {},
            .working_directory = {},
            .timeout = std::chrono::minutes(1)};
}

Completed run(const Command& command) {
    return run_command(command, Cancellation()).value();
}

/// Whether a process is gone, apart from what its parent may still want to know of it.
bool has_ended(const std::string& pid) {
    const auto status = read_if_present("/proc/" + pid + "/stat");
    return !status || status->find(") Z") != std::string::npos ||
           status->find(") X") != std::string::npos;
}

bool ends_soon(const std::string& pid) {
    for (int i = 0; i < 100 && !has_ended(pid); ++i)
        std::this_thread::sleep_for(milliseconds(50));
    return has_ended(pid);
}

TEST_CASE("a program's status and both its streams are told") {
    const auto completed = run(shell("echo out; echo err >&2; exit 3"));
    CHECK(completed.exit_status == 3);
    CHECK_FALSE(completed.timed_out);
    CHECK(completed.out == "out\n");
    CHECK(completed.err == "err\n");
    CHECK(run(shell("exit 255")).exit_status == 255);
    CHECK(run({{"true"}, {}, {}, {}}).exit_status == 0);
}

TEST_CASE("a signal that ends a program is told as shells do") {
    CHECK(run(shell("kill -KILL $$")).exit_status == 137);
    CHECK(run(shell("kill -TERM $$")).exit_status == 143);
}

TEST_CASE("a program reads nothing and starts with signals as usual") {
    CHECK(run({{"cat"}, {}, {}, std::chrono::minutes(1)}).out.empty());
    CHECK(run(shell("kill -PIPE $$; exit 0")).exit_status == 141);
}

TEST_CASE("arguments reach a program as they are") {
    const std::string odd = "a  b\n$HOME 'x' \"y\" \\ * \xc3\xa9";
    CHECK(run({{"printf", "%s", odd}, {}, {}, std::chrono::minutes(1)}).out == odd);
}

TEST_CASE("the environment is ours with changes on top") {
    const ScopedVariable kept("CUDAFETCH_TEST_KEPT", "kept");
    const ScopedVariable replaced("CUDAFETCH_TEST_REPLACED", "old");
    Command command = shell("echo \"$CUDAFETCH_TEST_KEPT $CUDAFETCH_TEST_REPLACED $NEW\"");
    command.environment = {{"CUDAFETCH_TEST_REPLACED", "new=1"}, {"NEW", "two words"}};
    CHECK(run(command).out == "kept new=1 two words\n");
}

TEST_CASE("a program runs in the folder it is given") {
    const TempDir folder;
    Command command = shell("pwd -P");
    CHECK(run(command).out == fs::current_path().native() + "\n");
    command.working_directory = folder.path();
    CHECK(run(command).out == fs::canonical(folder.path()).native() + "\n");
}

TEST_CASE("what cannot be started is an error that names it") {
    const TempDir folder;
    test::put(folder / "no_program", "text");
    Command elsewhere = shell("true");
    elsewhere.working_directory = folder / "missing";
    for (const Command& command :
         {Command{{"no-such-program-here"}, {}, {}, {}}, Command{{folder / "missing"}, {}, {}, {}},
          Command{{folder / "no_program"}, {}, {}, {}}, Command{{""}, {}, {}, {}},
          Command{{folder.path()}, {}, {}, {}}, elsewhere}) {
        CAPTURE(command.argv.front());
        const auto completed = run_command(command, Cancellation());
        REQUIRE_FALSE(completed);
        CHECK(completed.error().code == "command_not_started");
        CHECK(completed.error().exit == ExitCode::disk);
        CHECK_THAT(completed.error().message, ContainsSubstring(command.argv.front()));
    }
}

TEST_CASE("large output on both streams neither blocks nor is lost") {
    const auto completed =
        run(shell("head -c 3000000 /dev/zero >&2; head -c 3000000 /dev/zero; exit 5"));
    CHECK(completed.exit_status == 5);
    CHECK(completed.out.size() == 3000000);
    CHECK(completed.err.size() == 3000000);
}

TEST_CASE("output past 16 MiB is dropped and the program still ends") {
    const auto completed = run(shell("head -c 20000000 /dev/zero"));
    CHECK(completed.exit_status == 0);
    CHECK(completed.out.size() == std::size_t{16} << 20);
}

TEST_CASE("a timeout ends the program and all it started") {
    Command command = shell("sleep 1000 & echo $!; wait");
    command.timeout = milliseconds(300);
    const auto start = steady_clock::now();
    const auto completed = run(command);
    CHECK(completed.timed_out);
    CHECK(completed.exit_status == 137);
    CHECK(steady_clock::now() - start < std::chrono::seconds(60));
    CHECK(ends_soon(std::string(trim(completed.out))));
}

TEST_CASE("a timeout also ends a grandchild that holds the streams of a program that is done") {
    Command command = shell("sleep 1000 & echo $!");
    command.timeout = milliseconds(300);
    const auto completed = run(command);
    CHECK(completed.timed_out);
    CHECK(ends_soon(std::string(trim(completed.out))));
}

TEST_CASE("a timeout holds for a program that closed its streams") {
    Command command = shell("exec >/dev/null 2>&1; sleep 20");
    command.timeout = milliseconds(300);
    const auto start = steady_clock::now();
    const auto completed = run(command);
    CHECK(completed.timed_out);
    CHECK(steady_clock::now() - start < std::chrono::seconds(15));
}

TEST_CASE("a wish to stop ends the program and all it started") {
    const TempDir folder;
    Cancellation cancellation;
    Command command = shell("sleep 1000 & echo $! > pid.new && mv pid.new pid; wait");
    command.working_directory = folder.path();
    std::thread other([&] {
        while (!fs::exists(folder / "pid"))
            std::this_thread::sleep_for(milliseconds(10));
        cancellation.request();
    });
    const auto completed = run_command(command, cancellation);
    other.join();
    REQUIRE_FALSE(completed);
    CHECK(completed.error().exit == ExitCode::interrupted);
    CHECK(ends_soon(std::string(trim(read_if_present(folder / "pid").value()))));
}

TEST_CASE("programs are looked up on PATH in its order") {
    const TempDir folder;
    test::put(folder / "first/tool", "not executable");
    fs::create_directories(folder / "second/tool");
    test::put_script(folder / "third/tool", "#!/bin/sh\necho third\n");
    test::put_script(folder / "fourth/tool", "#!/bin/sh\necho fourth\n");
    std::vector<std::string> folders;
    for (const char* name : {"missing", "first", "second", "third", "fourth"})
        folders.push_back(folder / name);
    const ScopedVariable path("PATH", join(folders, ":"));
    CHECK(find_on_path("tool") == folder / "third/tool");
    CHECK_FALSE(find_on_path("other"));
    CHECK_FALSE(find_on_path(""));
    CHECK(find_on_path("./tool") == "./tool");
}

TEST_CASE("without PATH the usual folders are searched") {
    const ScopedVariable path("PATH", {});
    CHECK(find_on_path("sh"));
}

}  // namespace
}  // namespace cudafetch
