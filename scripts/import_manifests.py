#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Cut NVIDIA's redist manifests down to the catalogue in manifests/.

SOURCE_DIR holds <product>/redistrib_<release>.json as NVIDIA publishes them and,
optionally, manifest_digests.json: {product: {release: SHA-256 of that file}}.
For each manifest DIR/<product>/<release>.json is written, in NVIDIA's schema: the
release and component metadata, and the archives for Linux on x86_64 and 64-bit Arm
with path, size and SHA-256. A component without such an archive keeps its metadata.
DIR/digests.json gets the SHA-256 of each manifest file: "digests" those that
manifest_digests.json pins, "imported" those of the other files that were read; what it
held before stays. Files in DIR that SOURCE_DIR says nothing about are left alone.

Every input is checked first; on a fault nothing is written.
Exit status: 0 done, 1 --check found a difference, 2 faulty input, usage or I/O error.
"""

import argparse
import contextlib
import hashlib
import json
import re
import sys
from pathlib import Path
from typing import Any, Dict, Iterator, List, NamedTuple

from common import strict_json
from common.files import write_all
from common.versions import version_key

TAGS = ("linux-x86_64", "linux-sbsa", "linux-aarch64", "linux-all", "source")
RELEASE = ("release_date", "release_label", "release_product")
METADATA = ("name", "license", "license_path", "version", "cuda_variant")
OPTIONAL = ("license_path", "cuda_variant")

SEGMENT = r"(?!\.{1,2}(?:/|$))[A-Za-z0-9._+-]+"
TEXT = re.compile(r"[ -~]+")
NAME = re.compile(r"[a-z0-9_]+")
VERSION = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})+")
DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
TAG = re.compile(r"[a-z0-9]+(?:-[a-z0-9_]+)?")
CUDA = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,3})?")
VARIANT = re.compile(rf"cuda{CUDA.pattern}")
PATH = re.compile(rf"{SEGMENT}(?:/{SEGMENT})*")
SHA256 = re.compile(r"[0-9a-f]{64}")
ARCHIVE = {"relative_path": PATH, "sha256": SHA256, "size": re.compile(r"[0-9]{1,18}")}
DROPPED = {"md5": re.compile(r"[0-9a-f]{32}")}


class Fault(Exception):
    """Input that must not enter the catalogue: where it is (a JSON path) and why."""

    def __init__(self, where: str, reason: str) -> None:
        super().__init__(f"{where}: {reason}")


class Source(NamedTuple):
    """One manifest as NVIDIA published it."""

    product: str
    release: str
    path: Path


def quoted(value: Any) -> str:
    """A value for a message, shortened."""
    text = json.dumps(value)
    return text if len(text) <= 80 else text[:77] + "..."


def object_at(value: Any, where: str) -> Dict[str, Any]:
    if not isinstance(value, dict):
        raise Fault(where, f"expected an object, found {quoted(value)}")
    if not value:
        raise Fault(where, "the object is empty")
    return value


def text_at(value: Any, where: str, form: "re.Pattern[str]") -> str:
    if not isinstance(value, str) or not form.fullmatch(value):
        raise Fault(where, f"expected text like {form.pattern}, found {quoted(value)}")
    return value


def key_at(key: str, where: str, form: "re.Pattern[str]") -> str:
    """The JSON path of a key, once the key itself is well-formed."""
    text_at(key, f"{where}: key", form)
    return f"{where}.{key}"


def parse(data: bytes) -> Dict[str, Any]:
    """The JSON object in data; anything else is a fault."""
    try:
        document = strict_json.parse(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise Fault("$", f"not a JSON document: {error}") from error
    return object_at(document, "$")


def cut_archive(entry: Dict[str, Any], where: str) -> Dict[str, str]:
    fields = {**ARCHIVE, **DROPPED}
    for key in entry:
        if key not in fields:
            raise Fault(where, f"{quoted(key)} is not a field of an archive")
        text_at(entry[key], f"{where}.{key}", fields[key])
    for key in ARCHIVE:
        if key not in entry:
            raise Fault(where, f"has no {key}")
    return {key: entry[key] for key in ARCHIVE}


def cut_tag(value: Any, where: str) -> Dict[str, Any]:
    """One archive, or one per CUDA variant; a hybrid entry holds both."""
    entry = object_at(value, where)
    variants = {key: value for key, value in entry.items() if isinstance(value, dict)}
    own = {key: value for key, value in entry.items() if key not in variants}
    result: Dict[str, Any] = cut_archive(own, where) if own else {}
    cut = {key: cut_archive(variants[key], key_at(key, where, VARIANT)) for key in variants}
    result.update((key, cut[key]) for key in sorted(cut, key=version_key))
    return result


def cut_metadata(entry: Dict[str, Any], where: str) -> Dict[str, Any]:
    result: Dict[str, Any] = {}
    forms = {"license_path": PATH, "version": VERSION}
    for key in METADATA:
        if key not in entry:
            if key not in OPTIONAL:
                raise Fault(where, f"has no {key}")
        elif key == "cuda_variant":
            result[key] = cut_variants(entry[key], f"{where}.{key}")
        else:
            result[key] = text_at(entry[key], f"{where}.{key}", forms.get(key, TEXT))
    return result


def cut_variants(value: Any, where: str) -> List[str]:
    if not isinstance(value, list) or not value:
        raise Fault(where, f"expected a list of CUDA versions, found {quoted(value)}")
    return [text_at(item, f"{where}[{index}]", CUDA) for index, item in enumerate(value)]


def cut_component(value: Any, where: str) -> Dict[str, Any]:
    entry = object_at(value, where)
    result = cut_metadata(entry, where)
    keys = [key for key in entry if key not in METADATA]
    tags = {key: cut_tag(entry[key], key_at(key, where, TAG)) for key in keys}
    if not tags:
        raise Fault(where, "has no archive for any tag")
    result.update((tag, tags[tag]) for tag in TAGS if tag in tags)
    return result


def cut_manifest(document: Dict[str, Any], product: str, release: str) -> Dict[str, Any]:
    """The catalogue's form of one manifest; raises Fault where the input is not as it should be."""
    defaults = {"release_label": release, "release_product": product}
    info = {**defaults, **{key: document[key] for key in document if key.startswith("release_")}}
    for key, value in info.items():
        text_at(value, f"$.{key}", DATE if key == "release_date" else TEXT)
    if info["release_label"] != release:
        label = quoted(info["release_label"])
        raise Fault("$.release_label", f"is {label}, but the file name says {release}")
    components = sorted(document.keys() - info.keys())
    if not components:
        raise Fault("$", "has no component")
    result: Dict[str, Any] = {key: info[key] for key in RELEASE if key in info}
    for name in components:
        result[name] = cut_component(document[name], key_at(name, "$", NAME))
    return result


