# SPDX-License-Identifier: MIT
"""Root folders that look like boards, servers and containers, for --sysroot.

A root is {path: content}: bytes are a file, a Program is an executable one, a Link is a symbolic
link. add_files() writes them; make_sysroot() writes one of SYSROOTS.
"""

from __future__ import annotations

import dataclasses
import pathlib
import shutil
import subprocess
from typing import Dict, Union


@dataclasses.dataclass(frozen=True)
class Link:
    """A symbolic link."""

    target: str


@dataclasses.dataclass(frozen=True)
class Program:
    """An executable file."""

    content: str = "#!/bin/sh\nexit 99\n"


Files = Dict[str, Union[bytes, Link, Program]]

UNAME = "Linux board {kernel} #1 SMP aarch64 GNU/Linux\n"
ORIN_TREE = b"nvidia,p3701-0005\0nvidia,tegra234\0"
THOR_TREE = b"nvidia,p3834-0008\0nvidia,tegra264\0"
NANO_TREE = b"nvidia,p3450-0000\0nvidia,jetson-nano\0nvidia,tegra210\0"
IGX_TREE = b"nvidia,p3740-0002+p3701-0008\0nvidia,p3701-0008\0nvidia,tegra234\0"
SHIELD_TREE = b"nvidia,darcy\0nvidia,p2894-0050-a08\0nvidia,tegra210\0"
NVIDIA_GPU = {"vendor": b"0x10de\n", "class": b"0x030000\n"}

RELEASE_FILE = "etc/nv_tegra_release"
DEVICE_TREE = "proc/device-tree/compatible"
ACPI_TABLE = "sys/firmware/acpi/tables/FACP"
PRODUCT_NAME = "sys/devices/virtual/dmi/id/product_name"
KERNEL_MODULE = "sys/module/nvidia/version"
NVRM = "proc/driver/nvidia/version"


def release_line(major: int, revision: str, board: str = "generic") -> bytes:
    return (f"# R{major} (release), REVISION: {revision}, GCID: 41062509, BOARD: {board}, "
            "EABI: aarch64, DATE: Mon Jun 16 16:07:13 UTC 2025\n").encode()


def _l4t(major: int, revision: str, kernel: str, board: str = "generic") -> Files:
    return {"uname": UNAME.format(kernel=kernel).encode(),
            RELEASE_FILE: release_line(major, revision, board)}


def _arm(kernel: str, files: Files) -> Files:
    return {"uname": UNAME.format(kernel=kernel).encode(), **files}


_DISCRETE_GPU = {f"sys/bus/pci/devices/0005:09:00.0/{name}": text
                 for name, text in NVIDIA_GPU.items()}

# A board as it is when its root is mounted elsewhere while it runs.
_WHOLE_BOARD: Files = {
    **_l4t(36, "4.7", "5.15.148-tegra"),
    "proc/device-tree": Link("/sys/firmware/devicetree/base"),
    "sys/firmware/devicetree/base/compatible": b"nvidia,p3737-0000+p3701-0005\0nvidia,tegra234\0",
    "sys/firmware/devicetree/base/model": b"NVIDIA Jetson AGX Orin Developer Kit\0",
    "sys/class/devfreq/17000000.gpu/cur_freq": b"306000000\n",
    KERNEL_MODULE: b"540.4.0\n",
    "dev/nvgpu/igpu0/ctrl": b"",
    "dev/nvhost-gpu": b"",
    "proc/1/cgroup": b"0::/init.scope\n",
    "usr/lib/aarch64-linux-gnu/nvidia/libcuda.so.1.1": b"",
    "usr/lib/aarch64-linux-gnu/nvidia/libcuda.so.1": Link("libcuda.so.1.1"),
    "usr/bin/aarch64-linux-gnu-g++-11": Program(),
    "usr/bin/g++-11": Link("aarch64-linux-gnu-g++-11"),
    "usr/bin/g++": Link("g++-11"),
    "usr/local/cuda": Link("/etc/alternatives/cuda"),
    "etc/alternatives/cuda": Link("/usr/local/cuda-12.6"),
    "usr/local/cuda-12.6/version.json": b'{"cuda": {"name": "CUDA SDK", "version": "12.6.11"}}',
    "sys/bus/pci/devices/0001:00:00.0/vendor": b"0x10de\n",
    "sys/bus/pci/devices/0001:00:00.0/class": b"0x060400\n",
}

