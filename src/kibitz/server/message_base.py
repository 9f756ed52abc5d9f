"""Types that all messages share: ids and names with their bounds, and the two base models.

What a client sends is `Strict`: every length is bounded and unknown keys are refused. What the
server sends is `Sent`: complete, without any other keys.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

PROTOCOL = 2  # version of the WebSocket protocol; raised by every incompatible change
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
Emote = Literal["hello", "well_played", "thanks", "oops", "thinking", "laugh"]


class Strict(BaseModel):
    """A request, validated strictly: no unknown keys, no type coercion."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Sent(BaseModel):
    """What the server sends: no other keys, so these models are complete."""

    model_config = ConfigDict(extra="forbid")
