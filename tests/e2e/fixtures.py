# SPDX-License-Identifier: MIT
"""Root folders that look like boards and servers, for --sysroot."""

from __future__ import annotations

import pathlib
from typing import Dict

UNAME = "Linux board {kernel} #1 SMP aarch64 GNU/Linux\n"
ORIN_TREE = b"nvidia,p3701-0005\0nvidia,tegra234\0"
THOR_TREE = b"nvidia,p3834-0008\0nvidia,tegra264\0"
NANO_TREE = b"nvidia,p3450-0000\0nvidia,jetson-nano\0nvidia,tegra210\0"
NVIDIA_GPU = {"vendor": b"0x10de\n", "class": b"0x030000\n"}

RELEASE_FILE = "etc/nv_tegra_release"
DEVICE_TREE = "proc/device-tree/compatible"
ACPI_TABLE = "sys/firmware/acpi/tables/FACP"


def release_line(major: int, revision: str, board: str = "generic") -> bytes:
    return (f"# R{major} (release), REVISION: {revision}, GCID: 41062509, BOARD: {board}, "
            "EABI: aarch64, DATE: Mon Jun 16 16:07:13 UTC 2025\n").encode()


def _l4t(major: int, revision: str, kernel: str, board: str = "generic") -> Dict[str, bytes]:
    return {"uname": UNAME.format(kernel=kernel).encode(),
            RELEASE_FILE: release_line(major, revision, board)}


def _arm(kernel: str, files: Dict[str, bytes]) -> Dict[str, bytes]:
    return {"uname": UNAME.format(kernel=kernel).encode(), **files}


_DISCRETE_GPU = {f"sys/bus/pci/devices/0005:09:00.0/{name}": text
                 for name, text in NVIDIA_GPU.items()}

SYSROOTS: Dict[str, Dict[str, bytes]] = {
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
}


def make_sysroot(folder: pathlib.Path, name: str) -> pathlib.Path:
    """Writes one of SYSROOTS below `folder`, once, and returns where."""
    root = folder / name
    for path, content in SYSROOTS[name].items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    return root
