"""A snapshot as a bot: its weights and a spec in `runs/bots/<game>/`, a folder of bots.

The weights are copied, so the bot stays when the run is deleted. `kibitz serve` adds the folder to
KIBITZ_BOTS; on the command line `--bots runs/bots` does.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kibitz.core.files import write_atomic
from kibitz.core.game import Game
from kibitz.learning import config, recipe
from kibitz.learning.checkpoint import network
from kibitz.learning.naming import ENDING, step_of
from kibitz.learning.run_folder import Folder
from kibitz.server.training.runs import Runs

TABLE = 4  # players at a table, where the run has tables of that size


def bots_folder(runs: Path) -> Path:
    return runs.absolute() / "bots"


def promote(runs: Runs, folder: Folder, file: Path) -> tuple[str, Path]:
    """Make a snapshot or checkpoint a bot; return its name and the file of its spec."""
    net = network(file)
    game = net.description.game
    word = file.stem.rpartition("_")[2]
    name = f"{folder.who()[2]}_{step_of(file) if word.isdigit() else word}"
    place = bots_folder(runs.root) / game
    place.mkdir(parents=True, exist_ok=True)
    spec = place / f"{name}.toml"
    net.save(place / f"{name}{ENDING}", {"from": file.name})
    about = f"The network {file.stem} of a training run."
    write_atomic(spec, f'about = "{about}"\n\n[play]\nmethod = "net"\nmodel = "{name}{ENDING}"\n')
    return name, spec


def table_of(folder: Folder) -> tuple[int, dict[str, Any]]:
    """Return the number of players and the options of a table like those of the run."""
    game, what, _ = folder.who()
    one = recipe.find(game, what)
    tables: list[Game] = one.module.tables(game, config.resolve(one.settings(), folder.config))
    chosen = min(tables, key=lambda table: (abs(table.players - TABLE), table.players))
    return chosen.players, dict(chosen.chosen_options())
