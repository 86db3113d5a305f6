// SPDX-License-Identifier: MIT
#include "cudafetch/codec/plan.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <nlohmann/json.hpp>

#include "codec/fields.hpp"
#include "codec/plan_json.hpp"

namespace cudafetch::codec {

namespace {

using Json = nlohmann::ordered_json;
using model::Plan;

constexpr std::string_view plans_schema = "cudafetch.resolve/1";
constexpr std::string_view lock_schema = "cudafetch.lock/1";

std::string text_of(std::string_view schema, const std::vector<Plan>& plans) {
    Json list = Json::array();
    for (const Plan& plan : plans)
        list.push_back(to_json(plan));
    return document_text({{"schema", schema}, {"plans", std::move(list)}});
}

/// "CUDA NVCC" for cuda_nvcc; plans do not carry NVIDIA's own names, and no reader needs them.
std::string display_name(std::string_view component) {
    constexpr std::string_view prefix = "cuda_";
    std::string name(component);
    if (!component.starts_with(prefix)) return name;
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) {
        return c == '_' ? ' ' : static_cast<char>(std::toupper(c));
    });
    return name;
}

}  // namespace

std::string to_json_text(const std::vector<Plan>& plans) {
    return text_of(plans_schema, plans);
}

std::string to_lock_text(const std::vector<Plan>& plans) {
    return text_of(lock_schema, plans);
}

Result<std::vector<Plan>> read_plans(std::string_view text, const std::string& where) {
    CUDAFETCH_TRY(const Document document, Document::parse(text, where, "malformed_plan"));
    if (!check_schema(document.root(), plans_schema))
        CUDAFETCH_CHECK(check_schema(document.root(), lock_schema));
    std::vector<Plan> plans;
    CUDAFETCH_CHECK(for_each(document.root(), "plans", [&](const Node& node) -> Result<void> {
        CUDAFETCH_TRY(auto plan, read_plan(node));
        plans.push_back(std::move(plan));
        return {};
    }));
    return plans;
}

std::string version_json_text(const Plan& plan) {
    const std::string_view release = plan.release_of("cuda");
    if (release.empty()) return {};
    Json json{{"cuda", {{"name", "CUDA SDK"}, {"version", release}}}};
    std::map<std::string_view, std::string_view> versions;
    for (const model::PlannedArchive& archive : plan.archives)
        versions.emplace(archive.component, archive.version);
    for (const auto& [component, version] : versions)
        json[std::string(component)] = {{"name", display_name(component)}, {"version", version}};
    return document_text(json);
}

}  // namespace cudafetch::codec
