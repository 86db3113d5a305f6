// SPDX-License-Identifier: MIT
#include "cli/render_show.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "cli/release_facts.hpp"
#include "cli/render_plan.hpp"
#include "cli/table.hpp"
#include "cudafetch/base/text.hpp"
#include "cudafetch/model/component_names.hpp"

namespace cudafetch::cli {

namespace {

using model::Archive;
using model::Component;
using model::Manifest;
using model::Tag;

/// Tags with a column of their own; archives of the others share one.
constexpr std::array machine_tags{Tag::linux_x86_64, Tag::linux_sbsa, Tag::linux_aarch64};

std::string size_text(const std::optional<std::uint64_t>& size) {
    return size ? human_size(*size) : "size unknown";
}

std::string certainty_text(model::Certainty certainty) {
    return certainty == model::Certainty::high
               ? ""
               : ", " + std::string(to_text(certainty)) + " certainty";
}

/// Adds a row, and more without a label where the text is longer than a line.
void add_wrapped(Table& table, std::string label, std::string_view text) {
    constexpr std::size_t columns = 80;
    std::string line;
    for (const std::string_view word : split(text, " ")) {
        if (!line.empty() && line.size() + 1 + word.size() > columns) {
            table.add({std::exchange(label, ""), std::exchange(line, "")});
        }
        line += (line.empty() ? "" : " ") + std::string(word);
    }
    if (!line.empty()) table.add({label, line});
}

std::string range_text(const std::string& name, const model::HostCompilerFact::Range& range) {
    const std::string min = std::to_string(range.min);
    return range.max ? name + " " + min + " to " + std::to_string(*range.max)
                     : name + " from " + min + " on, the newest is not known";
}

void add_release_facts(Table& table, const ReleaseFacts& about) {
    if (about.minimum != nullptr)
        table.add({"driver", about.minimum->driver.text() +
                                 " or newer; on a Jetson what its L4T release has"});
    if (about.driver != nullptr) {
        table.add(
            {"all features", (about.driver->driver ? about.driver->driver->text() + " or newer"
                                                   : "driver not known") +
                                 certainty_text(about.driver->certainty)});
        add_wrapped(table, "  disputed", about.driver->disputed);
    }
    if (about.host_compilers != nullptr) {
        table.add({"host compiler", range_text("GCC", about.host_compilers->gcc) + ", " +
                                        range_text("Clang", about.host_compilers->clang) +
                                        certainty_text(about.host_compilers->certainty)});
        add_wrapped(table, "  disputed", about.host_compilers->disputed);
    }
}

/// One row of the table of components: the archives of one variant.
using SizesByTag = std::map<Tag, std::string>;

std::map<std::string, SizesByTag> sizes_by_variant(const Component& component) {
    std::map<std::string, SizesByTag> variants;
    for (const Archive& archive : component.archives)
        variants[archive.variant][archive.tag] = size_text(archive.size);
    return variants;
}

std::string other_sizes(const SizesByTag& sizes) {
    std::vector<std::string> texts;
    for (const auto& [tag, size] : sizes)
        if (std::find(machine_tags.begin(), machine_tags.end(), tag) == machine_tags.end())
            texts.push_back(std::string(model::to_text(tag)) + " " + size);
    return join(texts, ", ");
}

/// Components with archives go into the table; the keys of the others are returned.
std::vector<std::string> add_components(Table& table, const Manifest& manifest,
                                        const std::vector<Tag>& columns) {
    std::vector<std::string> without;
    for (const Component& component : manifest.components) {
        if (component.archives.empty()) without.push_back(component.key);
        for (const auto& [variant, sizes] : sizes_by_variant(component)) {
            std::vector<std::string> row{component.key, component.version};
            for (const Tag tag : columns)
                row.push_back(sizes.contains(tag) ? sizes.at(tag) : "-");
            row.push_back(variant);
            row.push_back(other_sizes(sizes));
            table.add(std::move(row));
        }
    }
    return without;
}

std::string date_text(const Manifest& manifest) {
    return manifest.date.empty() ? "" : ", " + manifest.date;
}

std::string title(const Manifest& manifest) {
    return display_name(manifest.product, manifest.release.text());
}

std::string who_runs(std::string_view side) {
    if (side == "host") return "the machine that compiles (host)";
    return side == "both" ? "both machines: headers that host and target read"
                          : "the machine that programs are for (target)";
}

void print_archive(std::ostream& out, const Manifest& manifest, const Component& component,
                   const Archive& archive, const std::string& base_url, const model::Facts& facts) {
    out << '\n'
        << model::to_text(archive.tag) << (archive.variant.empty() ? "" : " ") << archive.variant
        << ", " << size_text(archive.size) << '\n';
    Table table;
    table.add({"sha256", archive.sha256.hex()});
    table.add({"path", archive.relative_path});
    table.add({"url", base_url + "/" + archive.relative_path});
    for (const model::CoverageFact* row : coverage_of(manifest, component, archive, facts)) {
        std::vector<std::string> names;
        for (const model::Capability& capability : row->real)
            names.push_back(capability.sm());
        const std::string folder = row->variant.starts_with('/') ? row->variant.substr(1) : "";
        table.add({"holds", (folder.empty() ? "" : folder + ": ") + join(names, " ")});
    }
    table.print(out, "  ");
}

std::string or_none(const std::vector<std::string>& names) {
    return names.empty() ? "none" : join(names, ", ");
}

}  // namespace

void print_release(std::ostream& out, const Style& style, const Manifest& manifest,
                   const model::Facts& facts) {
    out << style.bold(title(manifest)) << date_text(manifest) << '\n';
    Table about;
    add_release_facts(about, facts_about(manifest, facts));
    about.print(out, "  ");
    out << '\n';

    std::vector<Tag> columns;
    std::copy_if(machine_tags.begin(), machine_tags.end(), std::back_inserter(columns),
                 [&](Tag tag) { return manifest.has(tag); });
    std::vector<std::string> heading{"component", "version"};
    std::vector<std::size_t> right;
    for (const Tag tag : columns) {
        right.push_back(heading.size());
        heading.emplace_back(model::to_text(tag));
    }
    Table table(right);
    table.add(heading);
    const auto without = add_components(table, manifest, columns);
    table.print(out, "  ");
    if (!without.empty()) out << "\nwithout archives for Linux: " << join(without, ", ") << '\n';
}

void print_component(std::ostream& out, const Style& style, const Manifest& manifest,
                     const Component& component, const std::string& base_url,
                     const model::Facts& facts) {
    out << style.bold(component.key + " " + component.version) << " of " << title(manifest)
        << date_text(manifest) << '\n';
    Table table;
    if (!component.name.empty()) table.add({"name", component.name});
    const auto others = model::other_names(component.key, facts.components);
    if (!others.empty()) table.add({"elsewhere called", join(others, ", ")});
    table.add({"licence", component.license.empty() ? "not stated" : component.license});
    if (!component.license_path.empty()) table.add({"licence path", component.license_path});
    table.add({"runs on", who_runs(runs_on(component, facts.components))});
    table.add({"needs", or_none(needs_of(manifest, component, facts.components))});
    if (manifest.product == "cuda")
        table.add({"profiles", or_none(model::profiles_with(component.key, manifest.release,
                                                            facts.components))});
    table.print(out, "  ");
    for (const Archive& archive : component.archives)
        print_archive(out, manifest, component, archive, base_url, facts);
    if (component.archives.empty()) out << "\nno archives for Linux\n";
}

}  // namespace cudafetch::cli
