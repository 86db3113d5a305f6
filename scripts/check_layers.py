#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Proves the module table of CMakeLists.txt from the #includes.

Every line `cudafetch_module(name DEPENDS ... USES ...)` says what a module may include. A module
that includes another one, or a third party, that its line does not name is an error, and so is a
name in its line that nothing uses.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Third-party targets, and how their headers begin.
HEADERS = {
    "OpenSSL::Crypto": ("openssl/",),
    "nlohmann_json::nlohmann_json": ("nlohmann/",),
    "CURL::libcurl": ("curl/",),
    "LibArchive::LibArchive": ("archive.h", "archive_entry.h"),
    "LibLZMA::LibLZMA": ("lzma.h",),
    "CLI11::CLI11": ("CLI/",),
    "${CMAKE_DL_LIBS}": ("dlfcn.h",),
    "tl::expected": ("tl/",),
}
# The public type of all results comes with base.
EVERYWHERE = {"base": {"tl::expected"}}
INCLUDE = re.compile(r'^\s*#\s*include\s+[<"]([^>"]+)[>"]', re.MULTILINE)


def declared_modules():
    """{module: (modules it may include, third parties it may use)}"""
    text = (ROOT / "CMakeLists.txt").read_text()
    modules = {}
    for name, rest in re.findall(r"^cudafetch_module\((\w+)([^)]*)\)", text, re.MULTILINE):
        depends = re.search(r"DEPENDS((?:\s+(?!USES)\S+)*)", rest)
        uses = re.search(r"USES((?:\s+\S+)*)", rest)
        modules[name] = (set(depends.group(1).split()) if depends else set(),
                         set(uses.group(1).split()) if uses else set())
    program = re.search(r"^cudafetch_program\(\w+\s+MODULE\s+(\w+).*?USES([^)]*)\)", text,
                        re.MULTILINE | re.DOTALL)
    modules[program.group(1)] = (set(modules), set(program.group(2).split()))
    return modules


def sources_of(module):
    for folder in (ROOT / "src" / module, ROOT / "include" / "cudafetch" / module):
        # Kernels are compiled by nvcc on the user's machine and belong to no module.
        yield from (path for path in folder.rglob("*.[ch]pp") if "kernels" not in path.parts)


def included_by(path):
    """(modules, third parties) that a file includes directly."""
    modules, third_parties = set(), set()
    for header in INCLUDE.findall(path.read_text()):
        parts = header.split("/")
        if parts[0] == "cudafetch":
            modules.add(parts[1])
        elif (ROOT / "src" / header).exists():
            modules.add(parts[0])
        third_parties |= {target for target, starts in HEADERS.items() if header.startswith(starts)}
    return modules, third_parties


def check(name, may_include, may_use):
    problems, used_modules, used_parties = [], set(), set()
    for path in sources_of(name):
        modules, parties = included_by(path)
        used_modules |= modules
        used_parties |= parties
        for wrong in sorted(modules - may_include - {name}):
            problems.append(f"{path.relative_to(ROOT)} includes {wrong}, which {name} may not")
        for wrong in sorted(parties - may_use - EVERYWHERE.get(name, set())):
            problems.append(f"{path.relative_to(ROOT)} uses {wrong}, which {name} may not")
    for unused in sorted((may_include - used_modules) | (may_use - used_parties)):
        if name != "cli":
            problems.append(f"CMakeLists.txt lets {name} use {unused}, and nothing does")
    return problems


def main():
    modules = declared_modules()
    if len(modules) < 5:
        sys.exit("check_layers: no module lines found in CMakeLists.txt")
    problems = []
    for name, (may_include, may_use) in modules.items():
        if not any(True for _ in sources_of(name)):
            problems.append(f"module {name} has no sources")
        problems += check(name, may_include, may_use)
    loaders = [path for name in modules for path in sources_of(name)
               if "dlfcn.h" in INCLUDE.findall(path.read_text())]
    if len(loaders) != 1:
        problems.append(f"libcuda is to be opened in one file, not in {len(loaders)}")
    print("\n".join(problems) or f"{len(modules)} modules include what their lines say")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
