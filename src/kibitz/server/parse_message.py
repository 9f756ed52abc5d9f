"""Parse a client's WebSocket messages: strictly, or refused with a named error.

A refusal carries the id of the message it answers, even if the message was invalid, as long as it
is JSON with a valid `id`. Values from the message are never echoed.
"""

from __future__ import annotations

import json
import re
from typing import Any

from pydantic import TypeAdapter, ValidationError

from kibitz.core.errors import KibitzError
from kibitz.server import messages

# Brackets and strings; a key "id" takes its number along, of at most the digits of 2**53.
_TOKENS = re.compile(r'"id"\s*:\s*(?P<id>\d{1,16})(?=\s*[,}])|"(?:[^"\\]|\\.)*"|[{}\[\]]')
_request_id: TypeAdapter[int | None] = TypeAdapter(messages.RequestId | None)


class BadMessage(KibitzError):
    """The message is not JSON, or has an unknown type or an invalid field."""

    code = "bad_message"


class UnknownProtocol(KibitzError):
    """The client uses another version of the protocol."""

    code = "unknown_protocol"


def parse(text: str) -> Any:
    """Return the message, or raise BadMessage with the first error in it."""
    try:
        message = messages.from_client.validate_json(text)
    except ValidationError as error:
        loose = _loose(text)  # a `hello` of another protocol version may have other fields
        if loose.get("type") == "hello" and isinstance(loose.get("protocol"), int):
            _check_protocol(loose["protocol"])
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])[:100]
        raise BadMessage(f"{where + ': ' if where else ''}{first['msg'][:200]}") from None
    if isinstance(message, messages.Hello):
        _check_protocol(message.protocol)
    return message


def request_id(text: str) -> int | None:
    """Return the id of an invalid message; None if it has no valid id."""
    try:
        found = json.loads(text)
        given = found.get("id") if isinstance(found, dict) else None
    except RecursionError:  # nested too deeply for any parser, but the id is on top
        given = _id_on_top(text)
    except ValueError:
        return None
    try:
        return _request_id.validate_python(given, strict=True)
    except ValidationError:
        return None


def _id_on_top(text: str) -> int | None:
    """Find the id of an object without parsing what is nested in it."""
    depth = 0
    for token in _TOKENS.finditer(text):
        word = token[0]
        if word[0] in "{[":
            depth += 1
        elif word[0] in "}]":
            depth -= 1
        elif depth == 1 and token["id"] is not None:
            return int(token["id"])
    return None


def _check_protocol(version: int) -> None:
    if version != messages.PROTOCOL:
        raise UnknownProtocol(
            f"this server uses protocol version {messages.PROTOCOL}, the client another one: "
            "reload the page, or update the client"
        )


def _loose(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
