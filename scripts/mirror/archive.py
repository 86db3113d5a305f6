# SPDX-License-Identifier: MIT
"""A package's payload as a redist archive: <component>-<tag>-<version>-archive.tar.xz.

Equal packages, presets, block sizes and xz versions give equal bytes, wherever the package came
from: names are sorted, owners and times are fixed, and modes follow from the contents.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import lzma
import os
import re
import shutil
import subprocess
import tarfile
from functools import partial
from pathlib import Path, PurePosixPath
from typing import BinaryIO, Iterable, Iterator, NamedTuple

from .errors import MirrorError
from .packages import Package

_MTIME = 315532800  # 1980-01-01, the first day a wheel can name; some tools warn about 1970
_VERSIONED_LIBRARY = re.compile(r"(lib[^/]+\.so)\.\d[\d.]*")
_PROGRAM_STARTS = (b"\x7fELF", b"#!")


class Compression(NamedTuple):
    """`block_size` in bytes of input, 0 for one block; `threads` has no say in the bytes."""

    preset: int
    block_size: int
    threads: int


class Archive(NamedTuple):
    """What was written. `links` are the development links that the wheel does not have."""

    path: Path
    sha256: str
    md5: str
    size: int
    unpacked_size: int
    links: dict[str, str]


def has_xz() -> bool:
    """Whether the xz program is there; without it, Python compresses, in one block."""
    return shutil.which("xz") is not None


def write_archive(package: Package, tag: str, folder: Path, compression: Compression) -> Archive:
    """Streams the package's files into an archive in `folder`, checking each against the RECORD."""
    top = f"{package.component}-{tag}-{package.version}-archive"
    path = folder / f"{top}.tar.xz"
    payload = package.payload()
    if "LICENSE" in payload:
        raise MirrorError(f"{package.origin}: holds a LICENSE of its own where the archive's goes")
    links = _development_links(payload)
    with _compressor(path, compression) as sink, _Tar(sink, top) as tar:
        add = {name: tar.add_folder for name in _folders(payload)}
        add |= {name: partial(tar.add_link, target=target) for name, target in links.items()}
        add |= {name: partial(tar.add_file, package, file) for name, file in payload.items()}
        add["LICENSE"] = partial(tar.add_text, content=package.license_text())
        for name in sorted(add):
            add[name](name=name)
    unpacked_size = sum(package.size(recorded) for recorded in payload.values())
    return Archive(path, *_digests(path), path.stat().st_size, unpacked_size, links)


class _Tar:
    """A tar stream below one top folder, with nothing in it that depends on the machine."""

    def __init__(self, sink: BinaryIO, top: str):
        self._top = top
        self._tar = tarfile.open(fileobj=sink, mode="w|", format=tarfile.PAX_FORMAT)

    def __enter__(self) -> "_Tar":
        self._tar.__enter__()
        self.add_folder("")
        return self

    def __exit__(self, *error) -> None:
        self._tar.__exit__(*error)

    def add_folder(self, name: str) -> None:
        self._tar.addfile(self._member(name, tarfile.DIRTYPE, 0o755))

    def add_link(self, name: str, target: str) -> None:
        member = self._member(name, tarfile.SYMTYPE, 0o777)
        member.linkname = target
        self._tar.addfile(member)

    def add_text(self, name: str, content: bytes) -> None:
        member = self._member(name, tarfile.REGTYPE, 0o444)
        member.size = len(content)
        self._tar.addfile(member, io.BytesIO(content))

    def add_file(self, package: Package, recorded: str, name: str) -> None:
        with package.open(recorded) as reader:
            program = "bin" in PurePosixPath(name).parts and reader.starts_with(_PROGRAM_STARTS)
            member = self._member(name, tarfile.REGTYPE, 0o755 if program else 0o644)
            member.size = package.size(recorded)
            self._tar.addfile(member, reader)

    def _member(self, name: str, kind: bytes, mode: int) -> tarfile.TarInfo:
        member = tarfile.TarInfo(f"{self._top}/{name}".rstrip("/"))
        member.type, member.mode, member.mtime = kind, mode, _MTIME
        return member


def _folders(names: Iterable[str]) -> set[str]:
    parents = {str(parent) for name in names for parent in PurePosixPath(name).parents}
    return parents - {"."}


def _development_links(names: Iterable[str]) -> dict[str, str]:
    """lib*.so -> the shortest lib*.so.N beside it, where the package has no lib*.so."""
    links: dict[str, str] = {}
    for path in sorted(map(PurePosixPath, names), key=lambda path: (len(str(path)), path)):
        versioned = _VERSIONED_LIBRARY.fullmatch(path.name)
        if versioned and str(path.with_name(versioned[1])) not in names:
            links.setdefault(str(path.with_name(versioned[1])), path.name)
    return links


@contextlib.contextmanager
def _compressor(path: Path, compression: Compression) -> Iterator[BinaryIO]:
    if not has_xz():
        with lzma.open(path, "wb", preset=compression.preset) as sink:
            yield sink
        return
    environment = {k: v for k, v in os.environ.items() if k not in ("XZ_OPT", "XZ_DEFAULTS")}
    with open(path, "wb") as target, subprocess.Popen(
        _xz_command(compression),
        stdin=subprocess.PIPE,
        stdout=target,
        stderr=subprocess.PIPE,
        env=environment,
    ) as xz:
        try:
            yield xz.stdin
        except BrokenPipeError:
            pass  # xz ended early; its status and message say why
        except BaseException:
            xz.kill()
            raise
        finally:
            with contextlib.suppress(BrokenPipeError):
                xz.stdin.close()
        message = xz.stderr.read().decode(errors="replace").strip()
        if xz.wait() != 0:
            raise MirrorError(f"xz failed on {path.name}: {message or 'no message'}")


def _xz_command(compression: Compression) -> list[str]:
    command = ["xz", "--compress", "--stdout", "--quiet", f"-{compression.preset}"]
    if compression.block_size == 0:
        return [*command, "--threads=1"]
    # With one thread xz leaves the sizes out of the block headers, so the bytes would differ.
    threads = max(2, compression.threads)
    return [*command, f"--threads={threads}", f"--block-size={compression.block_size}"]


def _digests(path: Path) -> tuple[str, str]:
    sha256, md5 = hashlib.sha256(), hashlib.md5(usedforsecurity=False)
    with open(path, "rb") as stream:
        while chunk := stream.read(1 << 20):
            sha256.update(chunk)
            md5.update(chunk)
    return sha256.hexdigest(), md5.hexdigest()
