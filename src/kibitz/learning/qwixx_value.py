"""Train a value network of Qwixx by self-play with temporal differences, TD(lambda).

One round:
1. The current network plays `games` games, natively (native/learning): tables of one to five
   players in both orders, against itself, against ga, or both. Samples are the positions between
   turns, with every seat's TD(lambda) targets. In the first round ga plays `pretrain` games alone,
   and their outcomes count, or the means of `rollouts` from each position; not if there is a
   network to `start` with. With `rolls` the targets are means over several rolls of the dice.
2. Train on the samples of the last `replay` rounds for `passes` epochs of small batches with Adam,
   symmetries of the rows included (qwixx_forms.py, which also has the losses of each network).
3. The network that plays, and the result, is an exponential moving average (EMA) of the weights
   after every batch, which is less noisy than the last ones.

The learning rate decays linearly. Round r draws everything from (seed, r), and the checkpoint after
it holds all tensors, those of the networks that played the rounds to replay included, so a run that
was stopped or killed resumes as if it had never stopped. The number of playing threads changes
nothing; torch itself uses one.

Method: Sutton 1988. Best-known application: Tesauro's TD-Gammon 1995.
"""

from __future__ import annotations

import functools
import json
import math
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz import games
from kibitz.arena import native
from kibitz.arena.statistics.estimate import Estimate, mean, share
from kibitz.core import engine
from kibitz.core.errors import BadEngine, BadModel, BadOption, MissingExtra
from kibitz.core.extras import install
from kibitz.core.options import whole_number
from kibitz.core.rng import check_seed, mix
from kibitz.learning.checkpoint import OtherRun
from kibitz.learning.qwixx_forms import FORMS, Form
from kibitz.nets import weights
from kibitz.nets.qwixx_inputs import PLAYERS_MAX
from kibitz.nets.qwixx_value import QwixxValue
from kibitz.players.qwixx import ga, staged, value

FORMAT = "kibitz qwixx value run 2"
RATE_END = 0.01  # of the learning rate, at the end
MEAN = 0.002  # weight of the newest weights in the EMA
OPENINGS = 24  # turns; native/learning/qwixx_samples.hpp explains them
EXPLORE = 0.1
PARTS = ("net", "mean", "first", "second")  # of a run: weights, their EMA, Adam's moments
ADAM = (0.9, 0.999, 1e-8)
RIVALS = (ga.WEIGHTS, staged.native()[1])

Samples = tuple[NDArray[np.int16], NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]


@dataclass(frozen=True)
class Settings:
    rounds: int = 120
    games: int = 8_000  # per round
    trace: float = 0.8  # lambda
    seed: int = 1
    pretrain: int = 160_000  # games of the first round
    rollouts: int = 0  # from each position of the first round; 0: the outcome of its game
    rolls: int = 0  # of the dice from each position of the later rounds; 0: that of its game
    replay: int = 1  # rounds to train on
    passes: int = 2
    batch: int = 2048
    rate: float = 1.5e-3
    tables: str = "6,34,22,20,18"  # weights of one to five players
    mixes: str = "45,35,20"  # weights of self-play, one against ga, both mixed
    start: str = ""  # file of a network to begin with, instead of games of ga
    form: str = "table"  # of the network: one of qwixx_forms.py

    def __post_init__(self) -> None:
        whole_number("rounds", self.rounds, 1, 1_000_000)
        whole_number("games", self.games, 1, 1_000_000)
        whole_number("pretrain", self.pretrain, 1, 10_000_000)
        whole_number("rollouts", self.rollouts, 0, 100_000)
        whole_number("rolls", self.rolls, 0, 10_000)
        whole_number("replay", self.replay, 1, 100)
        whole_number("passes", self.passes, 1, 100)
        whole_number("batch", self.batch, 2, 1_000_000)
        check_seed(self.seed)
        if not 0 <= self.trace <= 1:
            raise BadOption(f"trace must be a number from 0 to 1, not {self.trace!r}")
        if not 0 < self.rate <= 1:
            raise BadOption(f"rate must be a number above 0 and at most 1, not {self.rate!r}")
        shares("tables", self.tables, PLAYERS_MAX)
        shares("mixes", self.mixes, 3)
        if self.form not in FORMS:
            raise BadOption(f"form must be {' or '.join(FORMS)}, not {self.form!r}")


def shares(name: str, text: str, count: int) -> list[float]:
    """Parse weights such as "45,35,20"."""
    try:
        found = [float(word) for word in text.split(",")]
    except ValueError:
        found = []
    if len(found) != count or not all(0 <= x < math.inf for x in found) or not sum(found):
        raise BadOption(f"{name} must be {count} weights such as 1,2,0, not {text!r}")
    return found


