"""The `view` of a position: the fields of one game, discriminated by `view.game`.

kibitz.table.games builds it, one module per game, from what a seat may know; the models are in
server/games. A game without a model has the generic view: its position as text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, Union

from pydantic import BaseModel, Field

from kibitz.core import registry
from kibitz.server.message_base import Sent


class GenericView(Sent):
    """The view of a game without a look of its own: text, beside the names of legal actions."""

    game: Literal["generic"]
    name: str  # of the game
    text: str | None  # what this seat sees; null for a spectator
    texts: list[str] | None  # what each seat sees, if the cards are open


VIEWS: list[type[BaseModel]] = [module.VIEW for _, module in registry.every("server")]

if TYPE_CHECKING:
    GameView = Any
else:
    GameView = Annotated[
        Union[(*VIEWS, GenericView)],
        Field(discriminator="game"),
    ]
