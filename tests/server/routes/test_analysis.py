"""Hint, review, explorer, annonces and advisor over HTTP, with real processes."""

import asyncio
import json
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

import kibitz
from kibitz import bots
from kibitz.server.messages import analysis as messages
from kibitz.server.thinking import hint_question
from tests.server.conftest import Server
from tests.support.table_client import session

SECONDS_MAX = 40.0


@pytest.fixture(scope="module")
def http(server: Server) -> Iterator[httpx.Client]:
    headers = {"Authorization": f"Bearer {asyncio.run(session(server.base))}"}
    with httpx.Client(base_url=server.base, headers=headers, timeout=SECONDS_MAX) as client:
        yield client


def refused(answer: httpx.Response, status: int, code: str) -> None:
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text


def finished(http: httpx.Client, reply: dict[str, Any]) -> messages.JobReply:
    """Ask until a job has ended."""
    end = time.monotonic() + SECONDS_MAX
    while reply["state"] in ("waiting", "running"):
        assert time.monotonic() < end, reply
        time.sleep(0.05)
        reply = http.get(f"/api/analysis/jobs/{reply['job']}").json()
    return messages.JobReply.model_validate(reply)


def record(game: str, seed: int = 3, **options: Any) -> str:
    """A finished game among simple players, as its line."""
    state = kibitz.game(game, **options).new(seed)
    players = [bots.bot(game, "simple") for _ in range(state.game.players)]
    for seat, bot in enumerate(players):
        bot.start(state.game, seat, seat)
    while not state.done:
        state.apply(players[state.player].choose(state.view(state.player)))
    return str(state.record())


# Hint ---------------------------------------------------------------------------------------------


def test_a_hint_at_a_table(http: httpx.Client, server: Server) -> None:
    table = http.post("/api/tables", json={"game": "qwixx"}).json()["table"]
    end = time.monotonic() + SECONDS_MAX
    while http.get(f"/api/tables/{table}").json()["position"] is None:
        assert time.monotonic() < end
        time.sleep(0.05)
    address = f"/api/analysis/tables/{table}/hint"
    first = http.post(address, json={"bot": "rollout_fast", "worlds": 5})
    reply = messages.HintReply.model_validate(first.json())
    assert (reply.game, reply.bot, reply.seat) == ("qwixx", "rollout_fast", 0)
    # By the dice: one turn may be best by far, and then no other is tried.
    tried = [one for one in reply.shares if one.value is not None]
    assert reply.shares_are == ("chances" if len(tried) > 1 else "certain")
    assert sum(one.share for one in reply.shares) == pytest.approx(1)
    assert reply.shares[0].action == reply.action
    assert reply.outlook is not None
    assert (reply.outlook.worlds, reply.outlook.by, reply.outlook.unit) == (5, "playouts", "score")
    again = http.post(address, json={"bot": "rollout_fast", "worlds": 5}).json()
    for part in ("action", "shares", "outlook"):
        assert again[part] == first.json()[part]
    refused(http.post(address, json={"bot": "nobody"}), 400, "unknown_bot")
    refused(http.post(f"/api/tables/{table}/hint", json={}), 405, "unknown_route")
    with httpx.Client(base_url=server.base) as stranger:
        refused(stranger.post(address, json={}), 401, "no_session")
    other = asyncio.run(session(server.base))
    with httpx.Client(base_url=server.base, headers={"Authorization": f"Bearer {other}"}) as them:
        refused(them.post(address, json={}), 403, "not_seated")


def test_a_hint_of_a_search_has_a_distribution(http: httpx.Client) -> None:
    setup = {"game": "ohhell", "options": {"schedule": [5]}, "pace_ms": 0}
    table = http.post("/api/tables", json=setup).json()["table"]
    end = time.monotonic() + SECONDS_MAX
    legal: set[int] = set()
    while not legal:
        assert time.monotonic() < end
        time.sleep(0.05)
        position = http.get(f"/api/tables/{table}").json()["position"]
        legal = {action["id"] for action in position["legal"]} if position else set()
    address = f"/api/analysis/tables/{table}/hint"
    asked = {"bot": "ismcts_fast", "worlds": 0}
    reply = messages.HintReply.model_validate(http.post(address, json=asked).json())
    assert (reply.method, reply.shares_are, reply.outlook) == ("ismcts", "visits", None)
    assert {one.action for one in reply.shares} <= legal
    assert sum(one.share for one in reply.shares) == pytest.approx(1)
    refused(http.post(address, json={"bot": "oracle"}), 400, "oracle_only")


@pytest.mark.parametrize("game", kibitz.names())
def test_a_worker_gets_the_view_alone(game: str) -> None:
    """Worlds that the seat cannot tell apart make the same question, byte by byte."""
    state = kibitz.game(game).new(5)
    player = bots.bot(game, "simple")
    player.start(state.game, 0, 1)
    for _ in range(9):
        state.apply(player.choose(state.view(state.player)))
    view = state.view(state.player)
    asked = json.dumps(hint_question(view, None, 3, 1))
    for world in view.worlds(7, 5):
        assert json.dumps(hint_question(world.view(view.seat), None, 3, 1)) == asked


