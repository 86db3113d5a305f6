// SPDX-License-Identifier: MIT
#include "cli/mirror_index.hpp"

#include <algorithm>

#include "cli/json_text.hpp"
#include "cudafetch/codec/json.hpp"

namespace cudafetch::cli {

namespace {

constexpr std::string_view schema = "cudafetch.mirror/1";

}  // namespace

Result<std::vector<model::Version>> read_mirror_index(const std::string& text,
                                                      const std::string& where) {
    CUDAFETCH_TRY(const auto document, codec::Document::parse(text, where, "malformed_index"));
    CUDAFETCH_CHECK(codec::check_schema(document.root(), schema));
    CUDAFETCH_TRY(const auto list, document.root().at("releases"));
    CUDAFETCH_TRY(const auto labels, list.strings());
    std::vector<model::Version> releases;
    for (const std::string& label : labels) {
        auto release = model::Version::parse(label);
        if (!release) return list.expected("release labels such as 12.6.3");
        releases.push_back(*std::move(release));
    }
    return releases;
}

std::string mirror_index_text(const std::string& product, std::vector<model::Version> releases) {
    std::sort(releases.begin(), releases.end());
    releases.erase(std::unique(releases.begin(), releases.end()), releases.end());
    nlohmann::ordered_json labels = nlohmann::ordered_json::array();
    for (const model::Version& release : releases)
        labels.push_back(release.text());
    return json_text({{"schema", schema}, {"product", product}, {"releases", labels}});
}

}  // namespace cudafetch::cli
