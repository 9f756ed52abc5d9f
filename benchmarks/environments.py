"""Decisions per CPU second of the Gymnasium and OpenSpiel environments, with observations.

    python benchmarks/environments.py [--seconds 1] [--against COMMIT]

In Gymnasium one seat learns and the others are random. In OpenSpiel random games are drawn first;
then each is played again and timed, and every node reads what a learner reads there: the chance
outcomes, or the legal actions and the information state tensor. `--against` runs the OpenSpiel
adapter of another commit on the same games, in turns with this one, and prints the ratio.
`kibitz.vector` is the fast road (benchmarks/speed.py); this is for code that needs one environment.
"""

from __future__ import annotations

import argparse
import importlib
import io
import random
import subprocess
import sys
import tarfile
import tempfile
import time
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pyspiel

import kibitz
import kibitz.envs.open_spiel
from kibitz.envs.gymnasium import env_id
from kibitz.envs.open_spiel import PREFIX

OLDER = "older_"
SHORT: dict[str, dict[str, Any]] = {"ohhell": {"players": 4, "schedule": [8]}}  # one round

# What the older adapter knows about a game; today's, if the older file imports what has moved.
OF_GAME = """

def _of_game(package, game):
    import importlib
    try:
        return importlib.import_module(f"{package}.games.{game}")
    except ImportError:
        return importlib.import_module(f"kibitz.envs.games.{game}")
"""


def speed(name: str, seconds: float) -> float:
    rng = np.random.default_rng(0)
    made = gymnasium.make(
        env_id(kibitz.games.find(name)), reward="returns", **SHORT.get(name, {})
    ).unwrapped
    env: Any = made
    _, info = env.reset(seed=1)
    steps, begin = 0, time.process_time()
    while time.process_time() - begin < seconds:
        legal = np.flatnonzero(info["action_mask"])
        over, info = env.step(legal[int(rng.random() * len(legal))])[2::2]
        steps += 1
        if over:
            _, info = env.reset()
    return steps / (time.process_time() - begin)


def load(name: str, prefix: str = PREFIX) -> Any:
    options = SHORT.get(name, {})
    parameters = {key: f"{x[0]};" if isinstance(x, list) else x for key, x in options.items()}
    return pyspiel.load_game(prefix + name, parameters)


def random_games(game: Any, count: int = 50) -> list[list[int]]:
    """Return the histories of random games."""
    rng, histories = random.Random(0), []
    for _ in range(count):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, chances)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
        histories.append(state.history())
    return histories


def open_spiel_speed(game: Any, histories: list[list[int]], seconds: float) -> float:
    steps, begin = 0, time.process_time()
    while time.process_time() - begin < seconds:
        for history in histories:
            state = game.new_initial_state()
            for action in history:
                if state.is_chance_node():
                    state.chance_outcomes()
                else:
                    state.legal_actions()
                    state.information_state_tensor()
                    steps += 1
                state.apply_action(action)
            assert state.is_terminal()
    return steps / (time.process_time() - begin)


def register_older(commit: str, folder: Path) -> None:
    """Register the games of another commit's adapter, over today's engine, under OLDER."""
    sources = subprocess.run(
        ["git", "archive", commit, "src/kibitz/envs"], check=True, capture_output=True
    ).stdout
    with tarfile.open(fileobj=io.BytesIO(sources)) as archive:
        archive.extractall(folder, filter="data")
    package = (folder / "src" / "kibitz" / "envs").rename(folder / "older_envs")
    for file in package.rglob("*.py"):
        text = file.read_text().replace("kibitz.envs", package.name)
        text = text.replace('registry.find("envs", game)', f"_of_game({package.name!r}, game)")
        file.write_text(text.replace('PREFIX = "kibitz_"', f"PREFIX = {OLDER!r}"))
    with (package / "extras.py").open("a") as extras:
        extras.write(OF_GAME)
    sys.path.insert(0, str(folder))
    importlib.import_module(f"{package.name}.open_spiel")


def compare(name: str, seconds: float) -> str:
    """Return how much faster today's adapter steps, both timed in turns."""
    older, today = load(name, OLDER), load(name)
    histories = random_games(today)
    parts = [
        (
            open_spiel_speed(older, histories, seconds / 4),
            open_spiel_speed(today, histories, seconds / 4),
        )
        for _ in range(4)
    ]
    before, now = (sum(speeds) / len(parts) for speeds in zip(*parts, strict=True))
    return f"OpenSpiel {before:,.0f} then, {now:,.0f} now: {now / before:.1f} x"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--against", metavar="COMMIT")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if given.against:
            register_older(given.against, Path(folder))
        for name in kibitz.names():
            if given.against:
                print(f"{name}: {compare(name, given.seconds)} (per CPU second)", flush=True)
                continue
            game = load(name)
            gym, spiel = (
                speed(name, given.seconds),
                open_spiel_speed(game, random_games(game), given.seconds),
            )
            print(
                f"{name}: Gymnasium {gym:,.0f}, OpenSpiel {spiel:,.0f} per CPU second", flush=True
            )


if __name__ == "__main__":
    main()
