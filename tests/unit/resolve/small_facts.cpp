// SPDX-License-Identifier: MIT
#include "unit/resolve/small_facts.hpp"

#include <algorithm>

#include "cudafetch/codec/facts.hpp"

namespace cudafetch::test {

namespace {

constexpr std::string_view capability_table = R"({"schema":"cudafetch.capabilities/1",
"capabilities":[
{"capability":"7.2","architecture":"Volta","jetson":true,"cuda_min":"9.0","cuda_max":"12.9",
 "device_cuda_max":"12.2","certainty":"high"},
{"capability":"8.0","architecture":"Ampere","jetson":false,"cuda_min":"11.0","certainty":"high"},
{"capability":"8.6","architecture":"Ampere","jetson":false,"cuda_min":"11.1","certainty":"high"},
{"capability":"8.7","architecture":"Ampere","jetson":true,"cuda_min":"11.4",
 "sbsa_proven_from":"13.2","certainty":"high"},
{"capability":"8.9","architecture":"Ada","jetson":false,"cuda_min":"11.8","certainty":"high"},
{"capability":"9.0","architecture":"Hopper","jetson":false,"cuda_min":"11.8","certainty":"high"},
{"capability":"9.0a","architecture":"Hopper","jetson":false,"cuda_min":"12.0","certainty":"high"},
{"capability":"10.0","architecture":"Blackwell","jetson":false,"cuda_min":"12.8",
 "certainty":"high"},
{"capability":"10.1","architecture":"Blackwell","jetson":true,"cuda_min":"12.8",
 "cuda_max":"12.9","renamed":{"to":"11.0"},"certainty":"high"},
{"capability":"10.7","architecture":"Blackwell","jetson":false,"cuda_min":"13.4",
 "certainty":"medium"},
{"capability":"11.0","architecture":"Blackwell","jetson":true,"cuda_min":"13.0",
 "certainty":"high"}]})";

constexpr std::string_view board_table = R"({"schema":"cudafetch.boards/1","socs":[
{"soc":"tegra194","capability":"7.2","jetson":true,"boards":[]},
{"soc":"tegra234","capability":"8.7","jetson":true,"boards":[]},
{"soc":"tegra264","capability":"11.0","jetson":true,"boards":[]}]})";

constexpr std::string_view l4t_table = R"({"schema":"cudafetch.l4t/1","releases":[
{"l4t":"35.6.0","jetpack":"5.1.4","default_cuda":"11.4","compat_cuda":["11.8","12.2"],
 "socs":["tegra194","tegra234"],"certainty":"high"},
{"l4t":"35.6.4","jetpack":"5.1.6","default_cuda":"11.4","compat_cuda":["11.8","12.2"],
 "socs":["tegra194","tegra234"],"certainty":"high"},
{"l4t":"36.3.0","jetpack":"6.0","default_cuda":"12.2","compat_cuda":["12.4","12.6"],
 "socs":["tegra234"],"certainty":"high"},
{"l4t":"36.4.3","jetpack":"6.2","default_cuda":"12.6","compat_cuda":["12.9"],
 "socs":["tegra234"],"certainty":"high"},
{"l4t":"38.2.0","jetpack":"7.0","default_cuda":"13.0","compat_cuda":[],"socs":["tegra264"],"certainty":"high"},
{"l4t":"39.0.0","jetpack":"7.2 EA","default_cuda":null,"compat_cuda":[],
 "socs":["tegra234","tegra264"],"certainty":"high"},
{"l4t":"39.2.0","jetpack":"7.2","default_cuda":"13.2","compat_cuda":["13.3"],
 "socs":["tegra234","tegra264"],"certainty":"high"}],
"compat_components":[
{"component":"cuda_compat","tag":"linux-aarch64","cuda_from":"11.8","cuda_to":"12.9",
 "socs":["tegra194","tegra234"]},
{"component":"cuda_compat_orin","tag":"linux-sbsa","cuda_from":"13.2","socs":["tegra234"]}],
"override_pairs":[{"l4t_major":36,"cuda_min":"13.2","component":"cuda_compat_orin"}],
"kernel_releases":[{"kernel":"5.10","l4t_major":35,"jetpack_major":5},
{"kernel":"5.15","l4t_major":36,"jetpack_major":6},{"kernel":"6.8","l4t_major":38,"jetpack_major":7}]})";

