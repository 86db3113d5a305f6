# SPDX-License-Identifier: MIT
"""detect: what a machine is, by which probe, and what stays undecided."""

import contextlib
import pathlib
import re
import signal
import time

from fixtures import (PRODUCT_NAME, SYSROOTS, Link, Program, add_files, make_libcuda,
                      make_sysroot)
from harness import CommandTest, main

SCHEMA = "cudafetch.detect/1"
KEYS = ["schema", "os", "arch", "kernel_release", "jetson", "server", "soc", "board", "module",
        "carrier", "l4t", "jetpack", "driver", "gpus", "discrete_gpu", "compilers", "toolkits",
        "container", "wsl", "resolve", "notes", "evidence", "undecided"]
SIMPLE_FACTS = ("arch", "kernel_release", "jetson", "soc", "board", "module", "carrier", "l4t",
                "jetpack", "container", "wsl")
MOST_LINES = 25
DRIVER_PATIENCE_SECONDS = 3  # How long the program waits for a driver.

# Per root: a part of its document.
EXPECTED = {
    "orin": {"arch": "aarch64", "jetson": True, "server": False, "soc": "tegra234",
             "board": "Jetson AGX Orin", "module": "p3701-0005", "carrier": "p3737-0000",
             "l4t": "36.4.7", "jetpack": "6.2.1", "discrete_gpu": False, "container": "none",
             "wsl": False, "gpus": None,
             "compilers": [{"path": "/usr/bin/g++", "family": "gcc", "version": "11"}],
             "toolkits": [{"path": "/usr/local/cuda-12.6", "release": "12.6.11"}]},
    "igx_board": {"jetson": True, "board": "IGX Orin", "module": "p3701-0008",
                  "carrier": "p3740-0002", "l4t": "36.3.0", "discrete_gpu": True},
    "board_container": {"jetson": True, "soc": "tegra234", "board": None, "l4t": None,
                        "jetpack": None, "container": "docker"},
    "container": {"jetson": None, "server": None, "soc": None, "l4t": None},
    "nixos": {"jetson": True, "soc": "tegra234", "module": "p3701-0005", "carrier": None,
              "l4t": None, "jetpack": None},
    "oe4t": {"jetson": True, "soc": "tegra234", "l4t": None},
    "r41": {"jetson": True, "soc": None, "l4t": "41.1.0", "jetpack": None},
    "r36_unknown_patch": {"jetson": True, "l4t": "36.9.9", "jetpack": None},
    "thor_dmi": {"jetson": True, "soc": "tegra264",
                 "board": "Jetson AGX Thor Developer Kit (T5000)"},
    "shield": {"jetson": False, "soc": None, "board": None, "module": None},
    "unknown_tegra": {"jetson": None, "soc": None},
    "spark": {"jetson": False, "server": True},
    "grace": {"jetson": False, "server": True},
    "pc": {"arch": "x86_64", "jetson": False, "server": False, "discrete_gpu": True, "wsl": False},
    "wsl": {"arch": "x86_64", "jetson": False, "wsl": True},
    "bare": {key: None for key in KEYS if key not in ("schema", "os", "driver", "resolve", "notes",
                                                      "evidence", "undecided")},
}
# Per root: the capabilities that resolve takes, and from where.
TAKEN = {
    "orin": (["8.7"], "board"), "igx_board": (["8.7"], "board"),
    "board_container": (["8.7"], "board"), "r41": (["8.7", "11.0"], "board"),
    "thor_dmi": (["11.0"], "board"), "spark": ([], "default"), "pc": ([], "default"),
    "container": (None, None), "bare": (None, None),
}


class DetectTest(CommandTest):
    def detect(self, *arguments):
        document = self.run_tool("detect", "--json", *arguments).json()
        self.assertEqual(list(document), KEYS)
        self.assertEqual(document["schema"], SCHEMA)
        return document

    def below(self, name):
        return self.detect("--sysroot", make_sysroot(self.folder, name))

    def on_path(self, programs):
        """Puts programs in front of PATH, by name."""
        folder = self.folder / "programs"
        add_files(folder, {name: Program(f"#!/bin/sh\n{text}\n")
                           for name, text in programs.items()})
        self.environment["PATH"] = f"{folder}:{self.environment['PATH']}"
        return folder

    def use_driver(self, folder="driver", **variables):
        library = make_libcuda(self.folder / folder)
        self.environment["LD_LIBRARY_PATH"] = str(library.parent)
        self.environment.update({f"FAKE_CUDA_{name}": text for name, text in variables.items()})
        return str(library)


