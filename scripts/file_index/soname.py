# SPDX-License-Identifier: MIT
"""The DT_SONAME of a shared library, from the bytes of the file alone."""

from __future__ import annotations

import struct
from typing import Iterator, NamedTuple, Optional

_PT_LOAD, _PT_DYNAMIC = 1, 2
_DT_NULL, _DT_STRTAB, _DT_SONAME = 0, 5, 14


class _Segment(NamedTuple):
    kind: int
    offset: int
    address: int
    size: int


def soname_of(data: bytes) -> Optional[str]:
    """The soname of a 64-bit little-endian ELF file; None for other files and those without one."""
    if data[:6] != b"\x7fELF\x02\x01":
        return None
    try:
        return _soname(data)
    except (struct.error, ValueError, IndexError):
        return None


def _soname(data: bytes) -> Optional[str]:
    segments = list(_segments(data))
    tags = {}
    for segment in segments:
        if segment.kind == _PT_DYNAMIC:
            tags = dict(_dynamic(data, segment))
    if _DT_SONAME not in tags or _DT_STRTAB not in tags:
        return None
    start = _offset_of(segments, tags[_DT_STRTAB]) + tags[_DT_SONAME]
    return data[start : data.index(b"\0", start)].decode("ascii")


def _segments(data: bytes) -> Iterator[_Segment]:
    (table,) = struct.unpack_from("<Q", data, 32)
    entry_size, count = struct.unpack_from("<HH", data, 54)
    for number in range(count):
        kind, _, offset, address, _, size = struct.unpack_from(
            "<IIQQQQ", data, table + number * entry_size
        )
        yield _Segment(kind, offset, address, size)


def _dynamic(data: bytes, segment: _Segment) -> Iterator[tuple[int, int]]:
    for offset in range(segment.offset, segment.offset + segment.size, 16):
        tag, value = struct.unpack_from("<QQ", data, offset)
        if tag == _DT_NULL:
            return
        yield tag, value


def _offset_of(segments: list[_Segment], address: int) -> int:
    for segment in segments:
        if segment.kind == _PT_LOAD and 0 <= address - segment.address < segment.size:
            return segment.offset + address - segment.address
    raise IndexError("no segment holds the address")