# Jobs ---------------------------------------------------------------------------------------------


def test_a_review(http: httpx.Client) -> None:
    line = record("belote")
    asked = {"line": line, "seat": 2, "worlds": 8}
    begun = http.post("/api/analysis/reviews", json=asked)
    assert begun.status_code == 202
    job = finished(http, begun.json())
    assert (job.state, job.progress) == ("done", 1.0)
    found = job.review
    assert found is not None
    assert (found.game, found.seat, found.ended) == ("belote", 2, "all")
    assert len(found.judged) == found.decisions
    assert len(found.tables) == 1
    actions = json.loads(line)["actions"]
    for judged in found.judged:
        assert actions[judged.ply] == judged.action
        assert judged.loss >= 0
    refused(http.get("/api/analysis/jobs/nosuchjob"), 404, "unknown_job")


def test_a_review_of_nothing(http: httpx.Client) -> None:
    refused(http.post("/api/analysis/reviews", json={"seat": 0}), 400, "bad_question")
    missing = {"seat": 0, "record": "nosuchrecord.1"}
    refused(http.post("/api/analysis/reviews", json=missing), 404, "unknown_record")
    asked = {"line": '{"kibitz": 1}', "seat": 0}
    job = finished(http, http.post("/api/analysis/reviews", json=asked).json())
    assert job.state == "failed"
    assert job.refusal is not None
    assert job.refusal.code == "bad_record"


def test_annonces_and_stop(http: httpx.Client) -> None:
    hand = [3, 2, 7, 6, 15, 14, 8, 16]
    asked = {"hand": hand, "deals": 20, "simulations": 2, "calls": [32, 32]}
    job = finished(
        http, http.post("/api/analysis/annonces", json=asked | {"seat": 2, "dealer": 3}).json()
    )
    found = job.annonces
    assert found is not None
    assert (found.ended, found.bot, found.hand) == ("all", "rule", sorted(hand))
    best = {(cell.suit, cell.value): cell for cell in found.oracle}
    assert best["S", 80].of == 20
    assert best["S", 80].share > best["S", 160].share
    assert (found.calls, found.beliefs, found.lowest) == ([32, 32], "bids", 80)
    over = finished(
        http, http.post("/api/analysis/annonces", json=asked | {"calls": [33, 32, 32, 32]}).json()
    )
    assert over.refusal is not None
    assert over.refusal.code == "no_decision"
    long = http.post("/api/analysis/annonces", json=asked | {"deals": 5000, "calls": []}).json()
    with_other = http.post("/api/analysis/annonces", json=asked | {"calls": []}).json()
    assert with_other["state"] == "waiting"
    stopped = http.delete(f"/api/analysis/jobs/{long['job']}").json()
    assert stopped["state"] == "stopped"
    assert finished(http, with_other).state == "done"
    bad = finished(http, http.post("/api/analysis/annonces", json={"hand": [0] * 8}).json())
    assert bad.refusal is not None
    assert bad.refusal.code == "bad_entry"


# Explorer -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", kibitz.names())
def test_scenes(http: httpx.Client, game: str) -> None:
    reply = messages.SceneReply.model_validate(http.get(f"/api/analysis/scenes/{game}").json())
    again = http.post("/api/analysis/scenes", json={"link": reply.link}).json()
    assert again == json.loads(reply.model_dump_json())
    action = reply.legal[0]
    scene = reply.scene | {"actions": [action]}
    later = http.post("/api/analysis/scenes", json={"scene": scene}).json()
    assert later["position"]["ply"] == 1
    state = kibitz.game(game).new(deal=reply.scene["deal"], chance="explicit")
    state.apply(action)
    position = {"game": game, "position": state.position()}
    there = http.post("/api/analysis/scenes", json={"scene": position})
    assert there.json()["legal"] == state.legal(), there.text
    asked = {"link": reply.link, "bots": ["simple", "random"], "worlds": 2}
    found = http.post("/api/analysis/explore", json=asked)
    explored = messages.ExplorerReply.model_validate(found.json())
    assert [one.bot for one in explored.hints] == ["simple", "random"]


def test_a_scene_as_text(http: httpx.Client) -> None:
    """A deal of Belote can be copied as CFN and pasted; other games have none."""
    reply = http.get("/api/analysis/scenes/belote").json()
    assert http.post("/api/analysis/scenes", json={"text": reply["text"]}).json() == reply
    assert http.get("/api/analysis/scenes/qwixx").json()["text"] is None
    refused(http.post("/api/analysis/scenes", json={"text": "cfn9"}), 400, "bad_text")