def render(value: Any, indent: str = "") -> str:
    """Canonical JSON: keys as ordered by the caller, two spaces, one line per archive or list."""
    is_archive = isinstance(value, dict) and "relative_path" in value
    is_leaf = not isinstance(value, dict) or not value
    if is_leaf or (is_archive and not any(isinstance(item, dict) for item in value.values())):
        return json.dumps(value)
    inner = indent + "  "
    lines = (f"{inner}{json.dumps(key)}: {render(item, inner)}" for key, item in value.items())
    return "{\n" + ",\n".join(lines) + f"\n{indent}}}"


@contextlib.contextmanager
def faults_in(path: Path) -> Iterator[None]:
    """Give the faults found inside the name of their file."""
    try:
        yield
    except Fault as fault:
        raise Fault(str(path), str(fault)) from fault


def find_sources(folder: Path) -> Iterator[Source]:
    for path in sorted(folder.glob("*/redistrib_*.json")):
        release = path.stem[len("redistrib_"):]
        with faults_in(path):
            text_at(path.parent.name, "product folder", NAME)
            text_at(release, "release in the file name", VERSION)
        yield Source(path.parent.name, release, path)


Digests = Dict[str, Dict[str, str]]


def sorted_digests(digests: Digests) -> Digests:
    return {product: dict(sorted(digests[product].items(), key=lambda item: version_key(item[0])))
            for product in sorted(digests) if digests[product]}


