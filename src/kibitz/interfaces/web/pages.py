"""The page itself: files that the front end has built into `static/`, served as they are.

Every other address outside /api is the page too: it reads the rest of the address by itself. Where
nothing was built yet, a page says how to do it.
"""

from __future__ import annotations

import importlib.resources
import mimetypes
from pathlib import Path

from fastapi import APIRouter
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse, Response

HASHED = "assets"  # Vite names the files in there by their content: they never change
FOREVER = "public, max-age=31536000, immutable"

MISSING = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Kibitz</title></head><body>
<h1>The server runs, but its page was not built yet</h1>
<p>In the folder of the source: <code>make page</code>, then reload. It needs Node 20 or newer; by
hand: <code>cd frontend &amp;&amp; npm ci &amp;&amp; npm run build</code>.</p>
<p>Programs can play without it: <a href="/api/openapi.json">/api/openapi.json</a> and
<code>docs/protocol.md</code> tell how.</p>
</body></html>
"""

routes = APIRouter(include_in_schema=False)
for _kind, _end in (
    ("text/javascript", ".js"),
    ("image/svg+xml", ".svg"),
    ("font/woff2", ".woff2"),
):
    mimetypes.add_type(_kind, _end)  # some systems have other ideas


def static() -> Path:
    """The folder of the built page; tests put another one here."""
    return Path(str(importlib.resources.files(__package__))) / "static"


@routes.get("/{path:path}")
async def page(path: str) -> Response:
    if path == "api" or path.startswith("api/"):
        body = {"code": "unknown_route", "sentence": "there is no such address here"}
        return JSONResponse(body, 404)
    folder = static().resolve()
    file = _file(folder, path)
    if file is not None:
        lasting = FOREVER if file.parent.name == HASHED else "no-cache"
        return FileResponse(file, headers={"Cache-Control": lasting})
    if Path(path).suffix:  # a file that is not there, not a view of the page
        return Response("there is no such file", 404, media_type="text/plain")
    index = folder / "index.html"
    if not index.is_file():
        return HTMLResponse(MISSING, 503)
    return FileResponse(index, headers={"Cache-Control": "no-cache"})


def _file(folder: Path, path: str) -> Path | None:
    """A file of the page; None where there is none, or where no file can have such a name."""
    try:
        file = (folder / path).resolve()
        return file if path and file.is_file() and file.is_relative_to(folder) else None
    except (OSError, ValueError):  # too long; a zero byte
        return None
