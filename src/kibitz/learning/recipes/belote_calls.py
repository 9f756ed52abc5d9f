"""Belote's network of calls: how likely bidders make a call, from recorded games.

    kibitz beliefs games belote -n 40000 --bidder rule --bidder net ... -o games.corpus
    kibitz train belote calls --set corpora=games.corpus

It imitates nobody in particular: earlier calls of the auction tell bidders apart, so its
probabilities are those of a mixture of them. The belief `call_net` weighs worlds by how likely they
make the auction. The last tenth of every corpus is never trained on: metrics show the loss in nats
a call there, and on the corpora of `strangers`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kibitz.core.game import Game
from kibitz.learning.config import setting
from kibitz.learning.game_kinds import Kind, kind
from kibitz.learning.games.belote.corpus_settings import CorpusSettings

if TYPE_CHECKING:
    from kibitz.learning.games.belote.call_session import CallSession
    from kibitz.learning.recipe import Recipe
    from kibitz.learning.run_folder import Folder

GAME = "belote"
ABOUT = "what bidders call, from games of many players: for the belief call_net"
REACHED = "see benchmarks/notes/belote_beliefs.md"


@dataclass(frozen=True)
class Settings(CorpusSettings):
    stages: tuple[str, ...] = setting(("imitate",), "in order", choices=("imitate",))
    encoding: str = setting(
        "bid114", "what the network sees", group="net", choices=("bid", "bid114")
    )
    each: int = setting(16, "calls of a game in a chunk", group="games", low=1, high=64)


def kinds(game: str, settings: Settings) -> list[Kind]:  # noqa: ARG001
    return [kind(game)]


def tables(game: str, settings: Settings) -> list[Game]:
    return [one.game for one in kinds(game, settings)]


def session(recipe: Recipe, settings: Settings, folder: Folder) -> CallSession:
    from kibitz.learning.games.belote.call_session import CallSession  # needs torch

    return CallSession(recipe, settings, folder)
