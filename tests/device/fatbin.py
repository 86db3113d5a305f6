# SPDX-License-Identifier: MIT
"""Lists the device images in a program, without NVIDIA's tools and without cudafetch's reader."""

import struct

MAGIC = struct.pack("<I", 0xBA55ED50)
KINDS = {1: "ptx", 2: "elf"}


def images(path):
    """The (kind, architecture) of every image, such as {("elf", 87)}."""
    with open(path, "rb") as file:
        content = file.read()
    found = set()
    container = content.find(MAGIC)
    while container >= 0:
        _, _, header_size, size = struct.unpack_from("<IHHQ", content, container)
        entry = container + header_size
        end = entry + size
        while entry < end:
            kind, _, entry_header, payload = struct.unpack_from("<HHIQ", content, entry)
            (architecture,) = struct.unpack_from("<I", content, entry + 28)
            found.add((KINDS.get(kind, kind), architecture))
            entry += entry_header + payload
        container = content.find(MAGIC, end)
    return found