@dataclass(frozen=True)
class Run:
    """A training run: the contents of a checkpoint."""

    settings: Settings
    round: int  # finished rounds
    steps: int  # batches trained on
    numbers: dict[str, weights.Tensors]  # by PARTS
    played: tuple[weights.Tensors, ...] = ()  # what played the rounds to replay, oldest first
    loss: float = 0.0  # of the last round: cross-entropy of the winner in nats, or of the scores

    @property
    def done(self) -> bool:
        return self.round >= self.settings.rounds

    @property
    def form(self) -> Form:
        return FORMS[self.settings.form]

    @property
    def net(self) -> QwixxValue:
        return QwixxValue(self.numbers["mean"])


def begin(settings: Settings) -> Run:
    _engine()
    _torch()
    rng = np.random.default_rng([settings.seed, 0])
    form = FORMS[settings.form]
    given = Path(settings.start) if settings.start else None
    start = form.start(rng) if given is None else weights.read(given, form.shapes)
    nothing = {name: np.zeros(shape, np.float32) for name, shape in form.shapes.items()}
    return Run(settings, 0, 0, {"net": start, "mean": start, "first": nothing, "second": nothing})


def advance(run: Run, threads: int = 1) -> Run:
    """Run one more round."""
    first = run.round - len(run.played)
    held = [samples(run.settings, first + i, net, threads) for i, net in enumerate(run.played)]
    held.append(samples(run.settings, run.round, run.numbers["mean"], threads))
    rng = np.random.default_rng([run.settings.seed, run.round + 1])
    keep = run.settings.replay - 1
    played = (*run.played, run.numbers["mean"])[-keep:] if keep else ()
    return replace(_learn(run, held, rng), played=played)


@functools.lru_cache(maxsize=4)
def _samples(settings: Settings, round_: int, key: int | None, threads: int) -> tuple[Samples, ...]:
    found: list[Samples] = _engine().qwixx_value_samples(
        key=key,
        rivals=RIVALS,
        players=shares("tables", settings.tables, PLAYERS_MAX),
        mixes=shares("mixes", settings.mixes, 3),
        seed=mix(settings.seed, round_),
        first=0,
        last=settings.pretrain if key is None else settings.games,
        openings=OPENINGS,
        explore=EXPLORE,
        trace=1.0 if key is None else settings.trace,
        rollouts=settings.rollouts,
        rolls=settings.rolls,
        threads=threads,
    )
    return tuple(found)


def samples(
    settings: Settings, round_: int, net: weights.Tensors, threads: int
) -> tuple[Samples, ...]:
    """Return the samples of a round by number of players: inputs, wins, points, final scores."""
    by_net = round_ > 0 or settings.start
    return _samples(settings, round_, QwixxValue(net).key if by_net else None, threads)


def _learn(run: Run, held: list[tuple[Samples, ...]], rng: np.random.Generator) -> Run:
    torch = _torch()
    numbers = {
        part: {name: torch.from_numpy(tensor.copy()) for name, tensor in tensors.items()}
        for part, tensors in run.numbers.items()
    }
    net, steps, losses = numbers["net"], run.steps, 0.0
    settings = run.settings
    rate = settings.rate * (1 + (RATE_END - 1) * run.round / settings.rounds)
    order = list(_batches(held, settings, rng))
    form = run.form
    symmetric = form.is_symmetric(run.numbers["net"])
    for tensor in net.values():
        tensor.requires_grad_(True)
    for rows, batch in order:
        steps += 1
        inputs, wins, points, finals = rows
        seen = torch.from_numpy(form.seen(inputs[batch], symmetric, rng))
        targets = [torch.from_numpy(array[batch]) for array in (wins, points, finals)]
        first, rest = form.losses(torch, form.outputs(torch, net, seen), *targets)
        found = torch.autograd.grad(first + rest, list(net.values()))
        gradients = dict(zip(net, found, strict=True))
        if symmetric:
            gradients = form.tied(torch, gradients)
        losses += float(first.detach())
        with torch.no_grad():
            _adam(torch, numbers, list(gradients.values()), rate, steps)
    plain = {
        part: {name: tensor.detach().numpy().copy() for name, tensor in tensors.items()}
        for part, tensors in numbers.items()
    }
    return replace(
        run, round=run.round + 1, steps=steps, numbers=plain, loss=losses / max(1, len(order))
    )


def _batches(
    held: list[tuple[Samples, ...]], settings: Settings, rng: np.random.Generator
) -> Iterator[tuple[Samples, NDArray[np.int64]]]:
    """Batches of one number of players each, in any order."""
    for _ in range(settings.passes):
        batches: list[tuple[Samples, NDArray[np.int64]]] = []
        for rows in (of_players for of_round in held for of_players in of_round):
            order = rng.permutation(len(rows[0]))
            starts = range(0, len(order), settings.batch)
            batches += [(rows, order[first : first + settings.batch]) for first in starts]
        yield from (batches[i] for i in rng.permutation(len(batches)))


