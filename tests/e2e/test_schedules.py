# SPDX-License-Identifier: MIT
"""A thousand installs, each from a server that misbehaves by a schedule of its own.

CUDAFETCH_SCHEDULES is how many; CUDAFETCH_SEED repeats one."""

import concurrent.futures
import os
import pathlib
import random
import shutil
import subprocess
import tempfile

from harness import ADA, BINARY, CommandTest, main, private_environment
from http_server import MirrorServer
from mirrors import Mirror, tar_xz, toolkit_files, tree_members
from schedules import ATTEMPTS, DONE, INTEGRITY, NETWORK, Kind, Schedule, schedule
from http_server import Fault

RELEASE = "13.0.88"
COUNT = int(os.environ.get("CUDAFETCH_SCHEDULES", "1000"))
LARGE = ("cuda_nvcc", "libnvvm")
LARGE_BYTES = 1_200_000


def snapshot(folder):
    """Path, mode, and content or target, of everything in a folder."""
    entries = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if path.is_symlink():
            entries[name] = ("link", os.readlink(path))
        elif path.is_dir():
            entries[name] = ("folder", path.stat().st_mode)
        elif path.name != "receipt.json":
            entries[name] = (path.stat().st_mode, path.read_bytes())
    return entries


def litter(folder):
    """What should be in no store and beside no prefix once nothing runs."""
    store = folder / "store"
    left = [path for name in ("tmp", "archive") for path in (store / name).glob("*")]
    return [str(path) for path in left + list(folder.glob(".*"))]


def complaint(outcome, plan, clean, folder):
    """What is wrong with how an install ended; empty if nothing is."""
    prefix = folder / "prefix"
    if outcome.returncode not in plan.allowed:
        return f"exit status {outcome.returncode}"
    if outcome.returncode == DONE:
        if snapshot(prefix) != clean:
            return "the prefix differs from a clean one"
        return f"litter: {litter(folder)}" if litter(folder) else ""
    if prefix.exists():
        return "a failed install left a prefix"
    beside = [str(path) for path in folder.glob(".*")]
    return f"litter beside the prefix: {beside}" if beside else ""


class SchedulesTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.mirror = Mirror(self.folder / "mirror")
        self.fill_mirror()
        self.sizes = {"/" + str(path.relative_to(self.mirror.root)): path.stat().st_size
                      for path in self.mirror.root.rglob("*.tar.xz")}
        reference = self.folder / "reference"
        reference.mkdir()
        self.assertEqual(self.install(reference, str(self.mirror.root)).returncode, DONE)
        self.clean = snapshot(reference / "prefix")

    def fill_mirror(self):
        noise = random.Random(1)
        archives = {}
        for name, files in toolkit_files(RELEASE).items():
            if name in LARGE:
                files = {**files, f"share/{name}/noise": noise.randbytes(LARGE_BYTES)}
            top = f"{name}-linux-x86_64-{RELEASE}-archive"
            archives[name] = tar_xz(tree_members(top, files))
        self.mirror.add(RELEASE, archives)

    def install(self, folder, mirror):
        # Delays are short, as are the rounds of a server that stalls.
        return subprocess.run(
            [str(BINARY), "install", "--no-sync", "--cuda", RELEASE, "--mirror", mirror, "--store",
             str(folder / "store"), "--prefix", str(folder / "prefix"), "--retry-delay", "0.01",
             "--stall-timeout", "1", *ADA],
            env=private_environment(folder / "home"), stdin=subprocess.DEVNULL, text=True,
            capture_output=True, timeout=100, check=False)

    def play(self, plan):
        """Runs one schedule, and then a healthy server. What is wrong, or an empty text."""
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
        try:
            with MirrorServer(self.mirror.root) as server:
                for path, kinds in plan.faults.items():
                    for kind in kinds:
                        server.fault(path, kind.fault)
                outcome = self.install(folder, server.url)
                wrong = complaint(outcome, plan, self.clean, folder)
                if not wrong and outcome.returncode != DONE:
                    server.clear()
                    again = self.install(folder, server.url)
                    healthy = Schedule(plan.seed, {}, frozenset({DONE}))
                    wrong = complaint(again, healthy, self.clean, folder)
                    if wrong:
                        wrong = f"the run after it: {wrong}\n{again.stderr}"
            if not wrong:
                return ""
            return (f"{wrong}\n{plan}\n{outcome.stderr}repeat it with: CUDAFETCH_SEED={plan.seed} "
                    f"CUDAFETCH={BINARY} python3 {__file__}")
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def test_schedules(self):
        seeds = range(COUNT)
        if "CUDAFETCH_SEED" in os.environ:
            seeds = [int(os.environ["CUDAFETCH_SEED"])]
        plans = [schedule(seed, self.sizes) for seed in seeds]
        self.assertTrue(plans)
        with concurrent.futures.ThreadPoolExecutor(2 * (os.cpu_count() or 1)) as pool:
            wrong = [text for text in pool.map(self.play, plans) if text]
        self.assertEqual(len(wrong), 0, "\n\n".join(wrong[:3]))

    def test_the_judge_can_say_no(self):
        """What would be wrong is found to be so."""
        folder = self.folder / "judged"
        folder.mkdir()
        good = Schedule(0, {}, frozenset({DONE}))
        self.assertIn("exit status", complaint(
            subprocess.CompletedProcess([], NETWORK), good, self.clean, folder))
        self.assertIn("differs", complaint(
            subprocess.CompletedProcess([], DONE), good, self.clean, folder))
        (folder / "prefix").mkdir()
        bad = Schedule(0, {}, frozenset({INTEGRITY}))
        self.assertIn("left a prefix", complaint(
            subprocess.CompletedProcess([], INTEGRITY), bad, self.clean, folder))
        (folder / "prefix").rmdir()
        (folder / ".prefix.cudafetch-0").mkdir()
        self.assertIn("litter", complaint(
            subprocess.CompletedProcess([], INTEGRITY), bad, self.clean, folder))

    def test_a_flipped_byte_without_end_is_never_installed(self):
        path = max(self.sizes, key=self.sizes.get)
        flipped = Kind("flipped", Fault(flip=1000), INTEGRITY)
        plan = Schedule(0, {path: (flipped,)}, frozenset({INTEGRITY}))
        self.assertEqual(self.play(plan), "")


if __name__ == "__main__":
    main()
