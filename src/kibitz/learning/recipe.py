"""Recipes: what `kibitz train` offers, and how to assemble a run from one.

A module of recipes/ is named `<game>_<what>`. One that trains in stages has

    GAME       the game
    ABOUT      what it does, in a line
    REACHED    how strong it got, with the command; "" if not measured
    Settings   its settings: a frozen dataclass derived from PpoSettings
    kinds      the kinds of games it plays, given the settings
    tables     the games of an evaluation, one per player count
    session    optional: makes another session than the one below, with its own stages

`any_ppo` covers all other games. `imitate` and `expert` are the same recipe with other stages. A
plug-in's recipes are the modules of a package that it names as its entry point `kibitz.recipes`.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kibitz import bots, games
from kibitz.core import registry
from kibitz.core.errors import BadOption
from kibitz.core.game import Game
from kibitz.learning import recipes
from kibitz.learning.batch import Samples
from kibitz.learning.config import BadConfig
from kibitz.learning.cores import cores, threads
from kibitz.learning.game_kinds import Kind, base_weights, spread
from kibitz.learning.naming import ENDING
from kibitz.learning.opponents.opponent_pool import OpponentPool
from kibitz.learning.opponents.pfsp import Parameters as Pfsp
from kibitz.learning.rollouts import Rollouts
from kibitz.learning.run_folder import Folder
from kibitz.learning.settings import PpoSettings
from kibitz.nets.layers import Description
from kibitz.nets.net import REWARD, REWARD_SCALE, Net

if TYPE_CHECKING:
    from kibitz.learning.learner import Learner
    from kibitz.learning.run import Run, Show, Stage

ANY = "any"
LAYER = "recipes"  # of plug-ins
DEFAULT = "ppo"
STAGES = {"ppo": None, "imitate": ("imitate",), "expert": ("expert",)}  # other names of `ppo`
SNAPSHOT_OPPONENTS = 1  # newest snapshots that join the bots of an evaluation


@dataclass(frozen=True)
class Recipe:
    """A module of recipes/, for one game."""

    game: str
    what: str
    module: Any

    @property
    def staged(self) -> bool:
        """Whether it trains in stages; other recipes bring their own loop."""
        return hasattr(self.module, "kinds")

    def settings(self) -> type[PpoSettings]:
        kind: type[PpoSettings] = self.module.Settings
        return kind

    def start(self) -> list[str]:
        """Return what the recipe's name sets, before the command line does."""
        stages = STAGES.get(self.what)
        return [] if stages is None else [f"stages={','.join(stages)}"]


def listing() -> Iterator[Recipe]:
    """Iterate over the recipes in the folder, then over those of plug-ins."""
    for found in pkgutil.iter_modules(recipes.__path__):
        game, _, what = found.name.partition("_")
        yield Recipe(game, what, importlib.import_module(f"{recipes.__name__}.{found.name}"))
    for game in registry.games():
        for what in registry.modules(LAYER, game):
            module = registry.find(LAYER, game, what)
            if module is not None:
                yield Recipe(game, what, module)


def find(game: str, what: str = DEFAULT) -> Recipe:
    """Find a game's recipe by name; BadOption lists the available ones."""
    games.find(game)
    module = DEFAULT if what in STAGES else what
    known = {(one.game, one.what): one for one in listing()}
    found = known.get((game, module)) or known.get((ANY, module))
    if found is None:
        names = sorted(
            {one.what for one in known.values() if one.game in (game, ANY)} | set(STAGES)
        )
        raise BadOption(f"{game} has the recipes {', '.join(names)}, not {what!r}")
    return Recipe(game, what, found.module)


