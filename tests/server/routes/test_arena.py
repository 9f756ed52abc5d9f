"""The arena over HTTP: nothing at first, then leaderboards, matches, games and their replays."""

import math
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from kibitz.arena.statistics.estimate import Estimate
from kibitz.server import arena_reader, messages
from kibitz.server.messages import arena as arena_messages
from tests.server.conftest import Server

MATCH = ["arena", "h2h", "rule", "highest_card", "--game", "codepiece", "-n", "3"]


def test_the_arena(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = tmp_path / "arena.db"
    monkeypatch.setenv("KIBITZ_STORE", str(store))
    with httpx.Client(timeout=60, base_url=server.base) as http:
        empty = arena_messages.ArenaReply.model_validate(http.get("/api/arena").json())
        assert (empty.boards, empty.matches) == ([], [])
        refused = http.get("/api/arena/matches/1/games")
        assert (refused.status_code, refused.json()["code"]) == (404, "unknown_arena_game")

        played = subprocess.run(
            [sys.executable, "-m", "kibitz", *MATCH], capture_output=True, text=True, check=False
        )
        assert played.returncode == 0, played.stderr
        reply = arena_messages.ArenaReply.model_validate(http.get("/api/arena").json())
        assert {row.bot for row in reply.boards[0].rows} == {"rule", "highest_card"}
        assert reply.matches[0].games == reply.boards[0].games == 6

        found = http.get("/api/arena/matches/1/games?offset=2&limit=3").json()
        games = [arena_messages.ArenaGame.model_validate(game) for game in found]
        assert [game.number for game in games] == [2, 3, 4]
        assert all(game.replay for game in games)
        path = "/api/arena/matches/1/games/3"
        record = messages.RecordReply.model_validate(http.get(path).json())
        assert record.summary.seats == games[1].seats
        assert record.summary.returns == games[1].returns
        at = http.get(f"{path}/positions/{record.summary.plies}?seat=2").json()
        position = messages.Position.model_validate(at)
        assert position.done
        assert position.scores == record.summary.returns

        for wrong, code in (
            ("/api/arena/matches/1/games/99", "unknown_arena_game"),
            ("/api/arena/matches/9/games/0", "unknown_match"),
            (f"/api/arena/matches/{2**31 - 1}/games", "unknown_match"),
            (f"/api/arena/matches/1/games/{2**53 - 1}", "unknown_arena_game"),
            (f"{path}/positions/999", "unknown_arena_game"),
        ):
            answer = http.get(wrong)
            assert (answer.status_code, answer.json()["code"]) == (404, code), wrong
        assert http.get(f"/api/arena/matches/1/games?offset={2**53 - 1}").json() == []
        for wrong in (
            f"/api/arena/matches/1/games?offset={2**53}",
            f"/api/arena/matches/1/games?offset={10**30}",
            "/api/arena/matches/1/games?offset=-1",
            "/api/arena/matches/1/games?limit=201",
            f"/api/arena/matches/{2**31}/games",
            f"/api/arena/matches/1/games/{2**53}",
        ):
            answer = http.get(wrong)
            assert (answer.status_code, answer.json()["code"]) == (400, "bad_message"), wrong


def test_an_interval_without_ends_has_none() -> None:
    """One deal says nothing about the error, which is not an error of 0."""
    sent = arena_reader.cell(Estimate(351.6, -math.inf, math.inf, 1))
    found = arena_messages.ArenaCell.model_validate(sent)
    assert (found.value, found.low, found.high) == (351.6, None, None)
