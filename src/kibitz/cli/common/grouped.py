"""Options that several commands take, declared once as the fields of a dataclass.

    @dataclass(frozen=True)
    class Saving:
        store: StorePlace = None
        resume: Resume = False

    group.command("h2h")(grouped(h2h))      # def h2h(first: BotName, saving: Saving) -> None

typer reads a command's signature, so `grouped` gives it one in which each such parameter is
replaced by the fields of its class, in their place.
"""

from __future__ import annotations

import dataclasses
import functools
import inspect
from collections.abc import Callable
from typing import Any, get_type_hints


def grouped(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command for typer whose dataclass parameters are options of their own."""
    hints = get_type_hints(command, include_extras=True)
    groups: dict[str, Any] = {
        n: kind for n, kind in hints.items() if dataclasses.is_dataclass(kind)
    }
    found: list[inspect.Parameter] = []
    for one in inspect.signature(command).parameters.values():
        inner = _parameters(groups[one.name]) if one.name in groups else [one]
        found += [
            p.replace(annotation=hints.get(p.name, p.annotation), kind=p.KEYWORD_ONLY)
            for p in inner
        ]

    @functools.wraps(command)
    def run(**given: Any) -> None:
        for name, kind in groups.items():
            given[name] = kind(**{f.name: given.pop(f.name) for f in dataclasses.fields(kind)})
        command(**given)

    run.__signature__ = inspect.Signature(found)  # type: ignore[attr-defined]
    run.__annotations__ = {one.name: one.annotation for one in found}
    del run.__wrapped__  # its signature is not the one to read
    return run


def _parameters(kind: type) -> list[inspect.Parameter]:
    hints = get_type_hints(kind, include_extras=True)
    return [
        one.replace(annotation=hints[one.name])
        for one in inspect.signature(kind).parameters.values()
    ]
