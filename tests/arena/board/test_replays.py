"""Games to look at."""

import pytest

from kibitz import bots, games
from kibitz.arena.board.replays import Candidate, Chosen, margin, replay
from kibitz.arena.match import play
from kibitz.arena.result import Result


def result(name: str) -> Result:
    game = games.game(name)
    played = play(game, [bots.bot(name, "simple") for _ in range(game.players)], 3)
    seats = tuple("abcdefgh"[: game.players])
    return Result(
        0,
        0,
        seats,
        3,
        tuple(played.returns),
        tuple(played.outcome),
        tuple(played.moves),
        tuple(played.seconds),
        None,
        str(played.record),
    )


@pytest.mark.parametrize("name", games.names())
def test_every_step_is_there(name: str) -> None:
    game, found = games.game(name), result(name)
    made = replay(game, found, 1)
    assert found.record is not None
    state = game.replay(found.record)
    assert len(made.steps) == len(state.chance) + len(state.actions)
    last = [made.lines[line] for line in made.steps[-1][1]]
    assert last == state.view(1).text().splitlines()
    assert all(what for what, _ in made.steps)
    assert len(set(made.lines)) == len(made.lines)


def test_all_cards_are_shown_after_the_game() -> None:
    words = " ".join(what for what, _ in replay(games.game("dubito"), result("dubito"), 0).steps)
    assert "lay " in words
    assert " is out" in words


def test_best_and_worst() -> None:
    found = result("qwixx")
    chosen = Chosen()
    for value in (3.0, 9.0, -2.0):
        chosen.offer(Candidate(value, found, 0))
    assert chosen.best is not None
    assert chosen.worst is not None
    assert (chosen.best.margin, chosen.worst.margin) == (9, -2)


def test_margins() -> None:
    four = Result(
        0, 0, tuple("abcd"), 1, (10.0, 4.0, 10.0, 4.0), (0.5, 0, 0.5, 0), (1,) * 4, (0.0,) * 4
    )
    assert margin(four, 0, (0, 2)) == 6
    assert margin(four, 1, (1,)) == 4 - (10 + 10 + 4) / 3
    alone = Result(0, 0, ("a",), 1, (77.0,), (1.0,), (1,), (0.0,))
    assert margin(alone, 0, (0,)) == 77
