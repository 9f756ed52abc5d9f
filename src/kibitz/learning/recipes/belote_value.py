"""Belote's value network: what a deal comes to, from recorded games of any players.

    kibitz beliefs games belote -n 40000 --bidder net --player net --player rule -o games.corpus
    kibitz train belote value --set corpora=games.corpus

From what the seat on turn knows, the network predicts the lead of its side at the end of the deal
(the head `value`), and which action was taken (`policy`): the second helps the first to see what
matters, and a tree search needs both. The file is a `model` of ismcts with `value = "net"`. The
last tenth of every corpus is never trained on: metrics show the share of the variance explained
and of the actions foreseen there, and on the corpora of `strangers`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kibitz.core.game import Game
from kibitz.learning.config import setting
from kibitz.learning.game_kinds import Kind, kind
from kibitz.learning.games.belote.corpus_settings import CorpusSettings

if TYPE_CHECKING:
    from kibitz.learning.games.belote.value_session import ValueSession
    from kibitz.learning.recipe import Recipe
    from kibitz.learning.run_folder import Folder

GAME = "belote"
ABOUT = "what a deal comes to, from games of any players: leaves of a tree search"
REACHED = "see benchmarks/notes/belote_cards.md"


@dataclass(frozen=True)
class Settings(CorpusSettings):
    stages: tuple[str, ...] = setting(("imitate",), "in order", choices=("imitate",))
    encoding: str = setting("box", "what the network sees", group="net")
    reward_scale: float = setting(0.003, "of the lead, in points", group="value", low=1e-9)
    value_coef: float = setting(1.0, "weight of the value loss", group="value", low=0)


def kinds(game: str, settings: Settings) -> list[Kind]:  # noqa: ARG001
    return [kind(game)]


def tables(game: str, settings: Settings) -> list[Game]:
    return [one.game for one in kinds(game, settings)]


def session(recipe: Recipe, settings: Settings, folder: Folder) -> ValueSession:
    from kibitz.learning.games.belote.value_session import ValueSession  # needs torch

    return ValueSession(recipe, settings, folder)
