"""The tests mirror the source: a folder of tests is a folder of `src/kibitz`, or one of few others.

Helpers are modules of their own, because importing from a `test_` module would run its imports and
fixtures in another file.
"""

import ast
from pathlib import Path

import kibitz

TESTS, SOURCE = Path(__file__).parent, Path(kibitz.__file__).parent
# What spans several layers, or is not in src/kibitz.
OTHERS = {
    "browser", "conformance", "crash", "docs", "examples", "fixtures", "leaks", "native",
    "packaging", "support",
}  # fmt: skip
DATA = {"data", "golden", "__pycache__"}


def test_folders_mirror_the_source() -> None:
    folders = [path.parent.relative_to(TESTS) for path in TESTS.rglob("__init__.py")]
    inner = [one for one in folders if one.parts and one.parts[0] not in OTHERS]
    assert len(inner) > 30
    lost = [str(one) for one in inner if not DATA & {*one.parts} and not (SOURCE / one).is_dir()]
    assert lost == []


def test_helpers_are_not_in_test_modules() -> None:
    found = []
    for path in TESTS.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tests"):
                names = [*str(node.module).split("."), *(alias.name for alias in node.names)]
                if any(name.startswith("test_") for name in names):
                    found.append(f"{path}:{node.lineno}")
    assert found == []
