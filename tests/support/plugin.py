"""A package of plug-ins on the path of this process, without installing anything."""

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from kibitz.bots import defaults, discovery, simple
from kibitz.core import registry

CACHES = (
    registry.find,
    registry.path_of,
    registry.folder,
    registry._plugins,
    defaults._read,
    simple.rule,
    discovery.in_module,
)


@contextmanager
def plugged_in(
    monkeypatch: pytest.MonkeyPatch,
    folder: Path,
    entry_points: Mapping[str, Mapping[str, str]],
    modules: Mapping[str, str],
) -> Iterator[None]:
    """Make `modules` (path -> source) importable, with these entry points by group."""
    for path, source in modules.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(source, encoding="utf-8")
    info = folder / "plugged-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: plugged\nVersion: 1.0\n")
    lines = [
        line
        for group, points in entry_points.items()
        for line in (f"[{group}]", *(f"{name} = {value}" for name, value in points.items()))
    ]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    before = set(sys.modules)
    try:
        with monkeypatch.context() as patch:
            patch.syspath_prepend(str(folder))
            patch.setattr(registry, "_problems", {})
            forget()
            yield
    finally:
        tops = {path.partition("/")[0].removesuffix(".py") for path in modules}
        for name in set(sys.modules) - before:
            if name.partition(".")[0] in tops:
                del sys.modules[name]
        forget()


def forget() -> None:
    """Forget what was found, so that the registry looks again."""
    for cache in CACHES:
        cache.cache_clear()
