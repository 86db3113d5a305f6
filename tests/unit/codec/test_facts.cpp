// SPDX-License-Identifier: MIT
#include "cudafetch/codec/facts.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "cudafetch/base/file.hpp"
#include "support/catch.hpp"

namespace cudafetch::codec {
namespace {

using Catch::Matchers::ContainsSubstring;
using Tables = std::map<std::string, std::string>;

constexpr std::array table_names{"capabilities",   "boards",     "l4t",      "drivers",
                                 "host_compilers", "components", "releases", "coverage"};

Result<model::Facts> read(const Tables& tables) {
    return read_facts({.capabilities = tables.at("capabilities"),
                       .boards = tables.at("boards"),
                       .l4t = tables.at("l4t"),
                       .drivers = tables.at("drivers"),
                       .host_compilers = tables.at("host_compilers"),
                       .components = tables.at("components"),
                       .releases = tables.at("releases"),
                       .coverage = tables.at("coverage")});
}

Tables real_tables() {
    Tables tables;
    for (const std::string name : table_names)
        tables[name] =
            read_file(fs::path(CUDAFETCH_SOURCE_DIR) / "manifests" / (name + ".json"), 16 << 20)
                .value();
    return tables;
}

/// One row of each kind.
Tables small_tables() {
    return {
        {"capabilities", R"({"schema":"cudafetch.capabilities/1","capabilities":[
            {"capability":"10.1","architecture":"Blackwell","jetson":true,"cuda_min":"12.8",
             "cuda_max":"12.9","device_cuda_max":null,"sbsa_proven_from":"13.2",
             "renamed":{"to":"11.0"},"disputed":"linux-sbsa or linux-aarch64",
             "certainty":"medium","a_new_member":7}]})"},
        {"boards", R"({"schema":"cudafetch.boards/1","socs":[
            {"soc":"tegra264","compatible":["nvidia,tegra264"],"chip_id":38,"capability":"11.0",
             "jetson":true,"boards":[{"name":"Jetson Thor","modules":["p3834-0008"],
                                "disputed":"Thor or T5000"}]}]})"},
        {"l4t", R"({"schema":"cudafetch.l4t/1",
            "releases":[{"l4t":"39.2.0","jetpack":"7.2","default_cuda":"13.2",
                         "compat_cuda":["13.3"],"socs":["tegra264"],"disputed":"13.2 or 13.0",
                         "certainty":"low"}],
            "compat_components":[{"component":"cuda_compat_orin","tag":"linux-sbsa",
                                  "cuda_from":"13.2","cuda_to":null,"socs":["tegra234"]}],
            "override_pairs":[{"l4t_major":36,"cuda_min":"13.2","component":"cuda_compat_orin"}],
            "kernel_releases":[{"kernel":"5.15","l4t_major":36,"jetpack_major":6}]})"},
        {"drivers", R"({"schema":"cudafetch.drivers/1",
            "majors":[{"cuda_major":13,"driver_min":"580.65.06"}],
            "releases":[{"cuda":"12.8.0","driver":"570.26","disputed":"570.26 or 570.86.10",
                         "certainty":"high"},
                        {"cuda":"13.4.1","driver":null,"certainty":"low"}]})"},
        {"host_compilers", R"({"schema":"cudafetch.host_compilers/1","releases":[
            {"cuda":"13.1","gcc":{"min":6,"max":15},"clang":{"min":7,"max":null},
             "certainty":"low"}]})"},
        {"components", R"({"schema":"cudafetch.components/1",
            "aliases":[{"names":["cuda_cccl","cccl"]}],
            "runs_on":{"host":["cuda_nvcc"],"both":["cuda_crt"]},
            "driver_side":["imex"],"libraries":["libcublas"],
            "profiles":{"compile":[{"component":"cuda_nvcc"},
                                   {"component":"libnvvm","from_cuda":"13.0"}]},
            "needs":[{"component":"libcufft","needs":["libnvjitlink"],"to_cuda":"12.9"},
                     {"component":"libcublas","needs":["cuda_nvrtc"],"through":"load"}],
            "lib_folders":[{"component":"libcutensor","from":"1.6.2","to":"2.1.0",
                            "folder":"lib/<major>","majors":["11","12"]}],
            "never_rejects_by_coverage":[{"component":"libcufile"},
                                         {"component":"libcufft","when":"one_architecture"}]})"},
        {"releases", R"({"schema":"cudafetch.releases/1",
            "unpublished":[{"match":"12.7","reason":"skipped"}]})"},
        {"coverage", R"({"schema":"cudafetch.coverage/1","coverage":{"cuda":{"12.6.3":{
            "libcublas":{"linux-aarch64":{"":["sm_87"],"cuda12":["sm_87","sm_90a"]}}}}}})"},
    };
}

