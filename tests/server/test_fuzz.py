"""Garbage at the door: every message gets one answer with a name, and what was refused changed
nothing.

The messages go to the handler behind the frames (Speaker.hear), from four people: two players, a
spectator, and one who never said hello. A part is noise, a part are good messages with something
broken in them, a part are good ones at the wrong moment.
"""

import asyncio
import itertools
import json
import random
import string
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kibitz.server import auth, messages
from kibitz.server.hall import Hall
from kibitz.server.limits import Limits
from kibitz.server.messages import PROTOCOL
from kibitz.server.socket import Speaker
from kibitz.server.thinking import make_pool
from kibitz.table.store import Store
from kibitz.table.table import Table
from tests.server.conftest import FREE

MESSAGES = 25_000
SOAK = 1_000_000
LIMITS = replace(
    FREE,
    player_messages_max=10**9,
    spectator_messages_max=10**9,
    tables_address_max=20,
    rate_seconds=0.001,
)
JUNK: list[Any] = [
    None, True, False, -1, 0, 1, 7, 2**31, 2**53, 2**64, -(2**70), 0.5, 1e308, "", "x", "\x00",
    "é" * 300, "simple", "../../etc/passwd", "oracle", [], [1], [[]], {}, {"a": {}}, "ÿ\u202e",
    "abcdefgh1234", "'; DROP TABLE events; --", [None] * 100,
]  # fmt: skip


class Fuzzer:
    def __init__(self, seed: object, tables: list[str], tokens: list[str]) -> None:
        self.rng = random.Random(str(seed))
        self.tables, self.tokens = tables, tokens

    def message(self) -> str:
        kind = self.rng.random()
        if kind < 0.15:
            return self.noise()
        good = self.good()
        if kind < 0.35:
            return json.dumps(good)
        for _ in range(self.rng.choice((1, 1, 1, 2, 3))):
            good = self.broken(good)
        text = json.dumps(good)
        return self.mutated(text) if kind > 0.8 else text

    def noise(self) -> str:
        letters = self.rng.choice((string.printable, '{}[]",:0123456789truefalsenull', "\x00ÿ🂡"))
        return "".join(self.rng.choices(letters, k=self.rng.randrange(80)))

    def good(self) -> dict[str, Any]:
        """A message of the right form; its moment is seldom right."""
        rng = self.rng
        table = {"table": rng.choice(self.tables)}
        game = rng.choice(("belote", "qwixx", "ohhell", "nix"))
        kinds: list[dict[str, Any]] = [
            hello(rng.choice(self.tokens), rng.choice((PROTOCOL, PROTOCOL, PROTOCOL, 1)))
            | {"name": rng.choice(("A", "Bo"))},
            {"type": "create", "setup": {"game": game, "seats": [{"kind": "open"}] * 2}},
            {"type": "watch", "since": rng.choice((None, 0, 3, 10**6))} | table,
            {"type": "unwatch"} | table,
            {"type": "join", "seat": rng.choice((None, 0, 1, 3))} | table,
            {"type": "start", "bot": rng.choice(("nobody", "oracle"))} | table,
            {"type": "undo"} | table,
            {"type": "answer_undo", "accept": rng.random() < 0.5} | table,
            {"type": "rematch"} | table,
            {"type": "come_back"} | table,
            {"type": "take_over", "seat": rng.randrange(4)} | table,
            {"type": "pace", "pace_ms": 5, "paused": True} | table,
            {"type": "look", "ply": rng.randrange(20), "seat": rng.choice((None, 0, 1, 9))} | table,
            {"type": "ping"},
        ]
        move = {"type": "move", "game": 1, "ply": rng.randrange(60), "action": rng.randrange(20)}
        chosen = move | table if rng.random() < 0.3 else rng.choice(kinds)
        return chosen | ({"id": rng.randrange(100)} if rng.random() < 0.5 else {})

    def broken(self, message: dict[str, Any]) -> dict[str, Any]:
        changed = dict(message)
        key = self.rng.choice([*changed, "nix"])
        inner = changed.get(key)
        if isinstance(inner, dict) and inner and self.rng.random() < 0.7:
            changed[key] = self.broken(inner)
        elif self.rng.random() < 0.3 and key in changed:
            del changed[key]
        else:
            changed[key] = self.rng.choice(JUNK)
        return changed

    def mutated(self, text: str) -> str:
        place = self.rng.randrange(len(text) + 1)
        cut = self.rng.randrange(4)
        more = "".join(self.rng.choices(string.printable + '{}[]"', k=self.rng.randrange(4)))
        return text[:place] + more + text[place + cut :]


