"""Writes frontend/src/messages.ts from the models of kibitz.interfaces.web.messages, file by file.

    python tools/write_messages.py            write it anew
    python tools/write_messages.py --check    fail if it is not what the models give

The types go through pydantic's JSON schema, which says what really travels.
"""

from __future__ import annotations

import argparse
import inspect
import re
import sys
from pathlib import Path
from typing import Any

from pydantic import BaseModel, TypeAdapter
from pydantic.json_schema import models_json_schema

from kibitz.interfaces.web import messages
from kibitz.interfaces.web.messages import (
    analysis,
    arena,
    client,
    games,
    http,
    position,
    server,
    setup,
)

FILE = Path(__file__).parent.parent / "frontend" / "src" / "messages.ts"
HEAD = """\
// Written by tools/write_messages.py from src/kibitz/interfaces/web/messages: do not edit.
// docs/protocol.md tells what the messages mean.
"""
LINE_LENGTH_MAX = 100
FIELD = re.compile(r"    (?P<name>\w+): .*?  # (?P<words>.*)")
MODULES = (setup, client, games, position, server, http, analysis, arena)
UNIONS: dict[str, Any] = {
    "FromClient": messages.FromClient,
    "FromServer": messages.FromServer,
    "GameView": messages.GameView,
    "Entry": analysis.Entry,
}


def models() -> list[type[BaseModel]]:
    """Every model of the modules, in the order written."""
    return [
        kind
        for module in MODULES
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, BaseModel)
        if kind.__module__ == module.__name__ and kind is not messages.Request
    ]


def text() -> str:
    kinds = models()
    _, whole = models_json_schema([(kind, "serialization") for kind in kinds])
    _, asked = models_json_schema([(kind, "validation") for kind in kinds])
    parts = [HEAD, f"export const PROTOCOL = {messages.PROTOCOL};\n"]
    for kind in kinds:
        # What a client sends may leave out what has a default; what the server sends is whole.
        source = asked if issubclass(kind, messages.Strict) else whole
        parts.append(interface(kind, source["$defs"][kind.__name__]))
    return "\n".join([*parts, *map(union, UNIONS)])


def interface(kind: type[BaseModel], schema: dict[str, Any]) -> str:
    lines = [*comment(kind), f"export interface {kind.__name__} {{"]
    required = set(schema.get("required", []))
    optional_told = {name for name, field in kind.model_fields.items() if not field.is_required()}
    said = field_comments(kind)
    for name, inner in schema.get("properties", {}).items():
        absent = name not in required or name in optional_told
        mark = "?" if absent and "const" not in inner else ""
        words = f" // {said[name]}" if name in said else ""
        lines.append(f"  {name}{mark}: {typed(inner)};{words}")
    return "\n".join([*lines, "}"]) + "\n"


def field_comments(kind: type[BaseModel]) -> dict[str, str]:
    """What the source says at the end of a field's line."""
    lines = (FIELD.match(line) for line in inspect.getsource(kind).splitlines())
    return {line["name"]: line["words"] for line in lines if line}


def comment(kind: type[BaseModel]) -> list[str]:
    doc = kind.__doc__ or ""
    if kind.__doc__ in (messages.Strict.__doc__, messages.Told.__doc__, messages.Request.__doc__):
        return []
    words = " ".join(doc.split())
    return [f"/** {words} */"] if words else []


def typed(schema: dict[str, Any]) -> str:
    """The TypeScript of a JSON schema, as far as our models go."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    if "const" in schema:
        return literal(schema["const"])
    if "enum" in schema:
        return " | ".join(map(literal, schema["enum"]))
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return " | ".join(dict.fromkeys(typed(inner) for inner in schema[key]))
    match schema.get("type"):
        case "array":
            inner = typed(schema["items"])
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        case "object":
            values = schema.get("additionalProperties", True)
            return f"Record<string, {typed(values) if isinstance(values, dict) else 'unknown'}>"
        case "integer" | "number":
            return "number"
        case "string" | "boolean" | "null" as name:
            return str(name)
        case None:
            return "unknown"
    raise ValueError(f"no TypeScript for {schema}")


def literal(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


def union(name: str) -> str:
    schema: dict[str, Any] = TypeAdapter(UNIONS[name]).json_schema()
    names = [typed(inner) for inner in schema["oneOf"]]
    line = f"export type {name} = {' | '.join(names)};\n"
    if len(line) <= LINE_LENGTH_MAX:
        return line
    return f"export type {name} =\n" + "\n".join(f"  | {one}" for one in names) + ";\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare, do not write")
    wanted = text()
    if parser.parse_args().check:
        there = FILE.read_text(encoding="utf-8") if FILE.exists() else ""
        if there != wanted:
            print(f"{FILE} is not what the models give: python tools/write_messages.py")
            return 1
        return 0
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(wanted, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
