"""Belote: how much better than uniform the belief networks are, for every shipped bidder.

    python benchmarks/strength/belote_belief_gain.py --games 200 --folder FOLDER

For each bidder, games are played with that bidder on all seats and the cards of `rule` and `net`
(kibitz beliefs games; seeds from 940,000,001, used for nothing else). Printed is the gain over
uniform in nats a hidden card, of the log-probability of its true place: of `bid_net` when the
auction is over, and of `play_net` in each trick. The corpora stay in the folder, so a second run
only measures.
Exit code 1 if any gain is below 0, or if `bid_net` gains less than --bar on our own auctions (those
of `net`, and of `match`, which the searchers bid by).
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np
import torch

from kibitz.arena import game_corpus
from kibitz.bots import models
from kibitz.bots.beliefs import BID_NET, PLAY_NET, TRUST
from kibitz.learning.algorithms.locate import HIDDEN_NOT, Located, chances_of
from kibitz.learning.games.belote.belief_samples import Samples, joined
from kibitz.nets.net import Net, load

FIRST = 940_000_001
OWN = ("net", "match")
BIDDERS = (
    *OWN, "rule", "played", "bid_dd", "bid_max", "improved_v2", "improved", "heuristic", "maxi",
    "moelleux", "petit_bide", "roro", "smart", "simple",
)  # fmt: skip
SPAN = 12.0


def gains(net: Net, part: Located, trust: float) -> np.ndarray:
    """For each sample the mean gain of its hidden cards."""
    place, allowed = torch.from_numpy(part.place), torch.from_numpy(part.allowed)
    logits = trust * torch.from_numpy(net.forward(part.observation)["locations"])
    found = log_chances(logits, place, allowed)
    even = log_chances(torch.zeros_like(logits), place, allowed)
    hidden = (part.place != HIDDEN_NOT).sum(axis=1)
    total: np.ndarray = (found - even).numpy() / np.maximum(1, hidden)
    return total


def log_chances(logits: torch.Tensor, place: torch.Tensor, allowed: torch.Tensor) -> torch.Tensor:
    """The sum of the log-probabilities of the true places."""
    hidden = place != HIDDEN_NOT
    top = logits.masked_fill(~allowed, -1e9).amax(dim=2, keepdim=True)
    weights = torch.where(allowed, (logits - top).clamp(min=-SPAN).exp(), 0.0)
    truly = torch.nn.functional.one_hot(place.clamp(min=0).long(), 3).bool() & hidden[..., None]
    chances, _ = chances_of(weights, truly, hidden)
    return torch.where(truly, chances.clamp(min=1e-9).log(), 0.0).sum(dim=(1, 2))


def measure(file: Path) -> tuple[list[float], int]:
    """The gain at the end of the auction, then in each trick; and the auctions with a contract."""
    files = models.shipped_beliefs("belote")
    bids, plays = Samples([str(file)], "belief_bid", 8), Samples([str(file)], "belief_play", 64)
    corpus = bids.corpora[0]
    ends = [part for i in range(len(corpus)) if (part := bids.after_auction(corpus, i)) is not None]
    found = [float(gains(load(files[BID_NET]), joined(ends), TRUST[BID_NET]).mean())]
    rest = [plays.of_game(plays.corpora[0], i, None) for i in range(len(corpus))]
    whole = joined([part for part in rest if part is not None])
    each = gains(load(files[PLAY_NET]), whole, TRUST[PLAY_NET]).reshape(
        -1, 28
    )  # without the last trick
    found += [float(x) for x in each.mean(axis=0).reshape(7, 4).mean(axis=1)]
    return found, len(ends)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200, help="of each bidder (200)")
    parser.add_argument("--bidder", action="append", help="only these")
    parser.add_argument("--bar", type=float, default=0.14, help="nats a card (0.14)")
    parser.add_argument("--folder", type=Path, required=True, help="for the corpora")
    given = parser.parse_args()
    torch.set_num_threads(1)
    given.folder.mkdir(parents=True, exist_ok=True)
    print("bidder        auctions  end of it " + "".join(f" trick {t}" for t in range(1, 8)))
    failed = False
    for k, bidder in enumerate(BIDDERS):
        if given.bidder and bidder not in given.bidder:
            continue
        file = given.folder / f"{bidder}-{given.games}.corpus"
        game_corpus.write(
            file, "belote", given.games, FIRST + k, bidders=[bidder], players=["rule", "net"]
        )
        found, auctions = measure(file)
        bad = min(found) < 0 or (bidder in OWN and found[0] < given.bar)
        failed |= bad
        numbers = f"{found[0]:+9.3f} " + "".join(f" {x:+7.3f}" for x in found[1:])
        print(f"{bidder:<14}{auctions:>8}  {numbers}{'  below the bar' if bad else ''}", flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
