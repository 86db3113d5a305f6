# SPDX-License-Identifier: MIT
"""Manifests that must be refused, and where the message has to point."""

import json

_ARCHIVE = {"relative_path": "cuda_cudart/linux-x86_64/a.tar.xz", "sha256": "0123456789abcdef" * 4}


def _with_archive(**fields: object) -> str:
    return json.dumps({"cuda_cudart": {"linux-x86_64": {**_ARCHIVE, **fields}}})


_TAG = "$.cuda_cudart.linux-x86_64"

# Text of the manifest, and words of the message.
MALFORMED = (
    ("", "JSON"),
    ("<html><body>Log in</body></html>", "JSON"),
    ('{"cuda_cudart": {"linux-x', "JSON"),
    ("{}x", "JSON"),
    ("[" * 200_000, "redistrib"),
    ("null", "$: "),
    ("[]", "$: "),
    ('"x"', "$: "),
    ('{"release_date": "x"}', "$: "),
    ('{"cuda_cudart": "s"}', "$.cuda_cudart: "),
    ('{"cuda_cudart": null}', "$.cuda_cudart: "),
    ('{"cuda_cudart": {"linux-x86_64": "s"}}', f"{_TAG}: "),
    ('{"cuda_cudart": {"linux-x86_64": {}}}', f"{_TAG}: "),
    ('{"cuda_cudart": {"linux-x86_64": {"cuda13": {}}}}', f"{_TAG}.cuda13: "),
    ('{"cuda_cudart": {"version": 13}}', "$.cuda_cudart.version: "),
    (_with_archive(size="big"), f"{_TAG}.size: "),
    (_with_archive(size=-1), f"{_TAG}.size: "),
    (_with_archive(sha256="00"), f"{_TAG}.sha256: "),
    (_with_archive(relative_path="../a"), f"{_TAG}.relative_path: "),
    (_with_archive(relative_path="/etc/passwd"), f"{_TAG}.relative_path: "),
)
