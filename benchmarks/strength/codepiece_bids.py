"""Codepiece: what is bidding worth? An estimate of the most that a hand's own cards can tell.

    python benchmarks/strength/codepiece_bids.py --deals 40000

All four seats play their cards by the network, one team bids, the other never does; the figure is
points a deal over never bidding, each deal from both sides. Three bidders are compared:

1. The network's own bids.
2. A network fitted to played deals: in each deal of a training set one seat passes, bids 8, 9 and
   10 in turn, its partner passes (in the second round it bids by the first fit), the rest of the
   deal is played out, and the gain of each bid over the pass is regressed on the hand, the seat's
   turn to speak and the partner's call. Suits are sorted, since all are alike.
3. Hindsight: of a pass and every bid of one seat that speaks, the one that pays most in this very
   deal. No bidder reaches it; it shows how much is luck of the hidden cards.

If more training deals no longer raise the second figure, and the first, which learned in another
way, agrees with it, more is not to be had from the own hand with these cards. Training and test
deals have different seeds. Data are kept under build/strength: the same command resumes.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

import kibitz
from kibitz import bots
from kibitz.arena.native import play_on
from kibitz.arena.statistics.estimate import Estimate, mean
from kibitz.games.codepiece.legal_moves import BID, BID_MIN, CARD, TRUMP, TRUMP_SUITS

TRAINING, TEST = 910_000_000, 900_000_000  # first seeds
LOT = 10_000  # deals that are played, and kept, at a time
CALLS = 4  # pass, 8, 9, 10: the network bids more in no deal of ten thousand
ACTIONS = 57  # of a whole deal: calls, trump, cards
CANNOT = -99.0  # points: a bid that is not legal
FOLDER = Path("build/strength/codepiece_bids")

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


class Deals:
    """Deals by seed, with hands in the order in which the seats speak."""

    def __init__(self, seeds: NDArray[np.uint64]) -> None:
        self.game = kibitz.game("codepiece")
        found = bots.spec("codepiece", "net").native
        assert found is not None, "the native engine plays the network"
        self.net = found
        self.seeds = seeds
        self.hands = np.zeros((len(seeds), 4, 52))
        for i, seed in enumerate(seeds):
            position = self.game.new(int(seed)).position()
            for seat, hand in enumerate(position["hands"]):
                self.hands[i, (seat - position["dealer"] - 1) % 4, hand] = 1

    def actions(self, openings: Ints) -> Ints:
        """Whole deals after these first calls, one row each; -1 where a deal has ended early."""
        found = np.full((len(openings), ACTIONS), -1)
        seating = np.zeros((len(openings), 4))
        played = play_on(self.game, [self.net], seating, self.seeds, openings.tolist())
        for row, actions in zip(found, played, strict=True):
            row[: len(actions)] = actions
        return found

    def payoffs(self, calls: Ints) -> Floats:
        """What each auction pays the first speaker's team."""
        return payoffs(self.actions(calls))


def payoffs(actions: Ints) -> Floats:
    """Rule 9, for whole deals: what they pay the first speaker's team."""
    calls = actions[:, :4]
    bidder = calls.argmax(axis=1)  # bids rise; the first speaker if all have passed
    bid = np.where(calls.max(axis=1) > 0, calls.max(axis=1) - BID + BID_MIN, BID_MIN - 1)
    trump = np.array(TRUMP_SUITS)[actions[:, 4] - TRUMP]
    cards = np.maximum(actions[:, 5:] - CARD, 0).reshape(-1, 13, 4)
    leader, taken = bidder, np.zeros(len(actions), np.int64)
    for trick in range(13):
        suit, rank = np.divmod(cards[:, trick], 13)
        led = np.where(suit == suit[:, :1], rank, -1)
        power = np.where(suit == trump[:, None], 13 + rank, led)
        leader = (leader + power.argmax(axis=1)) % 4
        taken += leader % 2 == bidder % 2
    made = (actions[:, -1] >= 0) & (taken >= bid)  # a deal that ends early is lost
    paid = np.where(made, bid, -2 * bid)
    return np.where(bidder % 2 == 0, paid, -paid).astype(np.float64)


def inputs(hands: Floats, turns: Ints, partner: Ints) -> torch.Tensor:
    """A hand with its suits sorted, who speaks, and the partner's call (0: none yet, 1: pass)."""
    suits = hands.reshape(-1, 4, 13)
    lengths = suits.sum(axis=2)
    order = np.argsort(-(lengths * 2**13 + suits @ 2.0 ** np.arange(13)), axis=1)
    suits = np.take_along_axis(suits, order[:, :, None], axis=1)
    counts = [suits.sum(axis=2) / 5, suits[:, :, 9:].sum(axis=2) / 3]
    where = [np.eye(4)[turns], np.eye(CALLS + 1)[partner]]
    return torch.tensor(np.hstack([suits.reshape(-1, 52), *counts, *where]), dtype=torch.float32)


class Bidder:
    """Bids what gains most over a pass, by a fitted network; without one it passes."""

    def __init__(self, net: nn.Module | None) -> None:
        self.net = net

    def calls(self, hands: Floats, turns: Ints, partner: Ints) -> Ints:
        if self.net is None:
            return np.zeros(len(hands), np.int64)
        with torch.no_grad():
            gains = self.net(inputs(hands, turns, partner)).numpy()
        gains[partner[:, None] > np.arange(1, CALLS)[None]] = CANNOT
        best: Ints = gains.argmax(axis=1) + 1
        return np.where(gains.max(axis=1) > 0, best, 0)


