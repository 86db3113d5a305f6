// SPDX-License-Identifier: MIT
#include "cudafetch/resolve/lock.hpp"

#include <algorithm>
#include <tuple>

#include "cudafetch/base/text.hpp"
#include "cudafetch/resolve/target.hpp"
#include "resolve/board_name.hpp"
#include "resolve/l4t_rule.hpp"
#include "resolve/names.hpp"

namespace cudafetch::resolve {

namespace {

using model::Arch;
using model::Capability;
using model::Facts;
using model::Plan;
using model::Request;

/// What a plan is for, and what a lock is sorted by.
auto machines_of(const Plan& plan) {
    return std::make_tuple(*model::arch_of(plan.host_tag), plan.target, plan.capabilities);
}

std::string name_of(const Plan& plan) {
    std::string name(model::to_text(plan.tag));
    if (plan.cross()) name += " from " + std::string(model::to_text(plan.host_tag));
    return name + " for " +
           (plan.capabilities.empty() ? "every GPU" : model::to_text(plan.capabilities));
}

std::vector<std::string> names_of(const std::vector<Plan>& plans) {
    std::vector<std::string> names;
    for (const Plan& plan : plans)
        names.push_back(name_of(plan));
    return names;
}

/// The options that mean one plan of a lock.
std::string selector_of(const Plan& plan) {
    std::string text = "--host " + std::string(to_text(*model::arch_of(plan.host_tag))) +
                       " --target " + std::string(model::to_text(plan.target));
    std::string separator = " --caps ";
    for (const Capability& capability : plan.capabilities) {
        text += separator + capability.text();
        separator = ",";
    }
    return text;
}

std::vector<std::string> selectors_of(const std::vector<Plan>& plans) {
    std::vector<std::string> selectors;
    for (const Plan& plan : plans) {
        std::string selector = selector_of(plan);
        if (!contains(selectors, selector)) selectors.push_back(std::move(selector));
    }
    return selectors;
}

tl::unexpected<Error> lacks_plan(const std::vector<Plan>& plans, const std::string& wanted) {
    return fail(ExitCode::no_resolution, "lock_lacks_plan",
                "the lock has no plan for " + wanted + "; it has " + join(names_of(plans), "; "),
                selectors_of(plans));
}

/// Whether a plan was made for all of these devices.
bool names_all(const Plan& plan, const std::vector<Capability>& devices, const Facts& facts) {
    return std::all_of(devices.begin(), devices.end(), [&](const Capability& device) {
        return std::any_of(plan.capabilities.begin(), plan.capabilities.end(),
                           [&](const Capability& own) { return same_device(own, device, facts); });
    });
}

/// Whether a plan that names no device can be meant for these.
bool serves_any_gpu(const Plan& plan, const std::vector<Capability>& devices, const Facts& facts) {
    return plan.capabilities.empty() &&
           (plan.target == Arch::aarch64 ||
            std::none_of(devices.begin(), devices.end(),
                         [&](const Capability& device) { return all_jetson({device}, facts); }));
}

template <typename Keep>
std::vector<Plan> kept(const std::vector<Plan>& plans, Keep keep) {
    std::vector<Plan> result;
    std::copy_if(plans.begin(), plans.end(), std::back_inserter(result), keep);
    return result;
}

/// The plans made for these devices, else those that name none.
std::vector<Plan> those_for(const std::vector<Plan>& plans, const std::vector<Capability>& devices,
                            const Facts& facts) {
    auto named = kept(plans, [&](const Plan& plan) { return names_all(plan, devices, facts); });
    if (!named.empty()) return named;
    return kept(plans, [&](const Plan& plan) { return serves_any_gpu(plan, devices, facts); });
}

/// The plans for what the request names.
Result<std::vector<Plan>> those_named(const std::vector<Plan>& all, const Request& request,
                                      const Facts& facts) {
    std::vector<Plan> plans = all;
    const auto narrow = [&](auto keep, const std::string& wanted) -> Result<void> {
        plans = kept(plans, keep);
        if (plans.empty()) return lacks_plan(all, wanted);
        return {};
    };
    if (request.host)
        CUDAFETCH_CHECK(narrow(
            [&](const Plan& plan) {
                return model::arch_of(plan.host_tag) ==
                       model::parse_arch(parse_machine_name(*request.host).arch);
            },
            "the host " + printable(*request.host)));
    if (request.target)
        CUDAFETCH_CHECK(narrow(
            [&](const Plan& plan) {
                return plan.target == model::parse_arch(parse_machine_name(*request.target).arch);
            },
            "the target " + printable(*request.target)));
    if (request.tag)
        CUDAFETCH_CHECK(
            narrow([&](const Plan& plan) { return model::to_text(plan.tag) == *request.tag; },
                   "the tag " + printable(*request.tag)));
    std::vector<Capability> devices = request.capabilities;
    if (request.board) {
        CUDAFETCH_TRY(const model::SocFact* soc, find_board(*request.board, facts));
        devices.push_back(soc->capability);
    }
    if (!devices.empty()) plans = those_for(plans, devices, facts);
    if (plans.empty()) return lacks_plan(all, "capability " + model::to_text(devices));
    return plans;
}

/// What the machine at hand has.
std::vector<Capability> devices_of(const model::Machine& machine, const Facts& facts) {
    if (const auto* soc = facts.find_soc(machine.soc)) return {soc->capability};
    std::vector<Capability> devices;
    for (const model::Gpu& gpu : machine.gpus)
        devices.push_back(gpu.capability);
    return devices;
}

/// Of several plans those for this machine, as far as that tells them apart.
std::vector<Plan> for_machine(std::vector<Plan> plans, const Request& request,
                              const model::Machine& here, const Facts& facts) {
    const auto narrow = [&](auto keep) {
        auto fewer = kept(plans, keep);
        if (!fewer.empty()) plans = std::move(fewer);
    };
    const auto arch = model::parse_arch(here.arch);
    if (!request.host)
        narrow([&](const Plan& plan) { return model::arch_of(plan.host_tag) == arch; });
    if (!request.target && !request.tag && request.capabilities.empty() && !request.board)
        narrow([&](const Plan& plan) { return plan.target == arch; });
    const auto devices = devices_of(here, facts);
    if (devices.empty() || plans.front().target != arch) return plans;
    auto fewer = those_for(plans, devices, facts);
    return fewer.empty() ? plans : fewer;
}

}  // namespace

std::optional<Plan> add_to_lock(std::vector<Plan>& plans, Plan plan) {
    plan.notes.clear();
    plan.rejected.clear();
    const auto same = [&](const Plan& other) { return machines_of(other) == machines_of(plan); };
    std::optional<Plan> replaced;
    if (const auto old = std::find_if(plans.begin(), plans.end(), same); old != plans.end())
        replaced = *old;
    std::erase_if(plans, same);
    plans.push_back(std::move(plan));
    std::sort(plans.begin(), plans.end(),
              [](const Plan& a, const Plan& b) { return machines_of(a) < machines_of(b); });
    return replaced;
}

Result<Plan> choose_locked_plan(const std::vector<Plan>& plans, const Request& request,
                                const model::Platform& platform, const Facts& facts) {
    if (plans.empty())
        return fail(ExitCode::no_resolution, "lock_lacks_plan", "the lock holds no plan");
    CUDAFETCH_TRY(std::vector<Plan> left, those_named(plans, request, facts));
    if (left.size() > 1) left = for_machine(std::move(left), request, platform.host, facts);
    if (left.size() == 1) return std::move(left.front());
    return fail(ExitCode::no_resolution, "lock_ambiguous",
                "several plans of the lock may be meant: " + join(names_of(left), "; "),
                selectors_of(left));
}

}  // namespace cudafetch::resolve
