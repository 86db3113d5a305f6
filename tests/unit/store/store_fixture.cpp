// SPDX-License-Identifier: MIT
#include "store_fixture.hpp"

#include <fcntl.h>

#include <algorithm>

#include "tar_builder.hpp"

namespace cudafetch::test {

model::Plan empty_plan(model::Tag tag, model::Tag host_tag, const std::string& release) {
    model::Plan plan;
    plan.target = *model::arch_of(tag);
    plan.tag = tag;
    plan.host_tag = host_tag;
    plan.products = {{"cuda", release, {}}};
    return plan;
}

std::string toy_archive(const std::string& component, const std::vector<ToyFile>& files) {
    const std::string top = component + "-archive";
    TarBuilder tar;
    tar.folder(top);
    for (const ToyFile& file : files) {
        if (file.link_target.empty())
            tar.file(top + "/" + file.path, file.content, file.executable ? 0755 : 0644);
        else
            tar.symlink(top + "/" + file.path, file.link_target);
    }
    return tar.tar_xz();
}

model::PlannedArchive planned_archive(const std::string& component, model::Tag tag,
                                      model::Role role, const Sha256Digest& sha256) {
    model::PlannedArchive archive;
    archive.product = "cuda";
    archive.release = "12.6.3";
    archive.component = component;
    archive.version = "12.6.85";
    archive.tag = tag;
    archive.role = role;
    archive.relative_path = component + "/" + component + "-archive.tar.xz";
    archive.url = "https://example.com/" + archive.relative_path;
    archive.sha256 = sha256;
    return archive;
}

ToyToolkit::ToyToolkit(model::Plan start)
    : store(store::Store::open(dir / "store", reporter).value()), plan(std::move(start)) {}

void ToyToolkit::add(const std::string& component, const std::vector<ToyFile>& files,
                     model::Role role) {
    const std::string bytes = toy_archive(component, files);
    const Sha256Digest digest = sha256(as_bytes(bytes));
    trees.push_back(
        store.obtain({digest, bytes.size(), component}, bring(bytes, digest), cancellation)
            .value());
    const model::Tag tag = role == model::Role::host ? plan.host_tag : plan.tag;
    plan.archives.push_back(planned_archive(component, tag, role, digest));
}

store::Store::Fetch bring(std::string bytes, const Sha256Digest& wanted) {
    return [bytes = std::move(bytes), wanted](const fs::path& place, ArrivingFile& arriving,
                                              const Cancellation&) -> Result<void> {
        fs::path part = place;
        part += ".part";
        write_bytes(part, bytes);
        arriving.open(open_file(part, O_RDONLY).value());
        arriving.grew_to(bytes.size());
        if (sha256(as_bytes(bytes)) != wanted)
            return fail(ExitCode::integrity, "digest_mismatch", "wrong content");
        arriving.complete();
        return {};
    };
}

Result<std::size_t> ByteSource::read(std::span<std::byte> buffer) {
    const std::string_view rest = std::string_view(bytes_).substr(position_, buffer.size());
    std::copy(rest.begin(), rest.end(), reinterpret_cast<char*>(buffer.data()));
    position_ += rest.size();
    return rest.size();
}

std::vector<std::string> names_in(const fs::path& folder) {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder))
        names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

std::string content_of(const fs::path& path) {
    return read_file(path, 1 << 20).value();
}

}  // namespace cudafetch::test
