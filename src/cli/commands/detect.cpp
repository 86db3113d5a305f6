// SPDX-License-Identifier: MIT
#include <cstdlib>

#include "cli/command.hpp"
#include "cli/planning.hpp"
#include "cli/render_machine.hpp"
#include "cudafetch/manifest/catalogue.hpp"
#include "cudafetch/platform/survey.hpp"
#include "cudafetch/platform/sysroot.hpp"
#include "cudafetch/resolve/target.hpp"

namespace cudafetch::cli {

namespace {

using codec::TakenFacts;
using model::CapabilitiesFrom;

struct DetectOptions {
    std::string sysroot;
};

void add_options(CLI::App& app, DetectOptions& options) {
    app.add_option("--sysroot", options.sysroot,
                   "root folder of the machine to look at; default: this machine")
        ->type_name("DIR");
}

std::string describe(const resolve::Target& target, const model::Machine& machine) {
    if (target.capabilities.empty())
        return "resolve takes no capability from it: archives for every GPU that a release serves";
    std::string text = "resolve takes from it ";
    text += target.capabilities.size() == 1 ? "capability " : "capabilities ";
    text += model::to_text(target.capabilities);
    if (target.capabilities_from == CapabilitiesFrom::gpu) return text + ", as the driver says";
    if (machine.soc.empty()) return text + ", of the boards that run L4T " + target.l4t->text();
    text += ", as the board has (" + machine.soc + ")";
    return text + (target.l4t ? ", and L4T " + target.l4t->text() : "");
}

/// What may make the findings mean less than they seem to.
void add_warnings(const model::Machine& machine, bool is_here, std::vector<model::Note>& notes) {
    if (model::is_compat_library(machine.libcuda))
        notes.push_back({"compat_driver", machine.libcuda +
                                              " is a compat driver: the CUDA it runs is its own, "
                                              "not that of the installed driver"});
    const bool in_container = !machine.container.empty() && machine.container != "none";
    if (in_container && machine.l4t)
        notes.push_back({"l4t_of_image",
                         "in a container the L4T release may be that of the image, "
                         "not that of the board"});
    if (is_here && std::getenv("CUDA_VISIBLE_DEVICES") != nullptr)
        notes.push_back({"devices_hidden",
                         "CUDA_VISIBLE_DEVICES is set, so the driver lists only "
                         "the GPUs that it names"});
}

/// Asks the rules what a request that names nothing but this machine, whose root folder is `root`,
/// would be for.
TakenFacts taken_from(model::Machine machine, const std::string& root, const model::Facts& facts) {
    const bool is_here = platform::Sysroot(root).is_this_machine();
    // A refusal lists the evidence, which is printed already.
    machine.evidence.clear();
    model::Request request;
    model::Platform platform;
    if (is_here) {
        platform.host = machine;
    } else {
        request.sysroot = root;
        request.host = "x86_64";  // Any will do; this machine's must not matter.
        platform.sysroot = machine;
    }
    const auto target = resolve::choose_target(request, platform, facts);
    TakenFacts taken;
    if (target) {
        taken.capabilities = target->capabilities;
        taken.capabilities_from = target->capabilities_from;
        taken.l4t = target->l4t;
        taken.text = describe(*target, machine);
        taken.notes = target->notes;
    } else {
        taken.text = "resolve takes nothing from it: " + target.error().message;
        // For a machine that is known and not served, no option would help.
        if (machine.arch.empty() || model::parse_arch(machine.arch))
            taken.notes.push_back(
                {target.error().code, "to resolve for it, name --target, --caps, --l4t or --tag"});
    }
    add_warnings(machine, is_here, taken.notes);
    return taken;
}

Result<ExitCode> run(const DetectOptions& options, Context& context) {
    const std::string root = options.sysroot.empty() ? "/" : options.sysroot;
    CUDAFETCH_CHECK(check_sysroot(root));
    CUDAFETCH_TRY(const model::Facts facts, manifest::embedded_facts());
    platform::SurveyOptions survey;
    survey.read_version_json = codec::toolkit_release;
    CUDAFETCH_TRY(const model::Machine machine,
                  platform::survey_machine(root, facts, survey, context.cancellation));
    const TakenFacts taken = taken_from(machine, root, facts);
    if (context.options.json)
        context.out << codec::to_json_text(machine, taken);
    else
        print_machine(context.out, context.style, machine, taken);
    return ExitCode::done;
}

}  // namespace

void add_detect(CLI::App& app, Action& action) {
    add_command<DetectOptions>(app, action, "detect", "Say what this machine is, and how one knows",
                               add_options, run)
        .footer("Example: cudafetch detect --sysroot /mnt/board");
}

}  // namespace cudafetch::cli
