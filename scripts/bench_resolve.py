#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures how long `cudafetch resolve` takes as a whole process, and how many instructions.

Every request is run in turn with a bare process (/bin/true) and the program's own start
(`cudafetch --version`), so that what a busy machine adds is seen in all three. Prints a table of
medians in milliseconds; --json FILE writes all samples. --callgrind counts instructions too, which
no busy machine changes; it needs valgrind.
"""

import argparse
import json
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BINARY = ROOT / "build" / "release" / "cudafetch"
REQUESTS = {
    "one release": "--caps 8.9 --cuda 12.6.3 --host x86_64",
    "the newest": "--caps 8.9 --host x86_64",
    "three products": "cuda@12.6 cudnn cutensor@2.3 --caps 8.9 --host x86_64",
    "libraries of a Jetson": "--caps 7.2 --profile libraries --target aarch64 --host aarch64",
    "a refusal and its hints": "--caps 8.7 --cuda 12.3.2 --host x86_64 --target aarch64",
    "refused by every release": "--caps 5.3 --host aarch64",
}
FLOORS = {"a bare process": ["/bin/true"], "the program's start": ["{binary}", "--version"]}


def commands(binary):
    floors = {name: [word.replace("{binary}", str(binary)) for word in words]
              for name, words in FLOORS.items()}
    requests = {name: [str(binary), "resolve", "--json", *options.split()]
                for name, options in REQUESTS.items()}
    return {**floors, **requests}


def milliseconds(command):
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return (time.perf_counter() - start) * 1e3


def measure(all_commands, rounds):
    """Samples by name, taken in turn."""
    samples = {name: [] for name in all_commands}
    for _ in range(rounds):
        for name, command in all_commands.items():
            samples[name].append(milliseconds(command))
    return samples


def instructions(command):
    """What callgrind counts of the program and its libraries, dynamic loading included."""
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run(
            ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out", *command],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    found = re.search(r"Collected\s*:\s*(\d+)", run.stderr)
    if not found:
        sys.exit(f"bench_resolve: callgrind counted nothing:\n{run.stderr}")
    return int(found.group(1))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", metavar="FILE", type=Path, default=BINARY)
    parser.add_argument("--rounds", metavar="N", type=int, default=31)
    parser.add_argument("--json", metavar="FILE", type=Path)
    parser.add_argument("--callgrind", action="store_true")
    options = parser.parse_args()
    if not options.binary.is_file():
        parser.error(f"there is no {options.binary}: build it, or name another with --binary")
    if options.callgrind and not shutil.which("valgrind"):
        parser.error("--callgrind needs valgrind")
    all_commands = commands(options.binary.resolve())
    samples = measure(all_commands, options.rounds)
    counts = {name: instructions(command) for name, command in all_commands.items()
              if options.callgrind and name != "a bare process"}
    width = max(map(len, samples))
    print(f"{'':{width}}  median ms  least ms" + ("  million instructions" if counts else ""))
    for name, values in samples.items():
        count = f"  {counts[name] / 1e6:20.1f}" if name in counts else ""
        print(f"{name:{width}}  {statistics.median(values):9.1f}  {min(values):8.1f}{count}")
    if options.json:
        options.json.write_text(json.dumps(
            {"schema": "cudafetch.bench_resolve/1", "milliseconds": samples,
             "instructions": counts}, indent=2) + "\n")


if __name__ == "__main__":
    main()
