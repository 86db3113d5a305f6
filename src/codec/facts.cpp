// SPDX-License-Identifier: MIT
#include "cudafetch/codec/facts.hpp"

#include "codec/fields.hpp"

namespace cudafetch::codec {

namespace {

using model::Facts;

Result<model::Certainty> certainty_at(const Node& row) {
    CUDAFETCH_TRY(const Node node, row.at("certainty"));
    CUDAFETCH_TRY(const std::string text, node.string());
    if (text == "high") return model::Certainty::high;
    if (text == "medium") return model::Certainty::medium;
    if (text == "low") return model::Certainty::low;
    return node.expected("high, medium or low");
}

Result<void> read_capability(const Node& row, Facts& facts) {
    model::CapabilityFact fact;
    CUDAFETCH_TRY(fact.capability, capability_at(row, "capability"));
    CUDAFETCH_TRY(fact.architecture, row.string_at("architecture"));
    CUDAFETCH_TRY(const Node jetson, row.at("jetson"));
    CUDAFETCH_TRY(fact.jetson, jetson.boolean());
    CUDAFETCH_TRY(fact.cuda_min, version_at(row, "cuda_min"));
    CUDAFETCH_TRY(fact.cuda_max, find_version(row, "cuda_max"));
    CUDAFETCH_TRY(fact.device_cuda_max, find_version(row, "device_cuda_max"));
    CUDAFETCH_TRY(fact.sbsa_proven_from, find_version(row, "sbsa_proven_from"));
    CUDAFETCH_TRY(fact.disputed, row.string_or("disputed", ""));
    CUDAFETCH_TRY(fact.certainty, certainty_at(row));
    if (const auto renamed = row.find("renamed")) {
        CUDAFETCH_TRY(fact.renamed_to, capability_at(*renamed, "to"));
    }
    facts.capabilities.push_back(std::move(fact));
    return {};
}

Result<void> read_soc(const Node& row, Facts& facts) {
    model::SocFact fact;
    CUDAFETCH_TRY(fact.soc, row.string_at("soc"));
    CUDAFETCH_TRY(fact.compatible, row.strings_or_none("compatible"));
    if (const auto chip_id = row.find("chip_id")) {
        CUDAFETCH_TRY(const auto number, chip_id->number());
        fact.chip_id = static_cast<int>(number);
    }
    CUDAFETCH_TRY(fact.capability, capability_at(row, "capability"));
    CUDAFETCH_TRY(const Node jetson, row.at("jetson"));
    CUDAFETCH_TRY(fact.jetson, jetson.boolean());
    CUDAFETCH_CHECK(for_each(row, "boards", [&](const Node& node) -> Result<void> {
        model::SocFact::Board board;
        CUDAFETCH_TRY(board.name, node.string_at("name"));
        CUDAFETCH_TRY(board.modules, node.strings_or_none("modules"));
        CUDAFETCH_TRY(board.compatible, node.strings_or_none("compatible"));
        CUDAFETCH_TRY(board.disputed, node.string_or("disputed", ""));
        fact.boards.push_back(std::move(board));
        return {};
    }));
    facts.socs.push_back(std::move(fact));
    return {};
}

Result<void> read_l4t(const Node& row, Facts& facts) {
    model::L4tFact fact;
    CUDAFETCH_TRY(fact.l4t, version_at(row, "l4t"));
    CUDAFETCH_TRY(fact.jetpack, row.string_at("jetpack"));
    CUDAFETCH_TRY(fact.default_cuda, find_version(row, "default_cuda"));
    CUDAFETCH_TRY(fact.compat_cuda, versions_at(row, "compat_cuda"));
    CUDAFETCH_TRY(fact.socs, row.strings_or_none("socs"));
    CUDAFETCH_TRY(fact.disputed, row.string_or("disputed", ""));
    CUDAFETCH_TRY(fact.certainty, certainty_at(row));
    facts.l4t.push_back(std::move(fact));
    return {};
}

Result<void> read_compat(const Node& row, Facts& facts) {
    model::CompatFact fact;
    CUDAFETCH_TRY(fact.component, row.string_at("component"));
    CUDAFETCH_TRY(fact.tag, tag_at(row, "tag"));
    CUDAFETCH_TRY(fact.cuda_from, version_at(row, "cuda_from"));
    CUDAFETCH_TRY(fact.cuda_to, find_version(row, "cuda_to"));
    CUDAFETCH_TRY(fact.socs, row.strings_or_none("socs"));
    facts.compat.push_back(std::move(fact));
    return {};
}

/// A whole number that is the first part of a version.
Result<unsigned> major_at(const Node& row, std::string_view key) {
    CUDAFETCH_TRY(const Node node, row.at(key));
    CUDAFETCH_TRY(const auto number, node.number());
    constexpr std::uint64_t largest = 9999;
    if (number > largest) return node.expected("a major number");
    return static_cast<unsigned>(number);
}

Result<void> read_override(const Node& row, Facts& facts) {
    model::OverrideFact fact;
    CUDAFETCH_TRY(fact.l4t_major, major_at(row, "l4t_major"));
    CUDAFETCH_TRY(fact.cuda_min, version_at(row, "cuda_min"));
    CUDAFETCH_TRY(fact.component, row.string_at("component"));
    facts.overrides.push_back(std::move(fact));
    return {};
}

Result<void> read_kernel(const Node& row, Facts& facts) {
    model::KernelFact fact;
    CUDAFETCH_TRY(fact.kernel, version_at(row, "kernel"));
    CUDAFETCH_TRY(fact.l4t_major, major_at(row, "l4t_major"));
    CUDAFETCH_TRY(fact.jetpack_major, major_at(row, "jetpack_major"));
    facts.kernels.push_back(std::move(fact));
    return {};
}

Result<void> read_driver_minimum(const Node& row, Facts& facts) {
    model::DriverMinimumFact fact;
    CUDAFETCH_TRY(fact.cuda_major, major_at(row, "cuda_major"));
    CUDAFETCH_TRY(fact.driver, version_at(row, "driver_min"));
    facts.driver_minimums.push_back(std::move(fact));
    return {};
}

Result<void> read_driver(const Node& row, Facts& facts) {
    model::DriverFact fact;
    CUDAFETCH_TRY(fact.cuda, version_at(row, "cuda"));
    CUDAFETCH_TRY(fact.driver, find_version(row, "driver"));
    CUDAFETCH_TRY(fact.disputed, row.string_or("disputed", ""));
    CUDAFETCH_TRY(fact.certainty, certainty_at(row));
    facts.drivers.push_back(std::move(fact));
    return {};
}

Result<model::HostCompilerFact::Range> compiler_range_at(const Node& row, std::string_view key) {
    model::HostCompilerFact::Range range;
    CUDAFETCH_TRY(const Node node, row.at(key));
    CUDAFETCH_TRY(range.min, major_at(node, "min"));
    if (node.find("max")) {
        CUDAFETCH_TRY(range.max, major_at(node, "max"));
    }
    return range;
}

Result<void> read_host_compilers(const Node& row, Facts& facts) {
    model::HostCompilerFact fact;
    CUDAFETCH_TRY(fact.cuda, version_at(row, "cuda"));
    CUDAFETCH_TRY(fact.gcc, compiler_range_at(row, "gcc"));
    CUDAFETCH_TRY(fact.clang, compiler_range_at(row, "clang"));
    CUDAFETCH_TRY(fact.disputed, row.string_or("disputed", ""));
    CUDAFETCH_TRY(fact.certainty, certainty_at(row));
    facts.host_compilers.push_back(std::move(fact));
    return {};
}

Result<model::ComponentRange> range_of(const Node& row, std::string component) {
    model::ComponentRange range;
    range.component = std::move(component);
    CUDAFETCH_TRY(range.from_cuda, find_version(row, "from_cuda"));
    CUDAFETCH_TRY(range.to_cuda, find_version(row, "to_cuda"));
    return range;
}

Result<void> read_profiles(const Node& root, model::ComponentFacts& facts) {
    CUDAFETCH_TRY(const Node profiles, root.at("profiles"));
    CUDAFETCH_TRY(const auto members, profiles.members());
    for (const Node::Member& profile : members) {
        auto& ranges = facts.profiles[profile.key];
        CUDAFETCH_CHECK(for_each(profiles, profile.key, [&](const Node& row) -> Result<void> {
            CUDAFETCH_TRY(std::string component, row.string_at("component"));
            CUDAFETCH_TRY(auto range, range_of(row, std::move(component)));
            ranges.push_back(std::move(range));
            return {};
        }));
    }
    return {};
}

Result<void> read_needs(const Node& row, model::ComponentFacts& facts) {
    CUDAFETCH_TRY(const std::string component, row.string_at("component"));
    CUDAFETCH_TRY(const auto needs, row.strings_or_none("needs"));
    CUDAFETCH_TRY(const std::string through, row.string_or("through", "link"));
    for (const std::string& need : needs) {
        CUDAFETCH_TRY(auto range, range_of(row, need));
        // A library that opens another by itself works without it, but for what needs that one.
        range.optional = through == "load";
        facts.needs[component].push_back(std::move(range));
    }
    return {};
}

Result<void> read_coverage_exception(const Node& row, model::ComponentFacts& facts) {
    CUDAFETCH_TRY(std::string component, row.string_at("component"));
    CUDAFETCH_TRY(const std::string when, row.string_or("when", ""));
    (when.empty() ? facts.coverage_never_rejects : facts.coverage_needs_two)
        .push_back(std::move(component));
    return {};
}

Result<void> read_lib_folder(const Node& row, model::ComponentFacts& facts) {
    model::LibFolderFact fact;
    CUDAFETCH_TRY(fact.component, row.string_at("component"));
    CUDAFETCH_TRY(fact.from, version_at(row, "from"));
    CUDAFETCH_TRY(fact.to, version_at(row, "to"));
    CUDAFETCH_TRY(fact.folder, tree_path_at(row, "folder"));
    CUDAFETCH_TRY(const auto majors, versions_at(row, "majors"));
    for (const model::Version& version : majors)
        fact.majors.push_back(version.major());
    facts.lib_folders.push_back(std::move(fact));
    return {};
}

Result<void> read_components(const Node& root, Facts& all) {
    model::ComponentFacts& facts = all.components;
    CUDAFETCH_CHECK(for_each(root, "aliases", [&](const Node& row) -> Result<void> {
        CUDAFETCH_TRY(auto names, row.strings_or_none("names"));
        facts.aliases.push_back(std::move(names));
        return {};
    }));
    CUDAFETCH_TRY(const Node runs_on, root.at("runs_on"));
    CUDAFETCH_TRY(facts.host, runs_on.strings_or_none("host"));
    CUDAFETCH_TRY(facts.both, runs_on.strings_or_none("both"));
    CUDAFETCH_TRY(facts.driver_side, root.strings_or_none("driver_side"));
    CUDAFETCH_TRY(facts.libraries, root.strings_or_none("libraries"));
    CUDAFETCH_CHECK(read_profiles(root, facts));
    CUDAFETCH_CHECK(
        for_each(root, "needs", [&](const Node& row) { return read_needs(row, facts); }));
    CUDAFETCH_CHECK(for_each(root, "lib_folders",
                             [&](const Node& row) { return read_lib_folder(row, facts); }));
    return for_each(root, "never_rejects_by_coverage",
                    [&](const Node& row) { return read_coverage_exception(row, facts); });
}

Result<void> read_unpublished(const Node& row, Facts& facts) {
    model::UnpublishedFact fact;
    CUDAFETCH_TRY(fact.match, version_at(row, "match"));
    CUDAFETCH_TRY(fact.reason, row.string_at("reason"));
    facts.unpublished.push_back(std::move(fact));
    return {};
}

/// The architectures of one archive; `place` names it down to its component.
Result<void> read_coverage_variants(const Node& tags, const model::CoverageFact& place,
                                    Facts& facts) {
    CUDAFETCH_TRY(const auto tag_members, tags.members());
    for (const auto& [tag_name, variants] : tag_members) {
        const auto tag = model::parse_tag(tag_name);
        if (!tag) return variants.expected("a tag such as linux-x86_64 as the key");
        CUDAFETCH_TRY(const auto variant_members, variants.members());
        for (const auto& [variant, list] : variant_members) {
            model::CoverageFact fact = place;
            fact.tag = *tag;
            fact.variant = variant;
            CUDAFETCH_TRY(const auto names, list.strings());
            for (const std::string& name : names) {
                const auto capability = model::Capability::parse(name);
                if (!capability) return list.expected("architectures such as sm_87");
                fact.real.push_back(*capability);
            }
            facts.coverage.push_back(std::move(fact));
        }
    }
    return {};
}

Result<void> read_coverage(const Node& root, Facts& facts) {
    CUDAFETCH_TRY(const Node coverage, root.at("coverage"));
    CUDAFETCH_TRY(const auto products, coverage.members());
    for (const auto& [product, releases] : products) {
        CUDAFETCH_TRY(const auto release_members, releases.members());
        for (const auto& [release, components] : release_members) {
            CUDAFETCH_TRY(const auto component_members, components.members());
            for (const auto& [component, tags] : component_members) {
                model::CoverageFact place;
                place.product = product;
                place.release = release;
                place.component = component;
                CUDAFETCH_CHECK(read_coverage_variants(tags, place, facts));
            }
        }
    }
    return {};
}

/// Parses one table and hands its root to `read`.
template <typename Read>
Result<void> read_table(std::string_view text, std::string_view name, Read read) {
    CUDAFETCH_TRY(const Document document,
                  Document::parse(text, std::string(name) + ".json", "malformed_facts"));
    const Node root = document.root();
    CUDAFETCH_CHECK(check_schema(root, "cudafetch." + std::string(name) + "/1"));
    return read(root);
}

}  // namespace

Result<Facts> read_facts(const FactTexts& texts) {
    Facts facts;
    /// A reader of one row, turned into a reader of the table's array `key`.
    const auto rows = [&facts](std::string_view key, auto read_row) {
        return [&facts, key, read_row](const Node& root) {
            return for_each(root, key, [&](const Node& row) { return read_row(row, facts); });
        };
    };
    CUDAFETCH_CHECK(
        read_table(texts.capabilities, "capabilities", rows("capabilities", read_capability)));
    CUDAFETCH_CHECK(read_table(texts.boards, "boards", rows("socs", read_soc)));
    CUDAFETCH_CHECK(read_table(texts.l4t, "l4t", [&](const Node& root) -> Result<void> {
        CUDAFETCH_CHECK(rows("releases", read_l4t)(root));
        CUDAFETCH_CHECK(rows("compat_components", read_compat)(root));
        CUDAFETCH_CHECK(rows("override_pairs", read_override)(root));
        return rows("kernel_releases", read_kernel)(root);
    }));
    CUDAFETCH_CHECK(read_table(texts.drivers, "drivers", [&](const Node& root) -> Result<void> {
        CUDAFETCH_CHECK(rows("majors", read_driver_minimum)(root));
        return rows("releases", read_driver)(root);
    }));
    CUDAFETCH_CHECK(
        read_table(texts.host_compilers, "host_compilers", rows("releases", read_host_compilers)));
    CUDAFETCH_CHECK(read_table(texts.components, "components",
                               [&](const Node& root) { return read_components(root, facts); }));
    CUDAFETCH_CHECK(read_table(texts.releases, "releases", rows("unpublished", read_unpublished)));
    CUDAFETCH_CHECK(read_table(texts.coverage, "coverage",
                               [&](const Node& root) { return read_coverage(root, facts); }));
    return facts;
}

}  // namespace cudafetch::codec
