"""Settings of trainings and leagues that take seconds."""

from __future__ import annotations

import json
from pathlib import Path

from kibitz.learning import recipe, start
from kibitz.learning.run import Run

OHHELL = [
    "players=3", "player_weights=1", "hand_sizes=2,3", "trunk=32", "num_envs=32",
    "imitate_steps=4000", "imitate_chunk=1000", "imitate_batch=256", "steps=3000", "rollout=1000",
    "batch=256", "eval_games=0", "latest_seconds=0", "snapshot_interval=1000",
    "checkpoint_interval=1000", "self_play_start=0", "rescan_updates=1",
]  # fmt: skip


def begun(runs: Path, *sets: str, game: str = "ohhell", what: str = "ppo") -> Run:
    """A run of seconds, not yet gone."""
    base = OHHELL if game == "ohhell" else [s for s in OHHELL if not s.startswith(("pl", "ha"))]
    return start.begun(recipe.find(game, what), None, [*base, *sets], runs)


def league_file(folder: Path, *, agents: str = "", steps: int = 3000) -> Path:
    sets = "\n".join(
        f"{key} = {value if value.isdigit() else json.dumps(value)}"
        for key, _, value in (one.partition("=") for one in OHHELL)
        if "," not in value and key not in ("steps", "players", "player_weights", "trunk")
    )
    small = f"players = [3]\nplayer_weights = [1]\ntrunk = [32]\nsteps = {steps}\n{sets}\n"
    text = f'game = "ohhell"\n[agents.main]\n[agents.main.set]\n{small}'
    text += f'[agents.exploiter]\nrole = "exploiter"\n[agents.exploiter.set]\n{small}{agents}'
    file = folder / "league.toml"
    file.write_text(text)
    return file
