"""Known deals: a finished game again, from any position; the deal of the day; resigning; emotes."""

import asyncio
import json
import random
from typing import Any

import httpx
import pytest

from kibitz.games import names
from kibitz.server import messages, run
from kibitz.server.routes import daily
from tests.server.conftest import Server
from tests.support.table_client import Client, Refused, session

ALONE = [{"kind": "me"}, {"kind": "bot", "bot": "simple"}]
SHORT = {"players": 2, "schedule": [2, 1]}


def chooser(seed: object) -> Any:
    rng = random.Random(f"deals-{seed}")
    return lambda legal: rng.choice(legal)


def client_of(server: Server, token: str) -> httpx.AsyncClient:
    headers = {"Authorization": f"Bearer {token}"}
    return httpx.AsyncClient(timeout=60, base_url=server.base, headers=headers)


async def kept(http: httpx.AsyncClient, record: str) -> dict[str, Any]:
    """The record, once it is stored."""
    answer = await http.get(f"/api/records/{record}")
    if answer.status_code != 200:
        await asyncio.sleep(0.05)
        return await kept(http, record)
    found: dict[str, Any] = answer.json()
    return found


async def test_a_game_is_played_again_from_a_position(server: Server) -> None:
    token = await session(server.base)
    async with Client(server.base, token) as ada, client_of(server, token) as http:
        await ada.create("ohhell", seats=ALONE, options=SHORT)
        first = await ada.play(chooser(1))
        record = first["result"]["record_id"]
        known = await kept(http, record)
        messages.RecordReply.model_validate(known)
        await ada.create("ohhell", seats=ALONE, origin={"record": record, "ply": 3})
        await ada.until(lambda m: m["position"] is not None)
        assert ada.table is not None
        assert ada.table["setup"]["options"]["schedule"] == [2, 1], "those of the first game"
        again = await ada.play(chooser(2))
        result = again["result"]
        assert result["seed"] == first["result"]["seed"]
        later = (await kept(http, result["record_id"]))["summary"]
        assert later["origin"] == {"record": record, "ply": 3, "day": None}
        assert later["bids"] is not None
        with pytest.raises(Refused) as refused:
            await ada.create("ohhell", seats=ALONE, origin={"record": record, "ply": 900})
        assert refused.value.code == "bad_setup"
        open_seats = [{"kind": "me"}, {"kind": "open"}]
        with pytest.raises(Refused) as refused:
            await ada.create("ohhell", seats=open_seats, origin={"record": record})
        assert refused.value.code == "bad_setup", "another person may not know the deal"


async def test_bots_answer_the_same_moves_of_a_known_deal_alike(server: Server) -> None:
    """Or luck of theirs would decide who did better with the same cards."""
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    options = {"players": 2, "schedule": [5, 5]}
    actions: list[list[int]] = []
    salts, record = set(), ""
    for name in ("Ada", "Bob"):
        token = await session(server.base, name)
        async with Client(server.base, token, name) as client, client_of(server, token) as http:
            origin: dict[str, Any] = {"origin": {"record": record}}
            await client.create(
                "ohhell", seats=seats, **(origin if record else {"options": options})
            )
            over = await client.play(lambda legal: legal[-1])
            record = over["result"]["record_id"]
            salts.add(over["result"]["salt"])
            actions.append(json.loads((await kept(http, record))["record"])["actions"])
    assert len(salts) == 2, "the seal does not give the deal away"
    assert actions[0] == actions[1]


async def test_the_deal_of_the_day_is_the_same_for_all(server: Server) -> None:
    results, bot_salts = [], set()
    for name in ("Ada", "Bob"):
        token = await session(server.base, name)
        async with Client(server.base, token, name) as client, client_of(server, token) as http:
            table = (await http.post("/api/daily/ohhell")).json()["table"]
            assert (await http.post("/api/daily/ohhell")).json()["table"] == table, "one try"
            before = await deal(http)
            assert (before["finished"], before["results"]) == (False, [])
            await client.watch(table)
            await client.until(lambda m: m["status"] == "playing")
            await client.ask("resign", table=table)
            await client.until(lambda m: m["status"] == "over")
            assert client.table is not None
            results.append(client.table["result"]["seed"])
            record = client.table["result"]["record_id"]
            await kept(http, record)
            row = server.app.app.state.hall.store.record(record)
            bot_salts.add(json.loads(row["about"])["bot_salt"])
            after = await deal(http)
            assert after["finished"]
            assert sum(one["you"] for one in after["results"]) == 1
            while len(after["results"]) < 3:  # the bots play as fast as they can
                await asyncio.sleep(0.05)
                after = await deal(http)
            bots = [(one["solver"], one["bot"]) for one in after["results"] if one["bot"]]
            assert sorted(bots) == [(False, "level_8"), (True, "oracle")]
    assert results[0] == results[1]
    assert len(bot_salts) == 1, "bots answer the same moves alike"
    assert after["players"] == 2, "bots are no people"
    assert [one["resigned"] for one in after["results"]] == [False, False, True, True]
    assert [one["place"] for one in after["results"]][2:] == [3, 3], "behind those who played on"
    for one in after["results"]:
        better = [each for each in after["results"] if each["place"] < one["place"]]
        assert one["place"] == 1 + len(better), "equals share a place"


