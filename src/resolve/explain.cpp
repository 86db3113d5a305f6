// SPDX-License-Identifier: MIT
#include "cudafetch/resolve/explain.hpp"

#include "cudafetch/base/text.hpp"
#include "cudafetch/resolve/target.hpp"
#include "resolve/capability_rule.hpp"
#include "resolve/l4t_rule.hpp"

namespace cudafetch::resolve {

namespace {

using model::Plan;
using model::Request;

bool is_named(const model::PlannedProduct& product, const Request& request) {
    const auto names_it = [&](const model::VersionSpec& spec) {
        return spec.named() && spec.named()->text() == product.release;
    };
    if (product.product == "cuda" && names_it(request.cuda)) return true;
    for (const model::ProductRequest& wanted : request.products)
        if (wanted.product == product.product && names_it(wanted.spec)) return true;
    return false;
}

std::string release_rule(const model::PlannedProduct& product, const Request& request) {
    const std::string name =
        (product.product == "cuda" ? "CUDA" : product.product) + " " + product.release;
    return is_named(product, request) ? name + " was named" : name + " is the newest that serves";
}

std::string threshold(unsigned cuda_major) {
    return sbsa_threshold(cuda_major).text();
}

/// Steps 6 and 7 of the procedure, as they came out.
std::string tag_rule(const Plan& plan, const Request& request, const model::Facts& facts) {
    if (request.tag) return *request.tag + " was given with --tag";
    const std::string tag(model::to_text(plan.tag));
    if (plan.target == model::Arch::x86_64) return "x86_64 takes " + tag;
    if (plan.tag == model::Tag::linux_aarch64)
        return "up to CUDA 12.9, Jetson capabilities below " + threshold(unified_arm_major - 1) +
               " take " + tag;
    for (const model::Capability& capability : plan.capabilities) {
        const auto* fact = facts.find(capability);
        if (fact == nullptr || !fact->jetson) continue;
        if (fact->cuda_max && fact->cuda_max->major() < unified_arm_major)
            return "Jetson capabilities from " + threshold(unified_arm_major - 1) + " on take " +
                   tag;
        return "from CUDA 13.0 on, Jetson capabilities from " + threshold(unified_arm_major) +
               " on take " + tag + ", as servers do";
    }
    return "64-bit Arm without a Jetson capability takes " + tag;
}

/// What of the target bounds the choice: its board and L4T, or its driver.
std::vector<std::string> machine_rules(const Request& request, const model::Platform& platform,
                                       const model::Facts& facts) {
    std::vector<std::string> rules;
    const auto target = choose_target(request, platform, facts);
    if (!target) return rules;
    if (request.board)
        rules.push_back("the board \"" + printable(*request.board) + "\" has a " +
                        target->soc->soc + ", capability " + target->soc->capability.text());
    if (target->l4t)
        if (const auto row = l4t_row(*target->l4t, facts))
            rules.push_back(what_l4t_runs(*target->l4t, *row));
    if (target->driver_cuda)
        rules.push_back("the driver runs CUDA up to " + target->driver_cuda->text());
    else if (target->driver)
        rules.push_back("the driver is " + target->driver->text());
    return rules;
}

}  // namespace

std::vector<std::string> explain(const Plan& plan, const Request& request,
                                 const model::Platform& platform, const model::Facts& facts) {
    std::vector<std::string> rules = machine_rules(request, platform, facts);
    for (const model::PlannedProduct& product : plan.products)
        rules.push_back(release_rule(product, request));
    rules.push_back(tag_rule(plan, request, facts));
    if (plan.host_tag != plan.tag)
        rules.push_back("compilers run on the host, which takes " +
                        std::string(model::to_text(plan.host_tag)));
    return rules;
}

}  // namespace cudafetch::resolve
