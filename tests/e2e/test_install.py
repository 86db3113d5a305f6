# SPDX-License-Identifier: MIT
"""install and env, from a small mirror: over HTTP and as a folder."""

import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import unittest

from harness import ADA, BINARY, CROSS, main
from http_server import MirrorServer
from installs import NEW, OLD, RECEIPT, InstallTest

CROSS_HOPPER = ("--caps", "9.0", *CROSS)
PARTS = ["cuda_cccl", "cuda_crt", "cuda_cudart", "cuda_nvcc", "libnvvm"]


class Result(InstallTest):
    def test_text_ends_with_the_path(self):
        options = ("--cuda", NEW, "--mirror", self.mirror.root, "--prefix", "cuda", *ADA)
        for said in ("is installed in", "was already installed in"):
            outcome = self.run_tool("install", *options)
            self.assertEqual(outcome.stdout.splitlines()[-2:],
                             [f"CUDA {NEW} for linux-x86_64 {said}", str(self.folder / "cuda")])

    def test_a_lock_is_not_bent(self):
        plan = self.run_tool("resolve", "--json", "--cuda", NEW, "--mirror", self.mirror.root, *ADA)
        lock = self.folder / "lock.json"

        def installed_from(text, *more):
            lock.write_text(text)
            outcome = self.run_tool("install", "--json", "--mirror", self.mirror.root, "--lock",
                                    lock, *more, status=None)
            self.assertFalse((self.folder / "p").exists())
            return outcome.status, json.loads(outcome.stdout)["error"]["code"]

        prefix = ("--prefix", self.folder / "p")
        document = json.loads(plan.stdout)
        document["plans"][0]["archives"][-1]["version"] = "99.0.1"
        self.assertEqual(installed_from(json.dumps(document), *prefix), (3, "mixed_compilers"))
        document["plans"][0]["products"] = []
        self.assertEqual(installed_from(json.dumps(document)), (5, "malformed_plan"))
        self.assertEqual(installed_from(plan.stdout, *prefix, "--caps", "9.0"),
                         (3, "lock_lacks_plan"))
        self.assertEqual(installed_from(plan.stdout, *prefix, "--cuda", NEW), (2, "usage"))
        self.assertEqual(installed_from(plan.stdout, "--prefix", ""), (2, "usage"))

    def test_store_and_prefix_lie_apart(self):
        for store, prefix in (("p/store", "p"), ("s", "s/tree/p")):
            outcome = self.run_tool("install", "--cuda", NEW, "--mirror", self.mirror.root, *ADA,
                                    "--store", self.folder / store, "--prefix",
                                    self.folder / prefix, status=2)
            self.assertIn("must not lie within each other", outcome.stderr)
            self.assertFalse((self.folder / prefix).exists())

    def test_second_run_does_nothing_and_says_so(self):
        with MirrorServer(self.mirror.root) as server:
            first = self.install(source=server.url)
            self.assertEqual(first["schema"], "cudafetch.install/1")
            self.assertEqual((first["prefix"], first["changed"], first["replaced"]),
                             (str(self.prefix), True, False))
            self.assertEqual([a["component"] for a in first["plans"][0]["archives"]], PARTS)
            before = self.prefix.stat()
            server.clear()
            second = self.install(source=server.url)
            archives = [path for path in server.paths() if path.endswith(".tar.xz")]
        self.assertEqual((second["changed"], second["replaced"]), (False, False))
        self.assertEqual(archives, [])
        self.assertEqual(self.prefix.stat().st_ino, before.st_ino)

    def test_nothing_is_left_beside_the_prefix(self):
        self.install()
        self.assertEqual(os.listdir(self.prefix.parent), ["cuda"])

    def test_default_prefix_is_named_by_the_plan(self):
        outcome = self.run_tool("install", "--json", "--cuda", NEW, "--mirror", self.mirror.root,
                                *ADA)
        expected = self.home / "data" / "cudafetch" / f"cuda-{NEW}-linux-x86_64"
        self.assertEqual(outcome.json()["prefix"], str(expected))
        self.assertTrue((expected / "bin/nvcc").exists())

    def test_file_that_was_lost_is_put_back(self):
        self.install()
        header = self.prefix / "include/cuda_runtime.h"
        header.unlink()
        self.assertTrue(self.install()["changed"])
        self.assertTrue(header.exists())