async def deal(http: httpx.AsyncClient) -> dict[str, Any]:
    found = (await http.get("/api/daily")).json()
    for one in found:
        messages.Daily.model_validate(one)
    chosen: dict[str, Any] = next(one for one in found if one["game"] == "ohhell")
    return chosen


def test_two_bots_play_in_the_seat_of_a_person() -> None:
    own, house, solver = (
        daily.setup("belote", "2026-11-17", whose).check()
        for whose in ("ada", daily.HOUSE, daily.SOLVER)
    )
    assert [wish.kind for wish in own.seats] == ["bot", "bot", "me", "bot"], "South"
    assert house.seats[2].bot == "level_8"
    assert [wish.bot for wish in solver.seats[::2]] == ["oracle_dd", "oracle_dd"], "both hands"
    assert house.seats[::2][:1] == own.seats[::2][:1]
    assert own.seats[1::2] == house.seats[1::2] == solver.seats[1::2]
    assert own.origin == house.origin == solver.origin


def test_a_solver_plays_where_cards_are_hidden() -> None:
    found = {game: daily.oracle(game) for game in names()}
    assert found.pop("qwixx") is None, "nothing is hidden but the dice"
    assert set(found.values()) == {"oracle", "oracle_dd"}
    assert found["ohhell"] == "oracle"


async def test_resigning_is_a_loss_that_is_kept(server: Server) -> None:
    token = await session(server.base)
    async with Client(server.base, token) as ada, client_of(server, token) as http:
        table = await ada.create("belote")
        await ada.until(lambda m: m["status"] == "playing")
        await ada.ask("resign", table=table)
        await ada.until(lambda m: m["status"] == "over")
        assert ada.table is not None
        messages.TableMessage.model_validate(ada.table)
        result = ada.table["result"]
        assert (result["resigned"], result["outcome"]) == (0, [0, 0.5, 0, 0.5])
        found = await kept(http, result["record_id"])
        assert found["summary"]["resigned"] == 0
        asked = {"record": result["record_id"], "seat": 0, "worlds": 8}
        assert (await http.post("/api/analysis/reviews", json=asked)).status_code == 202
        await ada.ask("rematch", table=table)
        await ada.until(lambda m: m["game"] == 2 and m["result"] is None)


async def test_emotes_are_seen_by_all_and_sent_by_the_seated(server: Server) -> None:
    tokens = [await session(server.base, name) for name in ("Ada", "Bob")]
    async with Client(server.base, tokens[0]) as ada, Client(server.base, tokens[1], "Bob") as bob:
        table = await ada.create("qwixx", seats=[{"kind": "me"}, {"kind": "open"}])
        await bob.watch(table)
        with pytest.raises(Refused) as refused:
            await bob.ask("emote", table=table, emote="hello")
        assert refused.value.code == "not_seated"
        await ada.ask("emote", table=table, emote="hello")
        while bob.received[-1]["type"] != "emoted":
            await bob.receive()
        messages.Emoted.model_validate(bob.received[-1])
        assert (bob.received[-1]["seat"], bob.received[-1]["emote"]) == (0, "hello")


@pytest.mark.parametrize(("host", "reached"), [("127.0.0.1", False), ("0.0.0.0", True)])
def test_invitations_name_an_address_that_others_reach(host: str, reached: bool) -> None:
    with run.listen(host, 0) as made:
        port = made.getsockname()[1]
        found = run.outside_address(made)
    if not reached or found is None:  # a machine without a network
        assert found is None
        return
    assert found.startswith("http://")
    assert found.endswith(f":{port}")
    assert "127." not in found
    assert "0.0.0.0" not in found
