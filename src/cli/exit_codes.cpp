// SPDX-License-Identifier: MIT
#include "cli/exit_codes.hpp"

#include <sstream>

#include "cli/table.hpp"
#include "cudafetch/base/exit_code.hpp"

namespace cudafetch::cli {

namespace {

struct Row {
    ExitCode code;
    const char* meaning;
};

constexpr Row rows[] = {
    {ExitCode::done, "done"},
    {ExitCode::internal, "internal error: a bug in cudafetch"},
    {ExitCode::usage, "usage: the command line cannot be parsed"},
    {ExitCode::no_resolution, "no resolution: unknown or unsatisfiable"},
    {ExitCode::network, "network"},
    {ExitCode::integrity, "integrity: size, digest, unsafe archive, malformed manifest"},
    {ExitCode::disk, "disk or permission"},
    {ExitCode::verification_failed, "verification failed"},
    {ExitCode::no_usable_gpu,
     "verified all but the run: no usable GPU, or a prefix for another machine"},
    {ExitCode::interrupted, "interrupted"},
};

}  // namespace

std::string exit_code_table() {
    Table table({0});
    for (const Row& row : rows)
        table.add({std::to_string(static_cast<int>(row.code)), row.meaning});
    std::ostringstream text;
    text << "Exit codes:\n";
    table.print(text, "  ");
    return text.str();
}

}  // namespace cudafetch::cli