TEST_CASE("every member of the small tables is read") {
    const model::Facts facts = read(small_tables()).value();
    REQUIRE(facts.capabilities.size() == 1);
    const model::CapabilityFact& thor = facts.capabilities[0];
    CHECK(thor.capability.text() == "10.1");
    CHECK(thor.architecture == "Blackwell");
    CHECK(thor.jetson);
    CHECK(thor.cuda_min.text() == "12.8");
    CHECK(thor.cuda_max->text() == "12.9");
    CHECK_FALSE(thor.device_cuda_max);
    CHECK(thor.sbsa_proven_from->text() == "13.2");
    CHECK(thor.renamed_to->text() == "11.0");
    CHECK(thor.disputed == "linux-sbsa or linux-aarch64");
    CHECK(thor.certainty == model::Certainty::medium);

    const model::SocFact* soc = facts.find_soc("tegra264");
    REQUIRE(soc != nullptr);
    CHECK(soc->compatible == std::vector<std::string>{"nvidia,tegra264"});
    CHECK(soc->chip_id == 38);
    CHECK(soc->boards.at(0).modules == std::vector<std::string>{"p3834-0008"});
    CHECK(soc->boards.at(0).compatible.empty());
    CHECK(soc->boards.at(0).disputed == "Thor or T5000");

    CHECK(facts.l4t.at(0).default_cuda->text() == "13.2");
    CHECK(facts.l4t.at(0).compat_cuda.at(0).text() == "13.3");
    CHECK(facts.compat.at(0).tag == model::Tag::linux_sbsa);
    CHECK_FALSE(facts.compat.at(0).cuda_to);
    CHECK(facts.kernels.at(0).l4t_major == 36);
    CHECK(facts.l4t.at(0).disputed == "13.2 or 13.0");
    CHECK(facts.l4t.at(0).certainty == model::Certainty::low);

    CHECK(facts.driver_minimums.at(0).cuda_major == 13);
    CHECK(facts.driver_minimums.at(0).driver.text() == "580.65.06");
    CHECK(facts.drivers.at(0).driver->text() == "570.26");
    CHECK(facts.drivers.at(0).disputed == "570.26 or 570.86.10");
    CHECK_FALSE(facts.drivers.at(1).driver);
    CHECK(facts.host_compilers.at(0).gcc.max == 15U);
    CHECK_FALSE(facts.host_compilers.at(0).clang.max);

    const model::ComponentFacts& components = facts.components;
    CHECK(components.aliases.at(0) == std::vector<std::string>{"cuda_cccl", "cccl"});
    CHECK(components.host == std::vector<std::string>{"cuda_nvcc"});
    CHECK(components.both == std::vector<std::string>{"cuda_crt"});
    CHECK(components.profiles.at("compile").at(1).from_cuda->text() == "13.0");
    CHECK(components.needs.at("libcufft").at(0).component == "libnvjitlink");
    CHECK(components.needs.at("libcufft").at(0).to_cuda->text() == "12.9");
    CHECK_FALSE(components.needs.at("libcufft").at(0).optional);
    CHECK(components.needs.at("libcublas").at(0).optional);
    CHECK(components.coverage_never_rejects == std::vector<std::string>{"libcufile"});
    CHECK(components.coverage_needs_two == std::vector<std::string>{"libcufft"});
    CHECK(components.lib_folders.at(0).folder == "lib/<major>");
    CHECK(components.lib_folders.at(0).majors == std::vector<unsigned>{11, 12});
    CHECK(facts.unpublished.at(0).match.text() == "12.7");
    REQUIRE(facts.coverage.size() == 2);
    CHECK(facts.coverage[1].variant == "cuda12");
    CHECK(facts.coverage[1].real.at(1).text() == "9.0a");
}

