"""The explorer: positions set up by hand, as seen by bots and the solver."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from kibitz.server.message_base import ActionId, BotName, GameName, OptionValue, Sent, Strict
from kibitz.server.messages.analysis.hint import HintReply
from kibitz.server.messages.http import Refused
from kibitz.server.messages.position import Position

LinkText = Annotated[str, Field(min_length=1, max_length=6000)]


class Scene(Strict):
    """A position set up by hand: a start and the actions since.

    Give one of `deal`, `position` and `seed`; GET /api/games/{game}/rules describes their format.
    `chance` are the later deals or rolls, in order.
    """

    game: GameName
    options: Annotated[dict[str, OptionValue], Field(max_length=32)] = Field(default_factory=dict)
    deal: dict[str, Any] | int | None = None
    position: dict[str, Any] | None = None
    seed: Annotated[str, Field(pattern=r"^[0-9]{1,78}$")] | None = None
    chance: Annotated[list[dict[str, Any] | int], Field(max_length=64)] = Field(
        default_factory=list
    )
    actions: Annotated[list[ActionId], Field(max_length=2000)] = Field(default_factory=list)


class AskScene(Strict):
    """A scene, a link that holds one, or a game's compact text (CFN)."""

    scene: Scene | None = None
    link: LinkText | None = None
    text: LinkText | None = None
    fill: bool = False  # deal the cards missing from the scene's first deal at random


class AskExplore(AskScene):
    """Ask up to eight bots about the seat to act."""

    bots: Annotated[list[BotName], Field(max_length=8)] = Field(default_factory=list)
    worlds: Annotated[int, Field(ge=0, le=2000)] = 60


class Worth(Sent):
    """What a position is worth to each seat by one figure of one player."""

    bot: str
    name: str
    unit: Literal["share", "points", "number"]
    seats: list[float]


class SceneReply(Sent):
    """A valid scene and its position, with all cards open."""

    scene: dict[str, Any]  # a Scene in its shortest form
    link: str  # the same as text for a URL: /#/explore/{link}
    text: str | None  # the same as a compact text (CFN), if the game has one
    chance: bool  # a deal or a roll comes next
    position: Position
    legal: list[int]  # of the seat to act
    worth: list[Worth]  # Qwixx between two rolls; else empty


class SolvedAction(Sent):
    action: int
    name: str
    sides: list[int]  # points or tricks of seats 0+2 and 1+3 with perfect play
    margin: float  # result of the deal, own side minus the other


class ExplorerReply(Sent):
    """Each bot's hint, and the solver's values."""

    scene: dict[str, Any]
    seat: int
    hints: list[HintReply]
    failed: list[Refused]  # the bots that failed
    solved: list[SolvedAction] | None  # card play of Belote and Codepiece; the best first
