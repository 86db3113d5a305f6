// SPDX-License-Identifier: MIT
#include "cli/render_diff.hpp"

#include "cli/render_plan.hpp"
#include "cli/table.hpp"
#include "cudafetch/base/text.hpp"

namespace cudafetch::cli {

namespace {

using Json = nlohmann::ordered_json;
using manifest::ArchiveDiff;
using manifest::ArchiveSum;
using manifest::ComponentDiff;
using manifest::TagSums;

/// Archives of a component for one tag; variants are added up.
struct Cell {
    bool before = false;
    bool after = false;
    bool same = true;
    bool known = true;
    std::uint64_t bytes_before = 0;
    std::uint64_t bytes_after = 0;
};

Cell cell_of(const ComponentDiff& component, model::Tag tag) {
    Cell cell;
    for (const ArchiveDiff& archive : component.archives) {
        if (archive.tag != tag) continue;
        cell.same = cell.same && archive.same();
        for (const auto* side : {&archive.before, &archive.after}) {
            if (!*side) continue;
            const bool is_after = side == &archive.after;
            (is_after ? cell.after : cell.before) = true;
            cell.known = cell.known && (*side)->size;
            (is_after ? cell.bytes_after : cell.bytes_before) += (*side)->size.value_or(0);
        }
    }
    return cell;
}

std::string text_of(const Cell& cell) {
    if (!cell.before && !cell.after) return "-";
    if (cell.same) return "same";
    if (!cell.known) return "unknown";
    return signed_size(cell.bytes_before, cell.bytes_after);
}

/// "a", or "a to b" where they differ and both are there.
std::string from_to(const std::string& before, const std::string& after) {
    if (before.empty() || before == after) return after;
    return after.empty() ? before : before + " to " + after;
}

/// "x86_64" of "linux-x86_64": with all tags side by side there is no room for more.
std::string short_name(model::Tag tag) {
    constexpr std::string_view prefix = "linux-";
    const std::string_view name = model::to_text(tag);
    return std::string(name.substr(name.starts_with(prefix) ? prefix.size() : 0));
}

std::string release_text(const model::Manifest& manifest) {
    return display_name(manifest.product, manifest.release.text()) +
           (manifest.date.empty() ? "" : " (" + manifest.date + ")");
}

void print_components(std::ostream& out, const Comparison& comparison) {
    std::vector<std::string> heading{"change", "component", "version"};
    std::vector<std::size_t> right;
    for (const TagSums& sums : comparison.diff.sums) {
        right.push_back(heading.size());
        heading.push_back(short_name(sums.tag));
    }
    Table table(right);
    table.add(heading);
    for (const ComponentDiff& component : comparison.diff.components) {
        std::vector<std::string> row{std::string(manifest::to_text(component.change)),
                                     from_to(component.before, component.after),
                                     from_to(component.version_before, component.version_after)};
        for (const TagSums& sums : comparison.diff.sums)
            row.push_back(text_of(cell_of(component, sums.tag)));
        table.add(std::move(row));
    }
    table.print(out, "  ");
}

/// Whether all sizes are.
bool known(const TagSums& sums) {
    return sums.before.unknown == 0 && sums.after.unknown == 0;
}

std::string sum_text(const ArchiveSum& sum) {
    return (sum.unknown > 0 ? "at least " : "") + human_size(sum.bytes);
}

void print_sums(std::ostream& out, const Comparison& comparison) {
    Table table({1, 2, 3});
    table.add({"tag", "archives", "size", "difference"});
    for (const TagSums& sums : comparison.diff.sums)
        table.add(
            {std::string(model::to_text(sums.tag)),
             std::to_string(sums.before.archives) + " to " + std::to_string(sums.after.archives),
             sum_text(sums.before) + " to " + sum_text(sums.after),
             known(sums) ? signed_size(sums.before.bytes, sums.after.bytes) : "unknown"});
    table.print(out, "  ");
}

Json size_json(const std::optional<model::Archive>& archive) {
    return archive && archive->size ? Json(*archive->size) : Json();
}

std::int64_t difference(std::uint64_t before, std::uint64_t after) {
    return static_cast<std::int64_t>(after) - static_cast<std::int64_t>(before);
}

/// An archive that is not there has no bytes; null where a size is not known.
Json difference_json(const ArchiveDiff& archive) {
    const auto bytes = [](const std::optional<model::Archive>& side) {
        return side ? side->size : std::optional<std::uint64_t>(0);
    };
    const auto before = bytes(archive.before);
    const auto after = bytes(archive.after);
    return before && after ? Json(difference(*before, *after)) : Json();
}

Json archive_json(const ArchiveDiff& archive) {
    return {{"tag", model::to_text(archive.tag)},
            {"variant", archive.variant},
            {"in_before", archive.before.has_value()},
            {"in_after", archive.after.has_value()},
            {"same", archive.same()},
            {"size_before", size_json(archive.before)},
            {"size_after", size_json(archive.after)},
            {"difference", difference_json(archive)}};
}

Json text_or_null(const std::string& text) {
    return text.empty() ? Json() : Json(text);
}

Json component_json(const ComponentDiff& component) {
    Json archives = Json::array();
    for (const ArchiveDiff& archive : component.archives)
        archives.push_back(archive_json(archive));
    return {{"change", manifest::to_text(component.change)},
            {"before", text_or_null(component.before)},
            {"after", text_or_null(component.after)},
            {"version_before", text_or_null(component.version_before)},
            {"version_after", text_or_null(component.version_after)},
            {"archives", std::move(archives)}};
}

Json sum_json(const ArchiveSum& sum) {
    return {{"archives", sum.archives}, {"size", sum.bytes}, {"unknown_sizes", sum.unknown}};
}

}  // namespace

std::string signed_size(std::uint64_t before, std::uint64_t after) {
    if (before == after) return human_size(0);
    return before < after ? "+" + human_size(after - before) : "-" + human_size(before - after);
}

void print_diff(std::ostream& out, const Style& style, const Comparison& comparison) {
    out << style.bold(release_text(comparison.before) + " to " + release_text(comparison.after))
        << (comparison.tag ? ", only " : "")
        << (comparison.tag ? model::to_text(*comparison.tag) : std::string_view{}) << "\n\n";
    if (!comparison.diff.components.empty()) {
        print_components(out, comparison);
        out << '\n';
    }
    const std::size_t changed = comparison.diff.components.size();
    out << changed << (changed == 1 ? " component differs, " : " components differ, ")
        << comparison.diff.unchanged << " the same in both\n\n";
    print_sums(out, comparison);
}

Json diff_json(const Comparison& comparison) {
    const auto head = [](const model::Manifest& manifest) {
        return Json{{"release", manifest.release.text()}, {"date", manifest.date}};
    };
    Json document{{"schema", "cudafetch.diff/1"},
                  {"product", comparison.before.product},
                  {"before", head(comparison.before)},
                  {"after", head(comparison.after)},
                  {"tag", comparison.tag ? Json(model::to_text(*comparison.tag)) : Json()},
                  {"components", Json::array()},
                  {"unchanged", comparison.diff.unchanged},
                  {"sums", Json::array()}};
    for (const ComponentDiff& component : comparison.diff.components)
        document["components"].push_back(component_json(component));
    for (const TagSums& sums : comparison.diff.sums)
        document["sums"].push_back(
            {{"tag", model::to_text(sums.tag)},
             {"before", sum_json(sums.before)},
             {"after", sum_json(sums.after)},
             {"difference",
              known(sums) ? Json(difference(sums.before.bytes, sums.after.bytes)) : Json()}});
    return document;
}

}  // namespace cudafetch::cli
