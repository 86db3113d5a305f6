# SPDX-License-Identifier: MIT
"""Rules of files.json."""
from typing import Iterator

from facts.device_rules import Found
from common.versions import version_key
from facts.tables import Facts, Json, misordered, repeated


def paths(row: Json) -> Iterator[str]:
    for folder, names in row["files"].items():
        yield from (f"{folder}/{name}" for name in names)


def sonames(row: Json) -> Found:
    known = set(paths(row))
    for path, soname in row.get("sonames", {}).items():
        if path not in known:
            yield (path,), "is not among the files"
        if path.rpartition("/")[2] == soname:
            yield (path,), "says no more than the file's name"


def files(facts: Facts) -> Found:
    rows = facts.tables["files"]["packages"]
    keys = ((row["product"], row["component"], row["version"], row["tag"]) for row in rows)
    for index, text in repeated(" ".join(key) for key in keys):
        yield ("packages", index), text
    for steps, row in facts.rows("files", "packages"):
        manifests = facts.manifests.get(row["product"], {})
        having = [release for release, manifest in manifests.items()
                  if manifest.get(row["component"], {}).get("version") == row["version"]]
        if not any(row["component"] in manifest for manifest in manifests.values()):
            yield (*steps, "component"), f"no manifest of {row['product']} has it"
        elif row["releases"] != sorted(having, key=version_key):
            yield (*steps, "releases"), f"those with this version are {having or 'none'}"
        if len(row["sources"]) != 1:
            yield (*steps, "sources"), "a row is of one package"
        for folder, names in row["files"].items():
            for index, text in misordered(names):
                yield (*steps, "files", folder, index), text
        for where, text in sonames(row):
            yield (*steps, "sonames", *where), text