struct Malformed {
    const char* table;
    const char* from;
    const char* to;
    const char* expected;
};

const Malformed malformed[] = {
    {"capabilities", "\"10.1\"", "\"ten\"", "$.capabilities[0].capability: expected"},
    {"capabilities", "true", "\"yes\"", "$.capabilities[0].jetson: expected true or false"},
    {"capabilities", "\"cuda_min\":\"12.8\",", "", "$.capabilities[0]: lacks \"cuda_min\""},
    {"capabilities", "\"12.9\"", "12.9", "$.capabilities[0].cuda_max: expected a string"},
    {"capabilities", "\"medium\"", "\"sure\"", "$.capabilities[0].certainty: expected high"},
    {"capabilities", "{\"to\":\"11.0\"}", "{}", "$.capabilities[0].renamed: lacks \"to\""},
    {"capabilities", "\"cuda_max\"", "\"cuda_min\"", "\"cuda_min\" twice"},
    {"boards", "\"nvidia,tegra264\"", "7", "$.socs[0].compatible[0]: expected a string"},
    {"boards", "38", "-1", "$.socs[0].chip_id: expected a whole number"},
    {"boards", "{\"name\":\"Jetson Thor\",", "{", "$.socs[0].boards[0]: lacks \"name\""},
    {"boards", "\"soc\":\"tegra264\",", "", "$.socs[0]: lacks \"soc\""},
    {"l4t", "[\"13.3\"]", "[\"13.3\",null]", "$.releases[0].compat_cuda[1]: expected"},
    {"l4t", "\"39.2.0\"", "\"R39\"", "$.releases[0].l4t: expected a version"},
    {"l4t", "\"linux-sbsa\"", "\"sbsa\"", "$.compat_components[0].tag: expected a tag"},
    {"l4t", "\"l4t_major\":36,\"cuda_min\"", "\"l4t_major\":\"36\",\"cuda_min\"",
     "$.override_pairs[0].l4t_major: expected a whole number"},
    {"l4t", "\"5.15\"", "\"5.15-tegra\"", "$.kernel_releases[0].kernel: expected a version"},
    {"drivers", "\"580.65.06\"", "580", "$.majors[0].driver_min: expected a string"},
    {"drivers", "13,", "-13,", "$.majors[0].cuda_major: expected a whole number"},
    {"drivers", "\"570.26\"", "\"R570\"", "$.releases[0].driver: expected a version"},
    {"host_compilers", "15", "\"15\"", "$.releases[0].gcc.max: expected a whole number"},
    {"host_compilers", "15", "123456789", "$.releases[0].gcc.max: expected a major number"},
    {"host_compilers", "\"gcc\"", "\"icc\"", "$.releases[0]: lacks \"gcc\""},
    {"components", "\"lib/<major>\"", "\"../lib\"", "$.lib_folders[0].folder"},
    {"components", "{\"names\":[\"cuda_cccl\",\"cccl\"]}", "\"cccl\"", "$.aliases"},
    {"components", "\"runs_on\"", "\"runs\"", "$: lacks \"runs_on\""},
    {"components", "{\"component\":\"cuda_nvcc\"}", "\"cuda_nvcc\"", "$.profiles.compile[0]"},
    {"components", "\"13.0\"", "13.0", "$.profiles.compile[1].from_cuda: expected"},
    {"components", "[\"libnvjitlink\"]", "\"libnvjitlink\"", "$.needs[0].needs: expected"},
    {"components", "\"driver_side\":[\"imex\"]", "\"driver_side\":{}", "$.driver_side"},
    {"releases", "\"12.7\"", "\"12.x\"", "$.unpublished[0].match: expected a version"},
    {"releases", ",\"reason\":\"skipped\"", "", "$.unpublished[0]: lacks \"reason\""},
    {"coverage", "\"linux-aarch64\"", "\"linux-arm\"", "linux-arm: expected a tag"},
    {"coverage", "\"sm_90a\"", "\"hopper\"", "linux-aarch64.cuda12: expected architectures"},
    {"coverage", "[\"sm_87\"]", "\"sm_87\"", "expected a list"},
    {"coverage", "{\"12.6.3\"", "{\"12.6.2\":[],\"12.6.3\"", "$.coverage.cuda.12.6.2: expected"},
};

