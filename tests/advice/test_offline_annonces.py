"""Annonces of the page without a server count what the server counts.

Questions are answered here by the server's handler; frontend/tests/offline/annonces.test.ts answers
them by the page's worker, with the engine in WebAssembly.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz import bots
from kibitz.core.errors import KibitzError
from kibitz.server.handlers import jobs
from kibitz.server.messages import analysis as messages
from tests.support.page_engine import NEEDED, run

pytestmark = NEEDED

STRONG = [3, 2, 7, 6, 15, 14, 8, 16]
QUICK = ("rule", "simple", "random", "net", "heuristic", "level_1")
# The hand is given twice, an illegal call, an auction that is over, players and networks that are
# not there or have no values.
WRONG: list[dict[str, Any]] = [
    {"hand": [0] * 8},
    {"hand": STRONG, "calls": [33, 33]},
    {"hand": STRONG, "calls": [33, 32, 32, 32]},
    {"hand": STRONG, "bot": "nobody"},
    {"hand": STRONG, "values": "net"},
    {"hand": STRONG, "values": "nobody"},
]


def answered(body: dict[str, Any]) -> dict[str, Any]:
    """Return a question with the server's answer, or the code of its refusal."""
    asked = messages.AskAnnonces.model_validate(body).model_dump()
    try:
        reply = jobs.annonces(asked, lambda *_: None)
    except KibitzError as error:
        return {"body": body, "refused": error.code}
    return {
        "body": body,
        "reply": messages.AnnoncesReply.model_validate(reply).model_dump(mode="json"),
    }


def auction(rng: random.Random) -> dict[str, Any]:
    """Return a hand and the calls before it: mostly those of bidders, sometimes any legal ones."""
    state = kibitz.game("belote").new(rng.getrandbits(60))
    bidders = [bots.spec("belote", "rule").bot() for _ in range(4)]
    for seat, bidder in enumerate(bidders):
        bidder.start(state.game, seat, seat)
    for _ in range(rng.randrange(6)):
        usual = bidders[state.player].choose(state.view(state.player))
        state.apply(rng.choice((usual, usual, rng.choice(state.legal()))))
        if state.phase != "bid":
            return auction(rng)
    seat = state.player if rng.random() < 0.8 else rng.randrange(4)
    position = state.position()
    return {
        "hand": position["hands"][seat],
        "seat": seat,
        "dealer": position["dealer"],
        "calls": list(state.actions),
    }


def questions(seed: int, count: int, players: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    rng = random.Random(f"annonces {seed}")
    for i in range(count):
        asked = auction(rng) | {"deals": 12, "simulations": 2, "seconds": 600, "seed": i}
        asked["bot"] = rng.choice(players)
        asked["beliefs"] = rng.choice(("bids", "bids", "uniform"))
        asked["values"] = rng.choice((None, "bid_dd", "bid_match", "solver"))
        yield answered(asked)


def compare(folder: Path, seed: int, count: int, players: tuple[str, ...]) -> None:
    rows = list(questions(seed, count, players))
    assert all("reply" in row for row in rows)
    assert len({row["reply"]["by"] for row in rows}) > 2
    (folder / "annonces.json").write_text(json.dumps(rows))
    run("annonces", folder)


def test_annonces_count_what_the_server_counts(tmp_path: Path) -> None:
    compare(tmp_path, 1, 12, QUICK)


def test_annonces_are_refused_as_by_the_server(tmp_path: Path) -> None:
    rows = [answered(body) for body in WRONG]
    assert all("refused" in row for row in rows), rows
    (tmp_path / "wrong.json").write_text(json.dumps(rows))
    run("annonces", tmp_path)


def test_worlds_on_the_edge_of_a_share_are_chosen_alike(tmp_path: Path) -> None:
    """Resampled deals whose shares add up to exactly the middle of a part: no rounding decides."""
    hand = [13, 14, 16, 19, 22, 24, 25, 30]
    asked = {"hand": hand, "seat": 1, "dealer": 3, "calls": [32], "deals": 1, "simulations": 0}
    row = answered(asked | {"seed": 159, "values": "solver"})
    (tmp_path / "edge.json").write_text(json.dumps([row]))
    run("annonces", tmp_path)


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_hundreds_of_annonces(tmp_path: Path) -> None:
    compare(tmp_path, 2, 300, (*QUICK, "smart", "level_4", "pimc_fast"))
