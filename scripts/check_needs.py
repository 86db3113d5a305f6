#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares `needs` of manifests/components.json with what real libraries ask for.

Reads the shared libraries of an installed toolkit that was made from wheels, and of wheels. What
a library names as DT_NEEDED must be in a component that its own one needs, at once or through
another; and each need must be seen: as DT_NEEDED; or, where its row says `through: load`, as a name
within a library. What is `through: run` no library shows.
"""
import argparse
import mmap
import re
import sys
from pathlib import Path
from typing import Dict, Iterator, List, NamedTuple, Optional, Set

from common.versions import version_key
from facts.component_rules import within
from facts.tables import Facts, Unreadable
from mirror.components import identity_of
from mirror.errors import MirrorError
from mirror.libraries import extracted, needed_by
from mirror.packages import ANY_FOLDER, Package, read_installed, read_wheel
from mirror.sources import dist_infos

FOLDER = Path(__file__).resolve().parent.parent / "manifests"
SHARED_LIBRARY = re.compile(r".+\.so(?:\.[0-9.]+)?")
NAME = re.compile(rb"lib[A-Za-z][A-Za-z0-9_]{1,40}\.so")
# Of the system, of the driver, or for the user to bring.
NOT_OURS = re.compile(
    r"(ld-linux.*|lib(c|m|dl|rt|pthread|util|gcc_s|stdc\+\+|z|cuda|mpi|gomp))\.so.*")


class Library(NamedTuple):
    name: str
    needed: List[str]  # sonames
    named: Set[str]  # what stands in it, without numbers: libnvrtc.so


class Piece(NamedTuple):
    """One component as it was read."""

    component: str
    version: str
    libraries: List[Library]


class Reading(NamedTuple):
    piece: Piece
    release: str  # The CUDA release that it belongs to.


def named_in(path: Path) -> Set[str]:
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        return {match.decode() for match in NAME.findall(data)}


def read_piece(package: Package) -> Optional[Piece]:
    """None for a package that is no component."""
    identity = identity_of(package.project, package.version)
    if identity is None:
        return None
    libraries = []
    for path, in_record in package.payload(ANY_FOLDER).items():
        if SHARED_LIBRARY.fullmatch(path):
            with extracted(package, in_record) as copy:
                libraries.append(Library(copy.name, needed_by(copy), named_in(copy)))
    return Piece(identity.component, package.version, libraries)


def pieces_of_toolkit(folder: Path) -> Iterator[Piece]:
    for project, dist_info in dist_infos(folder).items():
        piece = read_piece(read_installed(dist_info, folder, ANY_FOLDER))
        if piece:
            yield piece
        else:
            print(f"not a component: {project}")


def piece_of_wheel(path: Path) -> Piece:
    piece = read_piece(read_wheel(path))
    if piece is None:
        raise MirrorError(f"{path.name} is no component that is known")
    return piece


def release_of(facts: Facts, piece: Piece) -> Optional[str]:
    """The oldest CUDA release that has the component in this version, or in one just older."""
    versions = {}
    for release, manifest in facts.manifests["cuda"].items():
        for name in facts.names_of(piece.component):
            if name in manifest and version_key(manifest[name]["version"]) <= version_key(
                    piece.version):
                versions[release] = version_key(manifest[name]["version"])
    newest = max(versions.values(), default=None)
    return min((release for release, its in versions.items() if its == newest),
               key=version_key, default=None)


def with_releases(facts: Facts, pieces: List[Piece]) -> List[Reading]:
    """A sibling product belongs to the release of what lies beside it."""
    own = [release_of(facts, piece) for piece in pieces]
    beside = next(filter(None, own), None)
    if beside is None:
        raise MirrorError("no manifest has " + ", ".join(
            f"{piece.component} {piece.version}" for piece in pieces))
    return [Reading(piece, release or beside) for piece, release in zip(pieces, own)]


def stem(soname: str) -> str:
    return soname.split(".so")[0]


def rows_for(facts: Facts, reading: Reading) -> List[dict]:
    return [row for row in facts.tables["components"]["needs"]
            if row["component"] == reading.piece.component and within(row, reading.release)]


def all_needs(facts: Facts, component: str, release: str) -> Set[str]:
    """What a component needs in a release, at once or through another."""
    found: Set[str] = set()
    waiting = [component]
    while waiting:
        here = waiting.pop()
        for row in facts.tables["components"]["needs"]:
            if row["component"] == here and within(row, release):
                waiting += [name for name in row["needs"] if name not in found]
                found.update(row["needs"])
    return found


def gaps(facts: Facts, reading: Reading, owners: Dict[str, str]) -> Iterator[str]:
    component = reading.piece.component
    covered = all_needs(facts, component, reading.release) | {component}
    for library in reading.piece.libraries:
        for soname in library.needed:
            owner = owners.get(stem(soname))
            if owner is None and not NOT_OURS.fullmatch(soname):
                yield f"{library.name} needs {soname}, which nothing that was read has"
            elif owner is not None and owner not in covered:
                yield (f"{library.name} needs {soname} of {owner}, and components.json does not"
                       f" say that {component} needs {owner}")


def unseen(facts: Facts, reading: Reading, owners: Dict[str, str]) -> Iterator[str]:
    libraries = reading.piece.libraries
    linked = {owners.get(stem(soname)) for library in libraries for soname in library.needed}
    for row in rows_for(facts, reading):
        for name in row["needs"]:
            way = row.get("through", "link")
            stems = [own for own, owner in owners.items() if owner == name]
            if way == "link" and name not in linked:
                yield f"no library has {name} as DT_NEEDED; does it load or run it?"
            if way == "load" and stems and not any(
                    f"{own}.so" in library.named for own in stems for library in libraries):
                yield f"no library holds the name of one of {name}"


def check(options: argparse.Namespace) -> int:
    facts = Facts(options.manifests)
    sources = [list(pieces_of_toolkit(options.toolkit))] if options.toolkit else []
    sources += [[piece_of_wheel(wheel)] for wheel in options.wheels]
    if not any(piece.libraries for pieces in sources for piece in pieces):
        raise MirrorError("no shared library was found")
    readings = [reading for pieces in sources for reading in with_releases(facts, pieces)]
    owners = {stem(library.name): reading.piece.component
              for reading in readings for library in reading.piece.libraries}
    status = 0
    for reading in readings:
        title = f"{reading.piece.component} {reading.piece.version} (CUDA {reading.release})"
        problems = [*gaps(facts, reading, owners), *unseen(facts, reading, owners)]
        print(f"{title}: {len(reading.piece.libraries)} libraries")
        for problem in problems:
            print(f"{title}: {problem}", file=sys.stderr)
            status = 1
    return status


def main(arguments: List[str]) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wheels", nargs="*", metavar="WHEEL", type=Path)
    parser.add_argument("--toolkit", metavar="DIR", type=Path, help="made from wheels")
    parser.add_argument("--manifests", metavar="DIR", type=Path, default=FOLDER)
    try:
        return check(parser.parse_args(arguments))
    except (MirrorError, Unreadable, OSError) as error:
        print(f"check_needs: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
