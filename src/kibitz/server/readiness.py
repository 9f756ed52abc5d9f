"""What a server needs in order to serve well: the native engine, the page, the models.

`kibitz serve` logs at its start what is missing, so that nobody finds out by a slow bot or an error
page; `kibitz doctor` shows all of it.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from kibitz.core import engine
from kibitz.core.errors import KibitzError
from kibitz.core.health import Check
from kibitz.core.home import models_path
from kibitz.nets import weights

ASSET = re.compile(r'(?:src|href)="/?([^":]+\.(?:js|css|svg|webmanifest))"')


def lacks() -> list[Check]:
    """Return what is not as it should be."""
    return [check for check in (engine_check(), page_check(), *models()) if check.health != "ok"]


def engine_check() -> Check:
    """Check that the native engine is used, unless the Python engine was chosen."""
    name = engine.engine_name()
    if name == "native":
        return Check("engine", "ok", f"native, CPU path {engine.cpu_path()}")
    if engine.chosen():
        return Check("engine", "ok", f"python, as {engine.VARIABLE} says")
    return Check(
        "engine",
        "missing",
        f"python, which is much slower: {engine.why_missing()}",
        "run make build in a checkout; elsewhere install a wheel for this system, or a C++20 "
        "compiler and kibitz again",
    )


def page_check(folder: Path | None = None) -> Check:
    """Check that the page is built, and that no file of it is missing."""
    from kibitz.server.routes import pages

    folder = folder or pages.static()
    index = folder / "index.html"
    advice = "run make page in a checkout (it needs Node 20 or newer), or install a wheel"
    try:
        text = index.read_text(encoding="utf-8")
    except OSError:
        return Check("page", "missing", "not built: browsers get an explanation instead", advice)
    gone = [name for name in ASSET.findall(text) if not (folder / name).is_file()]
    if gone:
        return Check("page", "wrong", f"incomplete: {', '.join(gone)} missing", advice)
    files = sum(1 for file in folder.rglob("*") if file.is_file())
    return Check("page", "ok", f"{files} files")


def models() -> list[Check]:
    """Check that all models of the manifests are there, with the hashes that they list."""
    checks = []
    for folder, words in ((weights.MODELS, "shipped"), (models_path(), "fetched")):
        again = (
            "install Kibitz again"
            if words == "shipped"
            else "remove it from the manifest and fetch it again: kibitz models fetch"
        )
        name = f"models, {words}"
        try:
            manifest = weights.manifest_of(folder)
        except KibitzError as error:
            checks.append(Check(name, "wrong", str(error), again))
            continue
        gone = [file for file in manifest if not (folder / file).is_file()]
        changed = [
            file
            for file, entry in manifest.items()
            if file not in gone and _hash(folder / file) != entry.get("sha256")
        ]
        if gone or changed:
            detail = [f"{file} is missing" for file in gone]
            detail += [f"{file} does not have the hash in the manifest" for file in changed]
            checks.append(Check(name, "wrong", "; ".join(detail), again))
        elif manifest:
            checks.append(Check(name, "ok", f"{len(manifest)}, hashes match"))
        elif words == "shipped":
            checks.append(Check(name, "missing", "none: the player net cannot play", again))
    return checks


def _hash(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()
