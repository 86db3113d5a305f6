# SPDX-License-Identifier: MIT
"""One package, from a wheel or as installed, read against the digests of its RECORD."""

from __future__ import annotations

import base64
import csv
import email.parser
import hashlib
import io
import re
import zipfile
import zlib
from pathlib import Path, PurePosixPath
from typing import BinaryIO, Callable, Iterable, NamedTuple, Optional

from .components import component_of, normalized
from .errors import IntegrityError, MirrorError

_PAYLOAD = re.compile(r"nvidia/cu\d+/")  # of CUDA 13 and newer; older wheels have other folders
ANY_FOLDER = re.compile(r"nvidia/[^/]+/")  # of every CUDA, and of sibling products
_LICENSE = re.compile(r"[^/]+\.dist-info/(licenses/)?licen[cs]e(\.txt)?", re.IGNORECASE)
_READ_ERRORS = (OSError, zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError)


class Record(NamedTuple):
    """One row of a RECORD; None where the row leaves the value out."""

    sha256: Optional[bytes]
    size: Optional[int]


class VerifiedReader:
    """Passes a file's bytes on and raises IntegrityError unless they are what the RECORD says."""

    def __init__(self, stream: BinaryIO, record: Record, where: str):
        self._stream, self._record, self._where = stream, record, where
        self._hash, self._seen = hashlib.sha256(), 0

    def starts_with(self, prefixes: tuple[bytes, ...]) -> bool:
        """Looks at the first bytes before any are read."""
        return self._guarded(self._stream.peek, 4).startswith(prefixes)

    def read(self, count: int) -> bytes:
        data = self._guarded(self._stream.read, count)
        self._hash.update(data)
        self._seen += len(data)
        if len(data) < count or self._seen > self._record.size:
            self._check()
        return data

    def __enter__(self) -> "VerifiedReader":
        return self

    def __exit__(self, kind, *_rest) -> None:
        with self._stream:
            if kind is None:
                while self.read(1 << 20):
                    pass

    def _guarded(self, operation: Callable[[int], bytes], count: int) -> bytes:
        try:
            return operation(count)
        except _READ_ERRORS as error:
            raise IntegrityError(f"{self._where}: cannot be read: {error}") from error

    def _check(self) -> None:
        expected = self._record.sha256
        if self._seen != self._record.size or self._hash.digest() != expected:
            raise IntegrityError(
                f"{self._where}: {self._seen} bytes with SHA-256 {self._hash.hexdigest()}, but its"
                f" RECORD says {self._record.size} bytes with {expected.hex()}; the file was"
                " changed after packaging, so get the package again"
            )


