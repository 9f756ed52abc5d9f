"""Asking a bot with plain data: the same decision, and a failure that has a name."""

import json
import random

import pytest

from kibitz import bots
from kibitz.bots.bot import Bot
from kibitz.bots.remote.forfeit import BotFault
from kibitz.core.errors import UnknownBot
from kibitz.core.view import View
from kibitz.table import bot_move
from kibitz.table.seal import bot_seed
from kibitz.table.table import Table
from tests.support.found import GAMES
from tests.table.tables import act, begun, play


def asked(table: Table, bot: str) -> dict[str, object]:
    return bot_move.answer(json.loads(json.dumps(bot_move.question(table, bot))))


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_decides_as_it_would_here(game: str) -> None:
    for seed in range(5):
        rng = random.Random(seed)
        stop = rng.randrange(30)

        def late(table: Table, stop: int = stop) -> bool:
            return table.ply >= stop

        table = play(begun(game, seed=seed), rng, late)
        seat = table.on_turn
        if seat is None:
            continue
        for name in ("simple", "rollout_fast"):
            bot = bots.bot(game, name)
            bot.start(table.rules, seat, bot_seed(table.seed, table.bot_salt, seat, table.ply))
            assert asked(table, name)["action"] == bot.choose(table.view(seat))


def test_the_question_holds_no_hidden_card() -> None:
    table = play(begun("belote", seed=2**63 + 5), random.Random(2), lambda t: t.ply >= 9)
    question = bot_move.question(table, "simple")
    assert "world" not in question
    assert str(table.seed) not in json.dumps(question)
    assert table.state is not None
    seat = table.on_turn
    assert seat is not None
    for world in table.view(seat).worlds(1, 5):
        swapped = bot_move.for_view(world.view(seat), "simple", 1)
        assert swapped == bot_move.for_view(table.view(seat), "simple", 1)


def test_an_oracle_is_shown_the_game_where_it_is_open_anyway() -> None:
    table = begun("codepiece", "me oracle bot bot", open_cards=True)
    while table.on_turn != 1:
        table = act(table, 0)
    answer = asked(table, "oracle")
    assert answer["action"] in table.view(1).legal()
    closed = begun("codepiece")
    with pytest.raises(AssertionError):
        bot_move.question(closed, "oracle")


@pytest.mark.parametrize(
    ("error", "code"),
    [(ValueError, "crashed"), (SystemExit, "quit"), (MemoryError, "out_of_memory")],
)
def test_a_failure_has_a_name(
    error: type[BaseException], code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Failing(Bot):
        def choose(self, view: View) -> int:
            # A new one each time: its traceback would keep this table alive until the very end.
            raise error("10H")

    monkeypatch.setattr(bot_move, "_bot", lambda game, name: Failing())
    with pytest.raises(BotFault) as fault:
        asked(begun("belote", "bot bot bot bot"), "simple")
    assert fault.value.code == code


def test_only_names_are_bots() -> None:
    table = begun("belote", "bot bot bot bot")
    for name in ("x.py", "/etc/passwd", "http://localhost/", "../belote/rule.toml"):
        with pytest.raises(UnknownBot):
            bot_move.question(table, name)