def _adam(
    torch: Any, numbers: dict[str, dict[str, Any]], gradients: Any, rate: float, steps: int
) -> None:
    """Take one step of Adam (Kingma and Ba 2015), and update the EMA."""
    keep_first, keep_second, least = ADAM
    net, mean, first, second = (list(numbers[part].values()) for part in PARTS)
    torch._foreach_lerp_(first, gradients, 1 - keep_first)
    torch._foreach_mul_(second, keep_second)
    torch._foreach_addcmul_(second, gradients, gradients, 1 - keep_second)
    size = torch._foreach_div(second, 1 - keep_second**steps)
    torch._foreach_sqrt_(size)
    torch._foreach_add_(size, least)
    torch._foreach_addcdiv_(net, first, size, -rate / (1 - keep_first**steps))
    torch._foreach_lerp_(mean, net, max(MEAN, 1 / (1 + steps)))


def _engine() -> ModuleType:
    module = engine.native()
    if module is None:
        raise BadEngine("training plays hundreds of thousands of games and needs the native engine")
    return module


def _torch() -> Any:
    try:
        import torch
    except ModuleNotFoundError:
        raise MissingExtra(f"training needs PyTorch: {install('train')}") from None
    torch.set_num_threads(1)  # sums do not depend on the number of cores
    return torch


# Files -------------------------------------------------------------------------------------------


def checkpoint_of(model: Path) -> Path:
    """Return the checkpoint file of the run whose network goes to this file."""
    return model.with_name(f"{model.stem}.run{model.suffix}")


def save(run: Run, model: Path) -> None:
    """Replace the checkpoint, then the network, each atomically."""
    metadata = {"settings": json.dumps(asdict(run.settings)), "round": str(run.round)}
    held = metadata | {"format": FORMAT, "steps": str(run.steps), "loss": repr(run.loss)}
    held["played"] = str(len(run.played))
    parts = {f"{part}.{name}": t for part in PARTS for name, t in run.numbers[part].items()}
    for i, net in enumerate(run.played):
        parts |= {f"played{i}.{name}": tensor for name, tensor in net.items()}
    weights.write(checkpoint_of(model), parts, held)
    weights.write(model, run.numbers["mean"], {"about": run.form.about, **metadata})


def load(model: Path, settings: Settings) -> Run | None:
    """Load a checkpoint: None if there is none, OtherRun if its settings differ.

    A network without its run may be someone's work: it is not overwritten.
    """
    file = checkpoint_of(model)
    if not file.exists():
        if model.exists():
            raise OtherRun(f"{model} already exists without {file.name}: choose another name")
        return None
    try:
        metadata = weights.about(file)
        if metadata.get("format") != FORMAT:
            raise BadModel(f"{file} has another format")
        given = Settings(**json.loads(metadata["settings"]))
        if given != settings:
            raise OtherRun(f"{file} holds a run with other settings: {asdict(given)}")
        nets = [f"played{i}" for i in range(min(int(metadata["played"]), 100))]
        named = FORMS[settings.form].shapes
        shapes = {f"{part}.{name}": s for part in (*PARTS, *nets) for name, s in named.items()}
        held = weights.read(file, shapes)
        round_, steps, loss = (
            int(metadata["round"]),
            int(metadata["steps"]),
            float(metadata["loss"]),
        )
    except (BadModel, BadOption, ValueError, KeyError, TypeError) as error:
        raise OtherRun(f"{file} does not hold a run that can be resumed: {error}") from None
    parts = {p: {name: held[f"{p}.{name}"] for name in named} for p in (*PARTS, *nets)}
    played = tuple(parts.pop(name) for name in nets)
    return Run(settings, round_, steps, parts, played, loss)


# How strong it is --------------------------------------------------------------------------------


def compare(
    net: QwixxValue, players: int, order: str, series: int, seed: int, threads: int = 1
) -> Estimate:
    """Return the share of wins against ga at the other seats; for two, of outright wins.

    A series of dice is played from every seat. Alone at the table: the mean score.
    """
    rules = games.game("qwixx", players=players, order=order, engine="native")
    names = [value.native_of(net), ("ga", ga.WEIGHTS)]
    seating = np.tile(1 - np.eye(players, dtype=np.int32), (series, 1))
    seeds = np.repeat(np.arange(seed, seed + series), players)
    played = native.play_many(rules, names, seating, seeds, threads=threads)
    points = played.returns.reshape(series, players, players)
    mine = points[:, range(players), range(players)]
    if players == 1:
        return mean(list(mine[:, 0]))
    best = points.max(axis=2)
    sharers = (points == best[:, :, None]).sum(axis=2)
    won = (mine == best) / sharers
    if players == 2:
        won = won == 1
    return share(list(won.mean(axis=1)))
