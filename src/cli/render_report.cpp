// SPDX-License-Identifier: MIT
#include "cli/render_report.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include "cli/render_plan.hpp"
#include "cli/table.hpp"

namespace cudafetch::cli {

namespace {

using model::Outcome;

std::string fixed(double value, int decimals) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
    return text.data();
}

std::string padded(std::string_view text, std::size_t width) {
    return std::string(text) + std::string(width - std::min(width, text.size()), ' ');
}

/// The same width for all, so that the names behind it stand in a column.
std::string mark(const Style& style, Outcome outcome) {
    switch (outcome) {
        case Outcome::passed:
            return style.green("ok  ");
        case Outcome::failed:
            return style.red("FAIL");
        case Outcome::skipped:
            return style.dim("skip");
        case Outcome::unavailable:
            return style.yellow("n/a ");
    }
    return {};
}

void print_measurements(std::ostream& out, const Style& style, const model::Report& report) {
    Table table({2});
    for (const model::Measurement& measurement : report.measurements)
        table.add({measurement.name, measurement.type, fixed(measurement.median, 1),
                   measurement.unit, "+-" + fixed(100 * measurement.spread, 1) + " %",
                   measurement.correct ? "every element checked" : "WRONG RESULT"});
    out << '\n' << style.bold(report.device) << '\n';
    table.print(out, "  ");
}

bool passed(const model::Report& report, std::string_view name) {
    return std::any_of(report.steps.begin(), report.steps.end(), [&](const model::Step& step) {
        return step.name == name && step.outcome == Outcome::passed;
    });
}

std::string verdict_sentence(const model::Report& report) {
    const model::Step* decisive = report.decisive();
    if (decisive != nullptr && decisive->outcome == Outcome::failed)
        return "failed at \"" + decisive->name + "\" (" + decisive->cause + ")";
    if (!passed(report, "compile"))
        return "the files are as installed; nothing was compiled and no kernel ran";
    if (decisive == nullptr)
        return passed(report, "run")
                   ? "verified: kernels compiled here ran on this GPU, with right results"
                   : "verified without a run: no kernel ran, as none was asked for";
    return "all verified but the run: no kernel ran, as " +
           (decisive->cause == "cross_prefix"
                ? "this prefix is for another machine"
                : "there is no usable GPU here (" + decisive->cause + ")");
}

}  // namespace

void print_report_head(std::ostream& out, const Style& style, const fs::path& prefix,
                       const model::Plan& plan) {
    std::string names;
    for (const model::PlannedProduct& product : plan.products)
        names += (names.empty() ? "" : ", ") + display_name(product.product, product.release);
    out << style.bold(names + " for " + std::string(model::to_text(plan.tag))) << " in "
        << prefix.native() << std::endl;
}

void print_step(std::ostream& out, const Style& style, const model::Step& step) {
    constexpr std::size_t name_width = 13;
    std::string name = step.name;
    std::replace(name.begin(), name.end(), '_', ' ');
    out << "  " << mark(style, step.outcome) << "  " << padded(name, name_width) << "  "
        << step.detail << style.dim("  " + fixed(step.seconds, 2) + " s") << '\n';
    for (const std::string& advice : step.advice)
        out << "          try: " << advice << '\n';
    out << std::flush;
}

void print_verdict(std::ostream& out, const Style& style, const model::Report& report) {
    if (!report.measurements.empty()) print_measurements(out, style, report);
    const std::string sentence = verdict_sentence(report);
    switch (report.verdict()) {
        case ExitCode::done:
            out << style.green(sentence) << '\n';
            break;
        case ExitCode::no_usable_gpu:
            out << style.yellow(sentence) << '\n';
            break;
        default:
            out << style.red(sentence) << '\n';
    }
}

}  // namespace cudafetch::cli
