"""Pack the built browser extension into a zip: the same bytes for the same files.

    python tools/pack_extension.py            # build/extension -> build/kibitz-trickster.zip

The zip is what a browser's store takes, and what the tests unpack and load.
"""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "build" / "extension"
ZIP = ROOT / "build" / "kibitz-trickster.zip"
TIME = (1980, 1, 1, 0, 0, 0)  # the earliest that a zip can hold


def pack(folder: Path, target: Path) -> int:
    """Write the zip and return its number of files."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for path in files:
            entry = zipfile.ZipInfo(path.relative_to(folder).as_posix(), TIME)
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(entry, path.read_bytes())
    return len(files)


if __name__ == "__main__":
    if not (FOLDER / "manifest.json").is_file():
        sys.exit(f"there is no built extension in {FOLDER}: run make extension")
    count = pack(FOLDER, ZIP)
    print(f"{ZIP.relative_to(ROOT)}: {count} files, {ZIP.stat().st_size // 1024} kB")
