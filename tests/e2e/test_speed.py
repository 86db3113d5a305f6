# SPDX-License-Identifier: MIT
"""resolve as a whole process, measured against the start of an interpreter in the same minute."""

import statistics
import subprocess
import sys
import time

from harness import ADA, BINARY, CommandTest, main

RUNS = 15
TARGET_MS = 20
# A yardstick that starts, loads libraries and reads files on the same machine under the same load.
YARDSTICK = (sys.executable, "-I", "-S", "-c", "")
MAX_RATIO = 3  # It is about 1, on a busy machine too.


class Speed(CommandTest):
    def milliseconds(self, command):
        begin = time.perf_counter()
        subprocess.run(command, env=self.environment, stdout=subprocess.DEVNULL, check=True)
        return (time.perf_counter() - begin) * 1000

    def setUp(self):
        super().setUp()
        program = BINARY.read_bytes()
        if b"__asan_init" in program or b"__tsan_init" in program:
            self.skipTest("a sanitizer is built in, so figures would mean nothing")

    def test_resolve_takes_about_as_long_as_starting_an_interpreter(self):
        resolve = (str(BINARY), "resolve", "--cuda", "12.6.3", *ADA)
        self.milliseconds(resolve)  # The first run reads both from the disk.
        self.milliseconds(YARDSTICK)
        # In turns, so that whatever else this machine does slows both down.
        pairs = [(self.milliseconds(resolve), self.milliseconds(YARDSTICK)) for _ in range(RUNS)]
        ours, yardstick = (statistics.median(column) for column in zip(*pairs))
        print(f"\nresolve: median {ours:.1f} ms of {RUNS} runs (target: {TARGET_MS} ms); "
              f"interpreter: {yardstick:.1f} ms", file=sys.stderr)
        self.assertLess(ours, MAX_RATIO * yardstick)


if __name__ == "__main__":
    main()
