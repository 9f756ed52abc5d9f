"""Belote: what a belief knows about whole deals when the auction is over, for every shipped bidder.

    python benchmarks/strength/belote_belief_deal.py --games 100 --folder FOLDER

For each bidder, auctions of that bidder on all seats; the seat that leads is asked. Printed are
nats a hidden card above uniform, with 95 % intervals over auctions, of `bid_net` and of
the belief (`call_mix`, or --belief call_net):

    deal    log-probability of the whole deal, over 24. For the belief that is
            log q(deal) + log w(deal) - log E[w], where q is the network of locations that worlds
            are drawn from, exactly, and w the power of how likely the calls are.
    card    log-probability of the place of a card, as in belote_belief_gain.py.

Do not compare the two: belote_belief_bound.py shows how much of each an auction holds. E[w] is the
mean over --worlds worlds and the true deal, so it is too high rather than too low; `alone` is the
figure with the mean over the drawn worlds only, which errs the other way, and `error` the standard
error of log E[w], over 24. Auctions are those of seeds that chose nothing (--first). Exit code 1 if
`deal` of an own bidder (`net`, `match`, `rule`) is below --bar, or any figure of the belief is
below 0.
"""

from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path

import numpy as np
from belote_belief_gain import BIDDERS
from numpy.typing import NDArray

import kibitz
from kibitz.arena import game_corpus
from kibitz.arena.statistics.belief_quality import bits
from kibitz.arena.statistics.estimate import Estimate, mean
from kibitz.bots import beliefs
from kibitz.games.belote.rules import BID
from kibitz.search import locations
from kibitz.search.beliefs import CallBelief, MixedCalls
from kibitz.search.location_belief import LocationBelief
from kibitz.search.native_weights import relative_to

FIRST = 946_000_001
OWN = ("net", "match", "rule")
Floats = NDArray[np.float64]


class Asked:
    """A view when the auction is over, and where its hidden cards are."""

    def __init__(self, state: kibitz.State) -> None:
        self.view = state.view(state.player)
        unseen = self.view.unseen()
        assert unseen is not None
        self.unseen, self.row = unseen, np.arange(len(unseen.cards))
        self.hands = np.array([bits(hand) for hand in state.position()["hands"]], np.uint64)
        held = self.hands[list(unseen.seats)][None, :] >> np.array(unseen.cards, np.uint64)[:, None]
        self.place = (held & np.uint64(1)).argmax(axis=1)
        even = locations.within(np.ones((len(self.row), locations.PLACES)), unseen)
        self.worlds = math.log(locations.total(even, unseen.sizes))
        self.even = self.card(locations.chances(even, unseen.sizes))

    def card(self, shares: Floats, least: float = 0.0) -> float:
        return float(np.log(np.maximum(least, shares[self.row, self.place])).mean())

    def located(self, belief: LocationBelief) -> tuple[Floats, float, float]:
        """The table of a belief, and its gains by deal and by card."""
        table = belief.table(self.view, self.unseen)
        assert table is not None
        total = math.log(locations.total(table, self.unseen.sizes))
        deal = float(np.log(table[self.row, self.place]).sum()) - total + self.worlds
        card = self.card(locations.chances(table, self.unseen.sizes)) - self.even
        return table, deal / len(self.row), card

    def weighed(self, belief: CallBelief | MixedCalls, worlds: int, seed: int) -> tuple[float, ...]:
        """The gains of a belief by deal, by deal with the drawn worlds alone, and by card; and
        the standard error of the first two."""
        table, ahead, _ = self.located(belief.places)
        rng = np.random.default_rng([2, seed])
        places = locations.draw(table, self.unseen.sizes, worlds, rng)
        hands = locations.hands_of(places, self.unseen, self.hands)
        weights = relative_to(belief, self.view, np.concatenate([hands, self.hands[None]]))
        assert weights is not None
        count = len(self.row)
        drawn, true = weights[:worlds], float(weights[worlds])  # the true deal is the last
        with_true = math.log(true / float(weights.mean())) / count
        alone = math.log(true / float(drawn.mean())) / count
        error = float(drawn.std() / drawn.mean()) / math.sqrt(worlds) / count
        shares = np.stack(
            [((places == p) * drawn[:, None]).sum(axis=0) for p in range(locations.PLACES)], axis=1
        )
        card = self.card(shares / drawn.sum(), 0.5 / worlds) - self.even
        return ahead + with_true, ahead + alone, card, error


