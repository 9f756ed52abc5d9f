"""Qwixx's look one turn ahead: the same on both engines, and sound in which moves it drops."""

from __future__ import annotations

import random

import numpy as np
import pytest

import kibitz
from kibitz import bots
from kibitz.arena import match, native
from kibitz.core.rng import Stream
from kibitz.core.state import State
from kibitz.core.view import View
from kibitz.errors import BadSpec
from kibitz.games.qwixx.view import QwixxView
from kibitz.nets import qwixx_value
from kibitz.nets.qwixx_inputs import Between
from kibitz.players.qwixx import look_ahead
from kibitz.players.qwixx.look_ahead import BLOCK, COLOURS, PAIRS, Close
from kibitz.players.qwixx.turn import Move, turn
from kibitz.players.qwixx.value import CLOSE, Outlook, ValueRule


def spec(rolls: int) -> bots.Spec:
    return bots.spec("qwixx", {"play": {"method": "value", "rolls": rolls}})


@pytest.mark.parametrize(
    ("players", "order"),
    [(1, "simultaneous"), (2, "simultaneous"), (2, "sequential"), (3, "simultaneous")],
)
def test_the_native_form_plays_the_same_games(players: int, order: str) -> None:
    game = kibitz.game("qwixx", players=players, order=order, engine="native")
    ahead, plain = spec(BLOCK + 1), bots.spec("qwixx", "value")
    assert ahead.native is not None
    assert plain.native is not None
    seating = [0] + [1] * (players - 1)
    fast = native.play_many(game, [ahead.native, plain.native], [seating], [3], keep=True)
    seated = [ahead.bot(), *(plain.bot() for _ in range(players - 1))]
    slow = match.play(game, seated, 3)
    assert fast.actions is not None
    assert fast.actions[0] == slow.record["actions"]


@pytest.mark.native_smoke
@pytest.mark.parametrize("order", ["sequential", "simultaneous"])
@pytest.mark.parametrize("players", [1, 2, 4])
def test_a_roll_comes_to_the_same_on_both_engines(players: int, order: str) -> None:
    rule = ValueRule(qwixx_value.load(), {4: "gaussian"}.get(players, "win"))
    state = kibitz.game("qwixx", players=players, order=order, engine="native").new(11)
    rng, compared = random.Random(11), 0
    while not state.done and compared < 40:
        view = state.view(state.player)
        outlook = Outlook(rule, view, turn(view))
        for end in outlook.ends(outlook.moves()[:2]):
            rolls = [rng.randrange(PAIRS * COLOURS) for _ in range(2)]
            native = look_ahead.after_rolls(rule, view, end, rolls)
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(rule, "native_after_rolls", lambda *_: None)
                assert look_ahead.after_rolls(rule, view, end, rolls) == native
            compared += 1
        state.apply(rng.choice(state.legal()))
    assert compared >= 20


@pytest.mark.native_smoke
def test_it_chooses_otherwise_in_close_decisions_only() -> None:
    """Natively: most games take another course, and equal seeds take the same one."""
    game = kibitz.game("qwixx", players=2, engine="native")
    forms = [one.native for one in (bots.spec("qwixx", "value"), spec(48))]
    seeds, seating = range(6), [[0, 0]] * 6
    plain, ahead, again = (
        native.play_many(game, [form], seating, seeds, keep=True).actions
        for form in (forms[0], forms[1], forms[1])
        if form is not None
    )
    assert plain is not None
    assert ahead is not None
    assert ahead == again
    assert sum(a != b for a, b in zip(plain, ahead, strict=True)) >= 4


def test_nothing_changes_where_one_move_is_far_ahead() -> None:
    plain, ahead = ValueRule(qwixx_value.load()), ValueRule(qwixx_value.load(), rolls=BLOCK)
    state = kibitz.game("qwixx", players=2).new(5)
    rng, alone, several = random.Random(5), 0, 0
    while not state.done:
        view = state.view(state.player)
        if len(view.legal()) > 1:
            rated = plain.rated(view)[1]
            best = max(value for _, value in rated)
            close = [move for move, value in rated if value >= best - CLOSE]
            found = ahead.considered(view, Stream(1))[1]
            if len(close) == 1:
                assert found == rated
                alone += 1
            else:
                assert [move for move, _ in found] == close
                several += 1
        state.apply(rng.choice(state.legal()))
    assert alone > 5
    assert several > 5


