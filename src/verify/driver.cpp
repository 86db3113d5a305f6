// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdlib>

#include "cudafetch/base/text.hpp"
#include "cudafetch/platform/probe.hpp"
#include "verify/driver_cause.hpp"
#include "verify/steps.hpp"

namespace cudafetch::verify {

namespace {

using platform::DriverFacts;
using platform::DriverOutcome;

/// The toolkit's release as far as drivers care: 12.6. Absent if the prefix holds no CUDA.
std::optional<model::Version> toolkit_version(const Context& context) {
    if (context.nvcc) return context.nvcc->version.truncated(2);
    const auto release = model::Version::parse(context.plan().release_of("cuda"));
    return release ? std::optional(release->truncated(2)) : std::nullopt;
}

/// The folder of a compat driver in the prefix, where one was installed.
std::optional<fs::path> compat_folder(const Context& context) {
    std::error_code error;
    for (const char* name : {"compat", "compat_orin"})
        if (const fs::path folder = context.request.prefix / name; fs::exists(folder, error))
            return folder;
    return std::nullopt;
}

/// The newest CUDA that any driver of the board's L4T runs, and with what; empty off a board.
std::string ceiling_of_board(const Context& context) {
    const auto& l4t = context.request.machine.l4t;
    if (!l4t) return {};
    std::optional<model::Version> newest;
    bool with_compat = false;
    const auto consider = [&](const model::Version& cuda, bool compat) {
        if (newest && cuda <= *newest) return;
        newest = cuda;
        with_compat = compat;
    };
    for (const auto& fact : context.services.facts.l4t) {
        if (fact.l4t.major() != l4t->major()) continue;
        if (fact.default_cuda) consider(*fact.default_cuda, false);
        for (const auto& cuda : fact.compat_cuda)
            consider(cuda, true);
    }
    if (!newest) return {};
    return "; on L4T " + std::to_string(l4t->major()) + " the newest is " + newest->text() +
           (with_compat ? ", with a compat component" : "");
}

model::Step too_old(const Context& context, const DriverFacts& driver,
                    const model::Version& toolkit) {
    std::vector<std::string> advice;
    if (const auto folder = compat_folder(context))
        advice.push_back("the prefix has a compat driver: LD_LIBRARY_PATH=" +
                         shell_quote(folder->string()) + " cudafetch verify");
    advice.emplace_back("install a newer driver, or a CUDA release that it runs");
    return failed("driver_too_old",
                  "driver " + driver.cuda->text() + " < toolkit " + toolkit.text() + " (" +
                      driver.library + ")" + ceiling_of_board(context),
                  std::move(advice));
}

/// The stubs folders on LD_LIBRARY_PATH, as a remark; empty if there are none.
std::string stubs_on_library_path() {
    const char* value = std::getenv("LD_LIBRARY_PATH");
    for (const auto folder : split(value != nullptr ? value : "", ":")) {
        const fs::path path(folder);
        if (std::find(path.begin(), path.end(), "stubs") != path.end())
            return "; the stub library on LD_LIBRARY_PATH (" + printable(folder) + ") is no driver";
    }
    return {};
}

bool in_prefix(const Context& context, const std::string& library) {
    std::error_code error;
    const fs::path prefix = fs::weakly_canonical(context.request.prefix, error);
    const fs::path relative = fs::path(library).lexically_relative(prefix);
    // A compat driver belongs there.
    return !relative.empty() && *relative.begin() != ".." &&
           relative.begin()->string().compare(0, 6, "compat") != 0;
}

model::Step no_nodes(const Context& context, const std::string& why) {
    return unavailable("no_device_nodes",
                       "no GPU device nodes (nvidia*, nvgpu, nvhost*) in " +
                           printable(context.services.device_folder.native()) + "; " + why,
                       {"in a container pass the GPU in (--gpus all, or --runtime=nvidia on a "
                        "Jetson)",
                        "without a GPU: cudafetch verify --no-run --prefix " +
                            shell_quote(context.request.prefix.native())});
}

model::Step describe_failure(const Context& context, const DriverFacts& driver) {
    const bool nodes = !platform::gpu_device_nodes(context.services.device_folder).empty();
    const std::string library = driver.library.empty() ? "" : " (" + driver.library + ")";
    switch (driver.outcome) {
        case DriverOutcome::no_library: {
            const std::string why = "no driver: " + driver.message + stubs_on_library_path();
            if (!nodes) return no_nodes(context, why);
            return unavailable("no_driver", why,
                               {"install NVIDIA's driver; if it is, put the folder of "
                                "libcuda.so.1 on LD_LIBRARY_PATH"});
        }
        case DriverOutcome::stub_library:
            return to_step(driver_cause(34), "stub library on LD_LIBRARY_PATH" + library);
        case DriverOutcome::timed_out:
            return failed("driver_hangs", "the driver did not answer in time" + library,
                          {"look for NVRM or Xid lines in dmesg"});
        case DriverOutcome::crashed:
            return failed("driver_crashes", "the process that asked the driver died" + library, {});
        case DriverOutcome::ok:
        case DriverOutcome::no_device:
        case DriverOutcome::init_failed:
            break;
    }
    const auto& cause = driver_cause(driver.error_code != 0 ? driver.error_code : 100);
    const std::string what =
        (driver.failed_call.empty()
             ? "no device"
             : driver.failed_call + " failed (" + std::to_string(driver.error_code) + ")") +
        library;
    // Without nodes even a driver that works can say no more than that something is missing.
    const bool vague = driver.error_code == 100 || driver.error_code == 304 ||
                       driver.error_code == 801 || driver.error_code == 999 ||
                       driver.error_code == 0;
    if (!nodes && vague) return no_nodes(context, what + ": " + cause.text);
    return to_step(cause, what);
}

std::string describe_success(const DriverFacts& driver,
                             const std::optional<model::Version>& toolkit) {
    std::vector<std::string> gpus;
    for (const auto& gpu : driver.gpus)
        gpus.push_back(gpu.name + " (" + gpu.capability.text() +
                       (gpu.integrated ? ", integrated, shared memory)" : ")"));
    std::string text = "CUDA " + (driver.cuda ? driver.cuda->text() : "?") + ", " +
                       join(gpus, ", ") + ", " + driver.library;
    if (toolkit && driver.cuda && *driver.cuda < *toolkit)
        text += "; older than the toolkit's " + toolkit->text() +
                ", which runs by minor-version compatibility";
    return text;
}

}  // namespace

Result<model::Step> check_driver(Context& context) {
    if (!context.request.run) return skipped("not_requested", "not asked for (--no-run)");
    if (context.plan().cross())
        return skipped("cross_prefix", "the programs of this prefix run on another machine");
    CUDAFETCH_TRY(DriverFacts driver, context.ask_driver_once());
    if (in_prefix(context, driver.library)) driver.outcome = DriverOutcome::stub_library;
    const auto toolkit = toolkit_version(context);
    const bool answers = driver.outcome == DriverOutcome::ok ||
                         driver.outcome == DriverOutcome::no_device ||
                         driver.outcome == DriverOutcome::init_failed;
    if (answers && driver.cuda && toolkit && driver.cuda->major() < toolkit->major())
        return too_old(context, driver, *toolkit);
    if (driver.outcome != DriverOutcome::ok) return describe_failure(context, driver);
    context.driver_usable = true;
    return passed(describe_success(driver, toolkit));
}

}  // namespace cudafetch::verify
