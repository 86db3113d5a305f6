#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes manifests/files.json: which component holds a file, from packages that are read here."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path, PurePosixPath
from typing import Any, Iterable, Iterator, Optional

from common.files import write_all
from common.versions import version_key
from file_index.selection import indexed, is_shared_library
from mirror.components import TAGS, Identity, identity_of
from mirror.errors import MirrorError, UsageError
from mirror.libraries import extracted, soname_of
from mirror.packages import ANY_FOLDER, Package, read_installed, read_wheel
from mirror.sources import dist_infos

_CATALOGUE = Path(__file__).resolve().parent.parent / "manifests"
_SCHEMA = "cudafetch.files/1"

_EPILOG = """\
Every file that gets a row is read and compared with the package's RECORD. A package that the table
has already is replaced, others stay. The releases of a row are those of the catalogue that have the
component in the very version that was read.

examples:
  index_files.py --toolkit /usr/local/cuda
  index_files.py wheels/nvidia_cuda_runtime_cu12-*.whl

exit status: 0 done, 1 failed, 2 usage
"""


def main(arguments: Optional[list[str]] = None) -> int:
    parser = _parser()
    options = parser.parse_args(arguments)
    if not options.wheels and not options.toolkit:
        parser.error("name wheels, or a toolkit folder with --toolkit")
    try:
        table = _existing(options.out)
        for package, identity in _packages(options):
            _put(table, *_row(package, identity, options.manifests))
        write_all({options.out: _text(table).encode("ascii")})
    except UsageError as error:
        return _fail(error, 2)
    except (MirrorError, OSError, ValueError) as error:
        return _fail(error, 1)
    rows = sum(len(names) for row in table["packages"] for names in row["files"].values())
    print(f"{options.out}: {rows} files and folders of {len(table['packages'])} packages")
    return 0


def _packages(options: argparse.Namespace) -> Iterator[tuple[Package, Identity]]:
    for path in options.wheels:
        package = read_wheel(path)
        identity = identity_of(package.project, package.version)
        if identity is None:
            raise UsageError(f"{path.name}: {package.project} is no component of the catalogue")
        yield package, identity
    if options.toolkit:
        found = dist_infos(options.toolkit)
        if not found:
            raise UsageError(f"{options.toolkit} has no RECORD files that say what is what")
        for dist_info in found.values():
            package = read_installed(dist_info, options.toolkit, ANY_FOLDER)
            identity = identity_of(package.project, package.version)
            if identity:
                yield package, identity
            else:
                print(f"left out: {package.project}, which is no component of the catalogue")


def _row(package: Package, identity: Identity, manifests: Path) -> tuple[dict, str, str]:
    """The row of a package, and the name and text of its source."""
    arch = next((arch for arch in TAGS if package.serves(arch)), None)
    if arch is None:
        raise MirrorError(f"{package.origin}: for none of the machines {', '.join(TAGS)}")
    recorded = package.payload(ANY_FOLDER)
    paths = indexed(recorded)
    if not paths:
        raise MirrorError(f"{package.origin}: no file in it gets a row")
    source = f"{package.project}-{package.version}-{arch}"
    row: dict[str, Any] = {
        "product": identity.product,
        "component": identity.component,
        "version": package.version,
        "tag": TAGS[arch],
        "releases": _releases(manifests, identity, package.version),
        "certainty": "high",
        "sources": [source],
        "files": _by_folder(paths),
    }
    files = {path: recorded[path] for path in paths if path in recorded}
    for in_record in files.values():
        package.verify(in_record)
    sonames = _sonames(package, files)
    if sonames:
        row["sonames"] = sonames
    return row, source, f"wheel {package.project} {package.version} for {arch}"


def _sonames(package: Package, files: dict[str, str]) -> dict[str, str]:
    """Path -> soname of the shared libraries whose file has another name."""
    sonames = {}
    for path, in_record in files.items():
        if not is_shared_library(path):
            continue
        with extracted(package, in_record) as copy:
            soname = soname_of(copy)
        if soname and soname != PurePosixPath(path).name:
            sonames[path] = soname
    return sonames


def _by_folder(paths: Iterable[str]) -> dict[str, list[str]]:
    folders: dict[str, list[str]] = {}
    for path in paths:
        name = PurePosixPath(path).name + ("/" if path.endswith("/") else "")
        folders.setdefault(str(PurePosixPath(path).parent), []).append(name)
    return folders


def _releases(manifests: Path, identity: Identity, version: str) -> list[str]:
    """Releases of the catalogue, oldest first, that have the component in this version."""
    found = []
    for path in manifests.glob(f"{identity.product}/*.json"):
        component = json.loads(path.read_text(encoding="ascii")).get(identity.component)
        if component and component["version"] == version:
            found.append(path.stem)
    return sorted(found, key=version_key)


def _existing(path: Path) -> dict:
    if not path.exists():
        return {"schema": _SCHEMA, "sources": {}, "packages": []}
    table = json.loads(path.read_text(encoding="ascii"))
    if table.get("schema") != _SCHEMA:
        raise UsageError(f"{path} is no table of the schema {_SCHEMA}")
    return table


def _key(row: dict) -> tuple:
    return row["product"], row["component"], version_key(row["version"]), row["tag"]


def _put(table: dict, row: dict, source: str, description: str) -> None:
    others = [other for other in table["packages"] if _key(other) != _key(row)]
    table["packages"] = sorted([*others, row], key=_key)
    cited = {name for other in table["packages"] for name in other["sources"]}
    sources = {**table["sources"], source: description}
    table["sources"] = {name: text for name, text in sorted(sources.items()) if name in cited}


def _text(table: dict) -> str:
    """JSON with a line for each source and each folder, so that changes can be read."""
    sources = _members(table["sources"], "    ")
    rows = ",\n".join(_row_text(row) for row in table["packages"])
    return (
        f'{{\n  "schema": {json.dumps(table["schema"])},\n  "sources": {{\n{sources}\n  }},\n'
        f'  "packages": [\n{rows}\n  ]\n}}\n'
    )


def _members(values: dict, indent: str) -> str:
    return ",\n".join(f"{indent}{json.dumps(k)}: {json.dumps(v)}" for k, v in values.items())


def _row_text(row: dict) -> str:
    head = {key: value for key, value in row.items() if key != "files"}
    folders = _members(row["files"], "        ")
    return f'    {json.dumps(head)[:-1]},\n      "files": {{\n{folders}\n      }}}}'


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=_EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("wheels", nargs="*", type=Path, metavar="WHEEL", help="a wheel file of NVIDIA's")
    add("--toolkit", type=Path, metavar="DIR",
        help="a toolkit folder with the RECORD files of the wheels it was made from")
    add("--manifests", type=Path, default=_CATALOGUE, metavar="DIR",
        help="the catalogue (default: manifests/)")
    add("--out", type=Path, default=_CATALOGUE / "files.json", metavar="FILE",
        help="the table to write or to add to (default: manifests/files.json)")
    return parser


def _fail(message: object, status: int) -> int:
    print(f"index_files.py: {message}", file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
