// SPDX-License-Identifier: MIT
#include "cudafetch/base/nearest.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace cudafetch {

namespace {

std::string lower(std::string_view text) {
    std::string result(text);
    for (char& letter : result)
        if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
    return result;
}

/// The number of edits from `a` to `b`, where the exchange of two neighbours is one.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before_last;
    std::vector<std::size_t> last(b.size() + 1);
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        before_last = std::exchange(last, row);
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], before_last[j - 2] + 1);
        }
    }
    return row[b.size()];
}

/// The distance of a plausible name; absent for others. Both in lower case.
std::optional<std::size_t> plausible_distance(std::string_view wanted, std::string_view name) {
    const std::size_t shorter = std::min(wanted.size(), name.size());
    const std::size_t longer = std::max(wanted.size(), name.size());
    const std::size_t limit = (longer + 1) / 3;
    const bool is_part = name.find(wanted) != std::string_view::npos;
    // Nobody's input shall cost more than names are long.
    if (!is_part && longer - shorter > limit) return std::nullopt;
    const std::size_t distance = edit_distance(wanted, name);
    if (!is_part && distance > limit) return std::nullopt;
    return distance;
}

}  // namespace

std::vector<std::string> nearest(std::string_view wanted, const std::vector<std::string>& known,
                                 std::size_t most) {
    if (wanted.empty()) return {};
    const std::string lower_wanted = lower(wanted);
    std::vector<std::pair<std::size_t, std::string>> found;
    for (const std::string& name : known)
        if (const auto distance = plausible_distance(lower_wanted, lower(name)))
            found.emplace_back(*distance, name);
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    std::vector<std::string> names;
    for (std::size_t i = 0; i < std::min(most, found.size()); ++i)
        names.push_back(std::move(found[i].second));
    return names;
}

std::string did_you_mean(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i)
        text += (i == 0 ? "; did you mean " : i + 1 == names.size() ? " or " : ", ") + names[i];
    return text.empty() ? text : text + "?";
}

}  // namespace cudafetch