class Session:
    """What a recipe adds to the loop of run.py: collectors, pool, evaluation."""

    def __init__(self, recipe: Recipe, settings: PpoSettings, folder: Folder) -> None:
        self.recipe, self.settings, self.folder = recipe, settings, folder
        module = recipe.module
        self.kinds: list[Kind] = module.kinds(recipe.game, settings)
        self.tables: list[Game] = module.tables(recipe.game, settings)
        self.encoding = settings.encoding or None
        self._check_players()
        self.rollouts = Rollouts(settings, self.kinds, self._pool(), self.make_collector)
        self._check_load_dirs()

    def _check_load_dirs(self) -> None:
        """Refuse folders of snapshots that this network cannot play with, before a run begins."""
        from kibitz.learning.opponents.requests import check_snapshot

        for folder in self.settings.load_dirs:
            for file in sorted(Path(folder).glob(f"*{ENDING}"))[-1:]:
                check_snapshot(file, self.description())

    def _check_players(self) -> None:
        """Refuse players that do not exist, or cannot sit in a native pool, before a run begins."""
        given, game = self.settings, self.kinds[0].game
        seated = {*given.bots, *(name for name, _ in given.forced())}
        for name in seated if given.has_bots else ():
            if bots.spec(game.name, name).native is None and self.is_native:
                raise BadConfig(
                    f"{name} does not play natively, which bots and forced_bots of {game.name} need"
                )
        for name in (given.teacher, *given.eval_bots):
            if name and not name.endswith(ENDING):
                bots.spec(game.name, name)

    def _pool(self) -> OpponentPool:
        given = self.settings
        names = given.bots if given.has_bots else ()
        own = self.folder.snapshots if given.opponents in ("pool", "snapshots") else None
        others = [Path(name) for name in given.load_dirs]
        parameters = Pfsp(
            given.pfsp_exploration, given.pfsp_divisor, given.pfsp_max_mult, given.pfsp_window,
            given.pfsp_by_players,
        )  # fmt: skip
        if given.opponents == "snapshots" and others:
            own = None  # an exploiter plays only the main agent
        return OpponentPool(
            names, own, others, parameters=parameters, size=given.pool_size,
            is_open=given.self_play_start == 0,
            plays=(self.kinds[0].game.name, self.kinds[0].game.encoding(self.encoding)),
        )  # fmt: skip

    @property
    def is_native(self) -> bool:
        return all(kind.game.engine == "native" for kind in self.kinds)

    def description(self) -> Description:
        game = self.kinds[0].game
        given = self.settings
        name = game.encoding(self.encoding)
        return Description(
            game.name, name, game.encoding_size(name), game.num_actions, given.trunk,
            residual=given.residual, layer_norm=given.layer_norm,
        )  # fmt: skip

    def critic(self, actor: Description) -> Description | None:
        """Describe a critic that sees all hands: its input is what every seat observes."""
        given = self.settings
        if given.critic != "all":
            return None
        if not self.is_native or given.critic_trunk[0] % 16:
            raise BadConfig(
                "critic=all needs the native engine, and a critic_trunk that begins with a "
                "multiple of 16"
            )
        seats = max(kind.game.players for kind in self.kinds)
        return Description(
            actor.game, f"{actor.encoding} of all seats", seats * actor.inputs, 1,
            given.critic_trunk, heads=("value",),
        )  # fmt: skip

    def make_collector(self, weights: Sequence[float], seed: int) -> Any:
        from kibitz.learning import collector_choice

        return collector_choice.make(self.kinds, weights, seed, self.settings)

    def stages(self, learner: Learner) -> list[Stage]:
        return _stages(self, learner)

    # Samples of a teacher -----------------------------------------------------------------------

    def weights(self) -> list[float]:
        return spread(self.kinds, base_weights(self.kinds, self.settings.player_weights))

    def teach(self, chunk: int) -> Samples:
        """Return chunk k of the teacher's decisions, from games in no other chunk."""
        from kibitz.core.rng import mix

        given = self.settings
        seed = mix(mix(given.seed, 11), chunk)
        if given.search:
            return self._search(seed)
        found: Samples = self.make_collector(self.weights(), seed).collect_teacher(
            given.teacher, given.imitate_chunk
        )
        return found

    def _source(self) -> Any:
        from kibitz.learning.search_targets import Source

        given = self.settings
        games_ = [kind.game for kind in self.kinds]
        return Source(games_, self.weights(), self.encoding, given.reward, given.reward_scale)

    def _search(self, seed: int) -> Samples:
        from kibitz.bots.defaults import net_value, search_defaults
        from kibitz.learning import search_targets

        source, given = self._source(), self.settings
        game = self.kinds[0].game
        words = {"simulations": given.search_simulations, **rollout_settings(game, given.teacher)}
        horizon = search_defaults(game.name).get("horizon", "game")
        try:
            reward, unit = net_value(game.name, (given.reward, given.reward_scale))
        except BadOption:  # a shaped reward: games give the value, and searches aim at the win
            decide = search_targets.searched(given.search, words, source)
        else:
            words |= {"reward": reward, "horizon": "game" if reward == "outcome" else horizon}
            decide = search_targets.searched(given.search, words, source, unit)
        return search_targets.play(source, decide, given.expert_chunk, seed)

    def improve(self, chunk: int, net: Net) -> Samples:
        """Return samples of the network's own look-ahead."""
        from kibitz.core.rng import mix
        from kibitz.learning import search_targets

        source, given = self._source(), self.settings
        decide = search_targets.improved(source, net, given.expert_worlds, given.expert_temperature)
        seed = mix(mix(given.seed, 13), chunk)
        return search_targets.play(source, decide, given.expert_chunk, seed)

    # Called by run.py ---------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        return self.rollouts.state()

    def restore(self, held: Mapping[str, Any]) -> None:
        self.rollouts.restore(held)

    def snapshot_written(self) -> None:
        with self.rollouts.lock:
            self.rollouts.pool.rescan()

    def evaluate(self, learner: Learner, step: int) -> list[dict[str, Any]]:
        from kibitz.learning.evaluate import evaluate

        given = self.settings
        if not given.eval_games:
            return []
        named = list(given.eval_bots or given.bots)
        snapshots = sorted(self.folder.snapshots.glob("*.safetensors"))
        named += [str(file) for file in snapshots[-1 - SNAPSHOT_OPPONENTS : -1]]
        cells = evaluate(
            learner.net(), self.tables, named, given.eval_games,
            threads=threads(given.threads),
            scored_bids=getattr(self.recipe.module, "SCORED_BIDS", False),
        )  # fmt: skip
        return [cell.row(step) for cell in cells]

    def about(self) -> dict[str, str]:
        return value_metadata(self.settings)

    def request(self, asked: Mapping[str, Any]) -> None:
        from kibitz.learning.opponents.requests import obey

        with self.rollouts.lock:
            obey(self.rollouts.pool, self.kinds[0].game, self.description(), asked)

    def status(self) -> dict[str, Any]:
        return self.rollouts.status()


