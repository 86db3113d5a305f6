# SPDX-License-Identifier: MIT
"""Servers on loopback, each ended by whoever started it."""

from __future__ import annotations

import contextlib
import http.server
import os
import shutil
import socket
import subprocess
import threading
import time
from pathlib import Path
from typing import Iterator

_CONFIG = """\
worker_processes 1;
daemon off;
pid {work}/pid;
error_log {work}/error.log;
events {{ worker_connections 64; }}
http {{
    access_log off;
    sendfile on;
    client_body_temp_path {work}/body;
    proxy_temp_path {work}/proxy;
    fastcgi_temp_path {work}/fastcgi;
    uwsgi_temp_path {work}/uwsgi;
    scgi_temp_path {work}/scgi;
    server {{ listen 127.0.0.1:{port}; root {root}; }}
}}
"""
_BLOCK = 64 * 1024


@contextlib.contextmanager
def nginx(root: Path, work: Path) -> Iterator[str]:
    work.mkdir(parents=True)
    port = _free_port()
    config = work / "nginx.conf"
    config.write_text(_CONFIG.format(work=work, root=root.resolve(), port=port))
    program = shutil.which("nginx") or "/usr/sbin/nginx"
    # As root nginx drops its rights and could not read private folders.
    user = ["-g", "user root;"] if os.geteuid() == 0 else []
    process = subprocess.Popen([program, "-c", str(config), *user], stderr=subprocess.DEVNULL)
    try:
        _wait_for(port, process)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _wait_for(port: int, process: subprocess.Popen) -> None:
    for _ in range(100):
        if process.poll() is not None:
            raise RuntimeError(f"nginx ended with {process.returncode}")
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return
        time.sleep(0.05)
    raise RuntimeError("nginx does not answer")


class SlowServer:
    """Serves a folder at `rate` bytes a second in all, however many connections there are."""

    def __init__(self, root: Path, rate: float) -> None:
        self._bucket = _Bucket(rate)
        bucket = self._bucket

        class Handler(http.server.SimpleHTTPRequestHandler):
            def __init__(self, *arguments: object, **more: object) -> None:
                super().__init__(*arguments, directory=str(root), **more)

            def copyfile(self, source: object, outputfile: object) -> None:
                while block := source.read(_BLOCK):
                    bucket.take(len(block))
                    outputfile.write(block)

            def log_message(self, format: str, *arguments: object) -> None:
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever)

    def __enter__(self) -> str:
        self._thread.start()
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def __exit__(self, *exc: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


class _Bucket:
    """Hands out bytes at a steady rate; what is not used in time is lost."""

    def __init__(self, rate: float) -> None:
        self._rate = rate
        self._lock = threading.Lock()
        self._next = 0.0

    def take(self, count: int) -> None:
        with self._lock:
            now = time.monotonic()
            begin = max(now, self._next)
            self._next = begin + count / self._rate
        time.sleep(max(0.0, begin - now))
