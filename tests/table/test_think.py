"""Asking a bot with plain data: the same decision, and a failure that has a name."""

import json
import random

import pytest

from kibitz import bots
from kibitz.bots.bot import Bot
from kibitz.core.errors import UnknownBot
from kibitz.core.view import View
from kibitz.table import think
from kibitz.table.seal import bot_seed
from kibitz.table.table import Table
from tests.support.found import GAMES
from tests.table.tables import act, begun, play


def asked(table: Table, bot: str, *, explain: bool = False) -> dict[str, object]:
    question = json.loads(json.dumps(think.question(table, bot, explain=explain)))
    return think.answer(question)


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_decides_as_it_would_here(game: str) -> None:
    for seed in range(5):
        rng = random.Random(seed)
        stop = rng.randrange(30)
        table = play(begun(game, seed=seed), rng, lambda t, stop=stop: t.ply >= stop)
        seat = table.on_turn
        if seat is None:
            continue
        for name in ("simple", "rollout_fast"):
            bot = bots.bot(game, name)
            bot.start(table.rules, seat, bot_seed(table.seed, table.salt, seat, table.ply))
            assert asked(table, name)["action"] == bot.choose(table.view(seat))


def test_the_question_holds_no_hidden_card() -> None:
    table = play(begun("belote", seed=2**63 + 5), random.Random(2), lambda t: t.ply >= 9)
    question = think.question(table, "simple")
    assert "world" not in question
    assert str(table.seed) not in json.dumps(question)
    assert table.state is not None
    seat = table.on_turn
    assert seat is not None
    for world in table.view(seat).worlds(1, 5):
        swapped = think.about_view(world.view(seat), "simple", 1)
        assert swapped == think.about_view(table.view(seat), "simple", 1)


def test_an_oracle_is_shown_the_game_where_it_is_open_anyway() -> None:
    table = begun("codepiece", "me oracle bot bot", open_cards=True)
    while table.on_turn != 1:
        table = act(table, 0)
    answer = asked(table, "oracle")
    assert answer["action"] in table.view(1).legal()
    closed = begun("codepiece")
    with pytest.raises(AssertionError):
        think.question(closed, "oracle")


def test_a_search_explains_itself() -> None:
    table = begun("ohhell", "bot bot bot bot")
    answer = asked(table, "ismcts_fast", explain=True)
    explained = answer["explain"]
    assert isinstance(explained, dict)
    assert explained["method"] == "ismcts"


@pytest.mark.parametrize("error", [ValueError("10H"), SystemExit(3), MemoryError()])
def test_a_failure_is_an_answer(error: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    class Failing(Bot):
        def choose(self, view: View) -> int:
            raise error

    monkeypatch.setattr(think, "_bot", lambda game, name: Failing())
    answer = asked(begun("belote", "bot bot bot bot"), "simple")
    assert set(answer) == {"fault", "message"}


def test_only_names_are_bots() -> None:
    table = begun("belote", "bot bot bot bot")
    for name in ("x.py", "/etc/passwd", "http://localhost/", "../belote/rule.toml"):
        with pytest.raises(UnknownBot):
            think.question(table, name)