class BelowSysroot(DetectTest):
    def test_every_fixture(self):
        for name, expected in EXPECTED.items():
            with self.subTest(name):
                document = self.below(name)
                self.assertEqual({key: document[key] for key in expected}, expected)

    def test_what_resolve_takes_is_what_it_does_take(self):
        for name, (capabilities, source) in TAKEN.items():
            with self.subTest(name):
                taken = self.below(name)["resolve"]
                self.assertEqual((taken["capabilities"], taken["capabilities_from"]),
                                 (capabilities, source))
                outcome = self.run_tool("resolve", "--json", "--sysroot", name, status=None)
                if capabilities is None:
                    self.assertEqual(outcome.status, 3)
                else:
                    plan = outcome.json()["plans"][0]
                    self.assertEqual((plan["capabilities"], plan["capabilities_from"]),
                                     (capabilities, source))

    def test_driver(self):
        pc = self.below("pc")["driver"]
        self.assertEqual(pc, {"kernel_version": "535.104.05", "cuda": None, "libcuda": {
            "path": "/usr/lib/x86_64-linux-gnu/libcuda.so.535.104.05", "compat": False}})
        self.assertEqual(self.below("igx_board")["driver"]["kernel_version"], "535.183.01")
        # Beside nvgpu the module serves the display.
        orin = self.below("orin")
        self.assertIsNone(orin["driver"]["kernel_version"])
        self.assertIn({"fact": "display_driver", "value": "540.4.0",
                       "source": "/sys/module/nvidia/version"}, orin["evidence"])

    def test_two_gpu_classes_are_noted(self):
        codes = [note["code"] for note in self.below("igx_board")["notes"]]
        self.assertIn("discrete_gpu_present", codes)

    def test_release_file_in_a_container_may_be_the_image_s(self):
        make_sysroot(self.folder, "r36")
        add_files(self.folder / "r36", {".dockerenv": b""})
        for root, expected in (("r36", True), (make_sysroot(self.folder, "orin"), False)):
            codes = [note["code"] for note in self.detect("--sysroot", root)["notes"]]
            self.assertEqual("l4t_of_image" in codes, expected)

    def test_every_fact_has_a_source_or_the_probes_that_were_tried(self):
        for name in SYSROOTS:
            with self.subTest(name):
                document = self.below(name)
                for evidence in document["evidence"]:
                    self.assertTrue(all(evidence.values()), evidence)
                    self.assertNotIn(str(self.folder), evidence["source"])
                for entry in document["undecided"]:
                    self.assertTrue(entry["tried"], entry)
                told = {evidence["fact"] for evidence in document["evidence"]}
                undecided = {entry["fact"] for entry in document["undecided"]}
                for fact in SIMPLE_FACTS:
                    if document[fact] is not None:
                        self.assertIn(fact, told)
                    elif document["jetson"] is not False:
                        self.assertIn(fact, undecided)

    def test_undecided_facts_name_the_probes(self):
        tried = {entry["fact"]: entry["tried"] for entry in self.below("bare")["undecided"]}
        for fact, probe in (("jetson", "/proc/device-tree/compatible"),
                            ("l4t", "/etc/nv_tegra_release"), ("l4t", "/var/lib/dpkg/status"),
                            ("soc", "/sys/module/tegra_fuse/parameters/tegra_chip_id"),
                            ("driver_version", "/proc/driver/nvidia/version"),
                            ("container", "/proc/1/environ"), ("wsl", "/dev/dxg"),
                            ("toolkit", "/usr/local/cuda"), ("host_compiler", "/usr/bin"),
                            ("arch", "/lib/ld-linux-aarch64.so.1")):
            self.assertIn(probe, tried[fact])

    def test_nothing_of_this_machine_leaks_in(self):
        marker = self.folder / "was_run"
        self.on_path({name: f"touch {marker}" for name in ("g++", "g++-12", "nvcc", "nvidia-smi")})
        self.use_driver(DEVICES="9.0 discrete NVIDIA H200")
        self.environment.update(CUDA_VERSION="12.6.3", container="docker")
        document = self.below("bare")
        self.assertEqual({key: document[key] for key in EXPECTED["bare"]}, EXPECTED["bare"])
        self.assertEqual(document["evidence"], [])
        root = self.folder / "programs_of_the_root"
        add_files(root, {f"usr/bin/{name}": Program(f"#!/bin/sh\ntouch {marker}\n")
                         for name in ("g++", "g++-12", "clang++-14", "nvcc")})
        self.assertEqual(len(self.detect("--sysroot", root)["compilers"]), 3)
        self.assertFalse(marker.exists(), "a program was run")

    def test_links_stay_below_the_root(self):
        up = "../" * 20
        add_files(self.folder, {"outside/nv_tegra_release": SYSROOTS["r36"]["etc/nv_tegra_release"],
                                "outside/g++-12": Program()})
        outside = f"{up}{self.folder}/outside".replace("//", "/")
        root = self.folder / "root"
        add_files(root, {"etc": Link(outside), "usr/bin": Link(outside),
                         "usr/local/cuda": Link(f"{self.folder}/outside")})
        document = self.detect("--sysroot", root)
        self.assertEqual((document["l4t"], document["compilers"], document["toolkits"]),
                         (None, None, []))

    def test_machine_that_no_archive_serves(self):
        add_files(self.folder / "other", {"uname": b"Linux pc 6.1.0 #1 SMP riscv64 GNU/Linux\n"})
        document = self.detect("--sysroot", "other")
        self.assertEqual((document["jetson"], document["notes"]), (False, []))
        self.assertIn("riscv64", document["resolve"]["text"])

    def test_text(self):
        make_sysroot(self.folder, "orin")
        outcome = self.run_tool("detect", "--sysroot", "orin")
        self.assert_golden("detect_board", outcome)
        self.assertLessEqual(len(outcome.stdout.splitlines()), MOST_LINES)
        make_sysroot(self.folder, "container")
        self.assert_golden("detect_undecided", self.run_tool("detect", "--sysroot", "container"))


