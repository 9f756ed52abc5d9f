"""Samples of recorded games, drawn at random: what belief and value networks train on.

A corpus (arena/game_corpus.py) holds whole games in a few dozen bytes each, so samples are not
stored: a subclass makes those of one game, natively, in less time than it takes to train on them.
"""

from __future__ import annotations

from collections.abc import Sequence, Sized
from pathlib import Path
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from kibitz import games
from kibitz.arena.game_corpus import Corpus, open_corpus
from kibitz.core import engine
from kibitz.core.errors import BadEngine
from kibitz.core.native_state import flat_options
from kibitz.core.shape import flatten
from kibitz.games.belote.rules import DEAL_SHAPE
from kibitz.learning.config import BadConfig

GAME = "belote"
WHO_ACTS = -1

S = TypeVar("S", bound=Sized)


class CorpusSamples(Generic[S]):
    """Draws samples from games: all of some corpora, or a part of each."""

    def __init__(
        self, files: Sequence[str], layout: str, each: int, first: float = 0.0, last: float = 1.0
    ) -> None:
        if not files:
            raise BadConfig("name corpora of games: --set corpora=a.corpus,b.corpus")
        if engine.native() is None:
            raise BadEngine("samples of games need the native engine")
        self.layout, self.each = layout, each
        self.game = games.game(GAME)
        self.options = flat_options(self.game)
        self.size = self.game.encoding_size(layout)
        self.corpora = [_opened(name) for name in files]
        spans = [(int(first * len(c)), int(last * len(c))) for c in self.corpora]
        self.games = [(k, i) for k, span in enumerate(spans) for i in range(*span)]
        if not self.games:
            raise BadConfig("the corpora have no games for this part: write more")

    def of_game(self, corpus: Corpus, i: int, rng: np.random.Generator | None) -> S | None:
        """At most `each` samples of one game; without a generator all. None if it has none."""
        raise NotImplementedError

    def joined(self, parts: Sequence[S]) -> S:
        raise NotImplementedError

    def draw(self, count: int, rng: np.random.Generator) -> S:
        """About `count` samples of random games, `each` from one."""
        parts: list[S] = []
        drawn = 0
        while drawn < count:
            corpus, i = self.games[int(rng.integers(len(self.games)))]
            part = self.of_game(self.corpora[corpus], i, rng)
            if part is not None:
                parts.append(part)
                drawn += len(part)
        return self.joined(parts)

    def chosen(self, steps: NDArray[np.int64], rng: np.random.Generator | None) -> Any:
        """At most `each` of some steps, in order."""
        if rng is None or len(steps) <= self.each:
            return steps
        return np.sort(rng.choice(steps, self.each, replace=False))

    def encode(self, deal: dict[str, Any], actions: list[int], seat: int) -> NDArray[np.float32]:
        """What the seat on turn (or one seat) sees before each action."""
        native: Any = engine.native()
        rows: NDArray[np.float32] = native.belote_encode(
            self.options, [flatten(DEAL_SHAPE, deal)], actions, self.layout, seat
        )
        return rows


def _opened(name: str) -> Corpus:
    corpus = open_corpus(Path(name), unfinished=True)
    if corpus.settings.game != GAME:
        raise BadConfig(f"{name} has games of {corpus.settings.game}, not of {GAME}")
    return corpus