def digests_at(document: Any, where: str) -> Digests:
    """{product: {release: SHA-256}}, checked."""
    digests: Digests = {}
    products = object_at(document, where)
    for product in sorted(products):
        at = key_at(product, where, NAME)
        digests[product] = object_at(products[product], at)
        for release, digest in digests[product].items():
            text_at(release, f"{at}: key", VERSION)
            text_at(digest, f"{at}[{quoted(release)}]", SHA256)
    return digests


def merged(*all_digests: Digests) -> Digests:
    """All of them; what comes later wins."""
    result: Digests = {}
    for digests in all_digests:
        for product, releases in digests.items():
            result.setdefault(product, {}).update(releases)
    return result


def check_pins(pinned: Digests, found: Digests) -> None:
    for product, releases in pinned.items():
        for release, digest in releases.items():
            actual = found.get(product, {}).get(release, digest)
            if actual != digest:
                raise Fault(f"$.{product}[{quoted(release)}]",
                            f"pins {digest}, but the manifest's SHA-256 is {actual}")


def cut_digests(pinned: Digests, imported: Digests) -> Dict[str, Any]:
    """The digests of manifest files in canonical order, each once."""
    others = {product: {release: digest for release, digest in releases.items()
                        if release not in pinned.get(product, {})}
              for product, releases in imported.items()}
    return {
        "schema": "cudafetch.digests/1",
        "source": "SHA-256 of redistrib_<release>.json: digests as others pinned what NVIDIA "
                  "published, imported as it was when this catalogue was made",
        "digests": sorted_digests(pinned),
        "imported": sorted_digests(others),
    }


def digests_file(source_dir: Path, out: Path, found: Digests) -> str:
    """What DIR/digests.json holds already, with the pins of the source and the files found."""
    pinned: Digests = {}
    imported: Digests = {}
    before = out / "digests.json"
    if before.is_file():
        with faults_in(before):
            document = object_at(parse(before.read_bytes()), "$")
            known = [digests_at(document[key], f"$.{key}") if document.get(key) else {}
                     for key in ("digests", "imported")]
            pinned, imported = known
    pins = source_dir / "manifest_digests.json"
    with faults_in(pins if pins.exists() else before):
        if pins.exists():
            pinned = merged(pinned, digests_at(parse(pins.read_bytes()), "$"))
        check_pins(pinned, found)
    return render(cut_digests(pinned, merged(imported, found))) + "\n"


def build(source_dir: Path, out: Path) -> Dict[str, str]:
    """Text of every catalogue file, by its path below the output folder."""
    files: Dict[str, str] = {}
    found: Dict[str, Dict[str, str]] = {}
    for source in find_sources(source_dir):
        data = source.path.read_bytes()
        with faults_in(source.path):
            manifest = cut_manifest(parse(data), source.product, source.release)
        files[f"{source.product}/{source.release}.json"] = render(manifest) + "\n"
        found.setdefault(source.product, {})[source.release] = hashlib.sha256(data).hexdigest()
    if not files:
        raise Fault(str(source_dir), "no <product>/redistrib_<release>.json below it")
    files["digests.json"] = digests_file(source_dir, out, found)
    return files


def differing(files: Dict[str, str], out: Path) -> List[str]:
    """The paths whose file in out is missing or has other bytes."""

    def current(name: str) -> bytes:
        path = out / name
        return path.read_bytes() if path.is_file() else b""

    return [name for name, text in files.items() if current(name) != text.encode()]


def parse_arguments(arguments: List[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="example:\n  scripts/import_manifests.py ../redist --out manifests --check",
    )
    parser.add_argument("source_dir", metavar="SOURCE_DIR", type=Path, help="NVIDIA's manifests")
    parser.add_argument("--out", metavar="DIR", type=Path, required=True, help="catalogue folder")
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    return parser.parse_args(arguments)


def main(arguments: List[str]) -> int:
    options = parse_arguments(arguments)
    try:
        files = build(options.source_dir, options.out)
        names = differing(files, options.out)
        if not options.check:
            write_all({options.out / name: files[name].encode() for name in names})
    except (Fault, OSError) as error:
        print(f"import_manifests: {error}", file=sys.stderr)
        return 2
    if not options.check:
        print(f"{len(files)} files: {len(names)} written, {len(files) - len(names)} unchanged")
        return 0
    for name in names:
        print(f"differs: {options.out / name}")
    return 1 if names else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
