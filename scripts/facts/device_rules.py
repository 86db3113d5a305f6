# SPDX-License-Identifier: MIT
"""Rules of capabilities.json, boards.json and l4t.json. Each yields (steps of a path, text)."""
from typing import Iterator, Tuple

from common.versions import version_key
from facts.tables import Facts, Json, line_of, misordered, repeated

Found = Iterator[Tuple[Tuple[object, ...], str]]


def capability_key(name: str) -> Tuple[object, ...]:
    return (version_key(name.rstrip("af")), name)


def renaming(facts: Facts, row: Json) -> Iterator[Tuple[str, str]]:
    to, first = row["renamed"]["to"], row["renamed"]["from_cuda"]
    target = facts.capability(to)
    if target.get("cuda_min") != first:
        yield "to", f'no row has the capability "{to}" and begins at CUDA {first}'
    if row["cuda_max"] is None or not version_key(row["cuda_max"]) < version_key(first):
        yield "from_cuda", f"does not lie after cuda_max, {row['cuda_max']}"
    if to.lstrip("0123456789.") != row["capability"].lstrip("0123456789."):
        yield "to", f'"{row["capability"]}" and "{to}" have different suffixes'


def capabilities(facts: Facts) -> Found:
    rows = facts.tables["capabilities"]["capabilities"]
    names = [row["capability"] for row in rows]
    for index, text in misordered(names, capability_key):
        yield ("capabilities", index, "capability"), text
    on_jetsons = {soc["capability"] for soc in facts.tables["boards"]["socs"] if soc["jetson"]}
    for steps, row in facts.rows("capabilities", "capabilities"):
        base = row["capability"].rstrip("af")
        if base not in names:
            yield (*steps, "capability"), f'there is no row for "{base}"'
        if row["cuda_max"] and version_key(row["cuda_max"]) < version_key(row["cuda_min"]):
            yield (*steps, "cuda_max"), f"lies before cuda_min, {row['cuda_min']}"
        for key, text in renaming(facts, row) if "renamed" in row else ():
            yield (*steps, "renamed", key), text
        current = row["renamed"]["to"].rstrip("af") if "renamed" in row else base
        if row["jetson"] != (current in on_jetsons):
            yield (*steps, "jetson"), f"boards.json says otherwise of {current}"
        for key in ("sbsa_proven_from", "device_cuda_max"):
            if row.get(key) and not row["jetson"]:
                yield (*steps, key), "is for capabilities of Jetsons"


def boards(facts: Facts) -> Found:
    socs = facts.tables["boards"]["socs"]
    for key in ("soc", "capability"):
        for index, text in repeated(soc[key] for soc in socs):
            yield ("socs", index, key), text
    chips = [(index, soc["chip_id"]) for index, soc in enumerate(socs)
             if soc["chip_id"] is not None]
    for index, text in repeated(chip for _, chip in chips):
        yield ("socs", chips[index][0], "chip_id"), text
    for steps, soc in facts.rows("boards", "socs"):
        if not facts.capability(soc["capability"]):
            yield (*steps, "capability"), f'capabilities.json has no "{soc["capability"]}"'
        if f"nvidia,{soc['soc']}" not in soc["compatible"]:
            yield (*steps, "compatible"), f'lacks "nvidia,{soc["soc"]}"'
        if (soc["l4t"] is not None) != soc["jetson"]:
            yield (*steps, "l4t"), "is there if, and only if, the chip is a Jetson's"
        elif soc["l4t"] and not version_key(soc["l4t"]["first"]) < version_key(soc["l4t"]["last"]):
            yield (*steps, "l4t", "last"), f"does not lie after first, {soc['l4t']['first']}"
    yield from device_tree_strings(facts)


def device_tree_strings(facts: Facts) -> Found:
    """Each means one chip or one board."""
    places = []
    for steps, soc in facts.rows("boards", "socs"):
        holders = [(steps, soc)]
        holders += [((*steps, "boards", index), board) for index, board in enumerate(soc["boards"])]
        for where, holder in holders:
            places += [((*where, "compatible", index), text)
                       for index, text in enumerate(holder["compatible"])]
    for index, text in repeated(text for _, text in places):
        yield places[index][0], text


def serves(soc: Json, release: str) -> bool:
    """Whether a chip's own row says that it takes this L4T."""
    if not soc["l4t"] or version_key(release)[0] in soc["l4t"]["excluded_majors"]:
        return False
    first, last = version_key(soc["l4t"]["first"]), version_key(soc["l4t"]["last"])
    return first <= version_key(release) <= last


def l4t(facts: Facts) -> Found:
    table, socs = facts.tables["l4t"], facts.tables["boards"]["socs"]
    for key, member in (("releases", "l4t"), ("kernel_releases", "kernel")):
        for index, text in misordered([row[member] for row in table[key]], version_key):
            yield (key, index, member), text
    for steps, row in facts.rows("l4t", "releases"):
        default = [row["default_cuda"]] if row["default_cuda"] else []
        for index, text in misordered(default + row["compat_cuda"], version_key):
            yield (*steps, "compat_cuda", index - len(default)), text
        expected = sorted(soc["soc"] for soc in socs if serves(soc, row["l4t"]))
        if sorted(row["socs"]) != expected:
            yield (*steps, "socs"), f"boards.json gives {', '.join(expected) or 'none'}"
    pairs = {(version_key(row["l4t"])[0], version_key(row["jetpack"].split()[0])[0])
             for row in table["releases"]}
    for steps, row in facts.rows("l4t", "kernel_releases"):
        if (row["l4t_major"], row["jetpack_major"]) not in pairs:
            yield steps, f"no release is L4T {row['l4t_major']} and JetPack {row['jetpack_major']}"
    yield from compat_components(facts)


def compat_components(facts: Facts) -> Found:
    known = {soc["soc"] for soc in facts.tables["boards"]["socs"]}
    components = {row["component"] for row in facts.tables["l4t"]["compat_components"]}
    for steps, row in facts.rows("l4t", "override_pairs"):
        if row["component"] not in components:
            yield (*steps, "component"), f'"{row["component"]}" is no compat component'
    for steps, row in facts.rows("l4t", "compat_components"):
        for index, soc in enumerate(row["socs"]):
            if soc not in known:
                yield (*steps, "socs", index), f'boards.json has no "{soc}"'
        present = {line_of(release) for release, manifest in facts.manifests["cuda"].items()
                   if row["tag"] in manifest.get(row["component"], {})}
        if not present:
            yield (*steps, "component"), f'no manifest has "{row["component"]}" for {row["tag"]}'
            continue
        if min(present) != version_key(row["cuda_from"]):
            yield (*steps, "cuda_from"), "is not the first release that has it for the tag"
        if row["cuda_to"] and max(present) != version_key(row["cuda_to"]):
            yield (*steps, "cuda_to"), "is not the last release that has it for the tag"