def rollout_settings(game: Game, teacher: str) -> dict[str, Any]:
    """Return the rollouts of a search: by the teacher, or the game's usual ones, if native."""
    from kibitz.bots.defaults import rollout_policy
    from kibitz.bots.searcher import native_policy, rollouts_of

    for name in (teacher, rollout_policy(game.name)):
        found = rollouts_of(game.name, name) if name else None
        policy = None if found is None else native_policy(game, found[0])
        if policy is not None:
            return policy
    return {"policy": "random"}


def value_metadata(settings: PpoSettings) -> dict[str, str]:
    """Return what the metadata of weights says about the unit of the value head."""
    return {REWARD: settings.reward, REWARD_SCALE: repr(settings.reward_scale)}


def build(
    recipe: Recipe,
    settings: PpoSettings,
    folder: Folder,
    name: str,
    show: Show | None = None,
    *,
    resumes: bool = False,
) -> Run:
    """Assemble a run, without first weights if it resumes from a checkpoint. Needs torch."""
    from kibitz.learning.learner import Learner
    from kibitz.learning.run import Run

    session = getattr(recipe.module, "session", Session)(recipe, settings, folder)
    description = session.description()
    learner = Learner(description, settings.seed, settings.precision, session.critic(description))
    if settings.init_weights and not resumes:
        _take_weights(learner, Path(settings.init_weights))
    stages = session.stages(learner)
    run = Run(folder, recipe.game, recipe.what, name, settings, learner, stages, session)
    if show is not None:
        run.show = show
    return run


def _take_weights(learner: Learner, file: Path) -> None:
    """Load the weights of a snapshot or a checkpoint."""
    from kibitz.learning import checkpoint
    from kibitz.learning.errors import ForeignCheckpoint

    net = checkpoint.network(file)
    if net.description != learner.description:
        raise ForeignCheckpoint(f"{file} holds a network for another game or of another shape")
    learner.load(net.tensors)


def _stages(session: Session, learner: Learner) -> list[Stage]:
    from kibitz.learning.run import Stage

    given = session.settings
    wanted = [s for s in given.stages if s != "imitate" or given.teacher or given.search]
    if not wanted:
        raise BadConfig("no stage is left: imitation needs a teacher or a searcher")
    rest = [stage for stage in wanted if stage != "imitate"]
    first = given.imitate_share if rest else 1.0
    makers = {"imitate": _imitate, "ppo": _ppo, "expert": _expert}
    found = []
    for stage in wanted:
        is_first = stage == "imitate"
        share = first if is_first else (1 - (first if "imitate" in wanted else 0)) / len(rest)
        steps = given.imitate_steps if is_first else given.steps
        if not steps and not given.minutes:
            raise BadConfig(f"the stage {stage} would never end: set steps or minutes")
        found.append(Stage(stage, steps, share, makers[stage](session, learner)))
    return found


def overlaps(wanted: str, is_native: bool) -> bool:
    """Whether to collect during training: by default only if threads cannot speed up collecting."""
    return wanted == "yes" or (wanted == "auto" and not is_native and cores() > 1)


def _imitate(session: Session, learner: Learner) -> Any:
    from kibitz.learning.algorithms.imitate import Imitate, Parameters

    given = session.settings
    parameters = Parameters(
        given.imitate_lr, batch=given.imitate_batch, epochs=given.imitate_epochs, seed=given.seed,
        threads=threads(given.threads),
    )  # fmt: skip
    return lambda: Imitate(learner, session.teach, parameters)


def _expert(session: Session, learner: Learner) -> Any:
    from kibitz.learning.algorithms.expert import Expert
    from kibitz.learning.algorithms.imitate import Parameters

    given = session.settings
    parameters = Parameters(
        given.lr, batch=given.imitate_batch, epochs=given.epochs, seed=given.seed,
        threads=threads(given.threads),
    )  # fmt: skip
    return lambda: Expert(learner, session.improve, parameters)


def _ppo(session: Session, learner: Learner) -> Any:
    from kibitz.learning.algorithms.ppo import Parameters, Ppo

    given = session.settings
    parameters = Parameters(
        given.lr, given.lr_end, given.batch, given.epochs, given.clip, given.value_clip,
        given.value_coef, given.entropy_coef, given.entropy_end, given.target_kl, given.grad_norm,
        given.pull, given.pull_coef, given.slow_rate, given.seed, given.critic_lr,
        overlaps(given.overlap, session.is_native), threads(given.threads),
    )  # fmt: skip

    def begin() -> Ppo:
        learner.renew_optimiser()
        return Ppo(learner, session.rollouts.collect, parameters)

    return begin
