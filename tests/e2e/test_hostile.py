# SPDX-License-Identifier: MIT
"""install against servers and archives that mean no good: nothing may get into place."""

import hashlib
import lzma
import os
import tarfile

from harness import main
from http_server import Fault, MirrorServer
from installs import NEW, OLD, PART, InstallTest
from malformed import MALFORMED
from mirrors import member, tar_xz

TOP = f"{PART}-linux-x86_64-{NEW}-archive"
MANIFEST = f"/cuda/redist/redistrib_{NEW}.json"
FILE = member(f"{TOP}/include/a.h", b"// a\n")


class HostileTest(InstallTest):
    def setUp(self):
        super().setUp()
        self.path = "/" + str(self.mirror.path_of(PART, NEW))
        self.archive = self.mirror.read(PART, NEW)


class Downloads(HostileTest):
    def setUp(self):
        super().setUp()
        self.server = MirrorServer(self.mirror.root)
        self.server.__enter__()
        self.addCleanup(self.server.__exit__)

    def test_mismatch_names_file_and_both_values(self):
        flipped = bytes([*self.archive[:50], self.archive[50] ^ 1, *self.archive[51:]])
        size = len(self.archive)
        digests = [hashlib.sha256(content).hexdigest() for content in (self.archive, flipped)]
        for name, fault, words in (
                ("flipped byte", Fault(flip=50), digests),
                ("short file", Fault(body=self.archive[:-9]),
                 (f"{size} bytes", f"{size - 9} bytes")),
                ("long file", Fault(body=self.archive + b"more"), (f"{size} bytes",)),
                ("long length", Fault(content_length=size + 9), (f"{size + 9} bytes",)),
                ("short length", Fault(content_length=size - 9), (f"{size - 9} bytes",)),
                ("endless", Fault(body=self.archive * 9, no_length=True), ("sends more",))):
            with self.subTest(name):
                self.server.clear()
                self.server.fault(self.path, fault)
                error = self.install_refused(5, PART, self.server.url + self.path, *words,
                                             source=self.server.url)
                self.assertIn(error["code"], ("digest_mismatch", "size_mismatch"))
        self.server.clear()
        self.install(source=self.server.url)

    def test_web_page_in_place_of_the_archive(self):
        self.server.fault(self.path, Fault(html=True))
        error = self.install_refused(5, PART, self.server.url + self.path, source=self.server.url)
        self.assertIn("web page", " ".join(error["hints"]))

    def test_archive_that_is_not_there(self):
        for status in (403, 404):
            with self.subTest(status):
                self.server.clear()
                self.server.fault(self.path, Fault(status=status))
                error = self.install_refused(4, PART, self.server.url + self.path, str(status),
                                             source=self.server.url)
                self.assertTrue(error["hints"])

    def test_server_that_recovers(self):
        self.server.fault(self.path, Fault(status=500, times=2))
        self.install(source=self.server.url)
        self.assertEqual(self.server.paths().count(self.path), 3)

    def test_dropped_connection_is_continued(self):
        self.server.fault(self.path, Fault(drop_after=100, times=2))
        self.install(source=self.server.url)
        ranges = [r.headers.get("range") for r in self.server.requests if r.path == self.path]
        self.assertEqual(ranges, [None, "bytes=100-", "bytes=200-"])

    def test_dropped_connection_without_ranges_starts_again(self):
        self.server.fault(self.path, Fault(drop_after=100, times=1, no_ranges=True))
        self.server.fault(self.path, Fault(no_ranges=True))
        self.install(source=self.server.url)
        self.assertEqual(self.server.paths().count(self.path), 2)

    def test_malformed_manifest(self):
        for text, where in MALFORMED:
            with self.subTest(text[:80]):
                self.server.clear()
                self.server.fault(MANIFEST, Fault(body=text.encode()))
                self.install_refused(5, self.server.url + MANIFEST, where, source=self.server.url)
                self.assertNotIn(self.path, self.server.paths())


