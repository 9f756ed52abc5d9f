"""Belote's belief networks: where the hidden cards are, from recorded games of many players.

    kibitz beliefs games belote -n 40000 --bidder rule --bidder net ... -o games.corpus
    kibitz train belote belief --set encoding=belief_bid --set corpora=games.corpus

`belief_bid` knows the auction; `belief_play` the cards played as well. The loss is that of whole
deals under everything that play has proved (algorithms/locate.py), in nats for each hidden card.
The last tenth of every corpus is never trained on: metrics show the gain over uniform there, and on
the corpora of `strangers`, whose bidders the network has not met.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kibitz.core.game import Game
from kibitz.learning.config import setting
from kibitz.learning.game_kinds import Kind, kind
from kibitz.learning.games.belote.corpus_settings import CorpusSettings

if TYPE_CHECKING:
    from kibitz.learning.games.belote.belief_session import BeliefSession
    from kibitz.learning.recipe import Recipe
    from kibitz.learning.run_folder import Folder

GAME = "belote"
ABOUT = "where the hidden cards are, from games of many players: for the beliefs of searchers"
REACHED = "see benchmarks/notes/belote_beliefs.md"


@dataclass(frozen=True)
class Settings(CorpusSettings):
    stages: tuple[str, ...] = setting(("locate",), "in order", choices=("locate",))
    encoding: str = setting(
        "belief_play", "what the network sees", group="net", choices=("belief_bid", "belief_play")
    )


def kinds(game: str, settings: Settings) -> list[Kind]:  # noqa: ARG001
    return [kind(game)]


def tables(game: str, settings: Settings) -> list[Game]:
    return [one.game for one in kinds(game, settings)]


def session(recipe: Recipe, settings: Settings, folder: Folder) -> BeliefSession:
    from kibitz.learning.games.belote.belief_session import BeliefSession  # needs torch

    return BeliefSession(recipe, settings, folder)
