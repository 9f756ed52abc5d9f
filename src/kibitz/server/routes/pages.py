"""The web page: static files that the front end's build puts into `static/`.

Every other path outside /api serves the page too, which does its own routing. If the page has not
been built, a placeholder explains how.
"""

from __future__ import annotations

import importlib.resources
import mimetypes
from pathlib import Path

from fastapi import APIRouter
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse, Response

HASHED = "assets"  # Vite names these files by a hash of their content, so they never change
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
):
    mimetypes.add_type(_kind, _end)  # some systems map these differently


def static() -> Path:
    """Return the folder of the built page; tests replace this function."""
    return Path(str(importlib.resources.files("kibitz.server"))) / "static"


@routes.get("/{path:path}")
async def page(path: str) -> Response:
    if path == "api" or path.startswith("api/"):
        body = {"code": "unknown_route", "sentence": "there is no such route"}
        return JSONResponse(body, 404)
    folder = static().resolve()
    file = _file(folder, path)
    if file is not None:
        lasting = FOREVER if file.parent.name == HASHED else "no-cache"
        return FileResponse(file, headers={"Cache-Control": lasting})
    if Path(path).suffix:  # a missing file, not a view of the page
        return Response("there is no such file", 404, media_type="text/plain")
    index = folder / "index.html"
    if not index.is_file():
        return HTMLResponse(MISSING, 503)
    return FileResponse(index, headers={"Cache-Control": "no-cache"})


def _file(folder: Path, path: str) -> Path | None:
    """Return a file of the page; None if there is none or the name is not a valid path."""
    try:
        file = (folder / path).resolve()
        return file if path and file.is_file() and file.is_relative_to(folder) else None
    except (OSError, ValueError):  # the name is too long, or has a zero byte
        return None