TEST_CASE("malformed tables are refused with the table and the place") {
    for (const Malformed& row : malformed) {
        CAPTURE(row.table, row.from, row.to);
        Tables tables = small_tables();
        std::string& text = tables[row.table];
        const auto at = text.find(row.from);
        REQUIRE(at != std::string::npos);
        text.replace(at, std::string_view(row.from).size(), row.to);
        const auto facts = read(tables);
        CHECK_FALSE(facts);
        if (facts) continue;
        CHECK(facts.error().exit == ExitCode::integrity);
        CHECK(facts.error().code == "malformed_facts");
        CHECK_THAT(facts.error().message, ContainsSubstring(std::string(row.table) + ".json: ") &&
                                              ContainsSubstring(row.expected));
    }
}

TEST_CASE("a table of another schema or of none is refused by its name") {
    for (const std::string name : table_names) {
        for (const char* text :
             {"", "null", "[]", "{}", R"({"schema":"cudafetch.facts/1"})", "<html></html>"}) {
            CAPTURE(name, text);
            Tables tables = small_tables();
            tables[name] = text;
            const auto facts = read(tables);
            REQUIRE_FALSE(facts);
            CHECK_THAT(facts.error().message, ContainsSubstring(name + ".json: "));
        }
        Tables newer = small_tables();
        std::string& text = newer[name];
        text.replace(text.find("/1\""), 3, "/2\"");
        CHECK_FALSE(read(newer));
    }
}

TEST_CASE("the tables of the project are read, and fit together") {
    const model::Facts facts = read(real_tables()).value();
    CHECK(facts.capabilities.size() >= 37);
    CHECK(facts.socs.size() >= 5);
    CHECK(facts.l4t.size() >= 40);
    CHECK_FALSE(facts.coverage.empty());
    const auto older = [](const model::L4tFact& a, const model::L4tFact& b) {
        return a.l4t < b.l4t;
    };
    CHECK(std::is_sorted(facts.l4t.begin(), facts.l4t.end(), older));
    for (const model::CapabilityFact& fact : facts.capabilities) {
        CAPTURE(fact.capability.text());
        if (fact.renamed_to) CHECK(facts.find(*fact.renamed_to) != nullptr);
        CHECK(facts.find(fact.capability.base()) != nullptr);
    }
    for (const model::SocFact& soc : facts.socs) {
        CAPTURE(soc.soc);
        const auto* fact = facts.find(soc.capability);
        REQUIRE(fact != nullptr);
        if (soc.jetson) CHECK(fact->jetson);
    }
    for (const model::L4tFact& row : facts.l4t)
        for (const std::string& soc : row.socs)
            CHECK(facts.find_soc(soc) != nullptr);
}

}  // namespace
}  // namespace cudafetch::codec
