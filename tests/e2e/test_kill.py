# SPDX-License-Identifier: MIT
"""install that is killed at random moments, over an old prefix and into none.

CUDAFETCH_KILLS is how many times."""

import concurrent.futures
import hashlib
import json
import os
import pathlib
import random
import shutil
import subprocess
import tempfile
import time

from harness import ADA, BINARY, CommandTest, main, private_environment
from mirrors import Mirror, tar_xz, toolkit_files, tree_members
from test_schedules import litter, snapshot

OLD, NEW = "13.0.87", "13.0.88"
COUNT = int(os.environ.get("CUDAFETCH_KILLS", "200"))
SEED = 20261130
NOISE_BYTES = 3_000_000  # In each of five archives, and with some text to unpack to more.


def damage(prefix):
    """What the receipt of a prefix says and the prefix does not hold; empty if it is whole."""
    receipt = json.loads((prefix / ".cudafetch" / "receipt.json").read_text())
    for file in receipt["files"]:
        path = prefix / file["path"]
        if "link" in file:
            if os.readlink(path) != file["link"]:
                return f"{path} leads elsewhere"
        elif hashlib.sha256(path.read_bytes()).hexdigest() != file["sha256"]:
            return f"{path} has other bytes"
    return ""


def damaged_trees(store):
    """Trees that count and are not what their index says."""
    for index in (store / "tree").glob("*.json"):
        tree = index.with_suffix("")
        if not tree.is_dir():
            continue
        for file in json.loads(index.read_text())["files"]:
            path = tree / file["path"]
            if "link" not in file and (
                    hashlib.sha256(path.read_bytes()).hexdigest() != file["sha256"]):
                yield str(path)


class KillTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.mirror = Mirror(self.folder / "mirror")
        for release in (OLD, NEW):
            self.add_release(release)
        self.clean = {}
        for release in (OLD, NEW):
            folder = self.folder / release
            begin = time.monotonic()
            self.assertEqual(self.start_install(folder, release).wait(), 0)
            self.duration = time.monotonic() - begin
            self.clean[release] = snapshot(folder / "prefix")

    def add_release(self, release):
        noise = random.Random(release)
        archives = {}
        for name, files in toolkit_files(release).items():
            files = {**files, f"share/{name}/noise": noise.randbytes(NOISE_BYTES),
                     f"share/{name}/text": b"a text that repeats itself " * 200_000,
                     **{f"include/{name}/{i}.h": f"// {i} {release}\n".encode() for i in range(60)}}
            top = f"{name}-linux-x86_64-{release}-archive"
            archives[name] = tar_xz(tree_members(top, files))
        self.mirror.add(release, archives)

    def start_install(self, folder, release):
        return subprocess.Popen(
            [str(BINARY), "install", "--quiet", "--cuda", release, "--mirror",
             str(self.mirror.root), "--store", str(folder / "store"), "--prefix",
             str(folder / "prefix"), *ADA],
            env=private_environment(folder / "home"), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def kill_once(self, turn):
        """Kills one install; what is wrong afterwards, or an empty text."""
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
        moment = random.Random(SEED + turn).random() * self.duration * 1.5
        try:
            over_old = turn % 2 == 0
            if over_old:
                shutil.copytree(self.folder / OLD / "store", folder / "store", symlinks=True)
                self.start_install(folder, OLD).wait()
            process = self.start_install(folder, NEW)
            time.sleep(moment)
            process.kill()
            process.wait()
            wrong = self.wrong_after(folder, over_old)
            return wrong and f"killed after {moment:.3f} s (turn {turn}): {wrong}"
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def wrong_after(self, folder, over_old):
        prefix = folder / "prefix"
        if prefix.exists():
            now = snapshot(prefix)
            if now != self.clean[NEW] and not (over_old and now == self.clean[OLD]):
                return "the prefix is neither the old nor the new one"
            if damage(prefix):
                return damage(prefix)
        elif over_old:
            return "the old prefix is gone"
        if trees := list(damaged_trees(folder / "store")):
            return f"trees that count are damaged: {trees}"
        if self.start_install(folder, NEW).wait() != 0:
            return "the next run failed"
        if snapshot(prefix) != self.clean[NEW]:
            return "the next run left another prefix"
        return f"litter: {litter(folder)}" if litter(folder) else ""

    def test_kills(self):
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            wrong = [text for text in pool.map(self.kill_once, range(COUNT)) if text]
        self.assertEqual(len(wrong), 0, "\n".join(wrong[:5]))

    def test_the_judge_can_say_no(self):
        folder = self.folder / NEW
        self.assertEqual(damage(folder / "prefix"), "")
        self.assertEqual(list(damaged_trees(folder / "store")), [])
        victim = folder / "prefix" / "bin" / "nvcc"
        victim.chmod(0o755)
        victim.write_bytes(b"other")
        self.assertIn("other bytes", damage(folder / "prefix"))
        self.assertNotEqual(list(damaged_trees(folder / "store")), [])


if __name__ == "__main__":
    main()
