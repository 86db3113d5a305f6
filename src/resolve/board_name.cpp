// SPDX-License-Identifier: MIT
#include "resolve/board_name.hpp"

#include <algorithm>
#include <cctype>

#include "cudafetch/base/nearest.hpp"
#include "cudafetch/base/text.hpp"

namespace cudafetch::resolve {

namespace {

using model::SocFact;

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
        if (matches(normal(named.name)) && (socs.empty() || socs.back() != named.soc))
            socs.push_back(named.soc);
    return socs;
}

/// The SoCs that a name may mean: by the whole name, else by a part of one, else by the longest
/// name that it begins with ("Orin Nano Super").
std::vector<const SocFact*> socs_named(const std::string& wanted, const std::vector<Named>& names) {
    if (wanted.empty()) return {};
    auto socs = socs_of(names, [&](const std::string& known) { return known == wanted; });
    if (socs.empty())
        socs = socs_of(names, [&](const std::string& known) {
            return known.find(wanted) != std::string::npos;
        });
    std::size_t longest = 0;
    if (!socs.empty()) return socs;
    for (const Named& named : names)
        if (const std::string known = normal(named.name); wanted.starts_with(known))
            longest = std::max(longest, known.size());
    return socs_of(names, [&](const std::string& known) {
        return known.size() == longest && wanted.starts_with(known);
    });
}

}  // namespace

Result<const SocFact*> find_board(std::string_view name, const model::Facts& facts) {
    const auto names = all_names(facts);
    const auto socs = socs_named(normal(name), names);
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
    for (const SocFact* soc : socs_named(normal(name), names))
        if (!soc->boards.empty()) one_each.push_back(soc->boards.front().name);
    std::sort(one_each.begin(), one_each.end());
    if (!one_each.empty()) return one_each;
    return nearest(name, words(names));
}

}  // namespace cudafetch::resolve
