# SPDX-License-Identifier: MIT
"""Mirrors with tiny archives in NVIDIA's layout, for tests that need no real toolkit."""

from __future__ import annotations

import hashlib
import io
import json
import lzma
import pathlib
import tarfile
from typing import Dict, Iterable, List, NamedTuple, Optional, Tuple, Union

MIRROR_INDEX = {"schema": "cudafetch.mirror/1", "product": "cuda"}
LICENSE = b"A licence text.\n"

Content = Union[bytes, "Link"]
Member = Tuple[tarfile.TarInfo, bytes]


class Link(NamedTuple):
    """A symbolic link, in place of a file's content."""

    target: str


def member(name: str, content: bytes = b"", **fields: object) -> Member:
    """One tar entry; `fields` are those of tarfile.TarInfo."""
    info = tarfile.TarInfo(name)
    info.size = len(content)
    for field, value in fields.items():
        setattr(info, field, value)
    return info, content


def tar_xz(members: Iterable[Member]) -> bytes:
    """An archive with these entries, whatever their names."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for info, content in members:
            archive.addfile(info, io.BytesIO(content))
    return lzma.compress(buffer.getvalue(), preset=1)


def tree_members(top: str, files: Dict[str, Content]) -> List[Member]:
    """Entries for the files of an archive below its top folder. What is in bin is executable."""
    members = [member(top, type=tarfile.DIRTYPE, mode=0o755)]
    for path, content in files.items():
        if isinstance(content, Link):
            members.append(member(f"{top}/{path}", type=tarfile.SYMTYPE, linkname=content.target))
        else:
            mode = 0o755 if "bin" in path.split("/") else 0o644
            members.append(member(f"{top}/{path}", content, mode=mode))
    return members


class Mirror:
    """A mirror folder of one product, to be filled release by release."""

    def __init__(self, root: pathlib.Path, product: str = "cuda") -> None:
        self.root = root
        self.product = product
        self.redist = root / product / "redist"

    def path_of(self, component: str, release: str, tag: str = "linux-x86_64") -> pathlib.Path:
        """Where the archive of a component is, relative to the mirror's root."""
        return (pathlib.Path(self.product) / "redist" / component / tag
                / f"{component}-{tag}-{release}-archive.tar.xz")

    def read(self, component: str, release: str) -> bytes:
        return (self.root / self.path_of(component, release)).read_bytes()

    def add(self, release: str, components: Dict[str, bytes], tag: str = "linux-x86_64") -> dict:
        """Writes archives, each in `components` given by its bytes, and the manifest with them."""
        manifest = self._manifest(release)
        for component, archive in components.items():
            path = self.root / self.path_of(component, release, tag)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(archive)
            entry = manifest.setdefault(component, {
                "name": component, "license": "CUDA Toolkit",
                "license_path": f"{component}/LICENSE.txt", "version": release})
            entry[tag] = {
                "relative_path": str(path.relative_to(self.redist)),
                "sha256": hashlib.sha256(archive).hexdigest(),
                "md5": hashlib.md5(archive).hexdigest(),
                "size": str(len(archive))}
        self.write_manifest(release, manifest)
        return manifest

    def add_toolkit(self, release: str, tag: str = "linux-x86_64",
                    without: Tuple[str, ...] = (), **more: Dict[str, Content]) -> dict:
        """Adds the components of the compile profile, and `more`, all with tiny files."""
        components = {**toolkit_files(release), **more}
        return self.add(release, {
            name: tar_xz(tree_members(f"{name}-{tag}-{release}-archive", files))
            for name, files in components.items() if name not in without}, tag)

    def write_manifest(self, release: str, manifest: object) -> pathlib.Path:
        path = self.redist / f"redistrib_{release}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(manifest, indent=2))
        return path

    def write_index(self, *releases: str) -> None:
        index = {**MIRROR_INDEX, "product": self.product, "releases": list(releases)}
        (self.redist / "index.json").write_text(json.dumps(index))

    def _manifest(self, release: str) -> dict:
        path = self.redist / f"redistrib_{release}.json"
        if path.exists():
            return json.loads(path.read_text())
        return {"release_date": "2025-01-01", "release_label": release,
                "release_product": self.product}


def toolkit_files(release: str) -> Dict[str, Dict[str, Content]]:
    """Files of the compile profile, by component. From CUDA 13 on some live elsewhere."""
    version = release.encode()
    nvcc = {"LICENSE": LICENSE, "bin/nvcc": b"#!/bin/sh\necho release V" + version + b"\n"}
    cudart: Dict[str, Content] = {
        "LICENSE": LICENSE,
        "include/cuda_runtime.h": b"// " + version + b"\n",
        "lib/libcudart.so": Link("libcudart.so.1"),
        "lib/libcudart.so.1": Link(f"libcudart.so.{release}"),
        f"lib/libcudart.so.{release}": b"\x7fELF" + version,
        "lib/stubs/libcuda.so": b"\x7fELF stub " + version,
    }
    crt = {"include/crt/host_defines.h": b"#define CRT\n"}
    nvvm = {"nvvm/bin/cicc": b"#!/bin/sh\n", "nvvm/libdevice/libdevice.10.bc": b"BC" + version}
    if int(release.split(".")[0]) < 13:
        return {"cuda_nvcc": {**nvcc, **crt, **nvvm}, "cuda_cudart": cudart,
                "cuda_cccl": {"LICENSE": LICENSE, "include/nv/target": b"// target\n"}}
    return {"cuda_nvcc": nvcc, "cuda_cudart": cudart,
            "cuda_cccl": {"LICENSE": LICENSE, "include/cccl/nv/target": b"// target\n"},
            "cuda_crt": {"LICENSE": LICENSE, **crt}, "libnvvm": {"LICENSE": LICENSE, **nvvm}}