def measure(file: Path, belief: CallBelief | MixedCalls, worlds: int) -> list[tuple[float, ...]]:
    """The gains at the end of each auction of a corpus."""
    corpus, game = game_corpus.open_corpus(file), kibitz.game("belote")
    simple = beliefs.by_location("belote", beliefs.BID_NET)
    simple = LocationBelief(simple.bid, None, simple.trust)
    found = []
    for i in range(len(corpus)):
        calls = [action for action in corpus.actions(i) if action >= BID]
        state = game.new(corpus.seed(i))
        for call in calls:
            state.apply(call)
        if state.phase != "play":
            continue  # all passed
        asked = Asked(state)
        found.append((*asked.located(simple)[1:], *asked.weighed(belief, worlds, i)))
    return found


def shown(found: Estimate) -> str:
    return f"{found.value:+.3f} ({found.low:+.3f} to {found.high:+.3f})"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100, help="of each bidder (100)")
    parser.add_argument("--bidder", action="append", help="only these")
    parser.add_argument("--worlds", type=int, default=2000, help="drawn at each view (2,000)")
    parser.add_argument(
        "--belief", default=beliefs.CALL_MIX, choices=(beliefs.CALL_NET, beliefs.CALL_MIX)
    )
    parser.add_argument("--power", type=float, help="instead of the shipped one")
    parser.add_argument("--trust", type=float, help="instead of the shipped one")
    parser.add_argument("--first", type=int, default=FIRST, help=f"the first seed ({FIRST})")
    parser.add_argument("--bar", type=float, default=0.14, help="nats a card, by deal (0.14)")
    parser.add_argument("--folder", type=Path, required=True, help="for the corpora")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    mixed = given.belief == beliefs.CALL_MIX
    usual = beliefs.MIX_TRUST if mixed else beliefs.CALL_TRUST
    trust = usual if given.trust is None else given.trust
    usual = beliefs.MIX_POWER if mixed else beliefs.CALL_POWER
    power = usual if given.power is None else given.power
    make = beliefs.by_mixed_calls if mixed else beliefs.by_calls
    belief = make("belote", trust, power)
    print(
        f"{given.belief}: trust {trust:g}, power {power:g}, {given.worlds} worlds; nats a card "
        "above uniform\n"
        f"{'bidder':<12}auctions bid_net: deal card  the belief: deal{' ' * 18}alone  error  card"
    )
    failed = False
    for k, bidder in enumerate(BIDDERS):
        if given.bidder and bidder not in given.bidder:
            continue
        file = given.folder / f"deal-{bidder}-{given.games}-{given.first}.corpus"
        game_corpus.write(
            file, "belote", given.games, given.first + k, bidders=[bidder], players=["rule"]
        )
        found = measure(file, belief, given.worlds)
        q_deal, q_card, deal, alone, card, error = (
            mean(list(each)) for each in zip(*found, strict=True)
        )
        bad = min(deal.value, card.value) < 0 or (bidder in OWN and deal.value < given.bar)
        failed |= bad
        print(
            f"{bidder:<12}{len(found):>8} {q_deal.value:+13.3f} {q_card.value:+.3f}  {shown(deal)} "
            f"{alone.value:+.3f} {error.value:.3f}  {shown(card)}{'  below' if bad else ''}",
            flush=True,
        )
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
