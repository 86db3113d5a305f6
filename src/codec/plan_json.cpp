// SPDX-License-Identifier: MIT
#include "codec/plan_json.hpp"

#include <nlohmann/json.hpp>

#include "codec/fields.hpp"

namespace cudafetch::codec {

namespace {

using Json = nlohmann::ordered_json;
using model::Plan;
using model::PlannedArchive;

Json json_of(const model::PlannedProduct& product) {
    Json json{{"product", product.product}, {"release", product.release}};
    if (product.manifest_sha256) json["manifest_sha256"] = product.manifest_sha256->hex();
    return json;
}

Json json_of(const PlannedArchive& archive) {
    Json json{{"product", archive.product},
              {"release", archive.release},
              {"component", archive.component},
              {"version", archive.version},
              {"tag", to_text(archive.tag)},
              {"variant", archive.variant.empty() ? Json() : Json(archive.variant)},
              {"role", to_text(archive.role)},
              {"relative_path", archive.relative_path},
              {"url", archive.url},
              {"sha256", archive.sha256.hex()},
              {"size", archive.size ? Json(*archive.size) : Json()},
              {"license", archive.license},
              {"license_path", archive.license_path}};
    if (!archive.lib_folder.empty()) json["lib_folder"] = archive.lib_folder;
    return json;
}

Json json_of(const model::Note& note) {
    return {{"code", note.code}, {"text", note.text}};
}

Json json_of(const Rejection& rejection) {
    return {{"product", rejection.product},
            {"release", rejection.release},
            {"code", rejection.code},
            {"reason", rejection.reason}};
}

template <typename T>
Json list_of(const std::vector<T>& values) {
    Json list = Json::array();
    for (const T& value : values)
        list.push_back(json_of(value));
    return list;
}

Result<model::Arch> target_at(const Node& object) {
    CUDAFETCH_TRY(const Node node, object.at("target"));
    CUDAFETCH_TRY(const std::string text, node.string());
    const auto arch = model::parse_arch(text);
    if (!arch) return node.expected("x86_64 or aarch64");
    return *arch;
}

/// A tag that names a machine, as those of compilers and libraries do.
Result<model::Tag> machine_tag_at(const Node& object, std::string_view key) {
    CUDAFETCH_TRY(const model::Tag tag, tag_at(object, key));
    if (!model::arch_of(tag)) return object.at(key)->expected("the tag of a machine");
    return tag;
}

Result<model::CapabilitiesFrom> capabilities_from_at(const Node& object) {
    CUDAFETCH_TRY(const Node node, object.at("capabilities_from"));
    CUDAFETCH_TRY(const std::string text, node.string());
    const auto from = model::parse_capabilities_from(text);
    if (!from) return node.expected("request, gpu, board or default");
    return *from;
}

Result<model::Role> role_at(const Node& object) {
    CUDAFETCH_TRY(const Node node, object.at("role"));
    CUDAFETCH_TRY(const std::string text, node.string());
    const auto role = model::parse_role(text);
    if (!role) return node.expected("host or target");
    return *role;
}

Result<model::Capability> read_capability(const Node& node) {
    CUDAFETCH_TRY(const std::string text, node.string());
    const auto capability = model::Capability::parse(text);
    if (!capability) return node.expected("a capability such as 8.7");
    return *capability;
}

Result<model::PlannedProduct> read_product(const Node& node) {
    model::PlannedProduct product;
    CUDAFETCH_TRY(product.product, name_at(node, "product"));
    CUDAFETCH_TRY(const model::Version release, version_at(node, "release"));
    product.release = release.text();
    if (node.find("manifest_sha256")) {
        CUDAFETCH_TRY(product.manifest_sha256, digest_at(node, "manifest_sha256"));
    }
    return product;
}

Result<PlannedArchive> read_archive(const Node& node) {
    PlannedArchive archive;
    CUDAFETCH_TRY(archive.product, name_at(node, "product"));
    CUDAFETCH_TRY(const model::Version release, version_at(node, "release"));
    archive.release = release.text();
    CUDAFETCH_TRY(archive.component, name_at(node, "component"));
    CUDAFETCH_TRY(archive.version, printable_at(node, "version"));
    CUDAFETCH_TRY(archive.tag, tag_at(node, "tag"));
    if (node.find("variant")) {
        CUDAFETCH_TRY(archive.variant, printable_at(node, "variant"));
    }
    CUDAFETCH_TRY(archive.role, role_at(node));
    CUDAFETCH_TRY(archive.relative_path, tree_path_at(node, "relative_path"));
    CUDAFETCH_TRY(archive.url, printable_at(node, "url"));
    CUDAFETCH_TRY(archive.sha256, digest_at(node, "sha256"));
    if (const auto size = node.find("size")) {
        CUDAFETCH_TRY(archive.size, size->number());
    }
    if (node.find("lib_folder")) {
        CUDAFETCH_TRY(archive.lib_folder, tree_path_at(node, "lib_folder"));
    }
    CUDAFETCH_TRY(archive.license, printable_at(node, "license"));
    CUDAFETCH_TRY(archive.license_path, printable_at(node, "license_path"));
    return archive;
}

Result<model::Note> read_note(const Node& node) {
    model::Note note;
    CUDAFETCH_TRY(note.code, printable_at(node, "code"));
    CUDAFETCH_TRY(note.text, printable_at(node, "text"));
    return note;
}

Result<Rejection> read_rejection(const Node& node) {
    Rejection rejection;
    CUDAFETCH_TRY(rejection.product, printable_at(node, "product"));
    CUDAFETCH_TRY(rejection.release, printable_at(node, "release"));
    CUDAFETCH_TRY(rejection.code, printable_at(node, "code"));
    CUDAFETCH_TRY(rejection.reason, printable_at(node, "reason"));
    return rejection;
}

template <typename T>
Result<std::vector<T>> list_at(const Node& object, std::string_view key,
                               Result<T> (*read)(const Node&)) {
    std::vector<T> values;
    CUDAFETCH_CHECK(for_each(object, key, [&](const Node& node) -> Result<void> {
        CUDAFETCH_TRY(auto value, read(node));
        values.push_back(std::move(value));
        return {};
    }));
    return values;
}

}  // namespace

Json to_json(const Plan& plan) {
    Json capabilities = Json::array();
    for (const model::Capability& capability : plan.capabilities)
        capabilities.push_back(capability.text());
    return {{"target", to_text(plan.target)},
            {"host_tag", to_text(plan.host_tag)},
            {"tag", to_text(plan.tag)},
            {"capabilities", capabilities},
            {"capabilities_from", to_text(plan.capabilities_from)},
            {"products", list_of(plan.products)},
            {"archives", list_of(plan.archives)},
            {"download_size", plan.download_size()},
            {"notes", list_of(plan.notes)},
            {"rejected", list_of(plan.rejected)}};
}

Result<Plan> read_plan(const Node& node) {
    Plan plan;
    CUDAFETCH_TRY(plan.target, target_at(node));
    CUDAFETCH_TRY(plan.host_tag, machine_tag_at(node, "host_tag"));
    CUDAFETCH_TRY(plan.tag, machine_tag_at(node, "tag"));
    if (model::arch_of(plan.tag) != plan.target)
        return node.at("tag")->expected("a tag of " + std::string(to_text(plan.target)));
    CUDAFETCH_TRY(plan.capabilities, list_at(node, "capabilities", read_capability));
    CUDAFETCH_TRY(plan.capabilities_from, capabilities_from_at(node));
    CUDAFETCH_TRY(plan.products, list_at(node, "products", read_product));
    CUDAFETCH_TRY(plan.archives, list_at(node, "archives", read_archive));
    if (plan.products.empty()) return node.at("products")->expected("at least one product");
    if (plan.archives.empty()) return node.at("archives")->expected("at least one archive");
    CUDAFETCH_TRY(plan.notes, list_at(node, "notes", read_note));
    CUDAFETCH_TRY(plan.rejected, list_at(node, "rejected", read_rejection));
    return plan;
}

std::string document_text(const Json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace cudafetch::codec
