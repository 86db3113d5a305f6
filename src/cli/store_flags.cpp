// SPDX-License-Identifier: MIT
#include "cli/store_flags.hpp"

#include <algorithm>
#include <thread>

#include "cli/prefixes.hpp"
#include "cudafetch/base/xdg.hpp"

namespace cudafetch::cli {

namespace {

// Servers that limit each connection are no slower for several, and a server should not have to
// bear many of one client.
constexpr unsigned fewest_jobs = 4;
constexpr unsigned most_jobs = 8;
constexpr std::size_t low_memory_jobs = 2;

constexpr std::uint64_t mebibyte = 1 << 20;
// What is left of 160 and 48 MiB when the program, its queues and libcurl have theirs.
constexpr std::uint64_t usual_decoder_memory = 112 * mebibyte;
constexpr std::uint64_t low_decoder_memory = 18 * mebibyte;

}  // namespace

void add_store_flags(CLI::App& app, StoreFlags& flags) {
    app.add_option("--store", flags.store, "folder that keeps unpacked archives")->type_name("DIR");
    app.add_option("--jobs", flags.jobs, "archives to fetch at once")
        ->type_name("N")
        ->check(CLI::Range(1, 64));
    app.add_flag("--low-memory", flags.low_memory, "use at most 48 MiB of memory, not 160");
    app.add_flag("--no-sync", flags.no_sync,
                 "do not wait for the disk; a power cut soon after may leave broken files");
    app.add_option("--max-unpacked", flags.max_unpacked,
                   "refuse an archive that unpacks to more, such as 20G")
        ->type_name("SIZE")
        ->transform(CLI::AsSizeValue(false));
}

Result<fs::path> store_root(const StoreFlags& flags) {
    if (!flags.store.empty()) return absolute_path(flags.store);
    CUDAFETCH_TRY(const fs::path home, cache_home());
    return home / "store";
}

std::size_t jobs_of(const StoreFlags& flags) {
    if (flags.jobs > 0) return flags.jobs;
    if (flags.low_memory) return low_memory_jobs;
    return std::clamp(std::thread::hardware_concurrency(), fewest_jobs, most_jobs);
}

store::StoreOptions to_options(const StoreFlags& flags) {
    store::StoreOptions options;
    options.decoder_memory = flags.low_memory ? low_decoder_memory : usual_decoder_memory;
    if (flags.max_unpacked > 0) options.max_unpacked = flags.max_unpacked;
    if (flags.no_sync) options.durability = Durability::unsynced;
    return options;
}

}  // namespace cudafetch::cli
