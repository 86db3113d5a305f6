// SPDX-License-Identifier: MIT
#include "cudafetch/model/tag.hpp"

namespace cudafetch::model {

std::optional<Arch> parse_arch(std::string_view machine) {
    if (machine == "x86_64" || machine == "amd64") return Arch::x86_64;
    if (machine == "aarch64" || machine == "arm64") return Arch::aarch64;
    return std::nullopt;
}

std::string_view to_text(Arch arch) {
    switch (arch) {
        case Arch::x86_64:
            return "x86_64";
        case Arch::aarch64:
            return "aarch64";
    }
    return {};
}

std::optional<Tag> parse_tag(std::string_view text) {
    for (const Tag tag : all_tags)
        if (to_text(tag) == text) return tag;
    return std::nullopt;
}

std::string_view to_text(Tag tag) {
    switch (tag) {
        case Tag::linux_x86_64:
            return "linux-x86_64";
        case Tag::linux_sbsa:
            return "linux-sbsa";
        case Tag::linux_aarch64:
            return "linux-aarch64";
        case Tag::linux_all:
            return "linux-all";
        case Tag::source:
            return "source";
    }
    return {};
}

std::optional<Arch> arch_of(Tag tag) {
    switch (tag) {
        case Tag::linux_x86_64:
            return Arch::x86_64;
        case Tag::linux_sbsa:
        case Tag::linux_aarch64:
            return Arch::aarch64;
        case Tag::linux_all:
        case Tag::source:
            return std::nullopt;
    }
    return std::nullopt;
}

std::string_view target_folder(Tag tag) {
    switch (tag) {
        case Tag::linux_x86_64:
            return "x86_64-linux";
        case Tag::linux_sbsa:
            return "sbsa-linux";
        case Tag::linux_aarch64:
            return "aarch64-linux";
        case Tag::linux_all:
        case Tag::source:
            break;
    }
    return {};
}

}  // namespace cudafetch::model
