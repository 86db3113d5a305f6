# SPDX-License-Identifier: MIT
"""install from several mirrors, in the order in which they are named."""

import os
import shutil
import subprocess

from harness import ADA, main
from http_server import Fault, MirrorServer
from installs import NEW, PART, InstallTest


class MirrorsTest(InstallTest):
    def setUp(self):
        super().setUp()
        self.path = "/" + str(self.mirror.path_of(PART, NEW))

    def install_from(self, *mirrors, status=0, **options):
        named = [word for mirror in mirrors for word in ("--mirror", mirror)]
        return self.run_tool("install", "--cuda", NEW, "--prefix", self.prefix, *named, *ADA,
                             status=status, **options)

    def copy_of_mirror(self):
        copy = self.folder / "copy"
        shutil.copytree(self.mirror.root, copy)
        return copy

    def test_the_second_has_what_the_first_lacks(self):
        with MirrorServer(self.mirror.root) as first, \
                MirrorServer(self.mirror.root) as second:
            first.fault(self.path, Fault(status=404))
            outcome = self.install_from(first.url, second.url)
            self.assertEqual([path for path in second.paths() if path.endswith(".xz")],
                             [self.path])
        self.assert_mentions(outcome.stderr, "404", f"going on with {second.url}")

    def test_wrong_bytes_of_the_first(self):
        with MirrorServer(self.mirror.root) as first:
            first.fault(self.path, Fault(flip=20))
            outcome = self.install_from(first.url, self.copy_of_mirror())
        self.assert_mentions(outcome.stderr, "wrong content", first.url)

    def test_redirect_to_a_name_that_nobody_knows(self):
        with MirrorServer(self.mirror.root) as first:
            first.fault(self.path, Fault(redirect="http://no-such-host.invalid/x.tar.xz"))
            outcome = self.install_from(first.url, self.copy_of_mirror())
        self.assert_mentions(outcome.stderr, first.url, "redirected to http://no-such-host.invalid",
                             "going on with")

    def test_a_first_mirror_that_is_gone(self):
        outcome = self.install_from("http://127.0.0.1:9", self.copy_of_mirror())
        self.assert_mentions(outcome.stderr, "http://127.0.0.1:9")

    def test_every_mirror_lacks_it(self):
        copy = self.copy_of_mirror()
        for root in (self.mirror.root, copy):
            os.remove(root / self.path.lstrip("/"))
        outcome = self.install_from(self.mirror.root, copy, status=4)
        self.assert_mentions(outcome.stderr, str(self.mirror.root), str(copy))
        self.assertFalse(self.prefix.exists())

    def test_lists_of_all_mirrors_count(self):
        copy = self.copy_of_mirror()
        self.mirror.write_index("1.0.0")
        index = self.mirror.redist / "index.json"
        index.write_text(index.read_text().replace("1.0.0", NEW))
        other = copy / "cuda" / "redist" / "index.json"
        other.write_text('{"schema": "cudafetch.mirror/1", "product": "cuda", "releases": []}')
        self.install_from(copy, self.mirror.root)

    def test_certificate_authority_of_ones_own(self):
        certificate, key = self.folder / "authority.pem", self.folder / "key.pem"
        if shutil.which("openssl") is None:
            self.skipTest("needs openssl, to make a certificate")
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
             "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(key), "-out",
             str(certificate)], check=True, capture_output=True)
        both = self.folder / "both.pem"
        both.write_bytes(key.read_bytes() + certificate.read_bytes())
        with MirrorServer(self.mirror.root, certificate=both) as server:
            outcome = self.install_from(server.url, status=4)
            self.assert_mentions(outcome.stderr, "certificate")
            self.assertFalse(self.prefix.exists())
            self.run_tool("install", "--cuda", NEW, "--prefix", self.prefix, "--mirror", server.url,
                          "--ca-cert", certificate, *ADA)
        self.assertTrue(self.prefix.is_dir())

    def test_offline_asks_the_folders_alone(self):
        with MirrorServer(self.mirror.root) as server:
            outcome = self.run_tool("--offline", "install", "--cuda", NEW, "--prefix", self.prefix,
                                    "--mirror", server.url, "--mirror", self.mirror.root, *ADA)
            self.assertEqual(server.paths(), [])
        self.assert_mentions(outcome.stderr, f"not asking {server.url}")

    def test_offline_without_a_folder(self):
        outcome = self.run_tool("--offline", "install", "--cuda", NEW, "--prefix", self.prefix,
                                "--mirror", "http://127.0.0.1:9", *ADA, status=4)
        self.assert_mentions(outcome.stderr, "--offline")


if __name__ == "__main__":
    main()
