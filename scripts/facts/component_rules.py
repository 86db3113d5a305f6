# SPDX-License-Identifier: MIT
"""Rules of components.json and coverage.json."""
import re
from typing import Iterator, Tuple

from facts.device_rules import Found
from common.versions import version_key
from facts.tables import Facts, Json, misordered, repeated


def uses(table: Json) -> Iterator[Tuple[Tuple[object, ...], str]]:
    """Every place of components.json that names a component."""
    for key, member in (("aliases", "names"), ("needs", "needs")):
        for index, row in enumerate(table[key]):
            for position, name in enumerate(row[member]):
                yield (key, index, member, position), name
    for key in ("needs", "never_rejects_by_coverage", "lib_folders"):
        for index, row in enumerate(table[key]):
            yield (key, index, "component"), row["component"]
    for key in ("host", "both"):
        for index, name in enumerate(table["runs_on"][key]):
            yield ("runs_on", key, index), name
    for key in ("driver_side", "libraries"):
        for index, name in enumerate(table[key]):
            yield (key, index), name
    for profile, entries in table["profiles"].items():
        for index, entry in enumerate(entries):
            yield ("profiles", profile, index, "component"), entry["component"]


def doubles(table: Json) -> Found:
    """What each list, taken as a whole, may name once only."""
    aliases = [(("aliases", index), name) for index, row in enumerate(table["aliases"])
               for name in row["names"]]
    sides = [(("runs_on", key, index), name) for key in ("host", "both")
             for index, name in enumerate(table["runs_on"][key])]
    exempt = [(("never_rejects_by_coverage", index), row["component"])
              for index, row in enumerate(table["never_rejects_by_coverage"])]
    for places in (aliases, sides, exempt):
        for index, text in repeated(name for _, name in places):
            yield places[index][0], text
    for profile, entries in table["profiles"].items():
        for index, text in repeated(entry["component"] for entry in entries):
            yield ("profiles", profile, index, "component"), text


def ranges(table: Json) -> Iterator[Tuple[Tuple[object, ...], str, Json]]:
    """(steps, component, row with its bounds) of every profile entry and need."""
    for profile, entries in table["profiles"].items():
        for index, entry in enumerate(entries):
            yield ("profiles", profile, index), entry["component"], entry
    for index, row in enumerate(table["needs"]):
        for name in row["needs"]:
            yield ("needs", index), name, row


def within(row: Json, release: str) -> bool:
    """Whether a release lies within the bounds of a profile's entry or of a need, as precise as
    those are: 12.1 holds all of 12.1.x."""
    low, high = row.get("from_cuda", "0"), row.get("to_cuda", "9999")
    numbers = version_key(release)
    return (version_key(low) <= numbers[:len(version_key(low))]
            and numbers[:len(version_key(high))] <= version_key(high))


def bounds(facts: Facts) -> Found:
    """No release is asked for what it lacks; and a profile leaves out nothing that there is."""
    for steps, name, row in ranges(facts.tables["components"]):
        covered = 0
        for release in facts.manifests["cuda"]:
            has, asked = facts.has_component(release, name), within(row, release)
            covered += asked
            if asked and not has:
                yield steps, f'CUDA {release} has no "{name}"'
            elif has and not asked and steps[0] == "profiles":
                yield steps, f'leaves out CUDA {release}, which has "{name}"'
        if not covered:
            yield steps, "no release lies within its bounds"


def covers_one_release_twice(first: Json, second: Json, releases: Iterator[str]) -> bool:
    return any(within(first, release) and within(second, release) for release in releases)


def needs(facts: Facts) -> Found:
    seen = []
    for index, row in enumerate(facts.tables["components"]["needs"]):
        if row["component"] in row["needs"]:
            yield ("needs", index, "needs"), "a component that needs itself"
        if row.get("through") == "run" and "note" not in row:
            yield ("needs", index), "needs a note, as no library shows it"
        for name in row["needs"]:
            for earlier in seen:
                if earlier[:2] == (row["component"], name) and covers_one_release_twice(
                        earlier[2], row, facts.manifests["cuda"]):
                    yield ("needs", index), f'says again that it needs "{name}"'
            seen.append((row["component"], name, row))


def lib_folders(facts: Facts) -> Found:
    """The table is for archives that are one for all CUDA majors: those without variants."""
    for steps, row in facts.rows("components", "lib_folders"):
        covered = [(release, manifest[row["component"]])
                   for releases in facts.manifests.values()
                   for release, manifest in releases.items() if row["component"] in manifest
                   and version_key(row["from"]) <= version_key(release) <= version_key(row["to"])]
        if not covered:
            yield steps, "no release lies between from and to"
        for release, entry in covered:
            if "sha256" not in entry.get("linux-x86_64", {}):
                yield steps, f"{release} has an archive for each CUDA major"


def components(facts: Facts) -> Found:
    table = facts.tables["components"]
    unknown = [(steps, name) for steps, name in uses(table) if name not in facts.components]
    for steps, name in unknown:
        yield steps, f'no manifest has "{name}"'
    if "compile" not in table["profiles"] or "all" in table["profiles"]:
        yield ("profiles",), 'must have "compile" and leave "all" to the program'
    yield from doubles(table)
    for steps, row in facts.rows("components", "aliases"):
        for release, manifest in facts.manifests["cuda"].items():
            present = [name for name in row["names"] if name in manifest]
            if len(present) != 1:
                yield (*steps, "names"), f"CUDA {release} has {' and '.join(present) or 'none'}"
    if not unknown:
        yield from bounds(facts)
        yield from needs(facts)
    yield from lib_folders(facts)


def archive(facts: Facts, keys: Tuple[str, ...], variant: str) -> Json:
    entry: Json = facts.manifests
    for key in keys:
        entry = entry.get(key, {})
    # A variant that is a path means a folder within the archive.
    return entry if not variant or variant.startswith("/") else entry.get(variant, {})


def coverage(facts: Facts) -> Found:
    known = {"sm_" + row["capability"].replace(".", "")
             for row in facts.tables["capabilities"]["capabilities"]}
    table = facts.tables["components"]
    with_a_say = set(table["libraries"]) | {
        row["component"] for row in table["never_rejects_by_coverage"]}
    for keys, variants in coverage_rows(facts):
        steps = ("coverage", *keys)
        if keys[2] not in with_a_say:
            yield steps, "components.json has it neither in libraries nor as an exception"
        for variant, architectures in variants.items():
            if "sha256" not in archive(facts, keys, variant):
                yield (*steps, variant), "no manifest has this archive"
            for index, name in enumerate(architectures):
                if name not in known:
                    yield (*steps, variant, index), f'capabilities.json does not know "{name}"'
            for index, text in misordered(
                    architectures, lambda name: (int(re.sub(r"\D", "", name)), name)):
                yield (*steps, variant, index), text


def coverage_rows(facts: Facts) -> Iterator[Tuple[Tuple[str, ...], Json]]:
    for product, releases in facts.tables["coverage"]["coverage"].items():
        for release, entries in releases.items():
            for component, tags in entries.items():
                for tag, variants in tags.items():
                    yield (product, release, component, tag), variants
