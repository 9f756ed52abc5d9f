"""Whether a game keeps the contract: a few random games, with every promise checked on the way.

    found = check(kibitz.game("ohhell"), games=20)      # sentences; empty where all is well

It is quick and finds what breaks other layers. The tests of our own games look much closer, and at
both engines.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from kibitz.core.errors import IllegalAction, KibitzError, NotOver
from kibitz.core.game import Game
from kibitz.core.rng import Stream, mix
from kibitz.core.state import State
from kibitz.core.view import View

GAMES = 20
WORLDS = 3  # of a view
LOOKS = 8  # thorough ones, in a game of the greatest length
PROBLEMS_MAX = 5  # then it ends: more of the same help nobody


class Broken(Exception):
    """A promise that was not kept."""


def check(game: Game, games: int = GAMES, seed: int = 0) -> list[str]:
    """Return what is wrong, each with the seed of its game; games are played from `seed` on."""
    found: list[str] = []
    for number in range(seed, seed + games):
        try:
            _play(game, number)
        except Broken as error:
            found.append(f"seed {number}: {error}")
        except Exception as error:  # noqa: BLE001 (whatever other people's code may raise)
            found.append(f"seed {number}: {type(error).__name__}: {error}")
        if len(found) >= PROBLEMS_MAX:
            break
    return found


def _play(game: Game, seed: int) -> None:
    state, stream = game.new(seed), Stream(mix(seed, 1))
    for _ in range(game.max_length):
        if state.done:
            break
        _check_turn(state)
        if stream.below(game.max_length) < LOOKS:
            _look_closely(state, stream)
        legal = state.legal()
        state.apply(legal[stream.below(len(legal))])
    _want(state.done, f"the game continues after max_length = {game.max_length} actions")
    _check_end(state)


def _want(kept: object, sentence: str) -> None:
    if not kept:
        raise Broken(sentence)


def _check_turn(state: State) -> None:
    game, legal = state.game, state.legal()
    _want(0 <= state.player < game.players, f"player {state.player} is not a seat")
    _want(legal, "the player to act has no legal action")
    _want(legal == sorted(set(legal)), "legal() is not ascending")
    _want(legal[0] >= 0 and legal[-1] < game.num_actions, "an action is outside num_actions")
    _want(state.phase in game.PHASES, f"the phase {state.phase!r} is not in PHASES")
    _want(len(state.scores()) == game.players, "scores() has not one number a seat")


def _look_closely(state: State, stream: Stream) -> None:
    game, legal = state.game, state.legal()
    _refuses(state, lambda: state.apply(game.num_actions), IllegalAction, "an illegal action")
    _refuses(state, lambda: state.returns(), NotOver, "returns() before the end")
    for action in legal:
        name = game.action_name(action)
        _want(game.parse_action(name) == action, f"parse_action does not read {name!r} back")
    _check_copy(state, legal[stream.below(len(legal))])
    _check_position(state)
    for seat in range(game.players):
        _check_view(state, seat, stream)


def _refuses(state: State, call: Callable[[], object], error: type[KibitzError], what: str) -> None:
    before = state.position()
    try:
        call()
    except error:
        _want(state.position() == before, f"{what} is refused, but changes the state")
        return
    raise Broken(f"{what} is not refused with {error.__name__}")


def _check_copy(state: State, action: int) -> None:
    before, twin = state.position(), state.copy()
    twin.apply(action)
    _want(state.position() == before, "an action on a copy changes the original")
    twin.undo()
    _want(twin.position() == before, "undo does not lead back")


def _check_position(state: State) -> None:
    again = state.game.new(7, position=state.position())
    same = (again.position(), again.legal(), again.player, again.phase)
    _want(
        same == (state.position(), state.legal(), state.player, state.phase),
        "new(position=) begins another position",
    )


def _check_view(state: State, seat: int, stream: Stream) -> None:
    game, view = state.game, state.view(seat)
    _want(view.legal() == (state.legal() if seat == state.player else []), "a view's legal()")
    code = view.encode()
    _want(code.shape == (game.observation_size,), "encode() has not observation_size numbers")
    _want(code.dtype == np.float32 and np.isfinite(code).all(), "encode() is finite float32")
    _want(view.text(), "text() is empty")
    for world in view.worlds(stream, WORLDS):
        _want(_seen(world.view(seat)) == _seen(view), f"a world looks different to seat {seat}")


def _seen(view: View) -> tuple[object, ...]:
    return view.player, view.phase, view.legal_actions, view.history


def _check_end(state: State) -> None:
    game = state.game
    _want(state.legal() == [], "a finished game has legal actions")
    _want(len(state.returns()) == game.players, "returns() has not one number a seat")
    shares = state.outcome()
    _want(len(shares) == game.players and min(shares) >= 0, "outcome() has a share for each seat")
    _want(abs(sum(shares) - 1) < 1e-9, "the shares of outcome() do not sum to 1")
    again = game.replay(str(state.record()))
    _want(again.hash == state.hash, "a record replays to another game")
    for outcome in state.chance:
        text = game.outcome_name(outcome)
        _want(game.parse_outcome(text) == outcome, f"parse_outcome does not read {text!r} back")
