// SPDX-License-Identifier: MIT
#include "cudafetch/codec/machine.hpp"

#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/platforms.hpp"

namespace cudafetch::codec {

namespace {

using Json = nlohmann::json;

Json document_of(const model::Machine& machine, const TakenFacts& taken = {}) {
    return Json::parse(to_json_text(machine, taken));
}

}  // namespace

TEST_CASE("what is not known of a machine is null, and its keys are there") {
    const Json empty = document_of({});
    CHECK(empty.at("schema") == "cudafetch.detect/1");
    for (const char* key :
         {"os", "arch", "kernel_release", "jetson", "server", "soc", "board", "module", "carrier",
          "l4t", "jetpack", "gpus", "discrete_gpu", "compilers", "toolkits", "container", "wsl"})
        CHECK(empty.at(key).is_null());
    CHECK(empty.at("driver") ==
          Json({{"kernel_version", nullptr}, {"libcuda", nullptr}, {"cuda", nullptr}}));
    CHECK(empty.at("resolve").at("capabilities").is_null());
    CHECK(empty.at("evidence") == Json::array());
    CHECK(empty.at("undecided") == Json::array());
}

TEST_CASE("a machine is written down with the evidence") {
    model::Machine machine = test::jetson("tegra234", "36.4.7");
    machine.jetson = true;
    machine.server = true;
    machine.libcuda = "/usr/local/cuda/compat/libcuda.so.1.1";
    machine.driver_cuda = model::Version::parse("12.9");
    machine.gpus = {{"Orin", {8, 7}, true}};
    machine.compilers = {{"/usr/bin/g++", false, model::Version::parse("12.2.0")},
                         {"/usr/bin/clang++", true, std::nullopt}};
    machine.toolkits = {{"/usr/local/cuda-12.6", model::Version::parse("12.6.3")}};
    machine.evidence = {{"soc", "tegra234", "/proc/device-tree/compatible"}};
    machine.attempts = {{"soc", "x"}, {"container", "/.dockerenv"}};
    TakenFacts taken;
    taken.capabilities = {{8, 7}};
    taken.capabilities_from = model::CapabilitiesFrom::board;
    taken.notes = {{"compat_driver", "text"}};

    const Json json = document_of(machine, taken);
    CHECK(json.at("jetson") == true);
    CHECK(json.at("server") == false);
    CHECK(json.at("l4t") == "36.4.7");
    CHECK(json.at("driver").at("libcuda") ==
          Json({{"path", "/usr/local/cuda/compat/libcuda.so.1.1"}, {"compat", true}}));
    CHECK(json.at("gpus").at(0) ==
          Json({{"name", "Orin"}, {"capability", "8.7"}, {"integrated", true}}));
    CHECK(json.at("compilers").at(0) ==
          Json({{"path", "/usr/bin/g++"}, {"family", "gcc"}, {"version", "12.2.0"}}));
    CHECK(json.at("compilers").at(1).at("version").is_null());
    CHECK(json.at("toolkits").at(0) ==
          Json({{"path", "/usr/local/cuda-12.6"}, {"release", "12.6.3"}}));
    CHECK(json.at("resolve").at("capabilities") == Json({"8.7"}));
    CHECK(json.at("resolve").at("capabilities_from") == "board");
    CHECK(json.at("notes").at(0).at("code") == "compat_driver");
    CHECK(
        json.at("evidence").at(0) ==
        Json({{"fact", "soc"}, {"value", "tegra234"}, {"source", "/proc/device-tree/compatible"}}));
    CHECK(json.at("undecided") ==
          Json::array({{{"fact", "container"}, {"tried", {"/.dockerenv"}}}}));
}

TEST_CASE("none is an empty list and false, not null") {
    model::Machine machine = test::x86_machine();
    machine.evidence = {{"gpu", "none", "libcuda"}, {"discrete_gpu", "none", "/sys"}};
    const Json json = document_of(machine);
    CHECK(json.at("gpus") == Json::array());
    CHECK(json.at("discrete_gpu") == false);
    CHECK(json.at("server") == false);
    CHECK(document_of(test::arm_server()).at("server") == true);
    CHECK(document_of(test::arm_container()).at("server").is_null());
}

TEST_CASE("a toolkit's version.json tells its release") {
    const auto release = [](std::string_view text) {
        const auto version = toolkit_release(text);
        return version ? version->text() : "";
    };
    CHECK(release(R"({"cuda": {"name": "CUDA SDK", "version": "12.6.3"},
                      "cuda_nvcc": {"version": "12.6.85"}})") == "12.6.3");
    CHECK(release(R"({"cuda": {}, "cuda_nvcc": {"version": "12.6.85"}})") == "12.6.85");
    CHECK(release(R"({"cuda": {"version": 12}, "cuda_cudart": {"version": "12.6.77"}})") ==
          "12.6.77");
    CHECK(release(R"({"cuda": "12.6"})").empty());
    CHECK(release("[]").empty());
    CHECK(release("{").empty());
}

}  // namespace cudafetch::codec
