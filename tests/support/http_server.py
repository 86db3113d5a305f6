# SPDX-License-Identifier: MIT
"""An HTTP/1.1 server on loopback that serves a folder, and misbehaves where told to."""

import dataclasses
import email.utils
import http.server
import os
import pathlib
import socket
import ssl
import struct
import threading
import urllib.parse
from typing import Dict, List, Optional, Tuple

BLOCK = 64 * 1024


@dataclasses.dataclass
class Fault:
    """How requests for one path are answered instead of properly. Byte positions count from the
    start of the file, but for `drop_after` and `stall_after`, which count body bytes sent."""

    times: Optional[int] = None  # Only the next so many requests; None: all of them.
    status: Optional[int] = None  # This status, with a short text as body.
    headers: Dict[str, str] = dataclasses.field(default_factory=dict)  # Added to the answer.
    redirect: Optional[str] = None  # 302 to this URL or path.
    html: bool = False  # 200 with a web page.
    body: Optional[bytes] = None  # 200 with these bytes in place of the file's.
    flip: Optional[int] = None  # The lowest bit of this byte is flipped.
    content_length: Optional[int] = None  # What the header says instead of the truth.
    no_length: bool = False  # No Content-Length; the connection's end ends the body.
    no_ranges: bool = False  # Range is ignored.
    no_validators: bool = False  # Neither ETag nor Last-Modified.
    drop_after: Optional[int] = None  # The connection is closed after so many bytes.
    reset: bool = False  # With drop_after: by RST, not by FIN.
    stall_after: Optional[int] = None  # Nothing more is sent after so many bytes.
    delay: float = 0.0  # Seconds before the answer.


@dataclasses.dataclass(frozen=True)
class Request:
    """A request that arrived. Header names are in lower case."""

    method: str
    path: str
    headers: Dict[str, str]
    client: Tuple[str, int]


class MirrorServer:
    """Serves a folder at `url` while used as a context manager.

    >>> with MirrorServer("mirror") as server:
    ...     server.fault("/cuda/redist/x.tar.xz", Fault(drop_after=1000, times=2))
    """

    def __init__(self, root: os.PathLike, certificate: Optional[os.PathLike] = None) -> None:
        """`certificate`: a PEM file with key and certificate, for https."""
        self.root = pathlib.Path(root).resolve()
        self._lock = threading.Lock()
        self._requests: List[Request] = []
        self._faults: Dict[str, List[Fault]] = {}
        self._stopping = threading.Event()
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.mirror = self
        self._scheme = "http"
        if certificate is not None:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            self._server.tls = context
            self._scheme = "https"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))

    def __enter__(self) -> "MirrorServer":
        self._thread.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self._stopping.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    @property
    def port(self) -> int:
        return self._server.server_address[1]

    @property
    def url(self) -> str:
        """Without a final slash."""
        return f"{self._scheme}://127.0.0.1:{self.port}"

    @property
    def requests(self) -> List[Request]:
        """All requests so far, in order of arrival."""
        with self._lock:
            return list(self._requests)

    def paths(self) -> List[str]:
        return [request.path for request in self.requests]

    def fault(self, path: str, fault: Fault) -> None:
        """Adds a fault for `path` ("*": every path). Faults of a path wear off in the order in
        which they were added."""
        with self._lock:
            self._faults.setdefault(path, []).append(dataclasses.replace(fault))

    def clear(self) -> None:
        """Forgets all faults and requests."""
        with self._lock:
            self._faults.clear()
            self._requests.clear()

    def wait_for_stop(self, seconds: Optional[float] = None) -> None:
        self._stopping.wait(seconds)

    def arrived(self, request: Request) -> Fault:
        """Records a request and takes the fault that applies to it."""
        with self._lock:
            self._requests.append(request)
            for path in (request.path, "*"):
                for fault in self._faults.get(path, []):
                    if fault.times is None:
                        return fault
                    if fault.times > 0:
                        fault.times -= 1
                        return fault
        return Fault()


