# SPDX-License-Identifier: MIT
"""Several installs at once, with one store."""

import collections

from harness import ADA, main
from http_server import Fault, MirrorServer
from installs import NEW, PART, InstallTest
from test_kill import damage, damaged_trees

# Of one release, so that plans overlap.
PLANS = (("--profile", "compile"), ("--components", "cuda_cccl,cuda_cudart"),
         ("--profile", "compile"), ("--components", "cuda_nvcc"))


class ConcurrentTest(InstallTest):
    def test_eight_installs_fetch_each_archive_once(self):
        prefixes = [self.folder / "one", self.folder / "two"]
        with MirrorServer(self.mirror.root) as server:
            # The first to ask is slow, so that the others must wait for it.
            server.fault("/" + str(self.mirror.path_of(PART, NEW)), Fault(delay=1.0, times=1))
            processes = [
                self.start("install", "--cuda", NEW, "--mirror", server.url, "--prefix",
                           prefixes[i % 2], *PLANS[i % 4], *ADA)
                for i in range(8)]
            outcomes = [self.finish(process) for process in processes]
            fetched = collections.Counter(
                path for path in server.paths() if path.endswith(".tar.xz"))
        self.assertTrue(fetched)
        self.assertEqual(set(fetched.values()), {1}, fetched)
        self.assertTrue(any("waiting for another process" in o.stderr for o in outcomes),
                        "\n".join(map(str, outcomes)))
        for prefix in prefixes:
            self.assertEqual(damage(prefix), "")
        self.assertEqual(list(damaged_trees(self.store)), [])
        self.assertEqual(self.litter(), [])
        self.assertEqual(list((self.store / "archive").iterdir()), [])
        self.assertEqual(list(self.folder.glob(".*")), [])


if __name__ == "__main__":
    main()
