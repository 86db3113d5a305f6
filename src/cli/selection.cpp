// SPDX-License-Identifier: MIT
#include "cli/selection.hpp"

#include <algorithm>

#include "cudafetch/base/text.hpp"

namespace cudafetch::cli {

namespace {

using model::Request;
using model::VersionSpec;

std::optional<std::string> if_given(const std::string& value) {
    return value.empty() ? std::nullopt : std::optional(value);
}

tl::unexpected<Error> unreadable(std::string_view option, std::string_view value,
                                 std::string advice) {
    return fail(ExitCode::usage, "usage",
                std::string(option) + ": cannot read \"" + printable(value) + "\"",
                {std::move(advice)});
}

Result<VersionSpec> parse_spec(std::string_view option, std::string_view text) {
    auto spec = VersionSpec::parse(text);
    if (!spec)
        return unreadable(option, text,
                          "write a release as 12, 12.6, 12.6.3, \">=12.2,<13\" or latest");
    return *std::move(spec);
}

/// A version, which one of the letters in `prefixes` may stand before.
Result<model::Version> parse_version(std::string_view option, std::string_view text,
                                     std::string_view prefixes, std::string advice) {
    const std::string_view digits =
        prefixes.find(text.front()) == std::string_view::npos ? text : text.substr(1);
    auto version = model::Version::parse(digits);
    if (!version) return unreadable(option, text, std::move(advice));
    return *std::move(version);
}

Result<model::ProductRequest> parse_product(std::string_view text) {
    const auto at = text.find('@');
    model::ProductRequest request{std::string(text.substr(0, at)), {}};
    if (at != std::string_view::npos) {
        CUDAFETCH_TRY(request.spec, parse_spec("PRODUCT@SPEC", text.substr(at + 1)));
    }
    if (request.product.empty())
        return unreadable("PRODUCT@SPEC", text, "write a product as cuda or cudnn@9");
    return request;
}

}  // namespace

void add_selection(CLI::App& app, SelectionOptions& options) {
    app.add_option("product", options.products, "cuda (the default), cudnn, cutensor, ...")
        ->type_name("PRODUCT[@SPEC]");
    app.add_option("--caps", options.caps, "compute capabilities: 8.7, sm_87, \"8.0,9.0a\"")
        ->type_name("LIST")
        ->join(',');
    app.add_option("--cuda", options.cuda,
                   "CUDA releases to choose from: 12, 12.6.3, \">=12.2,<13\"")
        ->type_name("SPEC");
    app.add_option("--profile", options.profile,
                   "compile (the default), runtime, libraries, devtools, all")
        ->type_name("NAME");
    app.add_option("--components", options.components,
                   "these and what they need; --components=-NAME leaves one out")
        ->type_name("LIST")
        ->join(',');
    app.add_option("--host", options.host, "machine that compiles, if not this one")
        ->type_name("ARCH");
    app.add_option("--target", options.target, "machine that runs: x86_64, aarch64")
        ->type_name("ARCH");
    app.add_option("--tag", options.tag, "take this tag, whatever the rule says")->type_name("TAG");
    app.add_option("--board", options.board, "target board: \"Orin Nano\", p3701-0005, tegra234")
        ->type_name("NAME");
    app.add_option("--l4t", options.l4t, "L4T release of the target board: 36.4")->type_name("V");
    app.add_option("--driver", options.driver, "NVIDIA driver of the target: 535.104.05")
        ->type_name("V");
    app.add_option("--accept", options.accept,
                   "code that libraries must hold: native, sass (the default), ptx")
        ->type_name("KIND");
    app.add_flag("--with-compat", options.with_compat,
                 "bring a newer user-mode driver along where NVIDIA has one");
    app.add_option("--sysroot", options.sysroot, "root folder that describes the target")
        ->type_name("DIR");
    app.add_option("--manifest", options.manifest, "take this manifest, not the catalogue's")
        ->type_name("FILE|URL");
    add_network_flags(app, options.network);
}

Result<Request> to_request(const SelectionOptions& options) {
    Request request;
    for (const std::string& product : options.products) {
        CUDAFETCH_TRY(auto parsed, parse_product(product));
        const auto same = [&](const model::ProductRequest& other) {
            return other.product == parsed.product && other.spec.text() == parsed.spec.text();
        };
        if (std::none_of(request.products.begin(), request.products.end(), same))
            request.products.push_back(std::move(parsed));
    }
    if (!options.caps.empty()) {
        CUDAFETCH_TRY(request.capabilities, model::parse_capabilities(options.caps));
    }
    if (!options.cuda.empty()) {
        CUDAFETCH_TRY(request.cuda, parse_spec("--cuda", options.cuda));
    }
    for (const std::string_view name : split(options.components, ",; "))
        request.components.emplace_back(name);
    request.profile = if_given(options.profile);
    request.host = if_given(options.host);
    request.target = if_given(options.target);
    request.tag = if_given(options.tag);
    request.sysroot = if_given(options.sysroot);
    request.board = if_given(options.board);
    request.with_compat = options.with_compat;
    if (!options.l4t.empty()) {
        CUDAFETCH_TRY(request.l4t, parse_version("--l4t", options.l4t, "Rr",
                                                 "write an L4T release as 36.4.3 or R36.4"));
    }
    if (!options.driver.empty()) {
        CUDAFETCH_TRY(request.driver, parse_version("--driver", options.driver, "",
                                                    "write a driver as 535.104.05 or 535"));
    }
    if (!options.accept.empty()) {
        const auto accept = model::parse_accept(options.accept);
        if (!accept) return unreadable("--accept", options.accept, "write native, sass or ptx");
        request.accept = *accept;
    }
    return request;
}

}  // namespace cudafetch::cli
