// SPDX-License-Identifier: MIT
#include "cudafetch/platform/uname.hpp"

#include <sys/utsname.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

#include "cudafetch/base/text.hpp"

namespace cudafetch::platform {

namespace {

constexpr std::array known_machines{
    std::string_view("x86_64"),  std::string_view("amd64"),  std::string_view("aarch64"),
    std::string_view("arm64"),   std::string_view("armv7l"), std::string_view("armv8l"),
    std::string_view("i686"),    std::string_view("i386"),   std::string_view("ppc64le"),
    std::string_view("riscv64"), std::string_view("s390x"),
};

std::string lower_case(std::string_view text) {
    std::string result(text);
    for (char& c : result)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return result;
}

bool is_machine(std::string_view word) {
    return std::find(known_machines.begin(), known_machines.end(), word) != known_machines.end();
}

bool is_release(std::string_view word) {
    return std::isdigit(static_cast<unsigned char>(word.front())) != 0 &&
           word.find('.') != std::string_view::npos;
}

}  // namespace

std::optional<Uname> parse_uname_text(std::string_view text) {
    const auto words = split(text.substr(0, text.find('\n')), " \t\r");
    if (words.empty()) return std::nullopt;
    Uname uname;
    if (words.size() == 1) {
        uname.machine = printable(words.front());
        return uname;
    }
    // What follows the machine differs between systems: it is the last word that is known as one.
    const auto machine = std::find_if(words.rbegin(), words.rend(), is_machine);
    uname.machine = printable(machine != words.rend() ? *machine : words.back());
    uname.os = lower_case(printable(words.front()));
    // The host's name may stand before the kernel's release, and may look like one.
    for (const std::size_t index : {std::size_t{2}, std::size_t{1}}) {
        if (index >= words.size() || !is_release(words[index])) continue;
        uname.kernel_release = printable(words[index]);
        break;
    }
    return uname;
}

Uname this_uname() {
    utsname name{};
    if (::uname(&name) != 0) return {};
    return {lower_case(name.sysname), name.machine, name.release};
}

}  // namespace cudafetch::platform
