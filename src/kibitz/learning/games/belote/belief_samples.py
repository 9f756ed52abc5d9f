"""Positions of recorded games with where the hidden cards are: what belief networks train on.

A sample is one decision of a game in a corpus (arena/game_corpus.py), as the seat on turn saw it,
in one of the layouts of games/belote/encode_belief.py; the cards are in the same canonical order.
For `belief_bid` samples come from the auction and the first trick, where all four seats know the
whole auction; for `belief_play` from the play.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.arena.game_corpus import Corpus
from kibitz.games.belote.rules import BID, COINCHE, PASS
from kibitz.games.belote.suits import canonical_order
from kibitz.learning.algorithms.locate import HIDDEN_NOT, Located
from kibitz.learning.games.belote.corpus_samples import WHO_ACTS, CorpusSamples

BID_LAYOUT = "belief_bid"
TRICK = 4
EXCLUDED = 269  # of belief_play: for three slots, the cards that play has excluded


class Samples(CorpusSamples[Located]):
    """Draws positions and locations."""

    def of_game(self, corpus: Corpus, i: int, rng: np.random.Generator | None) -> Located | None:
        """Samples of one game; without a generator all of them. None if it has no play."""
        actions = corpus.actions(i)
        calls = sum(action >= BID for action in actions)
        if calls == len(actions):
            return None  # all passed
        first, last = (0, calls + TRICK) if self.layout == BID_LAYOUT else (calls, len(actions) - 4)
        steps = self.chosen(np.arange(first, last), rng)
        deal: Any = self.game.new(corpus.seed(i)).chance[0]
        rows = self.encode(deal, actions[:last], WHO_ACTS)
        seats = _who_acts(deal, actions)
        return _located(deal, actions, [(int(x), seats[x]) for x in steps], rows[steps])

    def after_auction(self, corpus: Corpus, i: int) -> Located | None:
        """What each of the four seats knows when the auction is over. None if all passed."""
        actions = corpus.actions(i)
        calls = sum(action >= BID for action in actions)
        if calls == len(actions):
            return None
        deal: Any = self.game.new(corpus.seed(i)).chance[0]
        rows = [self.encode(deal, actions[:calls], seat)[-1] for seat in range(4)]
        return _located(deal, actions, [(calls, seat) for seat in range(4)], np.stack(rows))

    def joined(self, parts: Sequence[Located]) -> Located:
        return joined(parts)


def _located(
    deal: dict[str, Any],
    actions: list[int],
    moments: list[tuple[int, int]],
    rows: NDArray[np.float32],
) -> Located:
    """Samples of some moments, each before an action and as one seat sees it."""
    holder, played = np.zeros(32, np.int64), np.full(32, len(actions))
    for seat, hand in enumerate(deal["hands"]):
        holder[hand] = seat
    for step, action in enumerate(actions):
        if action < BID:
            played[action] = step
    trumps = _trumps(actions)
    place = np.full((len(moments), 32), HIDDEN_NOT, np.int8)
    for row, (step, seat) in zip(place, moments, strict=True):
        order = canonical_order(trumps[step], deal["hands"][seat])
        cards = np.concatenate([np.arange(8 * suit, 8 * suit + 8) for suit in order])
        slot = (holder[cards] - seat) % 4 - 1
        hidden = (slot >= 0) & (played[cards] >= step)
        row[hidden] = slot[hidden]
    allowed = np.ones((len(moments), 32, 3), np.bool_)
    if rows.shape[1] > EXCLUDED:
        lacks = rows[:, EXCLUDED : EXCLUDED + 96].reshape(-1, 3, 32)
        allowed = lacks.transpose(0, 2, 1) == 0
    return Located(rows, place, np.ascontiguousarray(allowed))


def _who_acts(deal: dict[str, Any], actions: list[int]) -> list[int]:
    """The seat of each action: speakers go round the table, and a card's holder plays it."""
    holder = {card: seat for seat, hand in enumerate(deal["hands"]) for card in hand}
    return [
        holder[action] if action < BID else (deal["dealer"] + 1 + step) % 4
        for step, action in enumerate(actions)
    ]


def _trumps(actions: list[int]) -> list[int]:
    """The suit of the last bid before each action; -1 before the first."""
    found, trump = [], -1
    for action in actions:
        found.append(trump)
        if PASS < action - BID < COINCHE:
            trump = (action - BID - 1) % 4
    return found


def joined(parts: Sequence[Located]) -> Located:
    return Located(
        np.concatenate([part.observation for part in parts]),
        np.concatenate([part.place for part in parts]),
        np.concatenate([part.allowed for part in parts]),
    )
