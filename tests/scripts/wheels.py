# SPDX-License-Identifier: MIT
"""Small wheels in the form of NVIDIA's, and toolkit folders unpacked from them."""

import base64
import hashlib
import re
import zipfile

PROGRAM = b"\x7fELF" + bytes(range(256)) * 600


def record_row(path, content):
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    return f"{path},sha256={digest},{len(content)}\n"


def make_wheel(folder, project, version, files, arch="x86_64", requires=(), changed=None, rows="",
               below="nvidia/cu13"):
    """Writes a wheel; `changed` maps paths to bytes that its RECORD does not know of."""
    name = f"{project.replace('-', '_')}-{version}"
    tag = "py3-none-any" if arch == "any" else f"py3-none-manylinux2014_{arch}"
    metadata = f"Metadata-Version: 2.1\nName: {project}\nVersion: {version}\n"
    metadata += "".join(f"Requires-Dist: {requirement}\n" for requirement in requires)
    content = {f"{below}/{path}": data for path, data in files.items()}
    content[f"{name}.dist-info/METADATA"] = metadata.encode()
    content[f"{name}.dist-info/WHEEL"] = f"Wheel-Version: 1.0\nTag: {tag}\n".encode()
    content[f"{name}.dist-info/licenses/License.txt"] = b"Terms.\n"
    record = "".join(record_row(*item) for item in content.items()) + rows
    content[f"{name}.dist-info/RECORD"] = f"{record}{name}.dist-info/RECORD,,\n".encode()
    content.update({f"{below}/{path}": data for path, data in (changed or {}).items()})
    path = folder / f"{name}-{tag}.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for member, data in content.items():
            archive.writestr(member, data)
    return path


def unpack_toolkit(wheel, toolkit):
    """Lays a wheel out as in a toolkit folder that keeps the packages' dist-info."""
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            below = re.sub(r"^nvidia/[^/]+/", "", name)
            target = toolkit / ("dist-info/" + name if ".dist-info/" in name else below)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(archive.read(name))
