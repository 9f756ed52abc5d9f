"""Whole games over the network, by a client that knows nothing but the protocol."""

import asyncio
import hashlib
import json
import random
from pathlib import Path
from typing import Any

import httpx
import pytest

import kibitz
from kibitz.server import messages
from tests.server.conftest import Server
from tests.support.found import GAMES
from tests.support.table_client import Client, Refused, session

SHORT: dict[str, dict[str, Any]] = {"ohhell": {"schedule": [3, 2, 4]}}


def chooser(seed: object) -> Any:
    return random.Random(str(seed)).choice


def check_messages(client: Client) -> None:
    for message in client.received:
        messages.from_server.validate_python(message)


@pytest.mark.parametrize("game", GAMES)
async def test_a_whole_game(game: str, server: Server) -> None:
    async with Client(server.base, await session(server.base)) as client:
        await client.create(game, options=SHORT.get(game, {}))
        over = await client.play(chooser(game))
    check_messages(client)
    result = over["result"]
    record = json.loads(result["record"])
    replayed = kibitz.game(game, **record["options"]).replay(record)
    assert replayed.returns() == result["returns"]
    sealed = hashlib.sha256(f"{result['seed']}:{result['salt']}".encode()).hexdigest()
    assert over["seal"] == sealed
    assert {m["seal"] for m in client.received if m["type"] == "table" and m["seal"]} == {sealed}
    moves = [line for line in client.history if line["kind"] == "action"]
    assert len(moves) >= over["position"]["ply"] / 2


async def test_a_finished_game_is_in_the_records(server: Server) -> None:
    token = await session(server.base)
    async with Client(server.base, token) as client:
        await client.create("codepiece")
        over = await client.play(chooser(1))
    async with httpx.AsyncClient(timeout=60, base_url=server.base) as http:
        name = over["result"]["record_id"]
        for _ in range(100):
            listed = (await http.get("/api/records", params={"game": "codepiece"})).json()
            if any(one["record"] == name for one in listed):
                break
        reply = (await http.get(f"/api/records/{name}")).json()
        assert reply["record"] == over["result"]["record"]
        assert reply["summary"]["seats"][0] == "Ada"
        assert reply["summary"]["your_seat"] is None, "asked by a stranger"
        mine = {"mine": True}
        assert (await http.get("/api/records", params=mine)).json() == []
        own = {"Authorization": f"Bearer {token}"}
        listed = (await http.get("/api/records", params=mine, headers=own)).json()
        assert [(one["record"], one["your_seat"]) for one in listed] == [(name, 0)]
        last = reply["summary"]["plies"]
        then = (await http.get(f"/api/records/{name}/positions/{last}")).json()
        assert then["done"]
        first = (await http.get(f"/api/records/{name}/positions/0", params={"seat": 1})).json()
        assert first["hands"][1] == first["hand"]
        assert (await http.get(f"/api/records/{name}/positions/{last + 1}")).status_code == 404
        assert (await http.get("/api/records/nosuchrecord")).status_code == 404


async def test_a_review_that_is_stopped_counts_once_all_was_looked_at(server: Server) -> None:
    async with Client(server.base, await session(server.base)) as client:
        await client.create("belote")
        over = await client.play(chooser(1))
    name, seat = over["result"]["record_id"], over["you"]
    headers = {"Authorization": f"Bearer {client.token}"}
    async with httpx.AsyncClient(timeout=60, base_url=server.base, headers=headers) as http:

        async def kept() -> dict[str, Any] | None:
            (found,) = (await http.get("/api/records", params={"mine": True})).json()
            assert found["record"] == name
            review: dict[str, Any] | None = found["review"]
            return review

        # Fine, so that it is far from its end after the first look.
        asked = {"record": name, "seat": seat, "worlds": 400, "seconds": 600}
        job = (await http.post("/api/analysis/reviews", json=asked)).json()
        path = f"/api/analysis/jobs/{job['job']}"
        found = job["review"]
        while not found or len(found["judged"]) < found["decisions"]:
            assert job["state"] in ("waiting", "running"), job
            assert await kept() is None
            await asyncio.sleep(0.02)
            job = (await http.get(path)).json()
            found = job["review"]
        stopped = (await http.delete(path)).json()
        assert (stopped["state"], stopped["review"]["ended"]) == ("stopped", "stopped")
        for _ in range(100):
            if (about := await kept()) is not None:
                break
            await asyncio.sleep(0.05)
        assert about is not None
        assert about["decisions"] == found["decisions"]


async def test_an_unlisted_game_is_in_the_records_of_its_players_only(server: Server) -> None:
    async with Client(server.base, await session(server.base)) as client:
        table = await client.create("codepiece", listed=False)
        await client.play(chooser(1))
    headers = {"Authorization": f"Bearer {client.token}"}
    async with httpx.AsyncClient(timeout=60, base_url=server.base) as http:
        for _ in range(100):
            own = await http.get("/api/records", headers=headers)
            if table in own.text:
                break
        assert table in own.text
        stranger = {"Authorization": f"Bearer {await session(server.base)}"}
        for other in ({}, stranger):
            assert table not in (await http.get("/api/records", headers=other)).text
            assert (await http.get(f"/api/records/{table}.1", headers=other)).status_code == 200


