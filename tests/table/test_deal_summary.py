"""The sum of a finished deal: its parts add up, and it agrees with what the game scored."""

import random
from typing import Any

import pytest

from kibitz import games
from kibitz.games.belote.view import BeloteView
from kibitz.table.games.belote import deal_summary
from kibitz.table.projection import Around, project
from tests.table.tables import ADA, act, begun, play

SHORT: dict[str, dict[str, Any]] = {
    "belote": {"match": True, "deals_max": 6},
    "codepiece": {"match": True, "deals": 4},
    "ohhell": {"players": 3, "schedule": [4, 1, 2]},
    "qwixx": {"players": 3},
    "dubito": {"players": 4, "max_turns": 80},
}


@pytest.mark.parametrize("game", games.names())
def test_the_parts_of_a_deal_add_up_to_what_it_scored(game: str) -> None:
    options = SHORT.get(game, {})
    verdicts = set()
    for seed in range(4):
        table = begun(game, seed=seed, options=options)
        assert table.last_deal is None, "nothing is finished yet"
        seen: dict[int, list[float]] = {}
        rng = random.Random(seed)
        while table.status == "playing":
            table = play(table, rng, until=_next_deal(len(seen)))
            reply = table.last_deal
            if reply is None or reply["number"] in seen:
                continue
            verdicts.add(reply["verdict"])
            rows = {row["what"]: row["values"] for row in reply["rows"]}
            assert all(len(row["values"]) == len(reply["columns"]) for row in reply["rows"])
            parts = [row["values"] for row in reply["rows"] if row["kind"] == "part"]
            if parts:
                sums = [row["values"] for row in reply["rows"] if row["kind"] == "sum"]
                assert [sum(column) for column in zip(*parts, strict=True)] == sums[0], reply
            seen[reply["number"]] = rows["total"]
            scores = project(table, ADA, Around())["position"]["scores"]
            assert rows["total"] == [scores[seats[0]] for seats in reply["columns"]], reply
        assert table.state is not None
        assert reply is not None
        assert rows["total"] == [table.state.returns()[seats[0]] for seats in reply["columns"]]
    if game == "belote":
        assert {"made", "failed"} <= verdicts


def _next_deal(known: int) -> Any:
    return lambda table: table.last_deal is not None and table.last_deal["number"] > known


def test_a_made_contract_is_spelled_out() -> None:
    """Belote: card points, last trick and belote make 162 or 182, and the contract is added."""
    for seed in range(40):
        table = begun("belote", seed=seed)
        for choice in (1, 0, 0, 0):  # 80, and three passes
            table = act(table, choice)
        table = play(table, random.Random(seed))
        reply = table.last_deal
        assert reply is not None
        rows = {row["what"]: row["values"] for row in reply["rows"]}
        if reply["verdict"] == "made" and "cards" in rows:
            assert sum(rows["cards"]) == 152
            assert sum(rows.get("der") or rows["all_tricks"]) in (10, 100)
            assert sum(rows["contract"]) == reply["contract"]["value"]
            return
    raise AssertionError("no contract was made in 40 deals")


def test_all_tricks_are_named() -> None:
    """Rule 7: 100 points for all tricks are no bonus of the last one."""
    game = games.game("belote")
    hands = [list(range(8 * seat, 8 * seat + 8)) for seat in range(4)]  # all spades at seat 0
    state = game.new(deal={"hands": hands, "dealer": 3})
    for call in ("80S", "pass", "pass", "pass"):
        state.apply(game.parse_action(call))
    while not state.done:
        state.apply(state.view(state.player).legal_actions[0])
    view = state.view(0)
    assert isinstance(view, BeloteView)
    reply = deal_summary(view)
    assert reply is not None
    rows = {row["what"]: row["values"] for row in reply["rows"]}
    assert rows["all_tricks"] == [100, 0]
    assert "der" not in rows
