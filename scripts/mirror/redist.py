# SPDX-License-Identifier: MIT
"""The mirror folder: manifest, index and archives in the layout of the redist server."""

from __future__ import annotations

import contextlib
import datetime
import fcntl
import json
import os
import re
import shutil
from pathlib import Path
from typing import Iterator, NamedTuple, Optional

from common.versions import version_key

from .archive import Archive
from .components import COMPILER, COMPONENTS, license_of
from .errors import MirrorError, UsageError
from .packages import Package

_INDEX_SCHEMA = "cudafetch.mirror/1"


class Entry(NamedTuple):
    """One component's archive for one tag."""

    package: Package
    tag: str
    archive: Archive


def check_label(label: str, catalogue: Path) -> None:
    """Raises UsageError for a label that a published release has or may get.

    The digests of a mirror made here are its own, so its releases must not pass for NVIDIA's.
    """
    if not re.fullmatch(r"\d+\.\d+\.\d+(\.\d+)?", label):
        raise UsageError(f"--label {label} is not a release label such as 13.0.88")
    published = (catalogue / f"{label}.json").exists()
    numbers = version_key(label)
    if published or (len(numbers) == 3 and numbers[2] < 10):
        raise UsageError(
            f"--label {label} names a release of NVIDIA's, whose archives have other digests;"
            " use a label of your own, such as the version of nvcc"
        )


def merged_manifest(manifest: Optional[dict], label: str, entries: list[Entry]) -> dict:
    """The manifest with the entries in it; raises MirrorError where they do not belong together."""
    components = {key: value for key, value in (manifest or {}).items() if isinstance(value, dict)}
    for package, tag, archive in entries:
        key = package.component
        component = components.setdefault(key, _component(package))
        if component.get("version") != package.version:
            raise MirrorError(
                f"release {label} of this mirror already has {key} {component.get('version')}, not"
                f" {package.version}; choose another --label or --out"
            )
        component[tag] = {
            "relative_path": f"{key}/{tag}/{archive.path.name}",
            "sha256": archive.sha256,
            "md5": archive.md5,
            "size": str(archive.size),
        }
    _check_compiler(label, components)
    heading = {
        "release_date": (manifest or {}).get("release_date") or _today(),
        "release_label": label,
        "release_product": "cuda",
    }
    return {**heading, **dict(sorted(components.items()))}


class Mirror:
    """A mirror folder that this process alone writes to, with a staging folder on the same disk."""

    def __init__(self, out: Path):
        self._redist = out / "cuda" / "redist"
        self.staging = out / ".staging"

    def manifest(self, label: str) -> Optional[dict]:
        """The manifest of a release, or None where the mirror has no such release."""
        path = self._redist / f"redistrib_{label}.json"
        manifest = _load(path)
        if manifest is not None and manifest.get("release_label") != label:
            raise MirrorError(f"{path} is not the manifest of release {label}; remove it")
        return manifest

    def publish(self, label: str, entries: list[Entry]) -> None:
        """Moves the archives in, then the manifest that names them, then the index."""
        manifest = merged_manifest(self.manifest(label), label, entries)
        index = self._index_with(label)
        for package, tag, archive in entries:
            folder = self._redist / package.component
            self._move_in(archive.path, folder / tag / archive.path.name)
            self._write(package.license_text(), folder / "LICENSE.txt")
        self._write(_json(manifest), self._redist / f"redistrib_{label}.json")
        self._write(_json(index), self._redist / "index.json")

    def _index_with(self, label: str) -> dict:
        path = self._redist / "index.json"
        index = _load(path) or {"schema": _INDEX_SCHEMA, "product": "cuda", "releases": []}
        releases = index.get("releases")
        if index.get("schema") != _INDEX_SCHEMA or not isinstance(releases, list):
            raise MirrorError(f"{path} is not a {_INDEX_SCHEMA} index; choose another --out")
        return {**index, "releases": sorted({*releases, label}, key=version_key)}

    def _write(self, content: bytes, path: Path) -> None:
        staged = self.staging / path.name
        staged.write_bytes(content)
        self._move_in(staged, path)

    @staticmethod
    def _move_in(staged: Path, path: Path) -> None:
        with open(staged, "rb") as stream:
            os.fsync(stream.fileno())
        path.parent.mkdir(parents=True, exist_ok=True)
        os.replace(staged, path)


@contextlib.contextmanager
def open_mirror(out: Path) -> Iterator[Mirror]:
    """Locks the folder, making it where needed, and clears what an interrupted run left."""
    out.mkdir(parents=True, exist_ok=True)
    with _lock(out):
        mirror = Mirror(out)
        shutil.rmtree(mirror.staging, ignore_errors=True)
        mirror.staging.mkdir()
        try:
            yield mirror
        finally:
            shutil.rmtree(mirror.staging, ignore_errors=True)


@contextlib.contextmanager
def _lock(folder: Path) -> Iterator[None]:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise MirrorError(f"another run is writing to {folder}; wait for it") from error
        yield
    finally:
        os.close(descriptor)


def _component(package: Package) -> dict:
    key = package.component
    return {
        "name": COMPONENTS[package.project][1],
        "license": license_of(key),
        "license_path": f"{key}/LICENSE.txt",
        "version": package.version,
    }


def _check_compiler(label: str, components: dict) -> None:
    versions = {key: components[key].get("version") for key in COMPILER if key in components}
    if len(set(versions.values())) > 1:
        listed = ", ".join(f"{key} {version}" for key, version in versions.items())
        raise MirrorError(f"release {label} would mix builds of the compiler: {listed}")


def _load(path: Path) -> Optional[dict]:
    try:
        value = json.loads(path.read_bytes())
    except FileNotFoundError:
        return None
    except ValueError as error:
        raise MirrorError(f"{path} is not JSON ({error}); choose another --out") from error
    if not isinstance(value, dict):
        raise MirrorError(f"{path} is not a JSON object; choose another --out")
    return value


def _json(value: dict) -> bytes:
    return (json.dumps(value, indent=2) + "\n").encode()


def _today() -> str:
    """SOURCE_DATE_EPOCH where it is set, so that a rebuilt manifest can have equal bytes too."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    now = datetime.datetime.now(datetime.timezone.utc)
    if epoch.isdecimal():
        now = datetime.datetime.fromtimestamp(int(epoch), datetime.timezone.utc)
    return now.date().isoformat()
