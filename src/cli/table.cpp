// SPDX-License-Identifier: MIT
#include "cli/table.hpp"

#include <algorithm>

namespace cudafetch::cli {

void Table::print(std::ostream& out, std::string_view indent) const {
    std::vector<std::size_t> widths;
    for (const auto& row : rows_) {
        widths.resize(std::max(widths.size(), row.size()), 0);
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], row[i].size());
    }
    for (const auto& row : rows_) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::string padding(widths[i] - row[i].size(), ' ');
            const bool to_the_right = std::find(right_.begin(), right_.end(), i) != right_.end();
            line += i == 0 ? "" : "  ";
            line += to_the_right ? padding + row[i] : row[i] + padding;
        }
        line.erase(line.find_last_not_of(' ') + 1);
        out << indent << line << '\n';
    }
}

}  // namespace cudafetch::cli
