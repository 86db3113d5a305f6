// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "cudafetch/base/error.hpp"
#include "cudafetch/model/facts.hpp"

namespace cudafetch::codec {

/// The texts of the fact tables, as they stand in `manifests/`.
struct FactTexts {
    std::string_view capabilities;
    std::string_view boards;
    std::string_view l4t;
    std::string_view drivers;
    std::string_view host_compilers;
    std::string_view components;
    std::string_view releases;
    std::string_view coverage;
};

/// Reads all tables. Fails with exit code 5 and code `malformed_facts`, naming the table and path.
[[nodiscard]] Result<model::Facts> read_facts(const FactTexts& texts);

}  // namespace cudafetch::codec
