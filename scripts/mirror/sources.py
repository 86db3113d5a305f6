# SPDX-License-Identifier: MIT
"""Where packages come from: wheels fetched by pip, or a toolkit folder with RECORD files."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Iterator, NamedTuple, Optional

from .components import normalized
from .errors import MirrorError, SourceUnavailable
from .packages import Package, read_installed, read_wheel

_META_PACKAGE = "cuda-toolkit"
_PLATFORMS = ("manylinux2014", *(f"manylinux_2_{minor}" for minor in range(17, 36)))
_PINNED = re.compile(r"(nvidia[-\w.]+)==([\d.]+\.\*)")


class Source(NamedTuple):
    """What a run reads from: a line for the user, and one package per component."""

    description: str
    packages: list[Package]


def from_pip(projects: list[str], cuda: str, arch: str, folder: Path) -> Source:
    """Downloads the wheels of one CUDA release into `folder`, which it creates.

    Raises SourceUnavailable where pip or the index has no such wheels.
    """
    meta = _download([f"{_META_PACKAGE}=={cuda}.*"], arch, folder / "meta")[0]
    pins = _pins(meta)
    any_patch = ".".join(cuda.split(".")[:2]) + ".*"
    wanted = [f"{project}=={pins.get(project, any_patch)}" for project in projects]
    packages = {package.project: package for package in _download(wanted, arch, folder / "wheels")}
    release = ".".join(meta.version.split(".")[:3])
    return Source(
        f"pip: the wheels of CUDA {release} for {arch}",
        [_for_arch(packages[project], arch) for project in projects],
    )


def from_toolkit(projects: list[str], arch: str, folder: Optional[Path]) -> Source:
    """Reads the packages of `folder`, or of the first toolkit on this machine that has them all.

    Raises SourceUnavailable with the reason for each folder that was looked at.
    """
    reasons = []
    for toolkit in [folder] if folder else _toolkits():
        try:
            return Source(f"toolkit: {toolkit}", _installed(toolkit, projects, arch))
        except SourceUnavailable as error:
            reasons.append(str(error))
    listed = "; ".join(reasons) or "there is no CUDA toolkit folder"
    raise SourceUnavailable(f"{listed}; pass --toolkit DIR or use --from pip")


def _pins(meta: Package) -> dict[str, str]:
    matches = filter(None, map(_PINNED.match, meta.requirements))
    return {normalized(match[1]): match[2] for match in matches}


def _download(requirements: list[str], arch: str, folder: Path) -> list[Package]:
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    command += ["--no-deps", "--only-binary=:all:", "--retries", "2", "--dest", str(folder)]
    for platform in _PLATFORMS:
        command += ["--platform", f"{platform}_{arch}"]
    done = subprocess.run(command + requirements, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        lines = [line for line in done.stderr.splitlines() if line.strip()] or ["no message"]
        errors = [line for line in lines if line.startswith("ERROR")] or lines
        raise SourceUnavailable(f"pip found no {' '.join(requirements)} for {arch}: {errors[-1]}")
    return [read_wheel(path) for path in sorted(folder.glob("*.whl"))]


def _toolkits() -> Iterator[Path]:
    nvcc = shutil.which("nvcc")
    nvcc_folder = Path(nvcc).resolve().parent.parent if nvcc else None
    seen = set()
    for candidate in (os.environ.get("CUDA_HOME"), "/usr/local/cuda", nvcc_folder):
        folder = Path(candidate) if candidate else None
        if folder and folder.is_dir() and folder.resolve() not in seen:
            seen.add(folder.resolve())
            yield folder


def _installed(toolkit: Path, projects: list[str], arch: str) -> list[Package]:
    found = dist_infos(toolkit)
    if not found:
        raise SourceUnavailable(f"{toolkit} has no RECORD files that say what a file belongs to")
    missing = [project for project in projects if project not in found]
    if missing:
        raise SourceUnavailable(f"{toolkit} has no RECORD for {', '.join(missing)}")
    return [_for_arch(read_installed(found[project], toolkit), arch) for project in projects]


def dist_infos(toolkit: Path) -> dict[str, Path]:
    """Project -> its dist-info, from the nearest folder that has any."""
    for folder in (toolkit / "dist-info", toolkit, toolkit.parent, toolkit.parent.parent):
        found: dict[str, Path] = {}
        for record in sorted(folder.glob("nvidia_*.dist-info/RECORD")):
            project = normalized(record.parent.name.partition("-")[0])
            if project in found:
                raise MirrorError(
                    f"{folder} has two versions of {project}: {found[project].name} and"
                    f" {record.parent.name}; remove the one that is not installed"
                )
            found[project] = record.parent
        if found:
            return found
    return {}


def _for_arch(package: Package, arch: str) -> Package:
    if not package.serves(arch):
        raise SourceUnavailable(f"{package.origin} is not for {arch}")
    return package
