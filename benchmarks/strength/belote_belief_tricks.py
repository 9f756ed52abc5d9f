"""Belote: beliefs by networks against the heuristic ones, trick by trick on the same games.

    python benchmarks/strength/belote_belief_tricks.py --games 200 --folder FOLDER

Games are those of our own bidders (`net` and `match`) with the cards of `rule` and `net`, from
seeds that nothing else uses; `--player` names other card players. In each trick the seat that plays
the second card is asked, where it has a choice. `play_net` knows the probability of each place
exactly. `all_net` and the heuristics `bids`, `play` and `all` weigh the same --worlds uniform
worlds, many more than a searcher can afford; in tricks that have fewer, all of them. Printed is the
gain over uniform in nats a hidden card, and how far the best of the heuristics in that trick is
below each network, with a 95 % interval over games. Exit code 1 if in some trick `all_net` is not
better than each of the heuristics on average.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import kibitz
from kibitz.arena import game_corpus
from kibitz.arena.statistics.belief_quality import bits
from kibitz.arena.statistics.estimate import mean
from kibitz.bots import beliefs
from kibitz.core.rng import mix
from kibitz.search import locations
from kibitz.search.location_belief import LocationBelief
from kibitz.search.native_weights import weights_of
from kibitz.search.pimc_worlds import NativeWorlds

FIRST = 942_000_001
HEURISTICS = ("bids", "play", "all")
NETWORKS = (beliefs.PLAY_NET, beliefs.ALL_NET)
SECOND = 1  # of a trick: some of its cards are known, most are not


def ask(state: kibitz.State, seed: int, worlds: int) -> dict[str, float]:
    """The gains of all beliefs at a position, in nats a hidden card."""
    view = state.view(state.player)
    unseen = view.unseen()
    assert unseen is not None
    hands = [bits(hand) for hand in state.position()["hands"]]
    place = np.array(
        [[hands[seat] >> card & 1 for seat in unseen.seats].index(1) for card in unseen.cards]
    )
    row = np.arange(len(place))
    even = locations.within(np.ones((len(place), locations.PLACES)), unseen)
    base = np.log(locations.chances(even, unseen.sizes)[row, place]).mean()
    network = beliefs.find("belote", beliefs.PLAY_NET)
    assert isinstance(network, LocationBelief)
    table = network.table(view, unseen)
    assert table is not None
    found = {
        beliefs.PLAY_NET: np.log(locations.chances(table, unseen.sizes)[row, place]).mean() - base
    }
    source = NativeWorlds(view, seed, 0, drawn_here=False)
    count = int(source.count())
    if 0 < count <= worlds:
        source.list_all()
        worlds = count
    drawn = source.hands(np.arange(worlds, dtype=np.uint64))
    masks = np.left_shift(np.uint64(1), np.array(unseen.cards, np.uint64))
    there = (drawn[:, list(unseen.seats)].T[None] & masks[:, None, None]) != 0
    weights: dict[str, NDArray[np.float64]] = {}
    for name in ("bids", "play", beliefs.ALL_NET):
        belief = beliefs.find("belote", name)
        assert belief is not None
        weights[name] = weights_of(belief, view, drawn)
    weights["all"] = weights["bids"] * weights["play"]
    for name, each in weights.items():
        shares = there @ (each / each.sum())
        right = np.clip(shares[row, place], 0.5 / worlds, 1.0)
        found[name] = float(np.log(right).mean() - base)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200, help="(200)")
    parser.add_argument("--worlds", type=int, default=1000, help="that heuristics weigh (1,000)")
    parser.add_argument("--player", action="append", help="of the cards (rule and net)")
    parser.add_argument("--folder", type=Path, required=True, help="for the corpus")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    cards = given.player or ["rule", "net"]
    file = given.folder / f"tricks-{'-'.join(cards)}-{given.games}.corpus"
    game_corpus.write(file, "belote", given.games, FIRST, bidders=["net", "match"], players=cards)
    corpus, game = game_corpus.open_corpus(file), kibitz.game("belote")
    table: dict[int, list[dict[str, float]]] = defaultdict(list)
    for i in range(len(corpus)):
        state, played = game.new(corpus.seed(i)), 0
        for action in corpus.actions(i):
            if state.phase == "play":
                if played % 4 == SECOND and played < 28 and len(state.legal()) > 1:
                    found = ask(state, mix(corpus.seed(i), played), given.worlds)
                    table[played // 4 + 1].append(found)
                played += 1
            state.apply(action)
    print(f"cards by {', '.join(cards)}; {given.worlds} worlds; nats a card above uniform")
    names = (*NETWORKS, *HEURISTICS)
    print(
        "trick positions" + "".join(f" {name:>8}" for name in names) + "  networks above the best"
    )
    failed = False
    for trick, rows in sorted(table.items()):
        means = {name: float(np.mean([row[name] for row in rows])) for name in names}
        best = max(HEURISTICS, key=means.__getitem__)
        above = [mean([row[name] - row[best] for row in rows]) for name in NETWORKS]
        line = "".join(f" {means[name]:+8.3f}" for name in names)
        line += "".join(f"  {x.value:+.3f} ({x.low:+.3f} to {x.high:+.3f})" for x in above)
        print(f"{trick:>5} {len(rows):>9}{line}", flush=True)
        failed |= not above[1].value > 0
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
