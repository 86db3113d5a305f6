# SPDX-License-Identifier: MIT
"""The ways to get the archives unpacked, each as one process with its children."""

from __future__ import annotations

import os
import resource
import subprocess
import time
from pathlib import Path
from typing import Callable, NamedTuple

from bench_install.mirrors import Archives


class Way(NamedTuple):
    """`command` gets the folder to work in, which is new for each run but for those `after` another
    way: they work in the folder of that one."""

    name: str
    command: Callable[[Path], list[str]]
    after: str = ""


class Sample(NamedTuple):
    """What one run took."""

    seconds: float
    cpu_seconds: float
    peak_kib: int  # The largest process alone.


def ways(binary: Path, archives: Archives, url: str) -> list[Way]:
    def install(prefix: str, *more: str) -> Callable[[Path], list[str]]:
        return lambda folder: [
            str(binary), "install", "--quiet", "--cuda", archives.release, "--components",
            archives.components, "--caps", "8.9", "--host", "x86_64", "--mirror", url, "--store",
            str(folder / "store"), "--prefix", str(folder / prefix), *more]

    urls = [f"{url}/{archive.path}" for archive in archives.archives]
    names = [archive.path.name for archive in archives.archives]
    sums = "\n".join(f"{archive.sha256}  {archive.path.name}" for archive in archives.archives)
    in_turn = "\n".join(
        f"curl -fsSO '{at}'; grep -F '{name}' sums | sha256sum -c --quiet; tar xJf '{name}'"
        for at, name in zip(urls, names))
    fetch_all = "printf '%s\\n' " + " ".join(urls)
    streamed = ('curl -fsS "$1" | tee >(sha256sum > "${1##*/}.sum") | xz -T0 -dc | tar x')
    return [
        Way("install", install("prefix", "--no-sync")),
        Way("install, synced to disk", install("prefix")),
        Way("install, --low-memory", install("prefix", "--no-sync", "--low-memory")),
        Way("install again, new prefix", install("second", "--no-sync"), "install"),
        Way("install again, same prefix", install("prefix", "--no-sync"), "install"),
        Way("a: curl, sha256sum, tar in turn", _shell(f"cat > sums <<'E'\n{sums}\nE\n{in_turn}")),
        Way("b: aria2c, then xargs tar", _shell(
            f"{fetch_all} > urls; aria2c -q -j 16 -x 4 -i urls\n"
            f"ls *.tar.xz | xargs -P$(nproc) -n1 tar xJf")),
        Way("c: curl | sha256sum | xz -T0 | tar", _shell(
            f"{fetch_all} | xargs -P$(nproc) -n1 bash -o pipefail -c '{streamed}' _")),
    ]


def _shell(script: str) -> Callable[[Path], list[str]]:
    return lambda folder: ["bash", "-ec", f"cd '{folder}'\n{script}"]


def run_way(way: Way, work: Path) -> Sample:
    folder = work / (way.after or way.name).replace(" ", "-").replace("|", "").replace(":", "")
    folder.mkdir(parents=True, exist_ok=bool(way.after))
    home = folder / "home"
    home.mkdir(exist_ok=True)
    environment = {**os.environ, "HOME": str(home), "XDG_DATA_HOME": str(home / "data"),
                   "XDG_CACHE_HOME": str(home / "cache")}
    # Neither what an earlier run left to write nor its cost falls on this one.
    os.sync()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    process = subprocess.Popen(way.command(folder), env=environment, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise RuntimeError(f"{way.name}: ended with {process.returncode}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Sample(seconds, cpu, usage.ru_maxrss)
