"""The field of Dubito: its measured figures, its native twins, and their speed.

The figures were measured with `benchmarks/strength/dubito_field.py --tables 40000`. Where tracker
plays in place of the published champion, the twelve players whose rules are published are within
three points of what is published of them (benchmarks/notes/dubito.md).
"""

from __future__ import annotations

import random
import time
from typing import Any

import pytest
from benchmarks.strength.dubito_field import FIELD, native_player, play_field

import kibitz
from kibitz import bots
from kibitz.arena import match, native
from kibitz.games.dubito.rules import DOUBT
from kibitz.players.dubito import claude, gemini
from kibitz.search.rollout import rollout

POINTS = 3.0

# Hard and soft wins in percent: exit=immediate, then exit=challenge.
MEASURED = {
    "honest": (9.1, 48.8, 14.0, 50.3),
    "trusting": (18.7, 39.2, 16.2, 32.7),
    "always_bluff": (18.3, 21.2, 15.5, 22.9),
    "always_doubt": (15.1, 31.6, 14.2, 33.6),
    "random": (8.8, 30.7, 9.2, 30.5),
    "tactical_doubt": (22.7, 42.9, 20.7, 43.0),
    "suspicion": (9.3, 43.6, 13.3, 46.0),
    "balanced": (28.4, 32.2, 24.7, 32.4),
    "adaptive": (24.1, 38.6, 21.7, 41.2),
    "risk_aware": (11.7, 37.8, 12.3, 34.2),
    "claude": (29.2, 50.4, 32.4, 48.9),
    "gemini": (34.0, 43.6, 31.6, 42.3),
    "chatgpt": (27.6, 44.3, 27.4, 47.7),
    "chatgpt_thinking": (23.4, 53.1, 27.3, 52.3),
}

# Published, of a field that a champion played in too; under immediate exit.
PUBLISHED = {
    "honest": (8.7, 47.5),
    "trusting": (19.0, 39.4),
    "always_bluff": (19.1, 18.6),
    "always_doubt": (13.0, 32.1),
    "random": (6.9, 31.5),
    "tactical_doubt": (20.1, 42.3),
    "suspicion": (9.5, 44.3),
    "balanced": (24.1, 30.9),
    "adaptive": (19.6, 36.7),
    "risk_aware": (12.2, 37.2),
    "claude": (26.6, 52.6),
    "gemini": (31.1, 43.6),
}


@pytest.mark.parametrize(("column", "exit_option"), [(0, "immediate"), (2, "challenge")])
def test_measured_figures_stand(column: int, exit_option: str) -> None:
    field = play_field(FIELD, 6_000, exit_option, seed=7)
    for line in field.lines:
        hard, soft = MEASURED[line.name][column : column + 2]
        assert abs(line.hard - hard) < POINTS, line
        assert abs(line.soft - soft) < POINTS, line


def test_the_field_is_the_published_one() -> None:
    """With the tracker for the champion; the two chatgpts by rank, fourth and fifth."""
    field = play_field((*FIELD, "tracker"), 8_000, "immediate", seed=8)
    lines = {line.name: line for line in field.lines}
    for name, (hard, soft) in PUBLISHED.items():
        assert abs(lines[name].hard - hard) < POINTS + lines[name].hard_error, lines[name]
        assert abs(lines[name].soft - soft) < POINTS + lines[name].soft_error, lines[name]
    order = sorted(lines, key=lambda name: -lines[name].score)
    assert order[0] == "tracker"
    assert set(order[1:3]) == {"claude", "gemini"}
    assert set(order[3:5]) == {"chatgpt", "chatgpt_thinking"}


def table(seed: int) -> tuple[kibitz.Game, list[str], int]:
    """A game with some of the field, the tracker and the hunter, and its seed."""
    rng = random.Random(seed)
    options: dict[str, Any] = {
        "players": rng.randint(3, 8),
        "exit": rng.choice(["challenge", "immediate"]),
        "max_turns": rng.choice([40, 1000]),
    }
    names = [rng.choice([*FIELD, "tracker", "hunter"]) for _ in range(options["players"])]
    return kibitz.game("dubito", engine="native", **options), names, rng.getrandbits(60)


def check_twins(seed: int) -> None:
    game, names, drawn = table(seed)
    players = [native_player(name) for name in names]
    played = native.play_many(game, players, [list(range(len(names)))], [drawn], keep=True)
    twin = match.play(game, [bots.bot("dubito", name) for name in names], drawn)
    assert played.actions == [twin.record["actions"]], f"check_twins({seed}): {names}"


@pytest.mark.native_smoke
def test_native_players_decide_as_their_python_forms() -> None:
    for seed in range(40):
        check_twins(seed)


@pytest.mark.soak
@pytest.mark.timeout(600)
def test_native_players_decide_as_their_python_forms_in_many_games() -> None:
    for seed in range(1000, 3000):
        check_twins(seed)


@pytest.mark.native_smoke
def test_a_native_search_takes_over_the_statistics_of_a_game_under_way() -> None:
    """From the middle of a game gemini and claude play rollouts as their Python forms do."""
    state = kibitz.game("dubito", players=3, engine="native").new(3)
    rng = random.Random(3)
    for _ in range(40):
        legal = state.legal()
        state.apply(legal[0] if legal[0] == DOUBT and rng.random() < 0.5 else rng.choice(legal))
    while len(state.legal()) > 30:  # a decision that is quick to roll out
        state.apply(state.legal()[-1])
    view = state.view(state.player)
    assert any(seat.doubts for seat in view.stats())
    for module in (gemini, claude):
        wanted = {"simulations": 3 * len(view.legal_actions), "seed": 1}
        twin = rollout(view, policy=module.NATIVE, **wanted)
        book = rollout(view, policy=module.choose, **wanted)
        assert book.engine == "python"
        assert twin.candidates == book.candidates


def test_native_players_are_fifty_times_faster() -> None:
    """Field games of four, as far as a busy machine can tell."""
    game = kibitz.game("dubito", engine="native")
    rng = random.Random(1)
    seating = [rng.sample(range(len(FIELD)), 4) for _ in range(400)]
    players = [native_player(name) for name in FIELD]
    native.play_many(game, players, seating[:50], range(50))  # warm
    begin = time.process_time()
    native.play_many(game, players, seating, range(400))
    fast = (time.process_time() - begin) / 400
    begin = time.process_time()
    for seed, row in enumerate(seating[:15]):
        match.play(game, [bots.bot("dubito", FIELD[k]) for k in row], seed)
    slow = (time.process_time() - begin) / 15
    assert slow > 50 * fast, f"{slow * 1e6:.0f} and {fast * 1e6:.0f} microseconds a game"
