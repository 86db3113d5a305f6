# SPDX-License-Identifier: MIT
"""What the work cannot take less than."""

from __future__ import annotations

import dataclasses
import hashlib
import os
import subprocess
import time
from pathlib import Path

from bench_install.mirrors import Archives

_BLOCK = 1 << 20


@dataclasses.dataclass(frozen=True)
class Floor:
    """CPU seconds of all archives together, but for `slowest`."""

    decoding: float
    writing: float
    hashing: float
    slowest: float  # Seconds to decode the slowest archive if one core must do it, else 0.
    cores: int
    unpacked: int  # Bytes.

    @property
    def seconds(self) -> float:
        return max(self.slowest, (self.decoding + self.writing + self.hashing) / self.cores)

    def as_dict(self) -> dict:
        return {**dataclasses.asdict(self), "seconds": self.seconds}


def measure_floor(archives: Archives, work: Path) -> Floor:
    """Decoding by `xz -dc` into nothing, writing by `tar x` of what is decoded, SHA-256 by the
    library that cudafetch uses too, over the archives and over what they unpack to."""
    decoding, writing, hashing, unpacked = [], [], [], 0
    for archive in archives.archives:
        packed = archives.root / archive.path
        folder = work / archive.path.name
        folder.mkdir(parents=True)
        tar = work / "decoded.tar"
        decoding.append(_cpu_seconds(["xz", "-T1", "-dc", str(packed)], os.devnull))
        _cpu_seconds(["xz", "-T1", "-dc", str(packed)], str(tar))
        writing.append(_cpu_seconds(["tar", "xf", str(tar), "-C", str(folder)], os.devnull))
        hashing.append(_hash_seconds(packed) + _hash_seconds(tar))
        unpacked += tar.stat().st_size
        tar.unlink()
    return Floor(sum(decoding), sum(writing), sum(hashing),
                 max(decoding) if archives.one_block else 0.0, os.cpu_count() or 1, unpacked)


def _cpu_seconds(command: list[str], output: str) -> float:
    with open(output, "wb") as out:
        process = subprocess.Popen(command, stdout=out)
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise RuntimeError(f"{command[0]} ended with {process.returncode}")
    return usage.ru_utime + usage.ru_stime


def _hash_seconds(path: Path) -> float:
    digest = hashlib.sha256()
    spent = 0.0
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            start = time.thread_time()
            digest.update(block)
            spent += time.thread_time() - start
    return spent
