// SPDX-License-Identifier: MIT
#include "platform/driver_answer.hpp"

#include <charconv>

#include "cudafetch/base/text.hpp"

namespace cudafetch::platform {

namespace {

constexpr int no_device_error = 100;
constexpr int stub_library_error = 34;

/// The part up to the first blank, which `text` loses together with the blank.
std::string_view take_word(std::string_view& text) {
    const auto word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    return word;
}

int take_number(std::string_view& text) {
    const auto word = take_word(text);
    int number = 0;
    std::from_chars(word.data(), word.data() + word.size(), number);
    return number;
}

model::Gpu parse_gpu(std::string_view value) {
    model::Gpu gpu;
    gpu.capability.major = take_number(value);
    gpu.capability.minor = take_number(value);
    gpu.integrated = take_number(value) != 0;
    gpu.name = printable(value);
    return gpu;
}

std::optional<model::Version> parse_version(std::string_view value) {
    const int number = take_number(value);
    if (number < 1000) return std::nullopt;
    return model::Version::parse(std::to_string(number / 1000) + "." +
                                 std::to_string(number % 1000 / 10));
}

DriverOutcome outcome_of(const DriverFacts& facts) {
    if (facts.error_code == stub_library_error) return DriverOutcome::stub_library;
    if (facts.error_code == no_device_error) return DriverOutcome::no_device;
    if (!facts.failed_call.empty()) return DriverOutcome::init_failed;
    return facts.gpus.empty() ? DriverOutcome::no_device : DriverOutcome::ok;
}

}  // namespace

DriverFacts parse_driver_answer(std::string_view answer) {
    DriverFacts facts;
    for (std::string_view line : split(answer, "\n")) {
        const auto word = take_word(line);
        if (word == "missing") {
            facts.message = printable(line);
            facts.outcome = DriverOutcome::no_library;
        } else if (word == "library") {
            facts.library = printable(line);
        } else if (word == "stub") {
            facts.outcome = DriverOutcome::stub_library;
        } else if (word == "version") {
            facts.cuda = parse_version(line);
        } else if (word == "failed") {
            facts.failed_call = printable(take_word(line));
            facts.error_code = take_number(line);
        } else if (word == "gpu") {
            facts.gpus.push_back(parse_gpu(line));
        } else if (word == "end") {
            facts.outcome = outcome_of(facts);
        }
    }
    return facts;
}

}  // namespace cudafetch::platform
