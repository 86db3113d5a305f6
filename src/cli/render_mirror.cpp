// SPDX-License-Identifier: MIT
#include "cli/render_mirror.hpp"

#include <algorithm>

#include "cli/render_plan.hpp"
#include "cli/table.hpp"
#include "cudafetch/base/text.hpp"

namespace cudafetch::cli {

namespace {

std::string count(std::size_t number, const std::string& word) {
    return std::to_string(number) + " " + word + (number == 1 ? "" : "s");
}

std::size_t number_of(const std::vector<MirroredArchive>& archives, bool there) {
    return static_cast<std::size_t>(
        std::count_if(archives.begin(), archives.end(),
                      [&](const MirroredArchive& mirrored) { return mirrored.there == there; }));
}

/// What became of an archive that was not there.
std::string_view missing_state(const MirrorRun& run) {
    return run.dry_run ? "missing" : "fetched";
}

}  // namespace

void print_mirror_run(std::ostream& out, const Style& style, const MirrorRun& run) {
    Table table({1});
    for (const MirroredArchive& mirrored : run.archives) {
        const auto size = mirrored.archive.size;
        table.add({std::string(mirrored.there ? "was there" : missing_state(run)),
                   size ? human_size(*size) : "?", printable(mirrored.path.native())});
    }
    table.print(out, "  ");
    const std::size_t missing = number_of(run.archives, false);
    out << '\n'
        << count(missing, "archive") << (run.dry_run ? " to fetch, " : " fetched, ")
        << human_size(size_of(run.archives, false)) << "; "
        << count(run.archives.size() - missing, "archive") << " there before, "
        << human_size(size_of(run.archives, true)) << '\n';
    if (run.dry_run) return;
    std::vector<std::string> names;
    for (const MirroredManifest& manifest : run.manifests)
        names.push_back(display_name(manifest.product, manifest.release));
    out << style.green(printable(run.root.native()) + " holds what was asked for of " +
                       join(names, ", "))
        << '\n';
}

nlohmann::ordered_json mirror_run_json(const MirrorRun& run) {
    auto archives = nlohmann::ordered_json::array();
    for (const MirroredArchive& mirrored : run.archives) {
        const model::PlannedArchive& archive = mirrored.archive;
        archives.push_back(
            {{"product", archive.product},
             {"release", archive.release},
             {"component", archive.component},
             {"tag", model::to_text(archive.tag)},
             {"path", mirrored.path.native()},
             {"sha256", archive.sha256.hex()},
             {"size", archive.size ? nlohmann::ordered_json(*archive.size) : nullptr},
             {"state", mirrored.there ? "present" : missing_state(run)}});
    }
    auto manifests = nlohmann::ordered_json::array();
    for (const MirroredManifest& manifest : run.manifests)
        manifests.push_back({{"product", manifest.product},
                             {"release", manifest.release},
                             {"path", manifest.path.native()},
                             {"from", to_text(manifest.from)}});
    return {{"schema", "cudafetch.mirror-run/1"},
            {"mirror", run.root.native()},
            {"dry_run", run.dry_run},
            {"fetched_bytes", size_of(run.archives, false)},
            {"present_bytes", size_of(run.archives, true)},
            {"archives", std::move(archives)},
            {"manifests", std::move(manifests)}};
}

}  // namespace cudafetch::cli
