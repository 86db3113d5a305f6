# SPDX-License-Identifier: MIT
"""Rules of drivers.json, host_compilers.json, releases.json and digests.json."""
from facts.device_rules import Found
from common.versions import version_key
from facts.tables import Facts, misordered, repeated

# This line came before the driver that serves all of its major.
BEFORE_ITS_MAJOR = "11.0."


def drivers(facts: Facts) -> Found:
    table = facts.tables["drivers"]
    releases = [row["cuda"] for row in table["releases"]]
    for index, text in misordered(releases, lambda name: [-part for part in version_key(name)]):
        yield ("releases", index, "cuda"), text
    for release in sorted(set(facts.manifests["cuda"]) - set(releases), key=version_key):
        yield ("releases",), f"lacks CUDA {release}, which has a manifest"
    majors = table["majors"]
    for index, text in misordered(row["cuda_major"] for row in majors):
        yield ("majors", index, "cuda_major"), text
    for index, text in misordered((row["driver_min"] for row in majors), version_key):
        yield ("majors", index, "driver_min"), text
    lowest = {row["cuda_major"]: row["driver_min"] for row in majors}
    for steps, row in facts.rows("drivers", "releases"):
        least = lowest.get(version_key(row["cuda"])[0])
        if least is None:
            yield (*steps, "cuda"), "its major is not among the majors"
            continue
        component = facts.manifests["cuda"].get(row["cuda"], {}).get("nvidia_driver", {})
        if row["driver"] is None:
            continue
        if (version_key(row["driver"]) < version_key(least)
                and not row["cuda"].startswith(BEFORE_ITS_MAJOR)):
            yield (*steps, "driver"), f"is older than what its major needs, {least}"
        if ("linux-x86_64" in component and "disputed" not in row
                and component["version"] != row["driver"]):
            yield (*steps, "driver"), f"the manifest holds {component['version']}"


def host_compilers(facts: Facts) -> Found:
    releases = [row["cuda"] for row in facts.tables["host_compilers"]["releases"]]
    for index, text in misordered(releases, version_key):
        yield ("releases", index, "cuda"), text
    lines = {".".join(release.split(".")[:2]) for release in facts.manifests["cuda"]}
    for line in sorted(lines - set(releases), key=version_key):
        yield ("releases",), f"lacks CUDA {line}, which has manifests"
    newest = {"gcc": 0, "clang": 0}
    for steps, row in facts.rows("host_compilers", "releases"):
        for compiler in newest:
            entry = row[compiler]
            if entry["max"] is None:
                continue
            if entry["max"] < entry["min"]:
                yield (*steps, compiler, "max"), f"is less than min, {entry['min']}"
            if entry["max"] < newest[compiler]:
                yield (*steps, compiler, "max"), f"an older CUDA takes up to {newest[compiler]}"
            newest[compiler] = max(newest[compiler], entry["max"])


def releases(facts: Facts) -> Found:
    matches = [row["match"] for row in facts.tables["releases"]["unpublished"]]
    for index, text in repeated(matches):
        yield ("unpublished", index, "match"), text
    for index, match in enumerate(matches):
        for release in facts.manifests["cuda"]:
            if f"{release}.".startswith(f"{match}."):
                yield ("unpublished", index, "match"), f"CUDA {release} has a manifest"


def digests(facts: Facts) -> Found:
    table = facts.tables["digests"]
    for kind in ("digests", "imported"):
        products = table[kind]
        for index, text in misordered(products):
            yield (kind, list(products)[index]), text
        for product, of_product in products.items():
            for index, text in misordered(of_product, version_key):
                yield (kind, product, list(of_product)[index]), text
    for product, imported in table["imported"].items():
        pinned = table["digests"].get(product, {})
        for release in sorted(set(imported) & set(pinned), key=version_key):
            yield ("imported", product, release), "is pinned as well"
    for product, releases_ in facts.manifests.items():
        known = {**table["digests"].get(product, {}), **table["imported"].get(product, {})}
        for release in sorted(set(releases_) - set(known), key=version_key):
            yield ("imported", product), f"lacks {release}, which has a manifest"
