"""The words that all messages share: ids and names with their bounds, and the two kinds of model.

What a client sends is `Strict`: every length bounded, unknown keys refused. What the server says is
`Told`: these models are the whole truth.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

PROTOCOL = 1
TableId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{8,32}$")]
RecordId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_.-]{8,48}$")]
GameName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,31}$")]
BotName = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
PersonName = Annotated[str, Field(min_length=1, max_length=32)]
SeatNumber = Annotated[int, Field(ge=0, le=15)]
Ply = Annotated[int, Field(ge=0, le=1_000_000)]
ActionId = Annotated[int, Field(ge=0, le=1_000_000)]
RequestId = Annotated[int, Field(ge=0, le=2**53 - 1)]
OptionValue = bool | int | str | list[int] | None
Suit = Literal["S", "H", "D", "C"]


class Strict(BaseModel):
    """Read strictly: no other keys, no number in a text."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Told(BaseModel):
    """What the server says: no other keys, so that these models are the whole truth."""

    model_config = ConfigDict(extra="forbid")
