"""The double-dummy solver against the public ones, side by side in one run.

    make bench                       with the rest
    python benchmarks/solver.py --peers PYTHON [--deals N] [--boards N] [--json]

Belote: the values of every card of a whole deal, ours against `solve_scores` of colver. Codepiece:
the value of a whole deal, against what DDS takes for a bridge board (one trump, one leader). Deal
by deal the two take turns; times are CPU time of one thread, and our table is empty before every
deal. The positions that ours visits stand beside: no clock disturbs them, so they are the signature
of the search. Exit code 1 if a figure misses its bar.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
from dataclasses import dataclass

from speed import Peers, own_seconds, peer_parser, print_head

import kibitz
from kibitz.core import engine
from kibitz.search import double_dummy, plays
from kibitz.search.double_dummy import Position

NATIVE = engine.native()


@dataclass
class Times:
    """Seconds, one for each deal."""

    ours: list[float]
    peer: list[float]
    nodes: list[int]


def at(times: list[float], share: float) -> float:
    return sorted(times)[min(len(times) - 1, int(share * len(times)))]


def random_deal(play: str, rng: random.Random) -> Position:
    deck = 32 if play == "belote" else 52
    cards = rng.sample(range(deck), deck)
    size = deck // 4
    hands = tuple(tuple(sorted(cards[size * i : size * (i + 1)])) for i in range(4))
    return Position(play, hands, rng.randrange(4), rng.randrange(4))


def run(play: str, case: str, cards: bool, deals: int, peers: Peers) -> Times:
    rng = random.Random(20260)
    number = plays.find(play).number
    times = Times([], [], [])
    for _ in range(deals):
        position = random_deal(play, rng)
        flat = double_dummy.flatten([position])
        counts: list[int] = []
        # With an empty table, and the count of the work beside.
        times.ours.append(
            own_seconds(
                lambda _, flat=flat, counts=counts: counts.extend(
                    NATIVE.double_dummy_nodes(number, flat, cards)
                ),
                1,
            )
        )
        times.nodes += counts
        if play == "codepiece":  # DDS has no obligation to beat: it gets its own bridge board
            position = random_deal(play, rng)
        shown = {"hands": position.hands, "trump": position.trump, "leader": position.leader}
        times.peer.append(peers.seconds(case, 1, **shown))
    return times


def belote(deals: int, peers: Peers) -> list[dict[str, object]]:
    t = run("belote", "belote_cards", True, deals, peers)
    rows = []
    for name, share in (("median", 0.5), ("95 of 100", 0.95)):
        mine, theirs = at(t.ours, share), at(t.peer, share)
        rows.append(row(f"Belote, every card, {name}", mine, theirs, theirs / mine, 30, "colver"))
    rows[0]["nodes"] = sum(t.nodes)
    return rows


def codepiece(deals: int, peers: Peers) -> list[dict[str, object]]:
    t = run("codepiece", "bridge_board", False, deals, peers)
    mine, theirs = statistics.mean(t.ours), statistics.mean(t.peer)
    late = at(t.ours, 0.99)
    rows = [
        row("Codepiece, a deal, mean", mine, theirs, theirs / mine, 1, "DDS, a bridge board"),
        row("Codepiece, a deal, 99 of 100", late, at(t.peer, 0.99), 1 / late, 1, "one second"),
    ]
    rows[0]["nodes"] = sum(t.nodes)
    return rows


def row(
    what: str, ours: float, peer: float, ratio: float, bar: float, name: str
) -> dict[str, object]:
    return {"what": what, "ours": ours, "peer": peer, "ratio": ratio, "bar": bar, "peer_name": name}


def show(found: dict[str, object]) -> str:
    ratio, bar = float(str(found["ratio"])), float(str(found["bar"]))
    nodes = f"  {found['nodes']:,} positions" if "nodes" in found else ""
    return (
        f"{found['what']:<37}{1e3 * float(str(found['ours'])):>9.2f}"
        f"{1e3 * float(str(found['peer'])):>10.2f}{ratio:>8.2f} x{bar:>6.2g} x  "
        f"{found['peer_name']}{'' if ratio >= bar else '  BELOW'}{nodes}"
    )


def main() -> int:
    parser = peer_parser(__doc__)
    parser.add_argument("--deals", type=int, default=200, help="of Belote (200)")
    parser.add_argument("--boards", type=int, default=100, help="of Codepiece and bridge (100)")
    words = parser.parse_args()
    if NATIVE is None:
        raise SystemExit("the solver is native: build the engine first")
    assert kibitz.game("belote").engine == "native"
    peers = Peers(words.peers)
    if not words.json:
        print_head("milliseconds, one thread, CPU time")
    below = 0
    for found in belote(words.deals, peers) + codepiece(words.boards, peers):
        below += float(str(found["ratio"])) < float(str(found["bar"]))
        print(json.dumps(found) if words.json else show(found), flush=True)
    return int(below > 0)


if __name__ == "__main__":
    sys.exit(main())