class Undecided:
    """A rule to which two moves are level: it likes the second one after every other roll."""

    def __init__(self, rolls: int) -> None:
        self.rolls = rolls
        self.dice: list[int] = []

    def quick(self, view: View) -> int:
        return view.legal()[0]

    def native_after_rolls(
        self, view: QwixxView, position: dict[str, object], rolls: list[int]
    ) -> None:
        """Count them here."""

    def value(self, state: State) -> list[float]:
        self.dice.append(state.record()["chance"][0])
        second = (len(self.dice) - 1) // BLOCK % 2 == 1
        return [0.5 + (0.1 if len(self.dice) % 2 else -0.1) * second, 0.5]


def test_any_36_rolls_have_every_pair_of_white_dice() -> None:
    state = kibitz.game("qwixx", players=2, order="sequential").new(1)
    view = state.view(state.player)
    now, rated = ValueRule(qwixx_value.load()).rated(view)
    assert now.own
    end = Between(((0,) * 4,) * 2, (0, 0), (False,) * 4, sequential=True)
    rule = Undecided(2 * PAIRS)
    found = look_ahead.look_ahead(
        rule, view, [(rated[0][0], end), (rated[1][0], end)], 0.05, Stream(4)
    )
    blocks = np.array(rule.dice).reshape(-1, 2, BLOCK)
    dice = blocks[:, 0].ravel().tolist()
    assert dice == blocks[:, 1].ravel().tolist(), "the same dice for both"
    assert len(dice) == 2 * PAIRS, "nobody was dropped"
    for first in (0, 11, PAIRS):
        pairs = [roll // COLOURS for roll in dice[first : first + PAIRS]]
        assert sorted(pairs) == list(range(PAIRS))
    assert len({roll % COLOURS for roll in dice}) > PAIRS, "the coloured dice are drawn"
    assert [value for _, value in found] == pytest.approx([0.5, 0.5])


def close(values: list[float]) -> Close:
    move = Move.__new__(Move)
    end = Between(((0,) * 4,), (0,), (False,) * 4, sequential=False)
    return Close(move, end, sum(values), values)


def test_moves_are_dropped_when_clearly_behind_or_hardly_different() -> None:
    noise = np.random.default_rng(1).normal(0, 0.05, BLOCK)
    luck = np.random.default_rng(2).normal(0, 0.1, BLOCK)  # of the dice, the same for all
    best = close(list(0.5 + luck))
    same = close(list(0.5 + luck))
    behind = close(list(0.47 + luck))
    unclear = close(list(0.499 + luck + noise))
    assert look_ahead.still([best, same], CLOSE) == [best]
    assert look_ahead.still([behind, best], CLOSE) == [best]
    left = look_ahead.still([best, unclear], CLOSE)
    assert left == [best, unclear]
    assert look_ahead.leader([same, best]) is same, "of equals the first"


@pytest.mark.parametrize("worth", [0.5, 0.6])
def test_a_dropped_move_is_never_rated_as_high_as_the_choice(worth: float) -> None:
    """It was dropped against an earlier leader, and is level with or ahead of the later one."""
    best, dropped = close([0.5] * (2 * BLOCK)), close([worth] * BLOCK)
    assert look_ahead._rating(dropped, best) < look_ahead._rating(best, best)


def test_a_dropped_move_is_not_chosen() -> None:
    """Passing was dropped, and is level with the final leader on the dice that they share."""
    game = kibitz.game("qwixx", players=2)
    state = game.new(1064633825449280004)
    for action in (0, 4, 5, 3, 3, 9, 3):
        state.apply(action)
    bot = bots.bot("qwixx", "level_8")
    bot.start(game, state.player, 16973903107840117886)
    assert game.action_name(bot.choose(state.view(state.player))) != "pass"


@pytest.mark.parametrize("rolls", [0, -1, 10_001, 1.5, "many"])
def test_rolls_out_of_range_are_refused(rolls: object) -> None:
    with pytest.raises(BadSpec, match="rolls"):
        bots.spec("qwixx", {"play": {"method": "value", "rolls": rolls}}).bot()


def test_the_choice_is_the_best_of_what_it_explains() -> None:
    bot, game = spec(24).bot(), kibitz.game("qwixx", players=2)
    state = game.new(1)
    bot.start(game, 0, 1)
    action = bot.choose(state.view(0))
    rows = bot.explain()["moves"]
    assert rows[0]["white"] == game.action_name(action)
    assert [row["value"] for row in rows] == sorted((r["value"] for r in rows), reverse=True)
