// SPDX-License-Identifier: MIT
#include "cudafetch/model/request.hpp"

#include "cudafetch/base/subprocess.hpp"
#include "cudafetch/base/text.hpp"

namespace cudafetch::model {

namespace {

constexpr std::pair<Accept, std::string_view> accept_names[] = {
    {Accept::native, "native"}, {Accept::sass, "sass"}, {Accept::ptx, "ptx"}};

}  // namespace

std::string_view to_text(Accept accept) {
    for (const auto& [value, name] : accept_names)
        if (value == accept) return name;
    return {};
}

std::optional<Accept> parse_accept(std::string_view text) {
    for (const auto& [value, name] : accept_names)
        if (name == text) return value;
    return std::nullopt;
}

std::string command_line(const Request& request) {
    std::vector<std::string> argv{"cudafetch", "resolve"};
    const auto option = [&](const char* name, const std::string& value) {
        argv.emplace_back(name);
        argv.push_back(value);
    };
    const auto optional = [&](const char* name, const std::optional<std::string>& value) {
        if (value) option(name, *value);
    };
    for (const ProductRequest& product : request.products)
        argv.push_back(product.spec.unbounded() ? product.product
                                                : product.product + "@" + product.spec.text());
    if (!request.capabilities.empty()) {
        std::vector<std::string> names;
        for (const Capability& capability : request.capabilities)
            names.push_back(capability.text());
        option("--caps", join(names, ","));
    }
    if (!request.cuda.unbounded()) option("--cuda", request.cuda.text());
    optional("--profile", request.profile);
    // A list that starts with a removal would be taken for an option of its own.
    const std::string components = join(request.components, ",");
    if (components.starts_with('-'))
        argv.push_back("--components=" + components);
    else if (!components.empty())
        option("--components", components);
    optional("--host", request.host);
    optional("--target", request.target);
    optional("--tag", request.tag);
    optional("--board", request.board);
    if (request.l4t) option("--l4t", request.l4t->text());
    if (request.driver) option("--driver", request.driver->text());
    if (request.accept != Accept::sass) option("--accept", std::string(to_text(request.accept)));
    if (request.with_compat) argv.emplace_back("--with-compat");
    optional("--sysroot", request.sysroot);
    optional("--manifest", request.manifest);
    optional("--mirror", request.mirror);
    return shell_quote(argv);
}

}  // namespace cudafetch::model