class Layout(InstallTest):
    def links(self):
        return {str(path.relative_to(self.prefix)): os.readlink(path)
                for path in self.prefix.rglob("*") if path.is_symlink()}

    def test_native(self):
        self.install()
        for path in ("bin/nvcc", "include/cuda_runtime.h", "include/cccl/nv/target",
                     "include/crt/host_defines.h", "nvvm/bin/cicc",
                     "nvvm/libdevice/libdevice.10.bc", f"lib/libcudart.so.{NEW}",
                     "lib64/libcudart.so", "targets/x86_64-linux/include/cuda_runtime.h",
                     "targets/x86_64-linux/lib/libcudart.so",
                     *(f"licenses/{part}.txt" for part in PARTS)):
            self.assertTrue((self.prefix / path).is_file(), path)
        self.assertEqual(self.links(), {
            "lib/libcudart.so": "libcudart.so.1", "lib/libcudart.so.1": f"libcudart.so.{NEW}",
            "lib64": "lib", "targets/x86_64-linux/include": "../../include",
            "targets/x86_64-linux/lib": "../../lib"})
        self.assertTrue(os.access(self.prefix / "bin/nvcc", os.X_OK))
        version = json.loads((self.prefix / "version.json").read_text())
        self.assertEqual((version["cuda"]["version"], version["cuda_nvcc"]["version"]), (NEW, NEW))

    def test_cross(self):
        self.mirror.add_toolkit(NEW, tag="linux-sbsa")
        self.run_tool("install", "--cuda", NEW, "--mirror", self.mirror.root, "--prefix",
                      self.prefix, *CROSS_HOPPER)
        target = self.prefix / "targets/sbsa-linux"
        for path in ("include/cuda_runtime.h", "include/crt/host_defines.h", "lib/libcudart.so"):
            self.assertTrue((target / path).is_file(), path)
            self.assertTrue((self.prefix / path).samefile(target / path), path)
        links = self.links()
        self.assertEqual({name: links[name] for name in ("include", "lib", "lib64")}, {
            "include": "targets/sbsa-linux/include", "lib": "targets/sbsa-linux/lib",
            "lib64": "targets/sbsa-linux/lib"})
        self.assertTrue((self.prefix / "targets/aarch64-linux").samefile(target))
        self.assertTrue((self.prefix / "bin/nvcc").is_file())

    def test_receipt_lists_every_file_with_its_digest(self):
        self.install()
        listed = {entry["path"]: entry for entry in self.receipt()["files"]}
        found = {str(path.relative_to(self.prefix)) for path in self.prefix.rglob("*")
                 if path.is_symlink() or path.is_file()}
        self.assertEqual(found - {RECEIPT}, set(listed))
        for path, entry in listed.items():
            file = self.prefix / path
            if "link" in entry:
                self.assertEqual(os.readlink(file), entry["link"])
                continue
            content = file.read_bytes()
            self.assertEqual((hashlib.sha256(content).hexdigest(), len(content)),
                             (entry["sha256"], entry["size"]), path)
            self.assertEqual(os.access(file, os.X_OK), entry["executable"], path)


