// SPDX-License-Identifier: MIT
#include "cudafetch/codec/receipt.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "codec/fields.hpp"
#include "codec/plan_json.hpp"
#include "codec/tree_path.hpp"

namespace cudafetch::codec {

namespace {

using Json = nlohmann::ordered_json;
using model::InstalledFile;

constexpr std::string_view receipt_schema = "cudafetch.receipt/1";
constexpr std::string_view tree_schema = "cudafetch.tree/1";

Json json_of(const InstalledFile& file) {
    if (!file.link_target.empty()) return {{"path", file.path}, {"link", file.link_target}};
    return {{"path", file.path},
            {"sha256", file.sha256.hex()},
            {"size", file.size},
            {"executable", file.executable}};
}

Json json_of(std::vector<InstalledFile> files) {
    std::sort(files.begin(), files.end(),
              [](const auto& a, const auto& b) { return a.path < b.path; });
    Json list = Json::array();
    for (const InstalledFile& file : files)
        list.push_back(json_of(file));
    return list;
}

Result<InstalledFile> read_file_entry(const Node& node) {
    InstalledFile file;
    CUDAFETCH_TRY(file.path, tree_path_at(node, "path"));
    if (const auto link = node.find("link")) {
        CUDAFETCH_TRY(file.link_target, link->string());
        if (!resolve_link(file.path, file.link_target))
            return link->expected("a link target that stays inside");
        return file;
    }
    CUDAFETCH_TRY(file.sha256, digest_at(node, "sha256"));
    CUDAFETCH_TRY(const Node size, node.at("size"));
    CUDAFETCH_TRY(file.size, size.number());
    CUDAFETCH_TRY(const Node executable, node.at("executable"));
    CUDAFETCH_TRY(file.executable, executable.boolean());
    return file;
}

Result<std::vector<InstalledFile>> files_at(const Node& object) {
    std::vector<InstalledFile> files;
    CUDAFETCH_CHECK(for_each(object, "files", [&](const Node& node) -> Result<void> {
        CUDAFETCH_TRY(auto file, read_file_entry(node));
        if (!files.empty() && files.back().path >= file.path)
            return node.expected("paths in ascending order, each once");
        files.push_back(std::move(file));
        return {};
    }));
    return files;
}

}  // namespace

std::string to_json_text(const model::Receipt& receipt) {
    return document_text({{"schema", receipt_schema},
                          {"plan", to_json(receipt.plan)},
                          {"files", json_of(receipt.files)}});
}

Result<model::Receipt> read_receipt(std::string_view text, const std::string& where) {
    CUDAFETCH_TRY(const Document document, Document::parse(text, where, "malformed_receipt"));
    CUDAFETCH_CHECK(check_schema(document.root(), receipt_schema));
    model::Receipt receipt;
    CUDAFETCH_TRY(const Node plan, document.root().at("plan"));
    CUDAFETCH_TRY(receipt.plan, read_plan(plan));
    CUDAFETCH_TRY(receipt.files, files_at(document.root()));
    return receipt;
}

std::string to_json_text(const TreeIndex& index) {
    return document_text({{"schema", tree_schema},
                          {"archive", index.archive.hex()},
                          {"mtime", index.mtime},
                          {"files", json_of(index.files)}});
}

Result<TreeIndex> read_tree_index(std::string_view text, const std::string& where) {
    CUDAFETCH_TRY(const Document document, Document::parse(text, where, "malformed_tree_index"));
    CUDAFETCH_CHECK(check_schema(document.root(), tree_schema));
    TreeIndex index;
    CUDAFETCH_TRY(index.archive, digest_at(document.root(), "archive"));
    CUDAFETCH_TRY(const Node mtime, document.root().at("mtime"));
    CUDAFETCH_TRY(index.mtime, mtime.number());
    CUDAFETCH_TRY(index.files, files_at(document.root()));
    return index;
}

}  // namespace cudafetch::codec