class Package:
    """A package's metadata and payload. `origin` names it in messages."""

    def __init__(self, origin: str, dist_info: str, opener: Callable[[str], BinaryIO]):
        self.origin = origin
        self._opener = opener
        self._records = _parse_record(origin, _read_record(origin, dist_info, opener))
        metadata = self._headers(f"{dist_info}/METADATA")
        self.project = normalized(metadata.get("Name", ""))
        self.version = metadata.get("Version", "")
        self.requirements = metadata.get_all("Requires-Dist", [])
        self._tags = self._headers(f"{dist_info}/WHEEL").get_all("Tag", [])
        if not re.fullmatch(r"\d+(\.\d+)+", self.version):
            raise MirrorError(f"{origin}: METADATA has no usable version ({self.version!r})")

    @property
    def component(self) -> str:
        return component_of(self.project, self.version)

    def serves(self, arch: str) -> bool:
        """Whether the wheel's tags name this machine type, or any."""
        return any(tag.endswith(("_" + arch, "-any")) for tag in self._tags)

    def payload(self, folder: re.Pattern = _PAYLOAD) -> dict[str, str]:
        """Path below the component's folder -> path in the RECORD, without packaging files."""
        found = {}
        for path in self._records:
            prefix = folder.match(path)
            below = PurePosixPath(path[prefix.end() :] if prefix else "")
            packaging = below.name in ("", "__init__.py") or below.suffix == ".pyc"
            if packaging or any(part.startswith(".") and part != ".." for part in below.parts):
                continue
            unsafe = below.is_absolute() or ".." in below.parts or "\\" in path
            if unsafe or str(below) != path[prefix.end() :]:
                raise IntegrityError(f"{self.origin}: RECORD names the unsafe path {path!r}")
            found[str(below)] = path
        if not found:
            raise MirrorError(f"{self.origin}: no files below nvidia/cu<major>/; not for CUDA 13?")
        return found

    def license_text(self) -> bytes:
        for path in sorted(self._records):
            if _LICENSE.fullmatch(path):
                return self.read(path)
        raise MirrorError(f"{self.origin}: no licence text, so it cannot be passed on")

    def size(self, path: str) -> int:
        return self._record(path).size

    def open(self, path: str) -> VerifiedReader:
        record, where = self._record(path), f"{self.origin}: {path}"
        try:
            return VerifiedReader(self._opener(path), record, where)
        except (KeyError, *_READ_ERRORS) as error:
            raise IntegrityError(f"{where}: in RECORD, but cannot be opened: {error}") from error

    def read(self, path: str) -> bytes:
        with self.open(path) as reader:
            return reader.read(self.size(path))

    def verify(self, path: str) -> None:
        """Reads a file for nothing but to compare it with its RECORD."""
        with self.open(path):
            pass

    def _record(self, path: str) -> Record:
        record = self._records.get(path)
        if record is None or record.sha256 is None or record.size is None:
            raise IntegrityError(f"{self.origin}: {path}: RECORD has no SHA-256 and size for it")
        return record

    def _headers(self, path: str):
        return email.parser.BytesParser().parsebytes(self.read(path))


def read_wheel(path: Path) -> Package:
    """Opens a wheel file; raises IntegrityError where it is not a whole one."""
    try:
        archive = zipfile.ZipFile(path)
    except (OSError, zipfile.BadZipFile) as error:
        raise IntegrityError(f"{path.name}: not a readable wheel: {error}") from error
    names = archive.namelist()
    records = [name for name in names if re.fullmatch(r"[^/]+\.dist-info/RECORD", name)]
    if len(records) != 1 or len(names) != len(set(names)):
        raise IntegrityError(f"{path.name}: not a wheel: it needs one RECORD and no repeated names")
    return Package(path.name, records[0].rpartition("/")[0], archive.open)


def read_installed(dist_info: Path, toolkit: Path, folder: re.Pattern = _PAYLOAD) -> Package:
    """Opens a package whose payload was unpacked into a toolkit folder."""

    def opener(path: str) -> BinaryIO:
        prefix = folder.match(path)
        return open(toolkit / path[prefix.end() :] if prefix else dist_info.parent / path, "rb")

    return Package(f"{toolkit} ({dist_info.name})", dist_info.name, opener)


def _read_record(origin: str, dist_info: str, opener: Callable[[str], BinaryIO]) -> str:
    try:
        with opener(f"{dist_info}/RECORD") as stream:
            return stream.read().decode("utf-8")
    except (KeyError, UnicodeDecodeError, *_READ_ERRORS) as error:
        raise IntegrityError(f"{origin}: RECORD cannot be read: {error}") from error


def _parse_record(origin: str, text: str) -> dict[str, Record]:
    records = {}
    for row in _rows(origin, text):
        path, digest, size = row
        if path in records:
            raise IntegrityError(f"{origin}: RECORD names {path} twice")
        records[path] = Record(_sha256(digest), int(size) if size.isdecimal() else None)
    return records


def _rows(origin: str, text: str) -> Iterable[list[str]]:
    try:
        for row in csv.reader(io.StringIO(text)):
            if row and len(row) != 3:
                raise IntegrityError(f"{origin}: RECORD line {row!r} has not three fields")
            if row:
                yield row
    except csv.Error as error:
        raise IntegrityError(f"{origin}: RECORD is malformed: {error}") from error


def _sha256(field: str) -> Optional[bytes]:
    algorithm, _, encoded = field.partition("=")
    try:
        digest = base64.urlsafe_b64decode(encoded + "=" * (-len(encoded) % 4))
    except ValueError:
        return None
    return digest if algorithm == "sha256" and len(digest) == 32 else None