class Replacing(InstallTest):
    def test_second_plan_lists_what_drops_out(self):
        self.install()
        second = self.install(release=OLD)
        self.assertEqual((second["changed"], second["replaced"]), (True, True))
        self.assertEqual(second["dropped"], ["cuda_crt", "libnvvm"])
        self.assertFalse((self.prefix / "include/cccl").exists())
        self.assertIn(OLD, (self.prefix / "bin/nvcc").read_text())
        self.assertEqual(self.receipt()["plan"]["products"][0]["release"], OLD)

    def test_what_drops_out_is_told_in_the_text_too(self):
        self.install()
        outcome = self.run_tool("install", "--cuda", OLD, "--mirror", self.mirror.root, "--prefix",
                                self.prefix, *ADA)
        self.assertIn("cuda_crt, libnvvm", outcome.stdout)

    def test_foreign_file_is_not_lost(self):
        self.install()
        (self.prefix / "mine.txt").write_text("mine")
        error = self.refuse("--cuda", OLD, "--mirror", self.mirror.root, "--prefix", self.prefix,
                            *ADA, command="install", status=6)
        self.assert_mentions(error["message"], str(self.prefix), "mine.txt")
        self.assertIn(NEW, (self.prefix / "bin/nvcc").read_text())


class Lock(InstallTest):
    def lock(self):
        path = self.folder / "cuda.lock"
        path.write_text(self.run_tool("resolve", "--json", "--cuda", NEW, "--mirror",
                                      self.mirror.root, *ADA).stdout)
        return path

    def test_lock_installs_what_it_says(self):
        lock = self.lock()
        self.mirror.add_toolkit("13.0.91")  # A newer one does not matter any more.
        document = self.install("--lock", lock)
        self.assertEqual(document["plans"], json.loads(lock.read_text())["plans"])
        self.assertEqual(self.receipt()["plan"], document["plans"][0])

    def test_lock_without_a_mirror_goes_where_it_was_made(self):
        with MirrorServer(self.mirror.root) as server:
            lock = self.folder / "cuda.lock"
            lock.write_text(self.run_tool("resolve", "--json", "--cuda", NEW, "--mirror",
                                          server.url, *ADA).stdout)
            self.run_tool("install", "--lock", lock, "--prefix", self.prefix)
        self.assertTrue((self.prefix / "bin/nvcc").exists())

    def test_lock_refuses_other_bytes(self):
        lock = self.lock()
        path = self.mirror.root / self.mirror.path_of("libnvvm", NEW)
        path.write_bytes(path.read_bytes()[:-1] + b"!")
        error = self.install("--lock", lock, status=5)["error"]
        found = hashlib.sha256(path.read_bytes()).hexdigest()
        self.assert_mentions(error["message"], "libnvvm", found)
        self.assertFalse(self.prefix.exists())

    def test_malformed_locks(self):
        good = json.loads(self.lock().read_text())
        plan = good["plans"][0]
        for status, value in ((5, []), (5, {**good, "schema": "other/1"}),
                              (5, {**good, "plans": [{**plan, "tag": "linux-sbsa"}]}),
                              (5, {**good, "plans": [{**plan, "archives": "none"}]}),
                              (3, {**good, "plans": []}), (3, {**good, "plans": [plan, plan]})):
            with self.subTest(value):
                path = self.folder / "bad.lock"
                path.write_text(json.dumps(value))
                error = self.install("--lock", path, status=status)["error"]
                self.assertIn("bad.lock", error["message"])
                self.assertFalse(self.prefix.exists())


class MirrorChoice(InstallTest):
    def test_unknown_release_is_looked_up_by_its_label(self):
        with MirrorServer(self.mirror.root) as server:
            self.install(source=server.url)
            self.assertIn(f"/cuda/redist/redistrib_{NEW}.json", server.paths())
            error = self.install(source=server.url, release="13.0.99", status=3)["error"]
        self.assertEqual(error["code"], "release_not_in_catalogue")
        self.assertIn("13.0.99", error["message"])

    def test_index_limits_the_choice(self):
        self.mirror.write_index(OLD)
        with MirrorServer(self.mirror.root) as server:
            outcome = self.run_tool("install", "--json", "--mirror", server.url, "--prefix",
                                    self.prefix, *ADA)
        self.assertEqual(outcome.json()["plans"][0]["products"][0]["release"], OLD)

    def test_second_prefix_comes_from_the_store(self):
        with MirrorServer(self.mirror.root) as server:
            self.install(source=server.url)
            server.clear()
            self.prefix = self.folder / "second"
            self.install(source=server.url)
            self.assertEqual([path for path in server.paths() if path.endswith(".tar.xz")], [])
        self.assertTrue((self.prefix / "bin/nvcc").exists())


