# SPDX-License-Identifier: MIT
"""From samples to a table."""

from __future__ import annotations

import statistics

from bench_install.floor import Floor
from bench_install.runs import Sample


def summary(samples: dict[str, list[Sample]], floor: float) -> dict[str, dict]:
    """Median, least and CPU seconds by way, the ratio of the median to the floor, and the largest
    peak of memory in MiB."""
    rows = {}
    for way, of in samples.items():
        seconds = [sample.seconds for sample in of]
        rows[way] = {
            "median": statistics.median(seconds), "least": min(seconds),
            "cpu": statistics.median(sample.cpu_seconds for sample in of),
            "ratio": statistics.median(seconds) / floor,
            "peak_mib": max(sample.peak_kib for sample in of) / 1024}
    return rows


def print_table(title: str, rows: dict[str, dict], floor: Floor) -> None:
    width = max(map(len, rows))
    print(f"\n{title}\nfloor {floor.seconds:.2f} s: decoding {floor.decoding:.2f}, writing "
          f"{floor.writing:.2f}, SHA-256 {floor.hashing:.2f} CPU seconds on {floor.cores} cores"
          + (f"; the slowest archive {floor.slowest:.2f} s" if floor.slowest else ""))
    print(f"{'':{width}}  median s  least s  x floor  CPU s  peak MiB")
    for way, row in rows.items():
        print(f"{way:{width}}  {row['median']:8.2f}  {row['least']:7.2f}  {row['ratio']:7.2f}  "
              f"{row['cpu']:5.2f}  {row['peak_mib']:8.0f}")
