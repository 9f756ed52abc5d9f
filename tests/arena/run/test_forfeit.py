"""A broken promise is a lost game, not an exception, where forfeits are asked for."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import kibitz
from kibitz.arena.match import forfeited, play
from kibitz.bots.bot import Bot
from kibitz.bots.remote.forfeit import REASONS, BotFault, Forfeit, Quit, clean, fault_of
from kibitz.core.errors import IllegalAction, KibitzError, Malformed
from tests.bots.remote.strangers import others

Error = Callable[[], BaseException]

GAME = kibitz.game("ohhell", players=3, schedule=[2])


class Trouble(Bot):
    """Fails in the given way at its second decision.

    It makes its error when it raises it: one made earlier would keep its traceback, and
    with it the whole game, for as long as the tests run.
    """

    def __init__(self, error: Error | None = None, action: object = 0) -> None:
        self.error, self.action, self.asked = error, action, 0

    def choose(self, view: kibitz.View) -> int:
        self.asked += 1
        if self.asked == 1:
            return view.legal()[0]
        if self.error is not None:
            raise self.error()
        return self.action  # type: ignore[return-value]


class NoStart(Bot):
    def start(self, game: kibitz.Game, seat: int, seed: int) -> None:
        raise RuntimeError("not today")


def lose(bot: Bot, game: kibitz.Game = GAME) -> Forfeit:
    seats = [*others(game.players - 1), bot]
    played = play(game, seats, 4, forfeits=True)
    assert played.forfeit is not None
    assert played.forfeit.seat == game.players - 1
    assert played.outcome == forfeited(game, game.players - 1)
    assert played.record["returns"] is None  # the game was not played to its end
    assert len(played.returns) == game.players
    return played.forfeit


@pytest.mark.parametrize(
    ("bot", "reason", "sentence"),
    [
        (Trouble(lambda: ValueError("oh")), "crashed", "it raised ValueError: oh"),
        (Trouble(MemoryError), "out_of_memory", "memory limit"),
        (Trouble(lambda: SystemExit(2)), "quit", "sys.exit(2)"),
        (Trouble(lambda: Quit("left")), "quit", "left"),
        (Trouble(action=64), "illegal_move", "cannot take bid 12"),
        (Trouble(action="x"), "illegal_move", "has actions 0 to 64, not 'x'"),
        (Trouble(action=None), "illegal_move", "not None"),
        (NoStart(), "crashed", "it raised RuntimeError: not today"),
    ],
)
def test_named_reasons(bot: Bot, reason: str, sentence: str) -> None:
    found = lose(bot)
    assert (found.reason, sentence in found.message) == (reason, True), found


def test_without_forfeits_they_are_raised() -> None:
    with pytest.raises(ValueError, match="oh"):
        play(GAME, [*others(2), Trouble(lambda: ValueError("oh"))], 4)
    with pytest.raises(IllegalAction):
        play(GAME, [*others(2), Trouble(action=64)], 4)


def test_our_own_faults_are_nobodys_loss() -> None:
    with pytest.raises(Malformed):
        play(GAME, [*others(2), Trouble(lambda: Malformed("ours"))], 4, forfeits=True)
    with pytest.raises(KeyboardInterrupt):
        play(GAME, [*others(2), Trouble(KeyboardInterrupt)], 4, forfeits=True)


def test_partners_lose_together() -> None:
    assert forfeited(kibitz.game("belote"), 1) == [0.5, 0, 0.5, 0]
    assert forfeited(kibitz.game("codepiece"), 2) == [0, 0.5, 0, 0.5]
    assert forfeited(kibitz.game("ohhell", players=5), 0) == [0, *[0.25] * 4]
    assert forfeited(kibitz.game("qwixx", players=1), 0) == [0]
    assert lose(Trouble(action=-1), kibitz.game("belote")).reason == "illegal_move"


def test_every_reason_has_one_code() -> None:
    kinds = set(REASONS.values())
    assert len(kinds) == len(REASONS)
    for code, kind in REASONS.items():
        assert kind.code == code
        assert issubclass(kind, KibitzError)
        assert kind.fault == "bot"
        assert kind.__doc__


def test_a_strangers_text_is_made_harmless() -> None:
    assert clean("a\x1b[31mb\nc") == "a [31mb c"
    assert len(clean("x" * 9999)) == 500
    fault = fault_of(ValueError("\x1b]0;title\x07" + "y" * 9999))
    assert isinstance(fault, BotFault)
    assert str(fault).isprintable()
    assert all(line.isprintable() for line in fault.trace.splitlines())