def explore(deals: Deals, bidder: Bidder, rng: np.random.Generator) -> tuple[torch.Tensor, Floats]:
    """One seat a deal: its inputs, and the gain of each bid over a pass (NaN: illegal)."""
    n = len(deals.seeds)
    rows, turns = np.arange(n), rng.integers(0, 4, n)
    mate = (turns + 2) % 4
    late = turns >= 2  # the partner has spoken
    silent = np.zeros(n, np.int64)
    before = np.where(late, bidder.calls(deals.hands[rows, mate], mate, silent), 0)
    paid = np.full((n, CALLS), np.nan)
    for call in range(CALLS):
        after = bidder.calls(deals.hands[rows, mate], mate, silent + call + 1)
        calls = np.zeros((n, 4), np.int64)
        calls[rows, turns] = call
        calls[rows, mate] = np.where(late, before, after)
        legal = ~late | (call == 0) | (call > before)
        calls[~legal] = 0
        found = deals.payoffs(calls) * np.where(turns % 2 == 0, 1, -1)
        paid[legal, call] = found[legal]
    own = inputs(deals.hands[rows, turns], turns, np.where(late, before + 1, 0))
    return own, paid[:, 1:] - paid[:, :1]


def fit(x: torch.Tensor, gains: Floats, epochs: int = 6) -> nn.Module:
    """Regress gains on inputs, by least squares."""
    torch.manual_seed(0)
    layers = [nn.Linear(x.shape[1], 128), nn.ReLU(), nn.Linear(128, 64), nn.ReLU()]
    net = nn.Sequential(*layers, nn.Linear(64, CALLS - 1), Tens())
    known = torch.tensor(~np.isnan(gains), dtype=torch.float32)
    y = torch.tensor(np.nan_to_num(gains), dtype=torch.float32)
    steps = epochs * -(-len(x) // 256)
    adam = torch.optim.Adam(net.parameters(), weight_decay=1e-5)
    cycle = torch.optim.lr_scheduler.OneCycleLR(adam, 2e-3, total_steps=steps)
    for _ in range(epochs):
        for rows in torch.randperm(len(x)).split(256):
            errors = (net(x[rows]) - y[rows]) ** 2 * known[rows]
            loss = errors.sum() / known[rows].sum() / 100
            adam.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            adam.step()
            cycle.step()
    return net


class Tens(nn.Module):
    """Points are tens of what the layers before give."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return 10 * x


def gain(deals: Deals, bidder: Bidder | None) -> Estimate:
    """Points a deal of a team that bids over one that never does; None: the network's bids."""
    n = len(deals.seeds)
    silent = np.zeros((n, 4), np.int64)
    total = np.zeros(n)
    for team in (0, 1):
        calls = silent.copy()
        for turn in (team, team + 2):
            if bidder is None:
                calls[:, turn] = deals.actions(calls[:, :turn])[:, turn]
            else:
                partner = silent[:, 0] if turn < 2 else calls[:, team] + 1
                calls[:, turn] = bidder.calls(deals.hands[:, turn], silent[:, 0] + turn, partner)
        total += (1 - 2 * team) * (deals.payoffs(calls) - deals.payoffs(silent)) / 2
    return mean(total.tolist())


def hindsight(deals: Deals) -> Estimate:
    """The same for a team of which one seat calls what pays most in this very deal."""
    n = len(deals.seeds)
    silent = deals.payoffs(np.zeros((n, 4), np.int64))
    total = np.zeros(n)
    for team in (0, 1):
        sign, best = 1 - 2 * team, np.zeros(n)
        for turn in (team, team + 2):
            for call in range(1, CALLS):
                calls = np.zeros((n, 4), np.int64)
                calls[:, turn] = call
                best = np.maximum(best, sign * (deals.payoffs(calls) - silent))
        total += best / 2
    return mean(total.tolist())


def lots(first: int, deals: int) -> list[NDArray[np.uint64]]:
    return [
        np.arange(first + done, first + min(done + LOT, deals), dtype=np.uint64)
        for done in range(0, deals, LOT)
    ]


def training(words: argparse.Namespace, turn: int, bidder: Bidder) -> tuple[torch.Tensor, Floats]:
    """The data of a round, played or read."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    x, gains = [], []
    for number, seeds in enumerate(lots(TRAINING + turn * 10_000_000, words.deals)):
        file = FOLDER / f"round_{turn}_{words.deals if turn else 'any'}_{number}_{len(seeds)}.npz"
        if not file.exists():
            own, found = explore(Deals(seeds), bidder, np.random.default_rng([turn, number]))
            np.savez_compressed(file, x=own.numpy(), gains=found)
        kept = np.load(file)
        x.append(torch.tensor(kept["x"]))
        gains.append(kept["gains"])
    return torch.cat(x), np.concatenate(gains)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=40_000, help="for training, a round (40,000)")
    parser.add_argument("--test", type=int, default=10_000, help="deals of the test (10,000)")
    parser.add_argument("--rounds", type=int, default=1, help="with a partner who bids: 2 (1)")
    words = parser.parse_args()
    torch.set_num_threads(1)
    test = Deals(np.arange(TEST, TEST + words.test, dtype=np.uint64))
    print(f"the network's bids: {gain(test, None)} points a deal over never bidding", flush=True)
    bidder = Bidder(None)
    for turn in range(words.rounds):
        x, gains = training(words, turn, bidder)
        for part in (len(x) // 4, len(x)):
            bidder = Bidder(fit(x[:part], gains[:part]))
            print(f"  round {turn + 1}, fitted to {part} deals: {gain(test, bidder)}", flush=True)
    print(f"  hindsight: {hindsight(test)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
