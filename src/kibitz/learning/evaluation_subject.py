"""What to evaluate: a run's newest snapshot or a file, and the tables to play it at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kibitz import bots, games
from kibitz.bots.models import find_model
from kibitz.core.errors import BadModel, MissingModel
from kibitz.core.game import Game
from kibitz.learning import checkpoint, config, run_folder
from kibitz.learning.config import BadConfig
from kibitz.learning.errors import BadRun
from kibitz.learning.evaluation_games import Subject as Player
from kibitz.learning.naming import ENDING
from kibitz.learning.recipe import DEFAULT, find
from kibitz.nets import weights
from kibitz.nets.net import NETWORK

VALUE = "value"  # the method that plays by what a network says about the positions after a move


@dataclass(frozen=True)
class Subject:
    """A file, what plays with it, and where."""

    file: Path
    player: Player
    tables: list[Game]
    opponents: tuple[str, ...]
    scored_bids: bool


def subject(what: Path, players: Sequence[int] = ()) -> Subject:
    """Load the network of a run's folder or of a file, with the tables and opponents of its run.

    A file outside of a run gets those of its game's recipe. A file that is not there may be one of
    `kibitz models`, with or without its ending.
    """
    if not what.exists():
        if what.parent != Path():
            raise MissingModel(f"there is no run or weights file {what}")
        try:
            what = find_model(str(what) if what.suffix == ENDING else f"{what}{ENDING}", None)
        except MissingModel as error:
            raise MissingModel(
                f"{what} is not a run, a weights file or a model that `kibitz models` lists"
            ) from error
    run = _run_of(what)
    recipe_name = DEFAULT if run is None else run.who()[1]
    file = what
    if what.is_dir():
        newest = None if run is None else run.newest_snapshot()
        if newest is None:
            raise BadRun(f"{what} has no snapshot yet")
        file = newest
    game, player = _player(file)
    recipe = find(game, recipe_name)
    settings = config.resolve(recipe.settings(), run.config if run else None)
    tables: list[Game] = recipe.module.tables(recipe.game, settings)
    if players:
        missing = set(players) - {table.players for table in tables}
        if missing:
            has, wanted = (
                ", ".join(str(n) for n in sorted(counts))
                for counts in ({table.players for table in tables}, missing)
            )
            raise BadConfig(f"the network was trained for {has} players, not for {wanted}")
        tables = [table for table in tables if table.players in players]
    scored = bool(getattr(recipe.module, "SCORED_BIDS", False))
    return Subject(file, player, tables, settings.eval_bots or settings.bots, scored)


def _player(file: Path) -> tuple[str, Player]:
    """Return the game of a file, and what plays with its weights."""
    about = weights.about(file)
    game = about.get("about", "").partition(" ")[0]
    if NETWORK not in about and game in games.names():  # the network of a player like `value`
        return game, bots.spec(game, {"play": {"method": VALUE, "model": str(file.absolute())}})
    net = checkpoint.network(file)
    if not net.description.has("policy"):
        raise BadModel(
            f"{file} has no policy for whole games: it is a part of a player, such as a bidder; "
            "kibitz arena measures a player that uses it"
        )
    return net.description.game, net


def _run_of(what: Path) -> run_folder.Folder | None:
    if what.is_dir():
        return run_folder.of(what)
    try:
        return run_folder.of(what)
    except BadRun:
        return None
