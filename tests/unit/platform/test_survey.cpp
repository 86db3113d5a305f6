// SPDX-License-Identifier: MIT
#include "cudafetch/platform/survey.hpp"

#include "support/catch.hpp"
#include "support/fake_root.hpp"

namespace cudafetch::platform {

namespace {

using Files = test::FakeRoot::Files;
using test::FakeRoot;
using test::source_of;

std::string answer(const std::optional<bool>& value) {
    return value ? *value ? "yes" : "no" : "undecided";
}

const std::string x86 = "Linux pc 6.1.0-13-amd64 #1 SMP x86_64 GNU/Linux";

}  // namespace

TEST_CASE("a container is known by what its runtime leaves") {
    struct Row {
        const char* name;
        Files files;
        std::string kind;
        std::string source;
    };
    const auto row = GENERATE(values<Row>({
        {"docker", {{".dockerenv", ""}}, "docker", "/.dockerenv"},
        {"podman", {{"run/.containerenv", ""}}, "podman", "/run/.containerenv"},
        {"kubernetes on docker",
         {{".dockerenv", ""}, {"var/run/secrets/kubernetes.io/serviceaccount/token", "x"}},
         "kubernetes",
         "/var/run/secrets/kubernetes.io/serviceaccount"},
        {"lxc, by systemd", {{"run/systemd/container", "lxc\n"}}, "lxc", "/run/systemd/container"},
        {"environment of the first process",
         {{"proc/1/environ", FakeRoot::with_nul("HOME=/|container=systemd-nspawn|A=b|")}},
         "systemd-nspawn",
         "/proc/1/environ"},
        {"cgroup of docker",
         {{"proc/1/cgroup", "3:cpu:/docker/0123\n"}},
         "docker",
         "/proc/1/cgroup"},
        {"cgroup of kubernetes",
         {{"proc/1/cgroup", "0::/kubepods.slice/docker-01.scope\n"}},
         "kubernetes",
         "/proc/1/cgroup"},
        {"systemd on a machine of its own",
         {{"proc/1/cgroup", "0::/init.scope\n"}, {"proc/1/environ", "HOME=/"}},
         "none",
         "/proc/1/cgroup"},
        {"a group that says nothing", {{"proc/1/cgroup", "0::/\n"}}, "", ""},
        {"nothing", {}, "", ""},
    }));
    CAPTURE(row.name);
    const auto machine = FakeRoot(row.files).survey();
    CHECK(machine.container == row.kind);
    CHECK(source_of(machine, "container") == row.source);
    CHECK_FALSE(machine.asked_for("container").empty());
}

TEST_CASE("WSL is known by its files and its kernel") {
    struct Row {
        const char* name;
        Files files;
        std::string wsl;
        std::string source;
    };
    const auto row = GENERATE(values<Row>({
        {"libcuda", {{"usr/lib/wsl/lib/libcuda.so.1", ""}}, "yes", "/usr/lib/wsl/lib/libcuda.so.1"},
        {"dxcore", {{"usr/lib/wsl/lib/libdxcore.so", ""}}, "yes", "/usr/lib/wsl/lib/libdxcore.so"},
        {"device", {{"dev/dxg", ""}}, "yes", "/dev/dxg"},
        {"WSL 2 kernel",
         {{"proc/sys/kernel/osrelease", "5.15.153.1-microsoft-standard-WSL2\n"}, {"uname", x86}},
         "yes",
         "/proc/sys/kernel/osrelease"},
        {"WSL 1 kernel",
         {{"proc/sys/kernel/osrelease", "4.4.0-19041-Microsoft\n"}},
         "yes",
         "/proc/sys/kernel/osrelease"},
        {"another kernel", {{"uname", x86}}, "no", "/uname"},
        {"nothing", {}, "undecided", ""},
    }));
    CAPTURE(row.name);
    const auto machine = FakeRoot(row.files).survey();
    CHECK(answer(machine.wsl) == row.wsl);
    CHECK(source_of(machine, "wsl") == row.source);
}

TEST_CASE("a machine is a Jetson, is none, or is undecided") {
    struct Row {
        const char* name;
        Files files;
        std::string jetson;
        std::string source;
    };
    const std::string release = "# R41 (release), REVISION: 1.0, GCID: 1, BOARD: generic\n";
    const auto row = GENERATE_COPY(values<Row>({
        {"x86_64", {{"uname", x86}}, "no", "/uname (x86_64)"},
        {"SoC",
         {{"proc/device-tree/compatible", FakeRoot::with_nul("nvidia,tegra234|")}},
         "yes",
         "/proc/device-tree/compatible (tegra234)"},
        {"L4T newer than the tables",
         {{"etc/nv_tegra_release", release}, {"uname", "aarch64"}},
         "yes",
         "/etc/nv_tegra_release (41.1.0)"},
        {"empty release file, Tegra kernel",
         {{"etc/nv_tegra_release", ""}, {"uname", "Linux b 5.15.148-tegra #1 SMP aarch64"}},
         "yes",
         "/uname (5.15.148-tegra)"},
        {"empty release file, other kernel",
         {{"etc/nv_tegra_release", ""}, {"uname", "Linux b 5.15.0 #1 SMP aarch64"}},
         "undecided",
         ""},
        {"Thor by DMI",
         {{"sys/devices/virtual/dmi/id/product_name", "NVIDIA Jetson AGX Thor Developer Kit\n"},
          {"uname", "aarch64"}},
         "yes",
         "/sys/devices/virtual/dmi/id/product_name (tegra264)"},
        {"Shield TV",
         {{"proc/device-tree/compatible", FakeRoot::with_nul("nvidia,darcy|nvidia,tegra210|")},
          {"uname", "aarch64"}},
         "no",
         "tegra210 without a board and without L4T"},
        {"a Tegra that is not known",
         {{"proc/device-tree/compatible", FakeRoot::with_nul("nvidia,tegra238|")}},
         "undecided",
         ""},
        {"DGX Spark",
         {{"sys/firmware/acpi/tables/FACP", "x"}, {"uname", "aarch64"}},
         "no",
         "/sys/firmware/acpi/tables (ACPI tables)"},
        {"nothing", {}, "undecided", ""},
    }));
    CAPTURE(row.name);
    const auto machine = FakeRoot(row.files).survey();
    CHECK(answer(machine.jetson) == row.jetson);
    CHECK(source_of(machine, "jetson") == row.source);
}

TEST_CASE("JetPack follows from an L4T of the tables") {
    const auto jetpack = [](const std::string& revision) {
        const Files files{{"etc/nv_tegra_release", "# R36 (release), REVISION: " + revision}};
        return FakeRoot(files).survey();
    };
    CHECK(jetpack("4.7").jetpack == "6.2.1");
    const auto unknown = jetpack("9.9");
    CHECK(unknown.jetpack.empty());
    CHECK(unknown.asked_for("jetpack").at(0) == "L4T 36.9.9, which is not in the tables");
    CHECK(FakeRoot().survey().asked_for("jetpack").size() == 1);
}

TEST_CASE("the driver below another root is seen and not asked") {
    FakeRoot root({{"usr/lib/x86_64-linux-gnu/libcuda.so.535.104.05", ""},
                   {"sys/module/nvidia/version", "535.104.05\n"},
                   {"dev/nvidia0", ""},
                   {"uname", x86}});
    root.link("usr/lib/x86_64-linux-gnu/libcuda.so.1", "libcuda.so.535.104.05");
    const auto machine = root.survey();
    CHECK(machine.libcuda == "/usr/lib/x86_64-linux-gnu/libcuda.so.535.104.05");
    CHECK(source_of(machine, "libcuda") == "/usr/lib/x86_64-linux-gnu/libcuda.so.1");
    CHECK(machine.driver_version->text() == "535.104.05");
    CHECK(machine.find("device_nodes")->value == "nvidia0");
    CHECK_FALSE(machine.driver_cuda);
    CHECK(machine.find("gpu") == nullptr);
}

TEST_CASE("a toolkit is known by its files") {
    struct Row {
        const char* name;
        Files files;
        std::string toolkits;  ///< "<folder> <release> <source>;"
    };
    const std::string json = R"({"cuda": {"name": "CUDA SDK", "version": "12.6.3"}})";
    const std::string parts = R"({"cuda_nvcc": {"name": "nvcc", "version": "12.6.85"}})";
    const auto row = GENERATE_COPY(values<Row>({
        {"version.json",
         {{"usr/local/cuda/version.json", json}},
         "/usr/local/cuda CUDA 12.6.3 /usr/local/cuda/version.json;"},
        {"version.json of parts",
         {{"usr/local/cuda/version.json", parts}},
         "/usr/local/cuda CUDA 12.6.85 /usr/local/cuda/version.json;"},
        {"version.txt",
         {{"usr/local/cuda/version.json", "{"},
          {"usr/local/cuda/version.txt", "CUDA Version 10.2.300\n"}},
         "/usr/local/cuda CUDA 10.2.300 /usr/local/cuda/version.txt;"},
        {"the runtime alone",
         {{"usr/local/cuda-12.2/lib64/libcudart.so.12", ""},
          {"usr/local/cuda-12.2/lib64/libcudart.so.12.2.140", ""}},
         "/usr/local/cuda-12.2 CUDA 12.2 /usr/local/cuda-12.2/lib64/libcudart.so.12.2.140 "
         "(12.2.140);"},
        {"nvcc is not run",
         {{"usr/bin/nvcc", "#!/bin/sh\necho release 1.0, V1.0.0\n"}},
         "/usr CUDA /usr;"},
        {"two",
         {{"usr/local/cuda-11.8/version.json", json}, {"opt/cuda/version.json", json}},
         "/usr/local/cuda-11.8 CUDA 12.6.3 /usr/local/cuda-11.8/version.json;"
         "/opt/cuda CUDA 12.6.3 /opt/cuda/version.json;"},
        {"none", {{"usr/local/lib/x", ""}}, ""},
    }));
    CAPTURE(row.name);
    const auto machine = FakeRoot(row.files).survey();
    std::string text;
    auto toolkit = machine.toolkits.begin();
    for (const auto& evidence : machine.evidence)
        if (evidence.fact == "toolkit" && evidence.value != "none")
            text += (toolkit++)->folder + " " + evidence.value + " " + evidence.source + ";";
    CHECK(text == row.toolkits);
    CHECK(toolkit == machine.toolkits.end());
}

TEST_CASE("toolkits come newest first") {
    const std::string text = "CUDA Version 10.0\n";
    const FakeRoot root({{"usr/local/cuda-9.2/version.txt", text},
                         {"usr/local/cuda-12.6/version.txt", text},
                         {"usr/local/cuda-12.10/version.txt", text},
                         {"usr/local/cuda-12/version.txt", text},
                         {"usr/local/cuda-next/version.txt", text},
                         {"opt/cuda/version.txt", text}});
    std::vector<std::string> folders;
    for (const auto& toolkit : root.survey().toolkits)
        folders.push_back(toolkit.folder);
    CHECK(folders == std::vector<std::string>{"/usr/local/cuda-12.10", "/usr/local/cuda-12.6",
                                              "/usr/local/cuda-12", "/usr/local/cuda-9.2",
                                              "/usr/local/cuda-next", "/opt/cuda"});
}

TEST_CASE("a wish to stop ends a survey") {
    const auto facts = manifest::embedded_facts().value();
    Cancellation cancellation;
    cancellation.request();
    const auto machine = survey_machine(FakeRoot().path(), facts, {}, cancellation);
    REQUIRE_FALSE(machine);
    CHECK(machine.error().exit == ExitCode::interrupted);
}

TEST_CASE("the toolkit that a link names counts once") {
    FakeRoot root(Files{{"usr/local/cuda-12.6/version.json",
                         R"({"cuda": {"name": "CUDA SDK", "version": "12.6.3"}})"}});
    root.link("usr/local/cuda", "/usr/local/cuda-12.6");
    const auto machine = root.survey();
    REQUIRE(machine.toolkits.size() == 1);
    CHECK(machine.toolkits.front().folder == "/usr/local/cuda-12.6");
}

TEST_CASE("a probe that rules ask does nothing that only a survey needs") {
    const FakeRoot root({{".dockerenv", ""},
                         {"usr/local/cuda/version.txt", "CUDA Version 10.2.300\n"},
                         {"uname", x86}});
    const auto machine = root.probe();
    CHECK(machine.container.empty());
    CHECK(machine.toolkits.empty());
    CHECK_FALSE(machine.jetson);
    CHECK(machine.asked_for("host_compiler").empty());
}

}  // namespace cudafetch::platform
