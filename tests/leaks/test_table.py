"""No leaks at the table: no byte sent to anybody reveals a card that they may not know.

Two proofs. Swapped worlds: put another world that a seat cannot tell from the truth under a table,
and every byte sent to the seat must stay the same; for a spectator, who knows less than any
seat, whichever seat's worlds are taken. Canaries: every card is called by a word that occurs
nowhere else, whole games are played at real tables with people, bots, spectators and people who
come back, and no message, error or log line may hold the word of a card that its reader cannot
know.
"""

import asyncio
import importlib
import itertools
import json
import logging
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.core.errors import KibitzError
from kibitz.server.hall import Hall
from kibitz.server.handlers import hint
from kibitz.server.limits import Limits
from kibitz.server.room import Room
from kibitz.server.thinking import KINDS, ask, hint_question, lanes, make_pool
from kibitz.table import bot_move, events
from kibitz.table.games import look as faces_of
from kibitz.table.projection import Around, look_back, project, summary
from kibitz.table.setup import SeatWish, Setup
from kibitz.table.store import Store
from kibitz.table.table import Table
from kibitz.workers.errors import Reported
from kibitz.workers.question import Answer, Question, Report
from kibitz.workers.worker_pool import WorkerPool
from tests.support.found import GAMES, choose, game_options, replay_line, round_options
from tests.table.tables import begun, do

STATES = 30  # tables a game in the test of swapped worlds
WITH_CARDS = [game for game in GAMES if faces_of(game).faces()]
PEOPLE = ("ada", "bob", "cyd", "dan", "eve", "fay", "gus", "hal")


# Swapped worlds ----------------------------------------------------------------------------------


def some_table(game: str, rng: random.Random) -> Table:
    """A random moment of a random game in which every seat is a person."""
    draw = game_options if rng.random() < 0.3 else round_options
    options = {k: list(v) if isinstance(v, tuple) else v for k, v in draw(game, rng).items()}
    table = begun(game, "", rng.getrandbits(64), options=options)
    seats = tuple(
        replace(seat, kind="person", player=PEOPLE[i], name=PEOPLE[i].title(), bot=None)
        for i, seat in enumerate(table.seats)
    )
    table = replace(table, seats=seats)
    for _ in range(rng.randrange(60)):
        if table.state is None or table.state.done:
            break
        action = choose(table.state, rng)
        seat = table.on_turn
        assert seat is not None
        table = do(table, events.Act(PEOPLE[seat], table.game, table.ply, action))
    return table