class Offline(InstallTest):
    @unittest.skipUnless(shutil.which("strace"), "needs strace, which is not installed")
    def test_folder_mirror_opens_no_socket(self):
        log = self.folder / "strace.log"
        command = ["strace", "-f", "-e", "trace=socket,connect", "-o", str(log), str(BINARY),
                   "install", "--offline", "--cuda", NEW, "--mirror", str(self.mirror.root),
                   "--prefix", str(self.prefix), *ADA]
        process = subprocess.run(command, env=self.environment, capture_output=True, text=True)
        if "ptrace" in process.stderr and process.returncode != 0:
            self.skipTest(f"strace cannot trace here: {process.stderr.strip()}")
        self.assertEqual(process.returncode, 0, process.stderr)
        calls = [line for line in log.read_text().splitlines() if "socket(" in line
                 or "connect(" in line]
        self.assertEqual(calls, [])
        self.assertTrue((self.prefix / "bin/nvcc").exists())

    def test_http_mirror_is_refused(self):
        with MirrorServer(self.mirror.root) as server:
            error = self.install("--offline", source=server.url, status=4)["error"]
            self.assertEqual(server.requests, [])
        self.assert_mentions(error["message"] + " ".join(error["hints"]), "--offline")


class Current(InstallTest):
    def test_link_leads_to_the_last_install(self):
        current = self.home / "data" / "cudafetch" / "current"
        for name in ("one", "two"):
            self.prefix = self.folder / name
            self.install()
            self.assertEqual(pathlib.Path(os.readlink(current)), self.prefix)
        self.assertIn(str(self.folder / "two"), self.run_tool("env").stdout)

    def test_env_without_an_install(self):
        error = self.refuse(command="env", status=6)
        self.assertEqual(error["code"], "no_prefix")
        self.assertTrue(error["hints"])


class Verify(InstallTest):
    def test_folder_without_an_install_is_a_failed_check(self):
        report = self.run_tool("verify", "--json", "--prefix", "nosuch", status=7).json()
        self.assertEqual(report["verdict"], {"exit_code": 7, "cause": "no_receipt"})

    def test_file_that_is_lost_is_named(self):
        self.install()
        (self.prefix / "include/cuda_runtime.h").unlink()
        outcome = self.run_tool("verify", "--no-run", "--prefix", self.prefix, status=7)
        self.assertIn("include/cuda_runtime.h", outcome.stdout)


class Environment(InstallTest):
    def test_shell_text(self):
        self.prefix = self.folder / "it's a toolkit"
        self.install()
        text = self.run_tool("env", "--prefix", self.prefix).stdout
        self.assertNotIn("stubs", text)
        shown = subprocess.run(
            ["sh", "-c", text + 'printf "%s\\n" "$PATH" "$CPATH" "$CUDAToolkit_ROOT"; nvcc'],
            env={"PATH": "/usr/bin:/bin"}, capture_output=True, text=True, check=True).stdout
        lines = shown.splitlines()
        self.assertEqual(lines[0], f"{self.prefix}/bin:/usr/bin:/bin")
        self.assertEqual(lines[1], f"{self.prefix}/include:{self.prefix}/include/cccl")
        self.assertEqual(lines[2:], [str(self.prefix), f"release V{NEW}"])

    def test_json(self):
        self.install(release=OLD)
        document = self.run_tool("env", "--json", "--prefix", self.prefix).json()
        self.assertEqual(document["schema"], "cudafetch.env/1")
        self.assertEqual(document["set"]["CUDA_HOME"], str(self.prefix))
        self.assertEqual(document["prepend"]["CPATH"], [str(self.prefix / "include")])
        self.assertNotIn("stubs", json.dumps(document))


if __name__ == "__main__":
    main()
