"""The web page: static files that the front end's build puts into `static/`.

Every other path outside /api serves the page too, which does its own routing. If the page has not
been built, a placeholder explains how.
"""

from __future__ import annotations

import functools
import gzip
import importlib.resources
import mimetypes
from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse, Response

from kibitz.nets.packed import packed

OFFLINE = "offline"  # the engine for the browser, and what it needs
HASHED = "assets"  # Vite names these files by a hash of their content, so they never change
TEXT = {".css", ".html", ".js", ".json", ".svg", ".wasm", ".webmanifest"}  # worth compressing
# The script that runs the engine without a server. It alone may compile WebAssembly; a worker goes
# by the policy of its own file.
WORKER = "worker-"
WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
FOREVER = "public, max-age=31536000, immutable"

MISSING = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Kibitz</title></head><body>
<h1>The server is running, but its page has not been built</h1>
<p>Run <code>make page</code> in the source folder and reload. It needs Node 20 or newer; to build
by hand, run <code>cd frontend &amp;&amp; npm ci &amp;&amp; npm run build</code>.</p>
<p>Programs can play without the page: see <a href="/api/openapi.json">/api/openapi.json</a> and
<code>docs/protocol.md</code>.</p>
</body></html>
"""

routes = APIRouter(include_in_schema=False)
for _kind, _end in (
    ("text/javascript", ".js"),
    ("image/svg+xml", ".svg"),
    ("font/woff2", ".woff2"),
    ("application/manifest+json", ".webmanifest"),
    ("application/wasm", ".wasm"),
):
    mimetypes.add_type(_kind, _end)  # some systems map these differently


def static() -> Path:
    """Return the folder of the built page; tests replace this function."""
    return Path(str(importlib.resources.files("kibitz.server"))) / "static"


@functools.lru_cache(maxsize=64)
def _gzipped(file: Path, _changed_ns: int) -> bytes:
    """Return a file of the page compressed; read again when it changes."""
    return gzip.compress(file.read_bytes(), 9, mtime=0)


def _sent(file: Path, request: Request, lasting: str) -> Response:
    """Send a file, compressed if it is text and the browser accepts that."""
    headers = {"Cache-Control": lasting}
    if file.parent.name == HASHED and file.name.startswith(WORKER):
        headers["Content-Security-Policy"] = WORKER_POLICY
    if file.suffix not in TEXT:
        return FileResponse(file, headers=headers)
    headers["Vary"] = "Accept-Encoding"
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return FileResponse(file, headers=headers)
    kind = mimetypes.guess_type(file.name)[0]
    body = _gzipped(file, file.stat().st_mtime_ns)
    return Response(body, headers=headers | {"Content-Encoding": "gzip"}, media_type=kind)


@routes.get("/{path:path}")
async def page(path: str, request: Request) -> Response:
    if path == "api" or path.startswith("api/"):
        body = {"code": "unknown_route", "sentence": "there is no such route"}
        return JSONResponse(body, 404)
    folder = static().resolve()
    file = _file(folder, path)
    if file is not None:
        lasting = FOREVER if file.parent.name == HASHED else "no-cache"
        return _sent(file, request, lasting)
    network = await _network(folder, path)
    if network is not None:
        return network
    if Path(path).suffix:  # a missing file, not a view of the page
        return Response("there is no such file", 404, media_type="text/plain")
    index = folder / "index.html"
    if not index.is_file():
        return HTMLResponse(MISSING, 503)
    return _sent(index, request, "no-cache")


async def _network(folder: Path, path: str) -> Response | None:
    """Return a network of the offline engine, which an installed page has as weights alone."""
    parent, _, name = path.partition("/")
    if parent != OFFLINE or not (folder / OFFLINE).is_dir():
        return None
    body = await run_in_threadpool(packed, name)
    kind, headers = "application/gzip", {"Cache-Control": "no-cache"}
    return None if body is None else Response(body, headers=headers, media_type=kind)


def _file(folder: Path, path: str) -> Path | None:
    """Return a file of the page; None if there is none or the name is not a valid path."""
    try:
        file = (folder / path).resolve()
        return file if path and file.is_file() and file.is_relative_to(folder) else None
    except (OSError, ValueError):  # the name is too long, or has a zero byte
        return None
