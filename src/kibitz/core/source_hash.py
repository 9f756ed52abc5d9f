"""The hash of the C++ sources, used to reject an extension built from other sources.

native/source_hash.cmake computes the same hash when the extension is built. An installed package
has no sources next to it and accepts the extension that it came with.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

SOURCES = Path(__file__).parents[3] / "native"
ENDINGS = (".cpp", ".hpp")
BROWSER = "wasm/"  # no part of the extension


def source_hash(folder: Path = SOURCES) -> str | None:
    """Return the hash of the sources in a checkout, or None outside one.

    A confined process may see the folder but not read it: it accepts the extension, too.
    """
    try:
        if not (folder / "source_hash.cmake").is_file():
            return None
        found = {f.relative_to(folder).as_posix(): f for f in folder.rglob("*")}
        files = {name: f for name, f in found.items() if f.suffix in ENDINGS}
        files = {name: f for name, f in files.items() if not name.startswith(BROWSER)}
        if not files:
            return None
        lines = [f"{name} {_hash(files[name])}\n" for name in sorted(files)]
    except PermissionError:
        return None
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def _hash(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()
