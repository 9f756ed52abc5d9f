"""`kibitz train qwixx moments`: the published value network, by the loop of train_value.py."""

from __future__ import annotations

from pathlib import Path

from kibitz.cli.common.train_value import train_by


def train(config: Path | None, sets: list[str], output: Path | None, as_json: bool) -> None:
    """Train the network of scores; a run that was stopped goes on."""
    from kibitz.learning.recipes.qwixx_moments import Settings

    train_by(Settings, config, sets, output, as_json)
