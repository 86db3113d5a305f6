# SPDX-License-Identifier: MIT
"""detect and resolve on roots that have something else in place of each file that a probe reads."""

import os
import time

from fixtures import (ACPI_TABLE, DEVICE_TREE, KERNEL_MODULE, NVRM, PRODUCT_NAME, RELEASE_FILE,
                      SYSROOTS, add_files)
from harness import CommandTest, main

PATIENCE_SECONDS = 5
SPARSE_BYTES = 1 << 30
DEEP_JSON = b'{"cuda":' * 100_000

# The files that a probe reads, and those whose being there says something.
PROBED = (
    "uname", RELEASE_FILE, DEVICE_TREE, "proc/device-tree/model", ACPI_TABLE, PRODUCT_NAME,
    KERNEL_MODULE, NVRM, "sys/firmware/devicetree/base/compatible",
    "sys/firmware/devicetree/base/model", "sys/devices/soc0/family", "sys/devices/soc0/soc_id",
    "sys/module/tegra_fuse/parameters/tegra_chip_id", "sys/module/nvgpu",
    "sys/class/devfreq/17000000.gpu", "sys/class/devfreq/17000000.ga10b",
    "sys/class/devfreq/gpu-gpc-0", "sys/bus/pci/devices/0000:01:00.0/vendor",
    "sys/bus/pci/devices/0000:01:00.0/class", "var/lib/dpkg/status", "dev/nvgpu", "dev/nvhost-gpu",
    "dev/nvhost-ctrl", "dev/dxg", "dev/nvidia0", "proc/1/environ", "proc/1/cgroup",
    "proc/sys/kernel/osrelease", "run/systemd/container", "run/.containerenv", ".dockerenv",
    "var/run/secrets/kubernetes.io/serviceaccount", "lib/ld-linux-aarch64.so.1",
    "lib64/ld-linux-x86-64.so.2", "usr/lib/ld-linux-aarch64.so.1",
    "usr/lib64/ld-linux-x86-64.so.2", "usr/lib/aarch64-linux-gnu/ld-linux-aarch64.so.1",
    "usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2", "lib/ld-musl-aarch64.so.1",
    "lib/ld-musl-x86_64.so.1", "lib/ld-linux-armhf.so.3",
    "usr/lib/x86_64-linux-gnu/libcuda.so.1", "usr/lib/aarch64-linux-gnu/libcuda.so.1",
    "usr/lib/aarch64-linux-gnu/nvidia/libcuda.so.1", "usr/lib/wsl/lib/libcuda.so.1",
    "usr/lib/wsl/lib/libdxcore.so", "usr/bin/g++", "usr/bin/g++-12", "usr/bin/clang++",
    "usr/local/bin/gcc", "usr/bin/nvcc", "usr/local/cuda/version.json",
    "usr/local/cuda/version.txt", "usr/local/cuda/bin/nvcc",
    "usr/local/cuda/lib64/libcudart.so.12.6.77", "opt/cuda/version.json",
)
# Folders that are listed.
LISTED = ("sys/bus/pci/devices", "sys/firmware/acpi/tables", "dev", "usr/bin", "usr/local/bin",
          "usr/local", "usr/local/cuda/lib64", "usr", "etc", "proc", "sys", "lib", "opt/cuda")


def make_loop(path):
    path.symlink_to(path.name)


def make_long_loop(path):
    """Two links that lead to each other, with steps up and down in between."""
    path.symlink_to(f"{'./../' + path.parent.name + '/'}{path.name}.other")
    (path.parent / f"{path.name}.other").symlink_to(path.name)


def make_endless_name(path):
    path.symlink_to("a/" * 2000)


def make_sparse(path):
    path.touch(mode=0o755)
    os.truncate(path, SPARSE_BYTES)


def make_unreadable(path):
    path.write_bytes(b"x")
    path.chmod(0)


def make_random(path):
    path.write_bytes(bytes(range(256)) * 4000)
    path.chmod(0o755)


KINDS = {
    "FIFO": os.mkfifo, "folder": os.mkdir, "loop": make_loop, "loop of two": make_long_loop,
    "long link": make_endless_name, "sparse file": make_sparse, "unreadable": make_unreadable,
    "bytes": make_random, "deep JSON": lambda path: path.write_bytes(DEEP_JSON),
    "terminal": lambda path: path.symlink_to("/dev/tty"),
    "this machine": lambda path: path.symlink_to("../" * 30 + "dev/zero"),
}


class HostileRoot(CommandTest):
    def put(self, root, path, kind):
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        if not os.path.lexists(file):
            KINDS[kind](file)

    def check(self, root):
        for command in (("detect",), ("detect", "--json"), ("resolve", "--explain")):
            begin = time.monotonic()
            outcome = self.run_tool(*command, "--sysroot", root, status=None)
            self.assertLess(time.monotonic() - begin, PATIENCE_SECONDS, str(outcome)[:2000])
            self.assertIn(outcome.status, (0, 3), str(outcome)[:2000])
            self.assertLess(len(outcome.stdout + outcome.stderr), 1_000_000)

    def test_every_file_at_once(self):
        for kind in KINDS:
            with self.subTest(kind):
                root = self.folder / kind.replace(" ", "_")
                for path in PROBED:
                    self.put(root, path, kind)
                self.check(root)

    def test_every_folder_at_once(self):
        for kind in KINDS:
            with self.subTest(kind):
                root = self.folder / kind.replace(" ", "_")
                for path in LISTED:
                    if not any(path.startswith(f"{other}/") for other in LISTED):
                        self.put(root, path, kind)
                self.check(root)

    def test_one_file_of_a_board_or_a_pc(self):
        """What the others say is still found."""
        for name, paths in (("orin", (RELEASE_FILE, KERNEL_MODULE, "uname")), ("pc", (NVRM,))):
            for path in paths:
                for kind in ("FIFO", "folder", "loop", "sparse file"):
                    with self.subTest(name=name, path=path, kind=kind):
                        root = self.folder / f"{name}-{path}-{kind}".replace("/", "_")
                        add_files(root, {other: content for other, content in SYSROOTS[name].items()
                                         if other != path})
                        self.put(root, path, kind)
                        document = self.run_tool("detect", "--json", "--sysroot", root).json()
                        self.assertEqual((document["soc"], document["discrete_gpu"]),
                                         {"orin": ("tegra234", False), "pc": (None, True)}[name])


if __name__ == "__main__":
    main()