def test_the_rest_of_a_deal(http: httpx.Client) -> None:
    scene = {"game": "ohhell", "options": {"schedule": [3]}, "deal": {"hands": [[51, 50]]}}
    reply = http.post("/api/analysis/scenes", json={"scene": scene, "fill": True}).json()
    assert {51, 50} <= set(reply["scene"]["deal"]["hands"][0])
    assert [len(hand) for hand in reply["position"]["hands"]] == [3, 3, 3, 3]
    refused(http.post("/api/analysis/scenes", json={"scene": scene}), 400, "bad_deal")


def test_a_scene_between_rolls_tells_what_it_is_worth(http: httpx.Client) -> None:
    position = {
        "step": "roll", "active": 0, "dice": None, "sheets": [[7, 0, 0, 0], [0, 0, 0, 0]],
        "strikes": [0, 1], "closed": [False] * 4, "marked": False, "answers": [],
    }  # fmt: skip
    scene = {"game": "qwixx", "options": {"players": 2}, "position": position}
    reply = http.post("/api/analysis/scenes", json={"scene": scene}).json()
    rows = {(row["bot"], row["name"]): row["seats"] for row in reply["worth"]}
    assert rows["value", "chance"][0] > 0.5 > rows["value", "chance"][1]
    assert len(rows) == 8
    rolled = http.post("/api/analysis/scenes", json={"scene": scene | {"chance": [0]}}).json()
    assert rolled["worth"] == []


def test_scenes_that_are_none(http: httpx.Client) -> None:
    for body, code in (
        ({}, "bad_position"),
        ({"link": "abc"}, "bad_link"),
        ({"scene": {"game": "chess"}}, "unknown_game"),
        ({"scene": {"game": "belote", "seed": "7", "actions": [0]}}, "illegal_action"),
        ({"scene": {"game": "belote", "position": {"hands": []}}}, "bad_position"),
        ({"scene": {"game": "belote", "seed": str(2**256)}}, "bad_link"),
    ):
        answer = http.post("/api/analysis/scenes", json=body)
        assert answer.json()["code"] == code, answer.text
    refused(http.get("/api/analysis/scenes/belote?options=7"), 400, "bad_question")
    long = "[" * 2001
    refused(http.get(f"/api/analysis/scenes/belote?options={long}"), 400, "bad_message")


# Advisor ------------------------------------------------------------------------------------------


def test_the_advisor(http: httpx.Client) -> None:
    asked: dict[str, Any] = {"game": "ohhell", "options": {"schedule": [2]}, "seat": 1}
    address = "/api/analysis/advisor"
    reply = messages.AdvisorReply.model_validate(http.post(address, json=asked).json())
    assert (reply.expects.kind, reply.expects.hand_size, reply.position) == ("deal", 2, None)
    # The ace and king of hearts; spades are trump. The dealer's left leads.
    asked["entries"] = [
        {"kind": "deal", "hand": [38, 37], "dealer": 3, "turned": 51},
        *[{"kind": "action", "action": 53} for _ in range(3)],
        {"kind": "action", "action": 52},
        {"kind": "action", "action": 26},  # seat 0 leads the two of hearts
    ]
    reply = messages.AdvisorReply.model_validate(http.post(address, json=asked).json())
    assert (reply.accepted, reply.refused) == (6, None)
    assert reply.expects.yours
    assert reply.expects.actions == [37, 38]
    assert reply.position is not None
    assert reply.position.hands is None
    hint = http.post(f"{address}/hint", json=asked | {"bot": "smart", "worlds": 4}).json()
    assert messages.HintReply.model_validate(hint).action in (37, 38)
    asked["entries"].append({"kind": "action", "action": 38})
    asked["entries"].append({"kind": "action", "action": 37})  # which one holds oneself
    reply = messages.AdvisorReply.model_validate(http.post(address, json=asked).json())
    assert reply.accepted == 7
    assert reply.refused is not None
    assert reply.refused.code == "impossible_entry"
    assert "in your own hand" in reply.refused.sentence
    refused(http.post(f"{address}/hint", json=asked), 400, "impossible_entry")
    refused(http.post(address, json=asked | {"seat": 9}), 400, "bad_seat")
    # The same as one text.
    text = "AH KH dealer 3 turned AS; bid 1; bid 1; bid 1; bid 0; 2H"
    said = {name: asked[name] for name in ("game", "options", "seat")} | {"text": text}
    read = http.post(f"{address}/read", json=said).json()
    plain = [{k: x for k, x in entry.items() if k != "belote"} for entry in read["entries"]]
    assert plain == asked["entries"][:6]
    wrong = http.post(f"{address}/read", json=said | {"text": text + "; 3S 4S"})
    refused(wrong, 400, "bad_entry")
    assert "entry 7 (3S 4S)" in wrong.json()["sentence"]
    refused(http.post(address, json=asked | {"entries": [{"kind": "x"}]}), 400, "bad_message")