class _Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    mirror: MirrorServer
    tls: Optional[ssl.SSLContext] = None

    def get_request(self):
        connection, address = super().get_request()
        if self.tls is not None:
            # The handshake is left to the thread that serves the connection.
            connection = self.tls.wrap_socket(
                connection, server_side=True, do_handshake_on_connect=False)
        return connection, address

    def shutdown_request(self, request) -> None:
        # The base class ends the stream properly first, which a reset must not.
        self.close_request(request)

    def handle_error(self, request, client_address) -> None:
        """Clients that hang up are part of the tests."""


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def log_message(self, format: str, *args: object) -> None:
        pass

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_GET(self) -> None:
        path = urllib.parse.unquote(urllib.parse.urlsplit(self.path).path)
        headers = {name.lower(): value for name, value in self.headers.items()}
        mirror = self.server.mirror
        fault = mirror.arrived(Request(self.command, path, headers, self.client_address))
        mirror.wait_for_stop(fault.delay)
        if fault.redirect is not None:
            self._send_bytes(302, b"", {"Location": fault.redirect, **fault.headers})
        elif fault.status is not None:
            self._send_bytes(fault.status, b"an answer by request\n", fault.headers)
        elif fault.html:
            page = b"<!DOCTYPE html><title>Log in</title><p>Who are you?</p>\n"
            self._send_bytes(200, page, {"Content-Type": "text/html", **fault.headers})
        else:
            self._send_file(path, fault)

    def do_CONNECT(self) -> None:
        """As a proxy that opens no tunnel: 501, or the status of a fault for "host:port"."""
        headers = {name.lower(): value for name, value in self.headers.items()}
        request = Request(self.command, self.path, headers, self.client_address)
        fault = self.server.mirror.arrived(request)
        self._send_bytes(fault.status or 501, b"", fault.headers)

    def _send_bytes(self, status: int, body: bytes, headers: Dict[str, str]) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def _send_file(self, path: str, fault: Fault) -> None:
        file = (self.server.mirror.root / path.lstrip("/")).resolve()
        inside = self.server.mirror.root in file.parents
        if fault.body is None and not (inside and file.is_file()):
            self._send_bytes(404, b"no such file\n", {})
            return
        content = file.read_bytes() if fault.body is None else fault.body
        if fault.flip is not None:
            content = (content[: fault.flip] + bytes([content[fault.flip] ^ 1])
                       + content[fault.flip + 1 :])
        validators = {} if fault.no_validators else _validators(file, content)
        begin = None if fault.no_ranges else self._range_begin(validators)
        if begin is not None and begin >= len(content):
            self._send_bytes(416, b"", {"Content-Range": f"bytes */{len(content)}"})
            return
        self.send_response(200 if begin is None else 206)
        if begin is not None:
            self.send_header("Content-Range", f"bytes {begin}-{len(content) - 1}/{len(content)}")
        body = content[begin or 0 :]
        self._send_file_headers({**validators, **fault.headers}, len(body), fault)
        if self.command != "HEAD":
            self._send_body(body, fault)

    def _range_begin(self, validators: Dict[str, str]) -> Optional[int]:
        """First byte of "Range: bytes=N-", the only form served; None: the whole file."""
        wanted = self.headers.get("Range", "")
        if not (wanted.startswith("bytes=") and wanted.endswith("-") and wanted[6:-1].isdigit()):
            return None
        condition = self.headers.get("If-Range")
        if condition is not None and condition not in validators.values():
            return None
        return int(wanted[6:-1])

    def _send_file_headers(self, headers: Dict[str, str], length: int, fault: Fault) -> None:
        headers.setdefault("Content-Type", "application/octet-stream")
        if not fault.no_ranges:
            headers.setdefault("Accept-Ranges", "bytes")
        for name, value in headers.items():
            self.send_header(name, value)
        if fault.no_length:
            self.send_header("Connection", "close")
            self.close_connection = True
        else:
            announced = length if fault.content_length is None else fault.content_length
            self.send_header("Content-Length", str(announced))
            # A body that does not fit what was announced would garble the next answer.
            self.close_connection = self.close_connection or announced != length
        self.end_headers()

    def _send_body(self, body: bytes, fault: Fault) -> None:
        ends = [end for end in (fault.drop_after, fault.stall_after) if end is not None]
        end = min(ends, default=len(body))
        for begin in range(0, min(end, len(body)), BLOCK):
            self.wfile.write(body[begin : min(begin + BLOCK, end)])
        self.wfile.flush()
        if not ends:
            return
        self.close_connection = True
        if fault.stall_after is not None and fault.stall_after == end:
            self.server.mirror.wait_for_stop()
        if fault.reset:
            linger_zero = struct.pack("ii", 1, 0)
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger_zero)


def _validators(file: pathlib.Path, content: bytes) -> Dict[str, str]:
    changed = file.stat().st_mtime_ns if file.is_file() else 0
    return {
        "ETag": f'"{changed:x}-{len(content):x}"',
        "Last-Modified": email.utils.formatdate(changed // 10**9, usegmt=True),
    }