constexpr std::string_view driver_table = R"({"schema":"cudafetch.drivers/1","majors":[
{"cuda_major":11,"driver_min":"450.80.02"},{"cuda_major":12,"driver_min":"525.60.13"},
{"cuda_major":13,"driver_min":"580.65.06"}],"releases":[
{"cuda":"13.3.0","driver":"610.43.02","certainty":"high"},
{"cuda":"13.0.2","driver":"580.95.05","certainty":"high"},
{"cuda":"12.8.0","driver":"570.26","disputed":"570.26 or 570.86.10","certainty":"high"},
{"cuda":"12.6.3","driver":"560.35.05","certainty":"high"}]})";

constexpr std::string_view host_compiler_table =
    R"({"schema":"cudafetch.host_compilers/1","releases":[
{"cuda":"12.6","gcc":{"min":6,"max":13},"clang":{"min":7,"max":18},"certainty":"high"}]})";

constexpr std::string_view component_table = R"({"schema":"cudafetch.components/1",
"aliases":[{"names":["cuda_cccl","cccl"]}],
"runs_on":{"host":["cuda_nvcc","libnvvm"],"both":["cuda_crt"]},
"driver_side":["imex","cuda_compat","cuda_compat_orin"],
"profiles":{
 "compile":[{"component":"cuda_nvcc"},{"component":"cuda_cudart"},{"component":"cuda_cccl"},
            {"component":"cuda_crt","from_cuda":"13.0"},
            {"component":"libnvvm","from_cuda":"13.0"}],
 "libraries":[{"component":"cuda_cudart"},{"component":"libcublas"},
              {"component":"libcusolver"}]},
"needs":[
 {"component":"cuda_nvcc","needs":["cuda_crt","libnvvm"],"from_cuda":"13.0"},
 {"component":"libcusolver","needs":["libcublas","libcusparse"]},
 {"component":"libcusparse","needs":["libnvjitlink"],"from_cuda":"12.0"},
 {"component":"libcublas","needs":["libcusolver"],"to_cuda":"11.8"}],
"lib_folders":[{"component":"libcutensor","from":"1.0.0","to":"1.9.9","folder":"lib/<major>",
                "majors":["11","12"]}],
"libraries":["libcublas","libcufft","libcufile","libcusolver","libcusparse","libcutensor"],
"never_rejects_by_coverage":[{"component":"libcufile"},
                             {"component":"libcufft","when":"one_architecture"}]})";

constexpr std::string_view release_table = R"({"schema":"cudafetch.releases/1","unpublished":[
{"match":"12.7","reason":"12.7 was skipped"},{"match":"13.4.0","reason":"a preview"}]})";

constexpr std::string_view coverage_table = R"({"schema":"cudafetch.coverage/1","coverage":{
"cuda":{
 "12.2.2":{"libcublas":{"linux-aarch64":{"":["sm_72","sm_87"]}}},
 "12.6.3":{"libcublas":{"linux-aarch64":{"":["sm_87"]},"linux-sbsa":{"":["sm_80","sm_90a"]}},
           "libcufft":{"linux-aarch64":{"":["sm_52"]},"linux-sbsa":{"":["sm_52","sm_80"]}},
           "libcufile":{"linux-aarch64":{"":["sm_52"]}}}},
"cutensor":{
 "1.0.0":{"libcutensor":{"linux-x86_64":{"/lib/11":["sm_80"],"/lib/12":["sm_80","sm_90"]}}},
 "2.0.0":{"libcutensor":{"linux-x86_64":{"cuda12":["sm_90"],"cuda13":["sm_80"]}}}}}})";

}  // namespace

const model::Facts& small_facts() {
    static const model::Facts facts = codec::read_facts({.capabilities = capability_table,
                                                         .boards = board_table,
                                                         .l4t = l4t_table,
                                                         .drivers = driver_table,
                                                         .host_compilers = host_compiler_table,
                                                         .components = component_table,
                                                         .releases = release_table,
                                                         .coverage = coverage_table})
                                          .value();
    return facts;
}

model::Version version(std::string_view text) {
    return model::Version::parse(text).value();
}

std::vector<model::Capability> capabilities(std::string_view text) {
    return text.empty() ? std::vector<model::Capability>{}
                        : model::parse_capabilities(text).value();
}

std::vector<std::string> codes_of(const std::vector<model::Note>& notes) {
    std::vector<std::string> codes;
    for (const model::Note& note : notes)
        codes.push_back(note.code);
    return codes;
}

bool has_note(const std::vector<model::Note>& notes, std::string_view code) {
    return std::any_of(notes.begin(), notes.end(),
                       [&](const model::Note& note) { return note.code == code; });
}

}  // namespace cudafetch::test
