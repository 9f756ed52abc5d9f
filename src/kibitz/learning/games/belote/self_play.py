"""Whole deals by two networks, one for calls and one for cards: rows for Deep Monte-Carlo.

    tables = SelfPlay(Setup(256, seed=1, scale=1 / 200), {"bid": by_net(...)})
    rows, figures = tables.collect(choose, steps=40)

`frozen` decides for the parts that do not learn; `choose` is asked for the others. A row is a
decision with a choice: the observation of its part (calls: `bid`; cards: `canonical`), and what the
deal came to for the side that made it (score of the side minus the other's, rule 9) as the target
of the action. Calls are trained on under a random permutation of suits (24-fold augmentation);
cards need none.

With `switch_at` the cards from that trick on (counted from 0) have exact targets instead: the
double-dummy value of every legal card in the true deal, which is what is left to learn once
hardly anything is hidden, without the noise of how the deal went on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz import games
from kibitz.core.state import State
from kibitz.envs.seated import SeatedVector
from kibitz.games.belote.cards import DECK
from kibitz.games.belote.encode import SIZES
from kibitz.games.belote.rules import BID
from kibitz.games.belote.suits import PERMUTATIONS, permute_action, permuted_from
from kibitz.learning.games.belote.canonical import CARDS, PLAY_AT, Canonical
from kibitz.nets.net import Net
from kibitz.search import double_dummy

BIDS, PLAYS = "bid", "play"  # the parts
ENCODINGS = {BIDS: "bid", PLAYS: "canonical"}
BOX, BID_AT = "box", 2  # the encoding of the tables, and where `bid` begins in it
HAND = 8

Floats = NDArray[np.float32]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]
Choose = Callable[[str, Floats, Bools], Ints]
# Actions of rows of `box`, with the cards that their seats were dealt, and masks.
Frozen = Callable[[Floats, Bools, Bools], Ints]


@dataclass(frozen=True)
class Setup:
    tables: int
    seed: int
    scale: float  # factor of every result
    switch_at: int | None = None  # tricks with results as targets; None: all


class SelfPlay:
    """Running deals."""

    def __init__(self, setup: Setup, frozen: Mapping[str, Frozen]) -> None:
        self.setup, self.frozen = setup, dict(frozen)
        self.game = games.game("belote")
        self.envs = SeatedVector([self.game], setup.tables, seed=setup.seed, threads=1,
                                 encoding=BOX)  # fmt: skip
        n = setup.tables
        self.rng = np.random.default_rng(setup.seed)
        self.dealt = np.zeros((n, 4, CARDS), np.bool_)
        self.deal = np.arange(n)  # the number of the deal at each table
        self.results: dict[int, float] = {}  # of finished deals, for NS
        self.pending: dict[str, list[dict[str, NDArray[Any]]]] = {BIDS: [], PLAYS: []}
        self.states: list[State] = []
        if setup.switch_at is not None:
            self.states = [self.game.new(int(seed)) for seed in self.envs.seed]

    def collect(self, choose: Choose, steps: int) -> tuple[dict[str, Any], dict[str, float]]:
        """Play on for some actions of every table; returns the rows of finished deals."""
        before = len(self.results)
        for _ in range(steps):
            self._step(choose)
        margins = np.abs(list(self.results.values())[before:] or [0.0])
        rows = {part: self._finished(part) for part in (BIDS, PLAYS)}
        open_deals = {int(d) for part in self.pending.values() for row in part for d in row["deal"]}
        ended = len(self.results) - before
        self.results = {d: x for d, x in self.results.items() if d in open_deals}
        return rows, {"deals": float(ended), "margin": float(margins.mean())}

    def _step(self, choose: Choose) -> None:
        envs = self.envs
        every = np.arange(envs.num_envs)
        box, seat, legal = envs.observation, envs.player.astype(np.int64), envs.mask
        bidding = box[:, 0] == 1
        hand = np.where(bidding[:, None], box[:, BID_AT : BID_AT + CARDS],
                        box[:, PLAY_AT : PLAY_AT + CARDS]) > 0  # fmt: skip
        whole = hand.sum(axis=1) == HAND
        self.dealt[every[whole], seat[whole]] = hand[whole]
        dealt = self.dealt[every, seat]
        actions = np.zeros(len(every), np.int64)
        for part, rows in ((BIDS, every[bidding]), (PLAYS, every[~bidding])):
            if not len(rows):
                continue
            decide = self.frozen.get(part)
            if decide is not None:
                actions[rows] = decide(box[rows], dealt[rows], legal[rows])
            elif part == BIDS:
                actions[rows] = self._bid(choose, rows, box[rows], legal[rows], seat[rows])
            else:
                actions[rows] = self._play(choose, rows, hand, dealt[rows], seat[rows])
        self._apply(actions)

    def _bid(self, choose: Choose, rows: Ints, box: Floats, legal: Bools, seat: Ints) -> Ints:
        seen = box[:, BID_AT : BID_AT + SIZES["bid"]].copy()
        made = choose(BIDS, seen, legal)
        which = self.rng.integers(len(PERMUTATIONS), size=len(rows))
        for k in np.unique(which):
            mine = which == k
            seen[mine] = seen[mine][:, permuted_from("bid", PERMUTATIONS[k])]
        known = np.zeros_like(legal)
        known[np.arange(len(rows)), _RENAMED[which, made]] = True
        self._note(BIDS, rows, seat, seen, known, np.zeros(legal.shape, np.float32), legal)
        return made

    def _play(self, choose: Choose, rows: Ints, hand: Bools, dealt: Bools, seat: Ints) -> Ints:
        box, legal = self.envs.observation[rows], self.envs.mask[rows]
        renamed = Canonical.of(box, dealt)
        made = choose(PLAYS, renamed.observation, renamed.mask(legal))
        known = np.zeros_like(legal)
        known[np.arange(len(rows)), made] = True
        exact = np.zeros(legal.shape, np.float32)
        if self.setup.switch_at is not None:
            tricks = HAND - hand[rows].sum(axis=1)
            for i in np.flatnonzero((tricks >= self.setup.switch_at) & (legal.sum(axis=1) > 1)):
                cards, values = self._solved(int(rows[i]), int(seat[i]))
                places = renamed.row(int(i)).canonical(cards)
                known[i, places], exact[i, places] = True, values
        self._note(PLAYS, rows, seat, renamed.observation, known, exact, legal)
        return renamed.physical(made)

    def _solved(self, table: int, seat: int) -> tuple[Ints, Floats]:
        """The legal cards of the seat to act, and their double-dummy values for its side."""
        marks = double_dummy.solve_marks_cards(self.states[table])
        cards = list(marks)
        margins = [marks[card][seat % 2] - marks[card][1 - seat % 2] for card in cards]
        return np.array(cards), (self.setup.scale * np.array(margins)).astype(np.float32)

    def _note(
        self, part: str, rows: Ints, seat: Ints, seen: Floats, known: Bools, exact: Floats,
        legal: Bools,
    ) -> None:  # fmt: skip
        """Keep the decisions with a choice until their deals are over."""
        open_ = legal.sum(axis=1) > 1
        self.pending[part].append({
            "observation": seen[open_], "known": known[open_], "exact": exact[open_],
            "deal": self.deal[rows[open_]], "sign": 1.0 - 2.0 * (seat[open_] % 2),
        })  # fmt: skip

    def _apply(self, actions: Ints) -> None:
        envs = self.envs
        if self.states:
            for state, action in zip(self.states, actions.tolist(), strict=True):
                state.apply(action)
        envs.step(actions)
        for table in np.flatnonzero(envs.done).tolist():
            margin = envs.returns[table, 0] - envs.returns[table, 1]
            self.results[int(self.deal[table])] = self.setup.scale * float(margin)
            if self.states:
                self.states[table] = self.game.new(int(envs.seed[table]))
        ended = np.flatnonzero(envs.done)
        self.deal[ended] = self.deal.max() + 1 + np.arange(len(ended))

    def _finished(self, part: str) -> dict[str, NDArray[Any]]:
        """Take the rows of finished deals out of those that wait."""
        if not self.pending[part]:
            inputs, actions = SIZES[ENCODINGS[part]], self.game.num_actions
            return {
                "observation": np.zeros((0, inputs), np.float32),
                "known": np.zeros((0, actions), np.bool_),
                "target": np.zeros((0, actions), np.float32),
            }
        held = self.pending[part]
        rows = {name: np.concatenate([each[name] for each in held]) for name in held[0]}
        results = np.array([self.results.get(int(deal), np.nan) for deal in rows["deal"]])
        over = ~np.isnan(results)
        self.pending[part] = [{name: array[~over] for name, array in rows.items()}]
        result = (results[over] * rows["sign"][over]).astype(np.float32)
        exact, known = rows["exact"][over], rows["known"][over]
        solved = known.sum(axis=1) > 1  # every legal card has an exact value
        target = np.where(solved[:, None], exact, result[:, None])
        return {"observation": rows["observation"][over], "known": known, "target": target}


# Parts that do not learn -------------------------------------------------------------------------


def frozen(net: Net) -> Frozen:
    """The best actions of a network that does not learn; it may read box, bid, bid114 or
    canonical."""
    head = "policy" if net.description.has("policy") else "q"
    encoding = net.description.encoding

    def decide(box: Floats, dealt: Bools, legal: Bools) -> Ints:
        if encoding == "canonical":
            renamed = Canonical.of(box, dealt)
            found = net.forward(renamed.observation)[head]
            best = np.where(renamed.mask(legal), found, -np.inf).argmax(axis=1)
            return renamed.physical(best)
        found = net.forward(np.ascontiguousarray(OBSERVED[encoding](box)))[head]
        return np.asarray(np.where(legal, found, -np.inf).argmax(axis=1))

    return decide


def bid114(box: Floats) -> Floats:
    """The encoding of that name: the standing bid and its coinche follow from the last calls."""
    bid = box[:, BID_AT : BID_AT + SIZES["bid"]]
    history = bid[:, CARDS : CARDS + 72].reshape(len(box), -1, 6)
    x = np.zeros((len(box), SIZES["bid114"]), np.float32)
    x[:, : SIZES["bid"]] = bid
    bids: Bools = np.asarray(history[:, :, 2:].sum(axis=2) > 0)
    has = np.flatnonzero(bids.any(axis=1))
    last = bids.shape[1] - 1 - bids[:, ::-1].argmax(axis=1)
    call = history[np.arange(len(box)), last]
    own = np.rint(4 * call[:, 0]).astype(np.int64) % 2 == 1  # 1 + places to the left, over 4
    x[has, 108] = np.where(own, call[:, 1], -call[:, 1])[has]
    x[has, 109:113] = call[has, 2:]
    x[:, 113] = (history[:, :, 1] < 0).sum(axis=1) / 2
    return x


OBSERVED: dict[str, Callable[[Floats], Floats]] = {
    "box": lambda box: box,
    "bid": lambda box: box[:, BID_AT : BID_AT + SIZES["bid"]],
    "bid114": bid114,
}
# [permutation, action]: the same action in renamed suits.
_RENAMED = np.array(
    [[*DECK, *(permute_action(action, perm) for action in range(BID, 75))] for perm in PERMUTATIONS]
)
