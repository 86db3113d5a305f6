// SPDX-License-Identifier: MIT
#pragma once

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace cudafetch::cli {

/// Columns of text, aligned: every column to the left unless `right` names it.
class Table {
  public:
    explicit Table(std::vector<std::size_t> right = {}) : right_(std::move(right)) {}

    void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }

    /// Prints each row behind `indent`, two spaces between columns, nothing at line ends.
    void print(std::ostream& out, std::string_view indent) const;

  private:
    std::vector<std::size_t> right_;
    std::vector<std::vector<std::string>> rows_;
};

}  // namespace cudafetch::cli
