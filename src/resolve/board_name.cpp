// SPDX-License-Identifier: MIT
#include "resolve/board_name.hpp"

#include <algorithm>
#include <cctype>

#include "cudafetch/base/nearest.hpp"
#include "cudafetch/base/text.hpp"

namespace cudafetch::resolve {

namespace {

using model::SocFact;

constexpr std::string_view word_ends = " -_/,(";

/// "jetsonorinnano" for "Jetson Orin-Nano": people agree on letters and digits alone.
std::string normal(std::string_view text) {
    std::string result;
    for (const char c : text.substr(0, text.find('(')))
        if (std::isalnum(static_cast<unsigned char>(c)) != 0)
            result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    constexpr std::string_view maker = "nvidia";
    return result.starts_with(maker) ? result.substr(maker.size()) : result;
}

/// A name, and the SoC that it means.
struct Named {
    std::string name;
    const SocFact* soc;
};

/// Every name of every board that an L4T serves: its own, that without "Jetson", its modules', and
/// its SoC's.
std::vector<Named> all_names(const model::Facts& facts) {
    constexpr std::string_view brand = "Jetson ";
    std::vector<Named> names;
    for (const SocFact& soc : facts.socs) {
        if (!soc.jetson) continue;
        names.push_back({soc.soc, &soc});
        for (const SocFact::Board& board : soc.boards) {
            names.push_back({board.name, &soc});
            if (board.name.starts_with(brand))
                names.push_back({board.name.substr(brand.size()), &soc});
            for (const std::string& module : board.modules)
                names.push_back({module, &soc});
        }
    }
    return names;
}

std::vector<std::string> words(const std::vector<Named>& names) {
    std::vector<std::string> result;
    for (const Named& named : names)
        result.push_back(named.name);
    return result;
}

std::vector<std::string> board_names(const std::vector<const SocFact*>& socs) {
    std::vector<std::string> names;
    for (const SocFact* soc : socs)
        for (const SocFact::Board& board : soc->boards)
            names.push_back(board.name);
    std::sort(names.begin(), names.end());
    return names;
}

/// The SoCs, each once, of the names that match; the names of one SoC stand together.
template <typename Matches>
std::vector<const SocFact*> socs_of(const std::vector<Named>& names, Matches matches) {
    std::vector<const SocFact*> socs;
    for (const Named& named : names)
        if (matches(named.name) && (socs.empty() || socs.back() != named.soc))
            socs.push_back(named.soc);
    return socs;
}

/// What is left of a name when words are dropped at its end: "orinnanosuper", "orinnano" and "orin"
/// of "Orin Nano Super".
std::vector<std::string> beginnings(std::string_view name) {
    std::vector<std::string> found;
    for (std::size_t end = name.size(); end != std::string_view::npos && end > 0;
         end = name.find_last_of(word_ends, end - 1))
        found.push_back(normal(name.substr(0, end)));
    return found;
}

/// Whether `wanted` is some of the words of a name, one after the other.
bool is_among_words(const std::string& wanted, std::string_view name) {
    for (std::size_t start = 0; start != std::string_view::npos;
         start = name.find_first_of(word_ends, start + 1)) {
        const auto runs = beginnings(name.substr(start));
        if (std::find(runs.begin(), runs.end(), wanted) != runs.end()) return true;
    }
    return false;
}

/// The SoCs that a name may mean: by the whole name, else by some of its words, else by the most
/// words that it begins with ("Orin Nano Super").
std::vector<const SocFact*> socs_named(std::string_view name, const std::vector<Named>& names) {
    const std::string wanted = normal(name);
    if (wanted.empty()) return {};
    auto socs = socs_of(names, [&](const std::string& known) { return normal(known) == wanted; });
    if (socs.empty())
        socs =
            socs_of(names, [&](const std::string& known) { return is_among_words(wanted, known); });
    for (const std::string& beginning : beginnings(name))
        if (socs.empty())
            socs = socs_of(names,
                           [&](const std::string& known) { return normal(known) == beginning; });
    return socs;
}

}  // namespace

Result<const SocFact*> find_board(std::string_view name, const model::Facts& facts) {
    const auto names = all_names(facts);
    const auto socs = socs_named(name, names);
    if (socs.size() == 1) return *socs.begin();
    if (!socs.empty())
        return fail(ExitCode::no_resolution, "ambiguous_board",
                    "\"" + printable(name) + "\" may be any of " + join(board_names(socs), ", "));
    return fail(ExitCode::no_resolution, "unknown_board",
                "there is no board \"" + printable(name) + "\"" +
                    did_you_mean(nearest(name, words(names))) + "; known are " +
                    join(board_names(socs_of(names, [](const auto&) { return true; })), ", "));
}

std::vector<std::string> nearest_boards(std::string_view name, const model::Facts& facts) {
    const auto names = all_names(facts);
    std::vector<std::string> one_each;
    for (const SocFact* soc : socs_named(name, names))
        if (!soc->boards.empty()) one_each.push_back(soc->boards.front().name);
    std::sort(one_each.begin(), one_each.end());
    if (!one_each.empty()) return one_each;
    return nearest(name, words(names));
}

}  // namespace cudafetch::resolve
