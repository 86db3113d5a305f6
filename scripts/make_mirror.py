#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes a folder that stands in for NVIDIA's redist server, from NVIDIA's own wheels."""

from __future__ import annotations

import argparse
import os
import platform
import re
import sys
from pathlib import Path
from typing import Optional

from common.versions import version_key
from mirror.archive import Compression, has_xz, write_archive
from mirror.components import DEFAULT_COMPONENTS, TAGS, projects_of
from mirror.errors import MirrorError, SourceUnavailable, UsageError
from mirror.packages import Package
from mirror.redist import Entry, check_label, open_mirror
from mirror.sources import Source, from_pip, from_toolkit

_CATALOGUE = Path(__file__).resolve().parent.parent / "manifests" / "cuda"
_DEFAULT_CUDA = "13.0"

_EPILOG = """\
The files come from the wheels of one CUDA release, or from a toolkit folder that kept the RECORD
files of such wheels; each file is checked against its RECORD. The archives and their digests are
this mirror's own, so the release gets a label that NVIDIA does not use. Equal wheels, presets,
block sizes and xz versions give equal archives.

examples:
  make_mirror.py --out mirror                       this machine's compiler set
  make_mirror.py --out mirror --arch aarch64        add the same for 64-bit Arm (linux-sbsa)
  make_mirror.py --out mirror --from toolkit --toolkit /usr/local/cuda
  make_mirror.py --out mirror --components libcublas,cuda_nvrtc --label 13.0.88

exit status: 0 done, 1 failed, 2 usage
"""


def main(arguments: Optional[list[str]] = None) -> int:
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.toolkit and options.source == "pip":
        parser.error("--toolkit has no use with --from pip")
    try:
        _run(options)
    except UsageError as error:
        return _fail(error, 2)
    except (MirrorError, OSError) as error:
        return _fail(error, 1)
    except KeyboardInterrupt:
        return _fail("interrupted; nothing was published", 130)
    return 0


def _run(options: argparse.Namespace) -> None:
    projects = projects_of(options.components)
    if options.label:
        check_label(options.label, _CATALOGUE)
    compression = Compression(options.preset, options.block_size, options.threads)
    with open_mirror(options.out) as mirror:
        source = _source(options, projects, mirror.staging)
        print(source.description)
        label = _label(options, source.packages)
        entries = []
        for package in source.packages:
            archive = write_archive(package, TAGS[options.arch], mirror.staging, compression)
            entries.append(Entry(package, TAGS[options.arch], archive))
            _print_entry(entries[-1])
        mirror.publish(label, entries)
    _print_summary(options.out, label, entries)


def _source(options: argparse.Namespace, projects: list[str], staging: Path) -> Source:
    if options.source == "toolkit":
        return from_toolkit(projects, options.arch, options.toolkit)
    try:
        return from_pip(projects, options.cuda or _DEFAULT_CUDA, options.arch, staging)
    except SourceUnavailable as error:
        if options.source == "pip":
            raise
        print(f"no wheels, so a toolkit folder is read instead: {error}", file=sys.stderr)
        return from_toolkit(projects, options.arch, options.toolkit)


def _label(options: argparse.Namespace, packages: list[Package]) -> str:
    nvcc = next((package.version for package in packages if package.component == "cuda_nvcc"), None)
    label = options.label or nvcc
    if label is None:
        raise UsageError("without cuda_nvcc among the components, --label is needed")
    for name, wanted in (("--cuda", options.cuda), ("--label", label)):
        if wanted and nvcc and version_key(wanted)[:2] != version_key(nvcc)[:2]:
            raise UsageError(f"{name} {wanted} does not fit nvcc {nvcc}, which is what was found")
    check_label(label, _CATALOGUE)
    return label


def _print_entry(entry: Entry) -> None:
    package, archive = entry.package, entry.archive
    print(
        f"  {package.component:<18} {package.version:<12} {entry.tag:<13}"
        f" {_megabytes(archive.unpacked_size)} -> {_megabytes(archive.size)}",
        flush=True,
    )


def _print_summary(out: Path, label: str, entries: list[Entry]) -> None:
    links = [f"{name} -> {to}" for entry in entries for name, to in entry.archive.links.items()]
    if links:
        print(f"added: development links, which wheels leave out: {', '.join(links)}")
    print("absent: stub libraries and pkg-config files; wheels have none and none were made")
    if not has_xz():
        print("note: there is no xz program here, so each archive is one block, made by Python")
    print(f"release: {label}; label and digests are this mirror's own, not NVIDIA's")
    written = _megabytes(sum(entry.archive.size for entry in entries)).strip()
    print(f"mirror: {out}, {written} written")


def _megabytes(size: int) -> str:
    return f"{size / 1e6:7.2f} MB"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=_EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    machine = {"arm64": "aarch64"}.get(platform.machine(), platform.machine())
    add = parser.add_argument
    add("--out", type=Path, required=True, metavar="DIR",
        help="the mirror folder, new or to add to")
    add("--from", dest="source", choices=("auto", "pip", "toolkit"), default="auto",
        help="where the files come from; auto tries pip, then a toolkit (default: auto)")
    add("--toolkit", type=Path, metavar="DIR",
        help="a toolkit folder with RECORD files (default: CUDA_HOME, /usr/local/cuda, nvcc's)")
    add("--arch", choices=sorted(TAGS), default=machine, required=machine not in TAGS,
        help="the machine type the files are for (default: this machine's, %(default)s)")
    add("--components", type=_components, default=[*DEFAULT_COMPONENTS], metavar="A,B,...",
        help=f"default: {','.join(DEFAULT_COMPONENTS)}")
    add("--cuda", type=_cuda, metavar="X.Y[.Z]",
        help=f"the CUDA release to take (default: {_DEFAULT_CUDA} from pip, else the toolkit's)")
    add("--label", help="the release label in the mirror (default: nvcc's version)")
    add("--preset", type=int, choices=range(10), default=1, metavar="0-9",
        help="xz preset (default: %(default)s)")
    add("--block-size", type=_count, default=8 << 20, metavar="BYTES",
        help="input bytes per xz block, which can be unpacked in parallel; 0: one block"
        " (default: %(default)s)")
    add("--threads", type=_count, default=len(os.sched_getaffinity(0)), metavar="N",
        help="xz threads (default: one per core)")
    return parser


def _components(text: str) -> list[str]:
    components = [name.strip() for name in text.split(",") if name.strip()]
    if not components:
        raise argparse.ArgumentTypeError("names no component")
    return components


def _cuda(text: str) -> str:
    if not re.fullmatch(r"\d+\.\d+(\.\d+)?", text) or version_key(text) < (13,):
        raise argparse.ArgumentTypeError("names no release of CUDA 13 or newer, such as 13.0.2")
    return text


def _count(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError("is not a whole number")
    return int(text)


def _fail(message: object, status: int) -> int:
    print(f"make_mirror.py: {message}", file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
