"""Imports from a bot's own folder.

The modules beside a bot are importable for it and for nobody else: two bots of one program may each
have a `features.py`. In the sandbox the bot is alone, and `install` makes them available for good;
in this process `available` does so while the bot's code runs. Installed packages come first, so a
file cannot replace one.
"""

from __future__ import annotations

import contextlib
import importlib.abc
import importlib.machinery
import importlib.util
import sys
import types
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path


class OwnModules(importlib.abc.MetaPathFinder):
    """Finds the modules of one bot."""

    def __init__(self, places: Mapping[str, str]) -> None:
        self.places = places  # name -> file
        self._loaded: dict[str, types.ModuleType] = {}

    def find_spec(
        self,
        name: str,
        path: Sequence[str] | None = None,  # noqa: ARG002 (the protocol's names)
        target: types.ModuleType | None = None,  # noqa: ARG002
    ) -> importlib.machinery.ModuleSpec | None:
        place = self.places.get(name)
        if place is None:
            return None
        if Path(place).is_dir():  # a package without __init__.py
            spec = importlib.machinery.ModuleSpec(name, None, is_package=True)
            spec.submodule_search_locations = [place]
            return spec
        inner = [str(Path(place).parent)] if Path(place).name == "__init__.py" else None
        return importlib.util.spec_from_file_location(name, place, submodule_search_locations=inner)

    def install(self) -> None:
        """Make the modules importable in this whole process."""
        if self.places:
            sys.meta_path.append(self)

    @contextlib.contextmanager
    def available(self) -> Iterator[None]:
        """Make the modules importable inside the block."""
        if not self.places:
            yield
            return
        others = self._take_out()
        sys.modules.update(self._loaded)
        sys.meta_path.append(self)
        try:
            yield
        finally:
            sys.meta_path.remove(self)
            self._loaded = self._take_out()
            sys.modules.update(others)

    def _take_out(self) -> dict[str, types.ModuleType]:
        """Remove modules of these names from the process and return them."""
        names = [name for name in sys.modules if name.partition(".")[0] in self.places]
        return {name: sys.modules.pop(name) for name in names}