class Archives(HostileTest):
    def serve(self, archive):
        """Puts an archive into the mirror, with its true digest in the manifest."""
        self.mirror.add(NEW, {PART: archive})

    def test_unsafe_entries(self):
        outside = self.folder / "outside"
        outside.mkdir()
        link_out = member(f"{TOP}/lib", type=tarfile.SYMTYPE, linkname=str(outside))
        for name, entries, reason in (
                ("..", [member(f"{TOP}/../evil", b"x")], '".."'),
                (".. inside", [member(f"{TOP}/a/../../../evil", b"x")], '".."'),
                ("absolute", [member(str(outside / "evil"), b"x")], "absolute"),
                ("symlink out", [link_out], "leads out"),
                ("symlink out, relative",
                 [member(f"{TOP}/a", type=tarfile.SYMTYPE, linkname="../../../outside")],
                 "leads out"),
                ("write through", [link_out, member(f"{TOP}/lib/evil", b"x")], "leads out"),
                ("hard link out",
                 [member(f"{TOP}/a", type=tarfile.LNKTYPE, linkname="/etc/passwd")], "/etc/passwd"),
                ("hard link to nothing",
                 [member(f"{TOP}/a", type=tarfile.LNKTYPE, linkname=f"{TOP}/b")], f"{TOP}/b"),
                ("device", [member(f"{TOP}/null", type=tarfile.CHRTYPE, devmajor=1, devminor=3)],
                 "neither a file"),
                ("fifo", [member(f"{TOP}/pipe", type=tarfile.FIFOTYPE)], "neither a file"),
                ("two tops", [member("other/b.h", b"x")], "other"),
                ("duplicate", [FILE], "a.h"),
                ("file as folder", [member(f"{TOP}/include/a.h/b", b"x")], "a.h"),
                ("control character", [member(f"{TOP}/a\x1b[31m", b"x")], "printable")):
            with self.subTest(name):
                self.serve(tar_xz([FILE, *entries]))
                error = self.install_refused(5, reason)
                self.assertEqual(error["code"], "unsafe_archive")
                self.assertEqual(os.listdir(outside), [])

    def test_damaged_archives(self):
        for name, archive, reason in (
                ("truncated", self.archive[:-20], "damaged"),
                ("half", self.archive[:99], "damaged"),
                ("empty", b"", "damaged"), ("no xz", b"hello" * 99, "damaged"),
                ("xz in xz", lzma.compress(self.archive), "damaged"),
                ("no file", tar_xz([member(TOP, type=tarfile.DIRTYPE)]), "holds no file")):
            with self.subTest(name):
                self.serve(archive)
                error = self.install_refused(5, reason)
                self.assertEqual(error["code"], "corrupt_archive")

    def test_message_names_the_component(self):
        for archive in (self.archive[:-20], tar_xz([FILE, member(f"{TOP}/../evil", b"x")])):
            self.serve(archive)
            self.install_refused(5, PART)

    def test_special_bits_are_not_kept(self):
        self.serve(tar_xz([member(f"{TOP}/bin/tool", b"x", mode=0o6777)]))
        self.install()
        self.assertEqual((self.prefix / "bin/tool").stat().st_mode & 0o7777, 0o555)


class OverAnOldPrefix(HostileTest):
    def test_failures_leave_it_as_it_is(self):
        self.install(release=OLD)
        with MirrorServer(self.mirror.root) as server:
            server.fault(self.path, Fault(flip=50))
            self.install_refused(5, PART, source=server.url)
            server.clear()
            server.fault(self.path, Fault(status=404))
            self.install_refused(4, PART, source=server.url)
        self.mirror.add(NEW, {PART: tar_xz([FILE, member(f"{TOP}/../evil", b"x")])})
        self.install_refused(5, "evil")
        self.assertFalse(self.install(release=OLD)["changed"])


if __name__ == "__main__":
    main()
