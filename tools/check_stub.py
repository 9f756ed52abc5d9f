"""Check that src/kibitz/_native.pyi matches the built extension.

`--write` regenerates the stub instead. The extension must be built first (`make` does that).
"""

from __future__ import annotations

import argparse
import difflib
import importlib
import sys
from pathlib import Path

from nanobind.stubgen import StubGen

ROOT = Path(__file__).resolve().parent.parent
STUB = ROOT / "src" / "kibitz" / "_native.pyi"
HEADER = "# Generated from the built extension by tools/check_stub.py --write; do not edit.\n"

# Members in type slots are plain C, for which the generator has no signatures.
PLAIN_C = {
    "legal: types.MethodDescriptorType = ...": "def legal(self) -> list[int]: ...",
    "apply: types.MethodDescriptorType = ...": "def apply(self, action: int, /) -> None: ...",
    "_twin: types.MethodDescriptorType = ...": "def _twin(self) -> Self: ...",
    "player: getset_descriptor = ...": "@property\n    def player(self) -> int: ...",
    "done: getset_descriptor = ...": "@property\n    def done(self) -> bool: ...",
    "from typing import Annotated, overload": "from typing import Annotated, Self",
    "from typing import Annotated\n": "from typing import Annotated, Self\n",
}


def generate() -> str:
    """Return the stub of the extension as currently built."""
    module = importlib.import_module("kibitz._native")
    built = Path(module.__file__ or "").resolve()
    if built.parent != STUB.parent:
        raise SystemExit(f"check_stub: the extension must be in this source tree, not {built}")
    generator = StubGen(module, include_docstrings=True, include_private=True, quiet=True)
    generator.put(module)
    text = str(generator.get())
    for descriptor, signature in PLAIN_C.items():
        text = text.replace(descriptor, signature)
    return HEADER + text.replace("import types\n", "").rstrip() + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the stub instead")
    write = parser.parse_args().write
    try:
        new = generate()
    except ImportError as error:
        print(f"check_stub: the native extension is not built: {error}", file=sys.stderr)
        return 1
    old = STUB.read_text(encoding="utf-8") if STUB.exists() else ""
    if write:
        STUB.write_text(new, encoding="utf-8")
        print(f"check_stub: {'unchanged' if new == old else 'written'}: {STUB.relative_to(ROOT)}")
        return 0
    if new != old:
        names = ("_native.pyi", "the built extension")
        sys.stderr.writelines(
            difflib.unified_diff(old.splitlines(True), new.splitlines(True), *names)
        )
        print("check_stub: the stub is stale; run: make stub", file=sys.stderr)
        return 1
    print("check_stub: the stub is up to date")
    return 0


if __name__ == "__main__":
    sys.exit(main())
