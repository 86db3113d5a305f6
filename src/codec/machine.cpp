// SPDX-License-Identifier: MIT
#include "cudafetch/codec/machine.hpp"

#include <nlohmann/json.hpp>

#include "codec/fields.hpp"
#include "codec/plan_json.hpp"

namespace cudafetch::codec {

namespace {

using Json = nlohmann::ordered_json;
using model::Machine;

Json text_or_null(const std::string& text) {
    return text.empty() ? Json() : Json(text);
}

Json json_of(const std::optional<model::Version>& version) {
    return version ? Json(version->text()) : Json();
}

Json json_of(const std::optional<bool>& answer) {
    return answer ? Json(*answer) : Json();
}

/// A list is null where nobody could tell, and empty where there is none.
template <typename Value, typename Convert>
Json list_of(const Machine& machine, std::string_view fact, const std::vector<Value>& values,
             Convert convert) {
    if (values.empty() && machine.find(fact) == nullptr) return {};
    Json list = Json::array();
    for (const Value& value : values)
        list.push_back(convert(value));
    return list;
}

Json json_of(const model::Gpu& gpu) {
    return {
        {"name", gpu.name}, {"capability", gpu.capability.text()}, {"integrated", gpu.integrated}};
}

Json json_of(const model::InstalledCompiler& compiler) {
    return {{"path", compiler.path},
            {"family", compiler.clang ? "clang" : "gcc"},
            {"version", json_of(compiler.version)}};
}

Json json_of(const model::InstalledToolkit& toolkit) {
    return {{"path", text_or_null(toolkit.folder)}, {"release", json_of(toolkit.release)}};
}

/// Whether it is an Arm server. Evidence counts for less than being a Jetson.
Json server_of(const Machine& machine) {
    if (machine.jetson.value_or(false)) return false;
    if (machine.server) return true;
    const auto arch = model::parse_arch(machine.arch);
    return arch && *arch != model::Arch::aarch64 ? Json(false) : Json();
}

Json discrete_gpu_of(const Machine& machine) {
    if (machine.discrete_gpu) return true;
    return machine.find("discrete_gpu") != nullptr ? Json(false) : Json();
}

Json driver_of(const Machine& machine) {
    Json library;
    if (!machine.libcuda.empty())
        library = {{"path", machine.libcuda},
                   {"compat", model::is_compat_library(machine.libcuda)}};
    return {{"kernel_version", json_of(machine.driver_version)},
            {"libcuda", std::move(library)},
            {"cuda", json_of(machine.driver_cuda)}};
}

Json json_of(const TakenFacts& taken) {
    Json capabilities = Json::array();
    for (const model::Capability& capability : taken.capabilities)
        capabilities.push_back(capability.text());
    const auto from = taken.capabilities_from;
    return {{"capabilities", from ? std::move(capabilities) : Json()},
            {"capabilities_from", from ? Json(to_text(*from)) : Json()},
            {"l4t", json_of(taken.l4t)},
            {"text", taken.text}};
}

Json notes_of(const TakenFacts& taken) {
    Json notes = Json::array();
    for (const model::Note& note : taken.notes)
        notes.push_back({{"code", note.code}, {"text", note.text}});
    return notes;
}

Json evidence_of(const Machine& machine) {
    Json list = Json::array();
    for (const model::Evidence& evidence : machine.evidence)
        list.push_back(
            {{"fact", evidence.fact}, {"value", evidence.value}, {"source", evidence.source}});
    return list;
}

Json undecided_of(const Machine& machine) {
    Json list = Json::array();
    for (const std::string& fact : machine.undecided())
        list.push_back({{"fact", fact}, {"tried", machine.asked_for(fact)}});
    return list;
}

}  // namespace

std::string to_json_text(const Machine& machine, const TakenFacts& taken) {
    const auto convert = [](const auto& value) { return json_of(value); };
    return document_text({
        {"schema", "cudafetch.detect/1"},
        {"os", text_or_null(machine.os)},
        {"arch", text_or_null(machine.arch)},
        {"kernel_release", text_or_null(machine.kernel_release)},
        {"jetson", json_of(machine.jetson)},
        {"server", server_of(machine)},
        {"soc", text_or_null(machine.soc)},
        {"board", text_or_null(machine.board)},
        {"module", text_or_null(machine.module)},
        {"carrier", text_or_null(machine.carrier)},
        {"l4t", json_of(machine.l4t)},
        {"jetpack", text_or_null(machine.jetpack)},
        {"driver", driver_of(machine)},
        {"gpus", list_of(machine, "gpu", machine.gpus, convert)},
        {"discrete_gpu", discrete_gpu_of(machine)},
        {"compilers", list_of(machine, "host_compiler", machine.compilers, convert)},
        {"toolkits", list_of(machine, "toolkit", machine.toolkits, convert)},
        {"container", text_or_null(machine.container)},
        {"wsl", json_of(machine.wsl)},
        {"resolve", json_of(taken)},
        {"notes", notes_of(taken)},
        {"evidence", evidence_of(machine)},
        {"undecided", undecided_of(machine)},
    });
}

std::optional<model::Version> toolkit_release(std::string_view version_json) {
    const auto document = Document::parse(version_json, "version.json", "malformed_version");
    if (!document) return std::nullopt;
    for (const char* component : {"cuda", "cuda_nvcc", "cuda_cudart"}) {
        const auto entry = document->root().find(component);
        if (!entry) continue;
        const auto version = find_version(*entry, "version");
        if (version && *version) return *version;
    }
    return std::nullopt;
}

}  // namespace cudafetch::codec