class ThisMachine(DetectTest):
    def test_table_of_three_columns(self):
        outcome = self.run_tool("detect")
        table, _, sentence = outcome.stdout.partition("\n\n")
        self.assertLessEqual(len(outcome.stdout.splitlines()), MOST_LINES)
        for line in table.splitlines():
            self.assertRegex(line, r"^  (\S.*?|) {2,}\S.* {2,}\S.*$")
        self.assertRegex(sentence.splitlines()[-1], r"^resolve takes ")
        self.assertEqual(outcome.stderr, "")

    def test_root_folder_is_this_machine(self):
        self.use_driver(DEVICES="8.9 discrete NVIDIA L4")
        self.environment["CUDA_VISIBLE_DEVICES"] = "0"
        here = self.detect()
        self.assertEqual(here["resolve"]["capabilities_from"], "gpu")
        self.assertIn("devices_hidden", [note["code"] for note in here["notes"]])
        (self.folder / "link").symlink_to("/")
        for root in ("/", "/.", "link"):
            with self.subTest(root):
                self.assertEqual(self.detect("--sysroot", root), here)

    def test_interrupt_is_heard_while_the_driver_hangs(self):
        self.use_driver(HANG="1")
        for arguments in (("detect",), ("resolve", "--cuda", "12.6.3")):
            with self.subTest(arguments[0]):
                process = self.start(*arguments, "--json", start_new_session=True)
                child = self.wait_for_child(process)
                begin = time.monotonic()
                process.send_signal(signal.SIGINT)
                outcome = self.finish(process, status=130)
                self.assertLess(time.monotonic() - begin, DRIVER_PATIENCE_SECONDS / 2)
                self.assertEqual(self.error_of(outcome)["code"], "interrupted")
                self.assertFalse(child.exists(), "the process that asks the driver is left")

    def wait_for_child(self, process):
        """The folder in /proc of the process that has opened the driver."""
        children = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children")
        deadline = time.monotonic() + DRIVER_PATIENCE_SECONDS
        while time.monotonic() < deadline and process.poll() is None:
            for child in children.read_text().split():
                folder = pathlib.Path("/proc", child)
                with contextlib.suppress(FileNotFoundError):
                    if "libcuda" in (folder / "maps").read_text():
                        return folder
            time.sleep(0.01)
        self.fail(f"the driver is not asked: {self.finish(process, status=None)}")

    def test_absent_driver_is_told_once(self):
        if self.detect()["driver"]["libcuda"]:
            self.skip_as_driver_is_here()
        text = self.run_tool("detect").stdout
        self.assertNotIn("cannot open shared object file", text)
        self.assertEqual(len(re.findall(r"tried libcuda: none found", text)), 2, text)
        self.assertRegex(text, r"libcuda +undecided +tried libcuda\.so\.1, ")

    def skip_as_driver_is_here(self):
        reason = "a driver is installed here"
        print(f"SKIP {self.id()}: {reason}")
        self.skipTest(reason)

    def test_driver_is_asked(self):
        library = self.use_driver(VERSION="12060",
                                  DEVICES="8.9 discrete NVIDIA L4;9.0 discrete NVIDIA H200")
        document = self.detect()
        self.assertEqual(document["driver"]["libcuda"], {"path": library, "compat": False})
        self.assertEqual(document["driver"]["cuda"], "12.6")
        self.assertEqual(document["gpus"], [
            {"name": "NVIDIA L4", "capability": "8.9", "integrated": False},
            {"name": "NVIDIA H200", "capability": "9.0", "integrated": False}])
        self.assertIn({"fact": "gpu", "value": "NVIDIA H200 9.0", "source": library},
                      document["evidence"])
        self.assertEqual((document["resolve"]["capabilities"],
                          document["resolve"]["capabilities_from"]), (["8.9", "9.0"], "gpu"))

    def test_compat_driver_is_told(self):
        library = self.use_driver("cuda/compat", VERSION="13000")
        document = self.detect()
        self.assertEqual(document["driver"]["libcuda"], {"path": library, "compat": True})
        note = next(note for note in document["notes"] if note["code"] == "compat_driver")
        self.assertIn(library, note["text"])
        self.assertIn("note: " + library, self.run_tool("detect").stdout)

    def test_hidden_devices_are_told(self):
        self.environment["CUDA_VISIBLE_DEVICES"] = "0"
        self.assertEqual([note["code"] for note in self.detect()["notes"]], ["devices_hidden"])
        self.assertNotIn("devices_hidden", str(self.below("pc")["notes"]))

    def test_broken_drivers_leave_the_gpu_undecided(self):
        for variables, words in (({"INIT": "804"}, "cuInit fails with 804"),
                                 ({"CRASH": "1"}, "it crashes"), ({"HANG": "1"}, "no answer")):
            with self.subTest(variables):
                self.use_driver(**variables)
                document = self.detect()
                self.assertIsNone(document["gpus"])
                tried = next(entry["tried"] for entry in document["undecided"]
                             if entry["fact"] == "gpu")
                self.assertIn(words, tried[0])
                for name in variables:
                    del self.environment[f"FAKE_CUDA_{name}"]

    def test_stub_is_no_driver(self):
        self.use_driver("lib/stubs", DEVICES="9.0 discrete NVIDIA H200")
        document = self.detect()
        self.assertIsNone(document["driver"]["libcuda"])
        self.assertIsNone(document["gpus"])

    def test_nvidia_smi_does_not_matter(self):
        self.use_driver(DEVICES="9.0 discrete NVIDIA H200")
        expected = self.detect()
        marker = self.folder / "was_run"
        for text in ("echo '[N/A], [N/A], [N/A]'", "exec sleep 60"):
            with self.subTest(text):
                self.on_path({"nvidia-smi": f"touch {marker}\n{text}"})
                begin = time.monotonic()
                document = self.detect()
                self.assertLess(time.monotonic() - begin, 30)
                for key in ("gpus", "driver", "resolve"):
                    self.assertEqual(document[key], expected[key])
                self.assertFalse(marker.exists(), "nvidia-smi was run")

    def test_compilers_are_asked_and_resolve_asks_none(self):
        marker = self.folder / "was_run"
        folder = self.on_path({"g++-77": f"touch {marker}\necho 77.1.2",
                               "clang++-78": "exec sleep 60"})
        self.run_tool("resolve", "--cuda", "12.6.3", "--target", "x86_64", "--host", "x86_64")
        self.assertFalse(marker.exists(), "resolve ran a compiler")
        compilers = self.detect()["compilers"]
        self.assertTrue(marker.exists())
        for compiler in ({"path": f"{folder}/g++-77", "family": "gcc", "version": "77.1.2"},
                         {"path": f"{folder}/clang++-78", "family": "clang", "version": "78"}):
            self.assertIn(compiler, compilers)

    def test_evidence_is_printable(self):
        """Every text that a root can bring."""
        nasty = "\x1b[31m\x07\u202e"
        raw = nasty.encode()
        folder = "usr/lib/aarch64-linux-gnu/nvidia"
        add_files(self.folder / "board", {
            "uname": b"Linux " + raw + b" 5.15-tegra" + raw + b" aarch64",
            "proc/device-tree/compatible": b"nvidia,p1" + raw + b"+p3701-" + raw + b"\0nvidia,tegra"
                                           + raw + b"\0",
            "proc/device-tree/model": b"Jetson " + raw,
            PRODUCT_NAME: b"IGX " + raw,
            "sys/devices/soc0/family": b"tegra" + raw,
            "etc/nv_tegra_release": b"# R36 (release), REVISION: 4.7" + raw,
            "proc/driver/nvidia/version": b"NVRM version: " + raw + b" 535.1" + raw,
            "sys/module/nvidia/version": b"535.104" + raw,
            "proc/sys/kernel/osrelease": raw,
            f"{folder}/libcuda.so.1": Link(f"libcuda.so.{nasty}"),
            f"{folder}/libcuda.so.{nasty}": b"",
            f"sys/bus/pci/devices/{nasty}/vendor": b"0x10de\n",
            f"sys/bus/pci/devices/{nasty}/class": b"0x030000\n",
            f"dev/nvidia{nasty}": b"",
            "run/systemd/container": b"lxc" + raw,
            "usr/bin/clang++": Link(f"{nasty}-clang++-14"),
            f"usr/bin/{nasty}-clang++-14": Program(),
            f"usr/local/cuda-{nasty}/version.txt": b"CUDA Version 9.0" + raw,
            f"usr/local/cuda-{nasty}1/lib64/libcudart.so.12.1": b"",
            f"usr/local/cuda-{nasty}2/version.json": b'{"cuda": {"version": "' + raw + b'"}}',
            f"usr/local/cuda-{nasty}2/bin/nvcc": Program(),
        })
        add_files(self.folder / "server", {
            "uname": raw + b" x86_64" + raw,
            "sys/firmware/acpi/tables/" + nasty: b"x",
            PRODUCT_NAME: raw,
            "proc/1/environ": b"container=" + raw + b"\0",
            "proc/1/cgroup": b"docker" + raw,
        })
        add_files(self.folder / "word", {"uname": raw})
        for root in ("board", "server", "word"):
            for command in (("detect",), ("detect", "--json"), ("resolve", "--explain"),
                            ("resolve", "--json"), ("install", "--prefix", "p", "--json")):
                if command[0] == "install" and root != "word":
                    continue
                with self.subTest(root=root, command=command):
                    outcome = self.run_tool(*command, "--sysroot", root, status=None)
                    self.assertIn(outcome.status, (0, 3), str(outcome))
                    text = outcome.stdout + outcome.stderr
                    self.assertIsNone(re.search(r"[^\n -~]", text), ascii(text))
                    # In JSON a raw one would be \\u001b; what is printable has two backslashes.
                    self.assertNotRegex(text, r"\\u")
        text = self.run_tool("detect", "--sysroot", "board").stdout
        escaped = r"\x1b[31m\x07\xe2\x80\xae"
        for label in ("kernel", "libcuda", "board", "PCI GPU", "GPU nodes", "compiler", "toolkit",
                      "container"):
            self.assertRegex(text, rf"(?m)^  {label} .*{re.escape(escaped)}")


if __name__ == "__main__":
    main()
