# SPDX-License-Identifier: MIT
"""install that is ended in the middle of a download."""

import os
import signal
import time

from harness import ADA, main
from http_server import Fault, MirrorServer
from installs import NEW, OLD, PART, InstallTest

BEGUN = 100  # Bytes that the server sends before it stalls.
PATIENCE_SECONDS = 30


def size_of(part):
    """None if it has gone since it was listed: other archives go on while this one stalls."""
    try:
        return part.stat().st_size
    except FileNotFoundError:
        return None


class InterruptedTest(InstallTest):
    def setUp(self):
        super().setUp()
        self.path = "/" + str(self.mirror.path_of(PART, NEW))

    def end_in_the_middle(self, how):
        """Ends an install by a signal when the first bytes of the part have arrived."""
        with MirrorServer(self.mirror.root) as server:
            server.fault(self.path, Fault(stall_after=BEGUN))
            process = self.start("install", "--json", "--cuda", NEW, "--mirror", server.url,
                                 "--prefix", self.prefix, *ADA)
            self.wait_for_first_bytes(process)
            process.send_signal(how)
            return self.finish(process, status=None)

    def wait_for_first_bytes(self, process):
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not any(size_of(part) == BEGUN for part in self.parts()):
            if process.poll() is not None or time.monotonic() > deadline:
                self.fail(f"no download began: {self.finish(process, status=None)}")
            time.sleep(0.02)

    def parts(self):
        return list(self.store.glob("archive/*.part"))

    def check_next_run(self):
        """It works, goes on where the dead one stopped, and clears up after it."""
        with MirrorServer(self.mirror.root) as server:
            self.install(source=server.url)
            requests = {r.path: r.headers.get("range") for r in server.requests}
        self.assertEqual(requests[self.path], f"bytes={BEGUN}-")
        self.assertEqual((os.listdir(self.store / "archive"), self.litter()), ([], []))
        self.assertEqual(os.listdir(self.prefix.parent), [self.prefix.name])

    def test_interrupt(self):
        before = self.snapshot()
        outcome = self.end_in_the_middle(signal.SIGINT)
        self.assertEqual(outcome.status, 130, str(outcome))
        self.assertEqual(self.error_of(outcome)["code"], "interrupted")
        self.assertEqual(self.snapshot(), before)
        self.assertEqual((self.final_names(), self.litter()), ([], []))
        self.check_next_run()

    def test_kill(self):
        before = self.snapshot()
        outcome = self.end_in_the_middle(signal.SIGKILL)
        self.assertEqual(outcome.status, -signal.SIGKILL)
        self.assertEqual(self.snapshot(), before)
        self.assertEqual(self.final_names(), [])
        self.check_next_run()

    def test_old_prefix_stays(self):
        self.install(release=OLD)
        before = self.snapshot()
        for how in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
            with self.subTest(how):
                self.end_in_the_middle(how)
                self.assertEqual(self.snapshot(), before)
        self.check_next_run()


if __name__ == "__main__":
    main()
