#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the table of boards into docs/resolution.md, from manifests/.

The table stands between two markers. With --check nothing is written, and the exit status is 1 if
the file holds another table.
"""
import argparse
import sys
from pathlib import Path
from typing import Dict, Iterator, List, NamedTuple, Optional, Tuple

from common.files import write_all
from common.versions import version_key
from facts.tables import Facts, Json, line_of

ROOT = Path(__file__).resolve().parent.parent
BEGIN = "<!-- written by scripts/document_boards.py -->\n"
END = "<!-- end -->\n"
# First CUDA major -> from which capability on a Jetson takes linux-sbsa: src/resolve has it too.
SBSA_THRESHOLDS = {0: "10.1", 13: "8.7"}
# Server machines: what stands for one in the examples of capabilities.json, and its architecture.
SERVERS = (
    ("Grace Hopper", "GH200", "aarch64"),
    ("Grace Blackwell", "GB200", "aarch64"),
    ("DGX Spark", "DGX Spark (GB10)", "aarch64"),
    ("any PC or server", None, "x86_64"),
)
FIRST_WITH_JETSON = "11.8"


class Machine(NamedTuple):
    boards: str
    chip: str
    capability: Optional[str]  # By its newest name; None: whatever the release serves.
    l4t: str
    arch: str


class Cell(NamedTuple):
    """What a machine gets of one column."""

    capability: Optional[str]  # As the column's releases call it.
    tags: Dict[str, str]  # CUDA line -> tag, oldest first; empty: none.
    remark: str


def text_of(numbers: Tuple[int, ...]) -> str:
    return ".".join(map(str, numbers))


def lines_of(facts: Facts, column: str) -> List[str]:
    """The CUDA lines of a column, oldest first: of "12" 12.0 and newer, of "11.8" itself."""
    lines = {text_of(line_of(release)) for release in facts.manifests["cuda"]}
    return sorted((line for line in lines if f"{line}.".startswith(f"{column}.")), key=version_key)


def columns(facts: Facts) -> List[str]:
    majors = {version_key(release)[0] for release in facts.manifests["cuda"]}
    first = version_key(FIRST_WITH_JETSON)[0]
    return [FIRST_WITH_JETSON, *(str(major) for major in sorted(majors) if major > first)]


def named(rows: List[Json], capability: str, line: str) -> Optional[Json]:
    """The row of the capability, by the name it has in a CUDA line that compiles for it."""
    for row in rows:
        name = row["renamed"]["to"] if "renamed" in row else row["capability"]
        if capability in (row["capability"], name) \
                and version_key(row["cuda_min"]) <= version_key(line) \
                and (not row["cuda_max"] or version_key(line) <= version_key(row["cuda_max"])):
            return row
    return None


def tag_for(row: Optional[Json], arch: str, line: str) -> str:
    if arch == "x86_64":
        return "linux-x86_64"
    major = max(major for major in SBSA_THRESHOLDS if major <= version_key(line)[0])
    below = row["jetson"] and version_key(row["capability"]) < version_key(SBSA_THRESHOLDS[major])
    return "linux-aarch64" if below else "linux-sbsa"


def has_tag(facts: Facts, line: str, tag: str) -> bool:
    return any(tag in entry for release, manifest in facts.manifests["cuda"].items()
               if text_of(line_of(release)) == line
               for entry in manifest.values() if isinstance(entry, dict))


def cell(facts: Facts, machine: Machine, column: str) -> Cell:
    rows = facts.tables["capabilities"]["capabilities"]
    tags: Dict[str, str] = {}
    name, ceiling, first, proven = machine.capability, None, None, None
    for line in lines_of(facts, column):
        row = named(rows, machine.capability, line) if machine.capability else None
        if machine.capability and row is None:
            continue
        if row:
            name, ceiling = row["capability"], row["device_cuda_max"]
            proven = row.get("sbsa_proven_from")
            if ceiling and version_key(line) > version_key(ceiling):
                continue
        tag = tag_for(row, machine.arch, line)
        if has_tag(facts, line, tag):
            tags[line] = tag
    if not tags:
        return Cell(name, tags, why_none(facts, machine, column))
    if proven and "linux-sbsa" in tags.values() and proven in tags and proven != next(iter(tags)):
        return Cell(name, tags, f"boards from {proven}")
    return Cell(name, tags, f"as {name}" if name != machine.capability else "")


def why_none(facts: Facts, machine: Machine, column: str) -> str:
    """The board's last release if that lies before the column, else the compiler's first."""
    rows = [row for row in facts.tables["capabilities"]["capabilities"]
            if machine.capability in (row["capability"], row.get("renamed", {}).get("to"))]
    ceilings = [row["device_cuda_max"] for row in rows if row["device_cuda_max"]]
    if ceilings:
        return f"boards end at {ceilings[0]}"
    first = min((row["cuda_min"] for row in rows), key=version_key)
    return f"starts at {first}"


def in_words(facts: Facts, column: str, lines: List[str]) -> str:
    """12.0 to 12.2, 12.4 to 12.9: what is next to each other in the catalogue is one range."""
    known = lines_of(facts, column)
    groups: List[List[str]] = []
    for line in lines:
        if groups and known.index(line) == known.index(groups[-1][-1]) + 1:
            groups[-1].append(line)
        else:
            groups.append([line])
    return ", ".join(group[0] if len(group) == 1 else f"{group[0]} to {group[-1]}"
                     for group in groups)


def render_cell(facts: Facts, machine: Machine, column: str) -> str:
    found = cell(facts, machine, column)
    if not found.tags:
        return f"none: {found.remark}"
    parts = []
    for tag in dict.fromkeys(found.tags.values()):
        lines = [line for line, its in found.tags.items() if its == tag]
        same = lines == [column]
        parts.append(f"`{tag}`" + ("" if same else f" {in_words(facts, column, lines)}"))
    return "; ".join(parts) + (f" ({found.remark})" if found.remark else "")


def newest_cuda(row: Json) -> Optional[str]:
    """The newest CUDA line that an L4T release runs, by itself or with a compat component."""
    runs = [*filter(None, [row["default_cuda"]]), *row["compat_cuda"]]
    return max(runs, key=version_key, default=None)


def l4t_of(facts: Facts, soc: str) -> str:
    """36 (JetPack 6): 12.9, and so on for each major of L4T that serves the chip."""
    newest: Dict[str, str] = {}
    for row in facts.tables["l4t"]["releases"]:
        cuda = newest_cuda(row)
        if soc in row["socs"] and cuda:
            jetpack = version_key(row["jetpack"].split()[0])[0]
            line = f"{version_key(row['l4t'])[0]} (JetPack {jetpack})"
            newest[line] = max(newest.get(line, cuda), cuda, key=version_key)
    return ", ".join(f"{line}: {cuda}" for line, cuda in newest.items())


def machines(facts: Facts) -> Iterator[Machine]:
    for soc in facts.tables["boards"]["socs"]:
        if soc["boards"]:
            names = ", ".join(board["name"] for board in soc["boards"])
            yield Machine(names, soc["soc"], soc["capability"], l4t_of(facts, soc["soc"]),
                          "aarch64")
    for name, example, arch in SERVERS:
        rows = [row["capability"] for row in facts.tables["capabilities"]["capabilities"]
                if example in row["examples"]]
        chip = example or arch
        yield Machine(name, chip.split("(")[-1].rstrip(")"), rows[0] if rows else None, "", arch)


def table(facts: Facts) -> str:
    heads = columns(facts)
    lines = ["| board | chip | capability | L4T: newest CUDA it runs | " +
             " | ".join(f"CUDA {column}" for column in heads) + " |",
             "|" + "---|" * (4 + len(heads))]
    for machine in machines(facts):
        cells = [machine.boards, machine.chip, machine.capability or "any but a Jetson's",
                 machine.l4t or "-", *(render_cell(facts, machine, column) for column in heads)]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def with_table(text: str, new: str) -> str:
    if text.count(BEGIN) != 1 or text.count(END) != 1:
        sys.exit("document_boards: the file needs the line "
                 f"{BEGIN.strip()} once, and {END.strip()} after it")
    head, rest = text.split(BEGIN)
    return head + BEGIN + new + END + rest.split(END)[1]


def main(arguments: List[str]) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--manifests", metavar="DIR", type=Path, default=ROOT / "manifests")
    parser.add_argument("--file", type=Path, default=ROOT / "docs" / "resolution.md")
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    options = parser.parse_args(arguments)
    text = options.file.read_text(encoding="utf-8")
    new = with_table(text, table(Facts(options.manifests)))
    if new == text:
        return 0
    if options.check:
        print(f"{options.file} holds another table of boards: run scripts/document_boards.py",
              file=sys.stderr)
        return 1
    write_all({options.file: new.encode()})
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