async def test_two_persons_and_a_spectator(server: Server) -> None:
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot"}, {"kind": "bot", "bot": "rule"}]
    ada = Client(server.base, await session(server.base), "Ada")
    bob = Client(server.base, await session(server.base), "Bob")
    eve = Client(server.base, await session(server.base), "Eve")
    async with ada, bob, eve:
        table = await ada.create("belote", seats=seats)
        assert ada.table is not None
        assert ada.table["status"] == "waiting"
        await eve.watch(table)
        await bob.watch(table)
        await bob.ask("join", table=table)
        with pytest.raises(Refused, match="no_open_seat"):
            await eve.ask("join", table=table)
        await ada.until(lambda m: m["status"] == "playing")
        await eve.until(lambda m: m["status"] == "playing")
        await bob.until(lambda m: m["status"] == "playing")
        await asyncio.gather(ada.play(chooser(3)), bob.play(chooser(4)))
        await eve.until(lambda m: m["status"] == "over")
        assert eve.table is not None
        assert eve.table["you"] is None
        await ada.ask("rematch", table=table)
        with pytest.raises(Refused, match="not_seated"):
            await eve.ask("rematch", table=table)
        await bob.ask("rematch", table=table)
        await bob.until(lambda m: m["game"] == 2)
    for client in (ada, bob, eve):
        check_messages(client)


async def test_bots_alone_are_watched(server: Server) -> None:
    seats = [{"kind": "bot"}] * 4
    async with Client(server.base, await session(server.base)) as client:
        table = await client.create("codepiece", seats=seats, pace_ms=10_000)
        assert client.table is not None
        await client.until(lambda m: m["position"] is not None)
        assert client.table["setup"]["open_cards"]
        assert all(client.table["position"]["hands"])
        await client.ask("pace", table=table, pace_ms=0)
        await client.until(lambda m: m["position"]["ply"] > 3)
        await client.ask("pace", table=table, paused=True)
        await client.ask("pace", table=table, paused=False)
        over = await client.until(lambda m: m["status"] == "over")
        looked = await client.ask("look", table=table, ply=2)
        assert looked["position"]["ply"] == 2
        assert over["result"] is not None
    check_messages(client)


async def test_a_long_thought_keeps_nobody_waiting(server: Server) -> None:
    """A hint, and a job that takes long, while bots and other messages continue."""
    async with Client(server.base, await session(server.base)) as client:
        table = await client.create("codepiece")
        while not client.my_turn():
            await client.receive()
        headers = {"Authorization": f"Bearer {client.token}"}
        async with httpx.AsyncClient(timeout=60, base_url=server.base, headers=headers) as http:
            asked = {"hand": [3, 2, 7, 6, 15, 14, 8, 16], "deals": 5000, "seconds": 600}
            job = (await http.post("/api/analysis/annonces", json=asked)).json()
            address = f"/api/analysis/tables/{table}/hint"
            hint = asyncio.create_task(http.post(address, json={"bot": "solver"}))
            await client.ask("ping")
            assert (await hint).json()["bot"] == "solver"
            await client.play(chooser(1))
            state = (await http.get(f"/api/analysis/jobs/{job['job']}")).json()["state"]
            assert state == "running", "the job runs beside all of it"
            await http.delete(f"/api/analysis/jobs/{job['job']}")
    check_messages(client)


async def test_undo_leave_and_come_back(server: Server) -> None:
    async with Client(server.base, await session(server.base)) as client:
        table = await client.create("ohhell", options={"schedule": [6]})
        while not client.my_turn():
            await client.receive()
        assert client.table is not None
        ply = client.table["position"]["ply"]
        await client.move(lambda legal: legal[0])
        await client.until(lambda m: m["can_undo"] and m["position"]["ply"] > ply)
        await client.ask("undo", table=table)
        undone = await client.until(lambda m: m["position"]["ply"] == ply)
        assert len(client.history) == ply + 1  # the deal, and what came before
        assert undone["notes"][-1]["kind"] == "undone_seen"
        await client.ask("leave", table=table)
        await client.until(lambda m: m["position"]["ply"] > ply)
        await client.ask("come_back", table=table)
        back = await client.until(lambda m: not m["seats"][0]["away"])
        assert back["seats"][0]["kind"] == "person"


async def test_a_lost_connection_misses_nothing(server: Server) -> None:
    token = await session(server.base)
    first = Client(server.base, token)
    async with first:
        table = await first.create("ohhell", options={"schedule": [8]}, pace_ms=30)
        for _ in range(3):
            while not first.my_turn():
                await first.receive()
            await first.move(chooser(2))
    second = Client(server.base, token)
    second.table, second.history, second.notes = first.table, first.history, first.notes
    async with second:
        await second.watch(table)
        assert second.table is not None
        assert second.table["keep"] == len(first.history), "only what was missed"
        await second.play(chooser(2))
        third = Client(server.base, token)
        async with third:
            await third.watch(table)
        assert third.history == second.history
        assert third.notes == second.notes


async def test_a_restarted_server_goes_on(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        token = await session(server.base)
        client = Client(server.base, token)
        async with client:
            table = await client.create("dubito")
            while not client.my_turn():
                await client.receive()
            await client.move(chooser(1))
    with Server(tmp_path) as server:
        again = Client(server.base, token)
        again.table, again.history, again.notes = client.table, client.history, client.notes
        async with again:
            welcome = again.received[0]
            assert [one["table"] for one in welcome["tables"]] == [table]
            await again.watch(table)
            assert any(note["kind"] == "restarted" for note in again.notes)
            await again.play(chooser(1))
            newcomer = Client(server.base, token)
            async with newcomer:
                await newcomer.watch(table)
            assert newcomer.history == again.history