def hello(token: str, protocol: int = PROTOCOL) -> dict[str, Any]:
    return {"type": "hello", "protocol": protocol, "token": token}


def good_id(text: str) -> int | None:
    """The number of a message, as a client that sent it knows it."""
    try:
        number = json.loads(text)["id"]
    except (ValueError, TypeError, KeyError):
        return None
    good = isinstance(number, int) and not isinstance(number, bool) and 0 <= number < 2**53
    return number if good else None


def snapshot(hall: Hall) -> dict[str, tuple[Table, int]]:
    """Each table, and how far its game is: a table is a value, another one is another object."""
    found = {}
    for room in hall.rooms():
        state = room.table.state
        found[room.table.id] = (room.table, len(state.actions) if state else 0)
    return found


def same(one: dict[str, tuple[Table, int]], other: dict[str, tuple[Table, int]]) -> bool:
    return one.keys() == other.keys() and all(
        one[name][0] is other[name][0] and one[name][1] == other[name][1] for name in one
    )


async def fuzz(folder: Path, count: int, seed: object) -> Counter[str]:
    clock = itertools.count(1000.0, 10.0)  # so fast that no bot ever waits before its move
    store = Store(folder / "tables.db", window_seconds=0)
    hall = Hall(store, make_pool(LIMITS, 1), LIMITS, lambda: next(clock))
    tokens = auth.Tokens("key")
    names = [tokens.issue() for _ in range(3)]
    ada, bob, eve, stranger = speakers = [Speaker(hall, tokens, "here") for _ in range(4)]
    for speaker, token in zip((ada, bob, eve), names, strict=False):
        await speaker.hear(json.dumps(hello(token)))
    setup = {"game": "qwixx", "seats": [{"kind": "me"}, {"kind": "open"}]}
    await ada.hear(json.dumps({"type": "create", "setup": setup}))
    table = next(hall.rooms()).table.id
    await bob.hear(json.dumps({"type": "join", "table": table}))
    await eve.hear(json.dumps({"type": "watch", "table": table}))
    await settle(hall)  # the deal
    fuzzer = Fuzzer(seed, [table, table, table, "nosuchtable1"], [*names, "x" * 40])
    seen: Counter[str] = Counter()
    for number in range(count):
        if number % 1000 == 0:  # a page that was reloaded, and tables that were found since
            fuzzer.tables = [table] * 4 + [*snapshot(hall), "nosuchtable1"]
        speaker = speakers[fuzzer.rng.randrange(4)]
        if speaker is stranger:
            speaker.player = None
        text = fuzzer.message()
        await settle(hall)
        before = snapshot(hall)
        for one in speakers:
            drain(one)
        await speaker.hear(text)
        answers = [a for a in drain(speaker) if a["type"] not in ("table", "presence", "thinking")]
        context = f"seed {seed!r}, message {number}: {text!r} -> {answers}"
        assert len(answers) == 1, context
        assert answers[0]["re"] == good_id(text), context
        messages.from_server.validate_python(answers[0])
        code = answers[0].get("code", answers[0]["type"])
        assert code != "our_fault", context
        if answers[0]["type"] == "refusal":
            assert answers[0]["sentence"], context
            assert same(snapshot(hall), before), context
        seen[code] += 1
    await hall.close()
    return seen


async def settle(hall: Hall) -> None:
    """Wait until nothing happens by itself: no deal, no bot."""
    while hall._tasks:
        await asyncio.wait(hall._tasks)


def drain(speaker: Speaker) -> list[dict[str, Any]]:
    found = []
    while not speaker.outgoing.empty():
        found.append(json.loads(speaker.outgoing.get_nowait() or "null"))
    speaker.overflown = False
    return found


@pytest.mark.timeout(600)
async def test_garbage_is_refused_by_name(tmp_path: Path) -> None:
    seen = await fuzz(tmp_path, MESSAGES, 1)
    assert seen["bad_message"] > MESSAGES / 3
    for code in (
        "ok",
        "stale_move",
        "unknown_table",
        "say_hello",
        "no_session",
        "may_not_look",
        "unknown_protocol",
    ):
        assert seen[code] > MESSAGES / 2000, f"{code} hardly ever came: {seen}"


@pytest.mark.soak
@pytest.mark.timeout(7200)
async def test_a_million(tmp_path: Path) -> None:
    for seed in range(SOAK // MESSAGES):
        folder = tmp_path / str(seed)
        folder.mkdir()
        await fuzz(folder, MESSAGES, f"soak {seed}")


def test_the_limits_of_this_test_are_not_those_of_a_server() -> None:
    assert Limits() != LIMITS
