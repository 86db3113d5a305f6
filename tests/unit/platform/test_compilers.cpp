// SPDX-License-Identifier: MIT
#include "cudafetch/platform/compilers.hpp"

#include <algorithm>

#include "support/catch.hpp"
#include "support/fake_root.hpp"
#include "support/fake_toolkit/environment.hpp"

namespace cudafetch::platform {

using Strings = std::vector<std::string>;
using test::FakeRoot;

namespace {

std::string described(std::string_view text) {
    const auto name = parse_compiler_name(text);
    if (!name) return "none";
    return name->triple + (name->clang ? "Clang" : "GCC") + (name->cxx ? "++" : "") +
           (name->major ? " " + std::to_string(*name->major) : "");
}

Strings paths(const FakeRoot& root, const std::vector<fs::path>& folders,
              std::string_view triple = "") {
    Strings names;
    for (const auto& file : find_compilers(Sysroot(root.path()), folders, triple))
        names.push_back(file.path);
    return names;
}

/// "g++ 12" for each compiler that the survey lists.
Strings listed(const model::Machine& machine) {
    Strings texts;
    for (const auto& compiler : machine.compilers)
        texts.push_back(fs::path(compiler.path).filename().string() + " " +
                        (compiler.version ? compiler.version->text() : "?"));
    return texts;
}

}  // namespace

TEST_CASE("the name of a compiler says what it is") {
    CHECK(described("g++") == "GCC++");
    CHECK(described("g++-12") == "GCC++ 12");
    CHECK(described("gcc-9") == "GCC 9");
    CHECK(described("clang++-14") == "Clang++ 14");
    CHECK(described("aarch64-linux-gnu-g++-12") == "aarch64-linux-gnu-GCC++ 12");
    CHECK(described("gcc-ar-12") == "none");
    CHECK(described("g++-") == "none");
    CHECK(described("g++-12.1") == "none");
    CHECK(described("g++-99999999999") == "none");
    CHECK(described("g++x") == "none");
    CHECK(described("xg++") == "none");
    CHECK(described("clang") == "none");
    CHECK(described("") == "none");
}

TEST_CASE("compilers come in the order in which nvcc wants them") {
    FakeRoot root(FakeRoot::Files{{"bin/g++-13", "not executable"}});
    for (const char* name : {"usr/bin/clang++-14", "usr/bin/clang++-15", "usr/bin/clang++",
                             "usr/bin/gcc", "usr/bin/g++-9", "usr/bin/g++-12", "usr/bin/g++",
                             "usr/local/bin/g++-12", "usr/bin/aarch64-linux-gnu-g++-12"})
        root.program(name);
    CHECK(paths(root, {"/usr/local/bin", "/usr/bin", "/bin", "/nothing"}) ==
          Strings{"/usr/bin/g++", "/usr/local/bin/g++-12", "/usr/bin/g++-9", "/usr/bin/clang++",
                  "/usr/bin/clang++-15", "/usr/bin/clang++-14", "/usr/bin/gcc"});
    CHECK(paths(root, {"/usr/bin"}, "aarch64-linux-gnu-") ==
          Strings{"/usr/bin/aarch64-linux-gnu-g++-12"});
}

TEST_CASE("below another root a compiler is known by its file names") {
    FakeRoot root;
    SECTION("Debian's links") {
        root.program("usr/bin/aarch64-linux-gnu-g++-12")
            .program("usr/bin/aarch64-linux-gnu-gcc-12");
        root.link("usr/bin/g++-12", "aarch64-linux-gnu-g++-12").link("usr/bin/g++", "g++-12");
        root.link("usr/bin/gcc-12", "/usr/bin/aarch64-linux-gnu-gcc-12");
        root.program("usr/lib/llvm-14/bin/clang");
        root.link("usr/bin/clang++-14", "../lib/llvm-14/bin/clang");
        root.link("usr/bin/clang++", "../lib/llvm-14/bin/clang");
        const auto machine = root.survey();
        CHECK(listed(machine) == Strings{"g++ 12", "clang++ 14"});
        CHECK(machine.find("host_compiler")->source ==
              "/usr/bin/g++ -> /usr/bin/aarch64-linux-gnu-g++-12");
    }
    SECTION("a C compiler without its C++") {
        root.program("usr/bin/gcc-11").program("usr/bin/g++-12");
        CHECK(listed(root.survey()) == Strings{"g++-12 12", "gcc-11 11"});
    }
    SECTION("a name that does not tell") {
        root.program("usr/bin/g++");
        CHECK(listed(root.survey()) == Strings{"g++ ?"});
    }
    SECTION("a link out of the root leads nowhere") {
        root.link("usr/bin/g++", "../../../../../../../../usr/bin/g++");
        const auto machine = root.survey();
        CHECK(machine.compilers.empty());
        CHECK(machine.find("host_compiler")->value == "none");
    }
    SECTION("nothing to look into") {
        CHECK(root.survey().find("host_compiler") == nullptr);
    }
}

TEST_CASE("compilers of this machine are asked") {
    FakeRoot tools;
    tools.program("g++-77", "#!/bin/sh\necho 77.1.2\n");
    tools.program("g++-78", "#!/bin/sh\nexec sleep 60\n");
    tools.program("clang++-79", "#!/bin/sh\nexit 1\n");
    const test::ScopedVariable path("PATH", tools.path().string() + ":/usr/bin:/bin");
    SurveyOptions options;
    options.patience = std::chrono::milliseconds(300);
    const auto facts = manifest::embedded_facts().value();
    const auto machine = survey_machine("/", facts, options, Cancellation()).value();
    const auto texts = listed(machine);
    for (const char* expected : {"g++-77 77.1.2", "g++-78 78", "clang++-79 79"})
        CHECK(std::count(texts.begin(), texts.end(), expected) == 1);
    Cancellation cancellation;
    cancellation.request();
    CHECK(survey_machine("/", facts, options, cancellation).error().exit == ExitCode::interrupted);
}

}  // namespace cudafetch::platform
