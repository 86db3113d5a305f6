# SPDX-License-Identifier: MIT
"""Schedules of faults, each made from a seed: how a server answers the requests of an install."""

from __future__ import annotations

import dataclasses
import random
from typing import Dict, List, Tuple

from http_server import Fault

# Exit codes that an install may end with.
DONE, NETWORK, INTEGRITY = 0, 4, 5
# Attempts on one mirror that bring nothing new.
ATTEMPTS = 5


@dataclasses.dataclass(frozen=True)
class Kind:
    """A kind of fault, and what it may come to if it never ends."""

    name: str
    fault: Fault
    endless: int


@dataclasses.dataclass(frozen=True)
class Schedule:
    """The faults of one run by path, in the order in which they strike."""

    seed: int
    faults: Dict[str, Tuple[Kind, ...]]
    allowed: frozenset  # Exit codes.

    def __str__(self) -> str:
        lines = [f"seed {self.seed}, allowed to end with {sorted(self.allowed)}:"]
        for path, kinds in self.faults.items():
            for kind in kinds:
                times = "always" if kind.fault.times is None else f"{kind.fault.times} times"
                lines.append(f"  {path}: {kind.name}, {times}")
        return "\n".join(lines)


def draw(choice: random.Random, size: int) -> Kind:
    """A fault for a file of `size` bytes."""
    at = choice.randrange(size)
    return choice.choice([
        Kind(f"drop after {at} bytes", Fault(drop_after=at), NETWORK),
        Kind(f"reset after {at} bytes", Fault(drop_after=at, reset=True), NETWORK),
        Kind(f"stall after {at} bytes", Fault(stall_after=at), NETWORK),
        Kind("500", Fault(status=500), NETWORK),
        Kind("503, Retry-After: 0", Fault(status=503, headers={"Retry-After": "0"}), NETWORK),
        Kind("503, Retry-After: 1000", Fault(status=503, headers={"Retry-After": "1000"}), NETWORK),
        Kind("429", Fault(status=429), NETWORK),
        Kind("403", Fault(status=403), NETWORK),
        Kind("404", Fault(status=404), NETWORK),
        Kind("416", Fault(status=416), NETWORK),
        Kind("a redirect to itself", Fault(redirect=""), NETWORK),
        Kind("a redirect to nowhere", Fault(redirect="http://127.0.0.1:9/x"), NETWORK),
        Kind("a web page", Fault(html=True), INTEGRITY),
        Kind(f"byte {at} flipped", Fault(flip=at), INTEGRITY),
        Kind(f"byte {at} flipped, and dropped there",
             Fault(flip=at, drop_after=min(size, at + 1)), INTEGRITY),
        Kind("no ranges, dropped", Fault(no_ranges=True, drop_after=at), NETWORK),
        Kind("no validators, dropped", Fault(no_validators=True, drop_after=at), NETWORK),
        Kind("no length, cut short", Fault(no_length=True, drop_after=at), NETWORK),
        Kind("too short, with a length that fits", Fault(body=bytes(max(1, at))), INTEGRITY),
        Kind("a length that is too large", Fault(content_length=size + 1 + at), INTEGRITY),
        Kind("a length that is too small", Fault(content_length=at), INTEGRITY),
        Kind("a body without end", Fault(body=bytes(2 * size), no_length=True), INTEGRITY),
    ])


# What ends an install at once, even if the server would do better the next time: there is no other
# mirror, and asking again is not for what was refused, lacking or wrong.
def ends_at_once(kind: Kind) -> bool:
    fault = kind.fault
    return (kind.endless == INTEGRITY or fault.redirect is not None
            or fault.status in (403, 404) or fault.headers.get("Retry-After") == "1000")


def schedule(seed: int, sizes: Dict[str, int]) -> Schedule:
    """`sizes`: of the files that an install asks for, by their paths."""
    choice = random.Random(seed)
    faults: Dict[str, Tuple[Kind, ...]] = {}
    allowed = {DONE}
    for path in choice.sample(sorted(sizes), choice.randint(1, len(sizes))):
        kinds: List[Kind] = []
        for _ in range(choice.randint(1, 3)):
            kind = draw(choice, sizes[path])
            endless = choice.random() < 0.1
            # A server that stalls is waited for; once is enough.
            stalls = kind.fault.stall_after is not None
            times = 1 if stalls else None if endless else choice.randint(1, 2)
            redirect = path if kind.fault.redirect == "" else kind.fault.redirect
            if redirect == path:
                times = None
            kinds.append(Kind(kind.name, dataclasses.replace(
                kind.fault, times=times, redirect=redirect), kind.endless))
            if times is None or ends_at_once(kind):
                allowed.add(kind.endless)
            if times is None:
                break
        if sum(kind.fault.times or 0 for kind in kinds) >= ATTEMPTS:
            allowed.add(NETWORK)
        # What was kept from a wrong answer can make a later one wrong.
        if any(kind.endless == INTEGRITY for kind in kinds):
            allowed.add(INTEGRITY)
        faults[path] = tuple(kinds)
    return Schedule(seed, faults, frozenset(allowed))