_PC: Files = {
    "uname": b"Linux pc 6.1.0-13-amd64 #1 SMP PREEMPT_DYNAMIC Debian 6.1.55-1 x86_64 GNU/Linux\n",
    NVRM: b"NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.104.05  Sat Aug 19 2023\n",
    "usr/lib/x86_64-linux-gnu/libcuda.so.535.104.05": b"",
    "usr/lib/x86_64-linux-gnu/libcuda.so.1": Link("libcuda.so.535.104.05"),
    **{f"sys/bus/pci/devices/0000:01:00.0/{name}": text for name, text in NVIDIA_GPU.items()},
}

SYSROOTS: Dict[str, Files] = {
    "r32": {**_l4t(32, "7.6", "4.9.337-tegra", "t210ref"), DEVICE_TREE: NANO_TREE},
    "r35": _l4t(35, "6.4", "5.10.216-tegra"),
    "r36": _l4t(36, "4.7", "5.15.148-tegra"),
    "r36_unknown_patch": _l4t(36, "9.9", "5.15.148-tegra"),
    "r37": _l4t(37, "1.0", "5.15.148-tegra"),
    "r38": {**_l4t(38, "2.0", "6.8.12-tegra"), DEVICE_TREE: THOR_TREE},
    "r39": _l4t(39, "2.0", "6.8.12-tegra"),
    "r41": _l4t(41, "1.0", "6.12.0-tegra"),
    "nixos": _arm("6.12.30", {DEVICE_TREE: ORIN_TREE}),
    "oe4t": _arm("5.15.148-l4t-r36.4-1012.12+g8dc079d5c8c4", {DEVICE_TREE: ORIN_TREE}),
    "container": _arm("5.15.0", {RELEASE_FILE: b""}),
    "spark": _arm("6.11.0-1016-nvidia", {ACPI_TABLE: b"FACP"}),
    "grace": _arm("6.8.0-1013-nvidia-64k", {ACPI_TABLE: b"FACP"}),
    "igx": _arm("5.15.148", {DEVICE_TREE: ORIN_TREE, **_DISCRETE_GPU}),
    "igx_board": {**_l4t(36, "3.0", "5.15.136-tegra"), DEVICE_TREE: IGX_TREE, **_DISCRETE_GPU,
                  KERNEL_MODULE: b"535.183.01\n"},
    "orin": _WHOLE_BOARD,
    "board_container": _arm("5.15.148-tegra", {
        RELEASE_FILE: b"", ".dockerenv": b"", "sys/devices/soc0/family": b"Tegra\n",
        "sys/module/tegra_fuse/parameters/tegra_chip_id": b"35\n"}),
    "thor_dmi": _arm("6.8.12-tegra", {PRODUCT_NAME: b"NVIDIA Jetson AGX Thor Developer Kit\n"}),
    "shield": _arm("4.9.141", {DEVICE_TREE: SHIELD_TREE}),
    "unknown_tegra": _arm("6.12.0", {DEVICE_TREE: b"nvidia,tegra238\0"}),
    "pc": _PC,
    "wsl": {"uname": b"Linux pc 5.15.153.1-microsoft-standard-WSL2 #1 SMP x86_64 GNU/Linux\n",
            "usr/lib/wsl/lib/libcuda.so.1": b"", "dev/dxg": b""},
    "bare": {},
}


def add_files(root: pathlib.Path, files: Files) -> None:
    """Writes files, programs and links below `root`, which is made."""
    root.mkdir(parents=True, exist_ok=True)
    for path, content in files.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, Link):
            file.symlink_to(content.target)
        elif isinstance(content, Program):
            file.write_text(content.content)
            file.chmod(0o755)
        else:
            file.write_bytes(content)


def make_sysroot(folder: pathlib.Path, name: str) -> pathlib.Path:
    """Writes one of SYSROOTS below `folder`, once, and returns where."""
    root = folder / name
    add_files(root, SYSROOTS[name])
    return root


def make_libcuda(folder: pathlib.Path) -> pathlib.Path:
    """Builds the fake driver as libcuda.so.1 in a folder that is made."""
    folder.mkdir(parents=True, exist_ok=True)
    library = folder / "libcuda.so.1"
    source = pathlib.Path(__file__).resolve().parents[1] / "support" / "fake_libcuda.c"
    compiler = shutil.which("cc") or shutil.which("gcc") or "clang"
    subprocess.run([compiler, "-shared", "-fPIC", "-Wl,-soname,libcuda.so.1", str(source), "-o",
                    str(library)], check=True)
    return library
