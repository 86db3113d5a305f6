// SPDX-License-Identifier: MIT
#include "cli/command.hpp"
#include "cli/json_text.hpp"
#include "cli/releases.hpp"
#include "cli/render_show.hpp"
#include "cudafetch/manifest/catalogue.hpp"

namespace cudafetch::cli {

namespace {

struct ShowOptions {
    std::string release;
    std::string component;
};

void add_options(CLI::App& app, ShowOptions& options) {
    app.add_option("release", options.release, "12.6.3, 12.6 (its newest), latest, cudnn@9.6.0")
        ->type_name("RELEASE")
        ->required();
    app.add_option("component", options.component, "show this one with all its archives")
        ->type_name("COMPONENT");
}

Result<ExitCode> run(const ShowOptions& options, Context& context) {
    CUDAFETCH_TRY(const ReleaseName name, parse_release(options.release));
    CUDAFETCH_TRY(const model::Facts facts, manifest::embedded_facts());
    const manifest::EmbeddedCatalogue catalogue;
    CUDAFETCH_TRY(const auto manifest, find_release(name, catalogue, facts));
    if (options.component.empty()) {
        if (context.options.json)
            context.out << json_text(release_json(*manifest, facts));
        else
            print_release(context.out, context.style, *manifest, facts);
        return ExitCode::done;
    }
    CUDAFETCH_TRY(const model::Component* component,
                  component_of(*manifest, options.component, facts.components));
    const std::string base_url = catalogue.base_url(manifest->product);
    if (context.options.json)
        context.out << json_text(component_json(*manifest, *component, base_url, facts));
    else
        print_component(context.out, context.style, *manifest, *component, base_url, facts);
    return ExitCode::done;
}

}  // namespace

void add_show(CLI::App& app, Action& action) {
    add_command<ShowOptions>(app, action, "show", "Tell what a release is made of", add_options,
                             run)
        .footer("Example: cudafetch show 12.6.3 libcublas");
}

}  // namespace cudafetch::cli
