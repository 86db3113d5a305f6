// SPDX-License-Identifier: MIT

#include "cli/release_facts.hpp"
#include "cli/render_show.hpp"
#include "cudafetch/model/component_names.hpp"

namespace cudafetch::cli {

namespace {

using Json = nlohmann::ordered_json;
using model::Archive;
using model::Component;
using model::Manifest;

template <typename Value>
Json or_null(const std::optional<Value>& value) {
    return value ? Json(*value) : Json();
}

Json version_or_null(const std::optional<model::Version>& version) {
    return version ? Json(version->text()) : Json();
}

Json range_json(const model::HostCompilerFact::Range& range) {
    return {{"min", range.min}, {"max", or_null(range.max)}};
}

/// Adds how sure a fact is to what it says.
Json with_doubt(Json fact, const std::string& disputed, model::Certainty certainty) {
    fact["disputed"] = disputed.empty() ? Json() : Json(disputed);
    fact["certainty"] = to_text(certainty);
    return fact;
}

Json driver_json(const ReleaseFacts& about) {
    if (about.minimum == nullptr && about.driver == nullptr) return {};
    Json driver{{"minimum", about.minimum != nullptr ? Json(about.minimum->driver.text()) : Json()},
                {"all_features", Json()}};
    if (about.driver == nullptr) return driver;
    driver["all_features"] = version_or_null(about.driver->driver);
    return with_doubt(driver, about.driver->disputed, about.driver->certainty);
}

Json host_compilers_json(const model::HostCompilerFact* fact) {
    if (fact == nullptr) return {};
    return with_doubt({{"gcc", range_json(fact->gcc)}, {"clang", range_json(fact->clang)}},
                      fact->disputed, fact->certainty);
}

Json archive_json(const Archive& archive) {
    return {{"tag", model::to_text(archive.tag)},
            {"variant", archive.variant},
            {"size", or_null(archive.size)}};
}

/// Null where nobody has looked; a folder is one within the archive, "" is the whole of it.
Json coverage_json(const std::vector<const model::CoverageFact*>& rows) {
    if (rows.empty()) return {};
    Json list = Json::array();
    for (const model::CoverageFact* row : rows) {
        Json names = Json::array();
        for (const model::Capability& capability : row->real)
            names.push_back(capability.sm());
        list.push_back({{"folder", row->variant.starts_with('/') ? row->variant.substr(1) : ""},
                        {"real", names}});
    }
    return list;
}

Json head_json(const Manifest& manifest) {
    return {{"schema", "cudafetch.show/1"},
            {"product", manifest.product},
            {"release", manifest.release.text()},
            {"date", manifest.date}};
}

}  // namespace

Json release_json(const Manifest& manifest, const model::Facts& facts) {
    Json document = head_json(manifest);
    const ReleaseFacts about = facts_about(manifest, facts);
    document["driver"] = driver_json(about);
    document["host_compilers"] = host_compilers_json(about.host_compilers);
    document["components"] = Json::array();
    for (const Component& component : manifest.components) {
        Json archives = Json::array();
        for (const Archive& archive : component.archives)
            archives.push_back(archive_json(archive));
        document["components"].push_back(
            {{"component", component.key}, {"version", component.version}, {"archives", archives}});
    }
    return document;
}

Json component_json(const Manifest& manifest, const Component& component,
                    const std::string& base_url, const model::Facts& facts) {
    Json archives = Json::array();
    for (const Archive& archive : component.archives) {
        Json entry = archive_json(archive);
        entry["sha256"] = archive.sha256.hex();
        entry["relative_path"] = archive.relative_path;
        entry["url"] = base_url + "/" + archive.relative_path;
        entry["coverage"] = coverage_json(coverage_of(manifest, component, archive, facts));
        archives.push_back(std::move(entry));
    }
    Json document = head_json(manifest);
    document["component"] = {
        {"component", component.key},
        {"other_names", model::other_names(component.key, facts.components)},
        {"name", component.name},
        {"version", component.version},
        {"license", component.license},
        {"license_path", component.license_path},
        {"runs_on", runs_on(component, facts.components)},
        {"needs", needs_of(manifest, component, facts.components)},
        {"profiles",
         manifest.product == "cuda"
             ? Json(model::profiles_with(component.key, manifest.release, facts.components))
             : Json::array()},
        {"archives", archives}};
    return document;
}

}  // namespace cudafetch::cli