def all_bytes(table: Table, player: str | None) -> bytes:
    """Whatever somebody can receive about a table: messages, summaries, refusals."""
    messages: list[Any] = [
        project(table, player, Around(), since) for since in (None, table.seq - 1, table.seq // 2)
    ]
    messages.append(summary(table, player, Around()))
    who = player or "x"
    wrong = [events.Act(who, table.game, table.ply, action) for action in (0, 31, 40, 60, 10**6)]
    messages += [refusal(table, event) for event in (*wrong, events.Undo(who))]
    return json.dumps(messages).encode()


def refusal(table: Table, event: events.Event) -> str:
    """The sentence of a refusal; what is not refused reveals nothing here."""
    try:
        do(table, event)
    except KibitzError as error:
        return f"{error.code}: {error}"
    return ""


@pytest.mark.parametrize("game", GAMES)
def test_another_world_is_the_same_to_the_last_byte(game: str) -> None:
    changed = 0
    for number in range(STATES):
        table = some_table(game, random.Random(number))
        state = table.state
        assert state is not None
        if state.done:
            continue  # then everything is shown
        try:
            for seat in range(table.rules.players):
                seen, public = all_bytes(table, PEOPLE[seat]), all_bytes(table, None)
                asked = None
                if table.on_turn == seat:
                    asked = bot_move.for_view(table.view(seat), "simple", 1)
                for world in state.view(seat).worlds(kibitz.Stream(number), 2):
                    swapped = replace(table, state=world)
                    assert all_bytes(swapped, PEOPLE[seat]) == seen
                    assert all_bytes(swapped, None) == public
                    if asked is not None:
                        assert bot_move.for_view(swapped.view(seat), "simple", 1) == asked
                    changed += world.position() != state.position()
        except AssertionError:
            print(f"\ntable {number}, replay: {replay_line(state)}")
            raise
    assert changed > STATES / 4, "worlds hardly ever differ from the truth: nothing was tested"


@pytest.mark.parametrize("game", WITH_CARDS)
def test_the_test_of_swapped_worlds_can_fail(game: str) -> None:
    """With open cards the same comparison does find a difference."""
    table = some_table(game, random.Random(3))
    opened = replace(table, setup=replace(table.setup, open_cards=True))
    state = table.state
    assert state is not None
    worlds = state.view(0).worlds(kibitz.Stream(1), 10)
    messages = {all_bytes(replace(opened, state=world), PEOPLE[0]) for world in worlds}
    assert len(messages) > 1


@pytest.mark.parametrize("game", GAMES)
def test_looking_back_shows_what_was_seen_then(game: str) -> None:
    rng = random.Random(game)
    table = begun(game, seed=rng.getrandbits(64))
    table = replace(
        table,
        seats=tuple(
            replace(seat, kind="person", player=PEOPLE[i], bot=None)
            for i, seat in enumerate(table.seats)
        ),
    )
    then = []
    for _ in range(40):
        seat = table.on_turn
        assert seat is not None
        then.append([project(table, p, Around())["position"] for p in (PEOPLE[0], "nobody")])
        action = rng.choice(table.view(seat).legal())
        later = do(table, events.Act(PEOPLE[seat], table.game, table.ply, action))
        if later.status == "over":  # where all cards are open
            then.pop()
            break
        table = later
    assert then
    for ply, (own, public) in enumerate(then):
        assert look_back(table, PEOPLE[0], ply, None) == own
        assert look_back(table, "nobody", ply, None) == public


# Canaries ----------------------------------------------------------------------------------------

WORD = re.compile(r"canary(\d+)bird")
OPTIONS: dict[str, dict[str, Any]] = {"ohhell": {"schedule": [5, 2, 4]}, "dubito": {"players": 4}}


def canary(card: int) -> str:
    return f"canary{card}bird"


@pytest.fixture
def canaries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every card of every game has such a name, wherever a name is made."""
    for game in GAMES:
        look = importlib.import_module(f"kibitz.table.games.{game}")
        notation = importlib.import_module(f"kibitz.games.{game}.notation")
        faces = look.faces()
        if not faces:
            continue
        if hasattr(look, "CARD_NAMES"):
            monkeypatch.setattr(look, "CARD_NAMES", [canary(c) for c in range(len(faces))])
        else:
            monkeypatch.setattr(look, "card_name", canary)
        rules = kibitz.games.find(game)
        named = [canary_action(game, action) for action in range(rules.num_actions)]
        monkeypatch.setattr(notation, "ACTION_NAMES", named)


def cards_of(game: str, action: int) -> list[int]:
    """The cards that an action plays, derived independently of the rules."""
    if game == "belote":
        return [action] if action < 32 else []
    if game == "ohhell":
        return [action] if action < 52 else []
    if game == "codepiece":
        return [action - 11] if action >= 11 else []
    if game == "dubito":
        from kibitz.games.dubito.rules import LAYS

        return list(LAYS[action - 14]) if action >= 14 else []
    return []


def canary_action(game: str, action: int) -> str:
    return " ".join(map(canary, cards_of(game, action))) or f"call {action}"


def knowable(table: Table, seat: int | None) -> set[int]:
    """The cards that a seat, or a spectator, may have seen, from the deals and the raw log."""
    state, game = table.state, table.setup.game
    assert state is not None
    known: set[int] = set()
    for deal in state.chance:
        if isinstance(deal, dict):
            known |= set(deal["hands"][seat]) if seat is not None else set()
            known |= {deal["turned"]} if "turned" in deal else set()
    for event in state.events:
        data: Any = event.data
        if event.kind == "action" and game != "dubito":
            known |= set(cards_of(game, data))
        elif event.kind == "reveal" and game == "dubito":
            known |= set(revealed(data))
        elif event.kind == "discard":
            known |= set(data)
    return known


def revealed(data: tuple[int, ...]) -> Iterator[int]:
    """The cards of a doubt: after four numbers seat, size and cards of each play."""
    numbers = iter(data[4:])
    for _ in numbers:
        yield from itertools.islice(numbers, next(numbers))


class Ear:
    """Somebody who listens at a table and checks every byte at once."""

    def __init__(self, room: Room, player: str | None) -> None:
        self.room, self.player = room, player
        self.words = 0

    def send(self, text: str, said: frozenset[int] = frozenset()) -> None:
        """`said` are the cards that this person has just named: a refusal repeats them."""
        table = self.room.table
        if table.state is None or table.state.done:
            return  # at the end everything is shown
        seat = table.seat_of(self.player)
        received = {int(number) for number in WORD.findall(text)}
        self.words += len(received)
        unknown = received - knowable(table, seat) - said
        assert not unknown, f"{self.player} is shown {sorted(unknown)}: {replay_line(table.state)}"


@pytest.mark.usefixtures("canaries")
@pytest.mark.parametrize("game", WITH_CARDS)
async def test_no_canary_sings(game: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    clock = itertools.count(1000.0, 10.0)
    hall = Hall(Store(tmp_path / "t.db", 0), make_pool(workers=1), Limits(), lambda: next(clock))
    rng = random.Random(game)
    players = kibitz.game(game, **OPTIONS.get(game, {})).players
    seats = [SeatWish("me"), SeatWish("open"), *[SeatWish("bot", "simple")] * (players - 2)]
    setup = Setup(game, OPTIONS.get(game, {}), tuple(seats))
    words = 0
    for _ in range(3):
        room = await hall.create(setup, "ada", "Ada", "here")
        ears = [Ear(room, "ada"), Ear(room, "bob"), Ear(room, "eve"), Ear(room, None)]
        for ear in ears:
            await hall.watch(room, ear, None)
        await hall.happen(room, events.Sit("bob", "Bob"))
        await play_on(hall, room, ears, rng)
        words += sum(ear.words for ear in ears)
    await hall.close()
    assert words > 100, "hardly any card was ever shown: nothing was tested"
    assert not WORD.search(caplog.text)


async def play_on(hall: Hall, room: Room, ears: list[Ear], rng: random.Random) -> None:
    """A whole game, with wrong moves, undos, hints and people who come back in between."""
    while room.table.status != "over":
        while hall._tasks:
            await asyncio.wait(hall._tasks)
        table = room.table
        seat = table.on_turn
        if seat is None:
            continue
        player = table.seats[seat].player
        assert player is not None
        for wrong in (rng.randrange(table.rules.num_actions), 10**6):
            for who in ("ada", "bob", "eve"):
                if who != player or wrong not in table.view(seat).legal():
                    await refused(hall, room, ears, who, wrong)
        if rng.random() < 0.3:
            ear = rng.choice(ears)
            hall.unwatch(room, ear)
            await hall.watch(room, ear, rng.choice((None, 0, rng.randrange(table.seq + 1))))
        if rng.random() < 0.1:
            question = hint_question(table.view(seat), "rollout_fast", 2, table.ply)
            advice = hint.answer(question, lambda *_: None)
            next(ear for ear in ears if ear.player == player).send(json.dumps(advice))
        action = rng.choice(table.view(seat).legal())
        await hall.happen(room, events.Act(player, table.game, table.ply, action))


async def refused(hall: Hall, room: Room, ears: list[Ear], who: str, action: int) -> None:
    table = room.table
    with pytest.raises(KibitzError) as error:
        await hall.happen(room, events.Act(who, table.game, table.ply, action))
    known = action < table.rules.num_actions
    said = frozenset(cards_of(table.setup.game, action) if known else ())
    next(ear for ear in ears if ear.player == who).send(str(error.value), said)
    assert room.table is table


@pytest.mark.usefixtures("canaries")
def test_the_canary_is_found_where_it_leaks() -> None:
    table = begun("belote", seed=5)
    room = Room(table, None)
    assert table.state is not None
    hidden = table.state.chance[0]["hands"][1][0]
    with pytest.raises(AssertionError, match="is shown"):
        Ear(room, "ada").send(json.dumps({"text": f"East holds {canary(hidden)}"}))


async def test_a_bot_that_fails_reveals_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """What a bot says when it crashes may name its cards: only the kind of failure is sent."""

    class Crashing(WorkerPool):
        async def ask(
            self, question: Question, report: Report | None = None, seconds: float | None = None
        ) -> Answer:
            if question["ask"] == "hint" or question["bot"] == "simple":
                raise Reported("crashed", f"KeyError: {canary(7)}", "KeyError in choose rule.py:3")
            return {"action": 10**6}

    caplog.set_level(logging.DEBUG)
    clock = itertools.count(1000.0, 10.0)
    hall = Hall(
        Store(tmp_path / "t.db", 0),
        Crashing(KINDS, lanes(Limits(), 1)),
        Limits(),
        lambda: next(clock),
    )
    received: list[str] = []

    class All:
        player = "ada"

        def send(self, text: str) -> None:
            received.append(text)

    setup = Setup("codepiece", {}, (SeatWish("me"), *[SeatWish("bot", "rule")] * 3))
    room = await hall.create(setup, "ada", "Ada", "here")
    await hall.watch(room, All(), None)
    while room.table.status != "over":
        while hall._tasks:
            await asyncio.wait(hall._tasks)
        if room.table.on_turn == 0:
            with pytest.raises(Reported, match="crashed") as failed:
                await ask(hall.pool, hint_question(room.table.view(0), "rule", 0, 1))
            received.append(str(failed.value))
            action = room.table.view(0).legal()[0]
            await hall.happen(room, events.Act("ada", 1, room.table.ply, action))
    await hall.close()
    assert room.table.seats[1].bot == "random"
    messages = " ".join(received)
    assert "rule failed (illegal_action)" in messages
    assert "simple failed (crashed)" in messages
    assert "canary" not in messages
    assert "canary" not in caplog.text
