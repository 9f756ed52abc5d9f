"""Belote: how much an auction can say about the hidden cards, and how much of that networks say.

    python benchmarks/strength/belote_belief_bound.py --games 100 --folder FOLDER

Bidders that draw no random numbers make the auction a function of the deal. For a seat that knows
them perfectly, all deals that fit its hand and make this very auction are then equally likely, and
every other deal is impossible: no belief can do better on average. At the end of each auction one
seat is chosen, deals are drawn uniformly from all that fit its hand, and those that make the
auction are kept until there are --fits of them. Printed are, in nats a hidden card above uniform,

    deal    log-probability of the whole deal, over 24. The bound is -log(share of deals that make
            the auction) / 24; the number n of deals drawn until the last kept one estimates it
            without bias: H(n - 1) - H(fits - 1), inverse binomial sampling.
    card    log-probability of the place of a card, as `kibitz beliefs eval` and
            belote_belief_gain.py measure it. This bound is smaller: an auction relates cards to
            each other ("three of these five") more than it places any of them. It lies between two
            estimates: each kept deal predicted by the others (too low), and by all (too high).

beside what `bid_net` and `play_net`, at full trust, give the kept deals. Where fewer than --fits
are found among --most deals, the bounds take the widest values that this allows, so an upper end
is never too low. Games are those of seeds that nothing else uses. Exit code 1 if a network exceeds
a bound, which would prove an error.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import kibitz
from kibitz.arena import game_corpus
from kibitz.arena.statistics.estimate import mean
from kibitz.bots import models
from kibitz.bots.beliefs import BID_NET, PLAY_NET
from kibitz.core import engine
from kibitz.core.native_state import flat_options
from kibitz.core.shape import flatten
from kibitz.games.belote.rules import BID, DEAL_SHAPE
from kibitz.nets.net import load
from kibitz.players.belote.bidding import parametric
from kibitz.search import locations
from kibitz.search.location_belief import LocationBelief

FIRST = 941_000_001
BIDDERS = ("rule", "match", "net")
CHUNK = 2000  # deals drawn at once
HIDDEN, PLACES = 24, 3
DECK = (1 << 32) - 1
WORLDS = math.factorial(24) // math.factorial(8) ** 3
HALF = 0.5  # a place that no other kept deal has counts this much

Hands = NDArray[np.uint32]  # [deals, 4]: masks of cards
# Whether a seat makes its calls of an auction in each deal.
Makes = Callable[[Hands, int, list[int], int], NDArray[np.bool_]]


def by_weights(hands: Hands, dealer: int, calls: list[int], seat: int) -> NDArray[np.bool_]:
    """`rule`; and `match`, which bids alike outside a match."""
    native: Any = engine.native()
    said = np.empty((len(hands), len(calls)), np.int8)
    native.belote_answers(hands, dealer, calls, parametric.weights().flat(), said)
    own = _own(dealer, calls, seat)
    return np.asarray((said == calls)[:, own].all(axis=1))


def by_net(hands: Hands, dealer: int, calls: list[int], seat: int) -> NDArray[np.bool_]:
    """`net`: its likeliest legal call."""
    file = models.shipped("belote")
    assert file is not None
    native: Any = engine.native()
    net, game = load(file), kibitz.game("belote")
    options, own = flat_options(game), _own(dealer, calls, seat)
    actions, layout = [BID + call for call in calls], net.description.encoding
    state, legal = _dealt(game, hands[0], dealer), []
    for action in actions:  # what is legal depends on the calls alone
        legal.append(state.view(state.player).mask())
        state.apply(action)
    good = np.arange(len(hands))
    for k in own:
        if not len(good):
            break
        rows = np.concatenate(
            [
                native.belote_encode(options, [_flat(row, dealer)], actions[: k + 1], layout)[k:]
                for row in hands[good].tolist()
            ]
        )
        said = np.where(legal[k], net.forward(rows)["policy"], -np.inf).argmax(axis=1)
        good = good[said == actions[k]]
    found = np.zeros(len(hands), np.bool_)
    found[good] = True
    return found


def _own(dealer: int, calls: list[int], seat: int) -> list[int]:
    return [k for k in range(len(calls)) if (dealer + 1 + k) % 4 == seat]


def _flat(row: list[int], dealer: int) -> list[int]:
    hands = [[card for card in range(32) if mask >> card & 1] for mask in row]
    return flatten(DEAL_SHAPE, {"hands": hands, "dealer": dealer})


def _dealt(game: kibitz.Game, row: NDArray[np.uint32], dealer: int) -> kibitz.State:
    hands = [[card for card in range(32) if int(mask) >> card & 1] for mask in row]
    return game.rebuild([{"hands": hands, "dealer": dealer}], [])


@dataclass
class Kept:
    """Deals that make an auction: the place of each hidden card, and how many were drawn."""

    places: NDArray[np.int8]  # [kept, HIDDEN]: 0, 1, 2 for the other seats in order
    drawn: int
    whole: bool  # as many as were asked for

    def deal_bound(self) -> tuple[float, float]:
        """-log of the share of deals that make the auction; both ends are alike if `whole`."""
        fits = len(self.places)
        if self.whole:
            found = float((1.0 / np.arange(fits, self.drawn)).sum())
            return found, found
        return -math.log((fits + 1) / (self.drawn + 1)), math.log(WORLDS)

    def card_bound(self) -> tuple[float, float]:
        """The mean gain of a card, predicted by the other deals and by all of them."""
        fits = len(self.places)
        if fits < 2:
            return 0.0, math.log(PLACES)
        counts = np.stack([(self.places == p).sum(axis=0) for p in range(PLACES)], axis=1)
        share = counts / fits
        others = np.maximum(counts - 1, 0) + HALF
        low = share * np.log(others / (fits - 1 + PLACES * HALF))
        high = share * np.log(np.maximum(share, 1e-300))
        return tuple(math.log(PLACES) + float(x.sum(axis=1).mean()) for x in (low, high))  # type: ignore[return-value]


def keep(
    view: kibitz.View, dealer: int, calls: list[int], makes: Makes, fits: int, most: int,
    rng: np.random.Generator,
) -> Kept:  # fmt: skip
    """Draw deals that fit a view until enough make the auction."""
    unseen = view.unseen()
    assert unseen is not None
    cards, others = np.array(unseen.cards, np.uint32), list(unseen.seats)
    boldest = sorted(others, key=lambda one: -max(calls[k] for k in _own(dealer, calls, one)))
    kept: list[NDArray[np.int8]] = []
    count = drawn = 0
    while count < fits and drawn < most:
        order = rng.permuted(np.tile(np.arange(HIDDEN), (CHUNK, 1)), axis=1)
        masks = (np.uint32(1) << cards[order]).reshape(CHUNK, PLACES, 8)
        hands = np.full((CHUNK, 4), DECK - sum(1 << card for card in unseen.cards), np.uint32)
        hands[:, others] = masks.sum(axis=2, dtype=np.uint32)
        good = np.arange(CHUNK)
        for seat in boldest:  # first, because their calls fit the fewest hands
            if len(good):
                good = good[makes(hands[good], dealer, calls, seat)]
        good = good[: fits - count]
        place = np.empty((len(good), HIDDEN), np.int8)
        np.put_along_axis(place, order[good], np.repeat(np.arange(3, dtype=np.int8), 8)[None], 1)
        kept.append(place)
        count += len(good)
        drawn += int(good[-1]) + 1 if count == fits else CHUNK
    return Kept(np.concatenate(kept), drawn, count == fits)


def believed(belief: LocationBelief, view: kibitz.View, kept: Kept) -> tuple[float, float]:
    """The mean gain of a belief on the kept deals, a card: of the deal, and of its place."""
    unseen = view.unseen()
    weights = None if unseen is None else belief.table(view, unseen)
    assert unseen is not None
    assert weights is not None
    a, b, _ = unseen.sizes
    total = math.log(float(locations.after(weights, unseen.sizes)[0][a, b]))
    row = np.arange(HIDDEN)[None]
    deal = np.log(weights[row, kept.places]).sum(axis=1).mean() - total + math.log(WORLDS)
    card = np.log(locations.chances(weights, unseen.sizes)[row, kept.places]).mean()
    return float(deal) / HIDDEN, float(card) + math.log(PLACES)


@dataclass
class Found:
    """One position: the ends of both bounds, and the gains of each belief."""

    deal: tuple[float, float]
    card: tuple[float, float]
    gains: list[tuple[float, float]]  # of each belief: deal, card
    whole: bool


def look(file: Path, bidder: str, fits: int, most: int) -> Iterator[Found]:
    """One position of each game that has a contract."""
    corpus, game = game_corpus.open_corpus(file), kibitz.game("belote")
    makes = by_net if bidder == "net" else by_weights
    files = models.shipped_beliefs("belote")
    asked = [LocationBelief(load(files[name])) for name in (BID_NET, PLAY_NET)]
    for i in range(len(corpus)):
        calls = [action - BID for action in corpus.actions(i) if action >= BID]
        if len(calls) == len(corpus.actions(i)):
            continue  # all passed
        state = game.new(corpus.seed(i))
        for call in calls:
            state.apply(BID + call)
        deal: Any = state.chance[0]
        true = np.array([[sum(1 << card for card in hand) for hand in deal["hands"]]], np.uint32)
        if not all(makes(true, deal["dealer"], calls, seat)[0] for seat in range(4)):
            raise SystemExit(
                f"{bidder} does not make its own auction of game {i}: see `by_weights`"
            )
        view = state.view(i % 4)
        kept = keep(view, deal["dealer"], calls, makes, fits, most, np.random.default_rng([1, i]))
        yield Found(
            tuple(x / HIDDEN for x in kept.deal_bound()),  # type: ignore[arg-type]
            kept.card_bound(),
            [believed(belief, view, kept) for belief in asked],
            kept.whole,
        )


def line(name: str, low: list[float], high: list[float]) -> str:
    """A mean between two estimates, and the interval that covers both."""
    below, above = mean(low), mean(high)
    middle = (below.value + above.value) / 2
    return f"{name:<12}{middle:+7.3f} ({below.low:+.3f} to {above.high:+.3f})"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100, help="of each bidder (100)")
    parser.add_argument("--bidder", action="append", choices=BIDDERS, help="only these")
    parser.add_argument("--fits", type=int, default=100, help="deals kept at a position (100)")
    parser.add_argument("--most", type=int, default=200_000, help="deals drawn there (200,000)")
    parser.add_argument("--folder", type=Path, required=True, help="for the corpora")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    failed = False
    for k, bidder in enumerate(BIDDERS):
        if given.bidder and bidder not in given.bidder:
            continue
        file = given.folder / f"bound-{bidder}-{given.games}.corpus"
        game_corpus.write(
            file, "belote", given.games, FIRST + k, bidders=[bidder], players=["rule"]
        )
        found = list(look(file, bidder, given.fits, given.most))
        short = sum(not one.whole for one in found)
        print(f"{bidder}: {len(found)} auctions, {short} with fewer than {given.fits} deals")
        for what, place in (("deal", 0), ("card", 1)):
            ends = [(one.deal, one.card)[place] for one in found]
            print(line(f"  {what} bound", [x[0] for x in ends], [x[1] for x in ends]))
            for number, name in enumerate((BID_NET, PLAY_NET)):
                gains = [one.gains[number][place] for one in found]
                print(line(f"    {name}", gains, gains), flush=True)
                failed |= mean([g - x[1] for g, x in zip(gains, ends, strict=True)]).low > 0
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
