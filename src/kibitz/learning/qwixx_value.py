"""Train the value network of two-player Qwixx by self-play with temporal differences, TD(lambda).

One round:
1. The current network plays `games` games against itself, natively (native/learning). Samples are
   the positions between turns, each with its TD(lambda) target. In the first round `staged` plays
   four times as many games, and only their outcomes count.
2. Train on the samples for `PASSES` epochs of small batches with Adam. Half of each batch is
   mirrored: ascending rows for descending ones and all dice reversed, which is the same game.
3. The network that plays, and the result, is an exponential moving average (EMA) of the weights
   after every batch, which is less noisy than the last ones.
The learning rate decays linearly. Round r draws everything from (seed, r), and the checkpoint after
it holds all tensors, so a run that was stopped or killed resumes as if it had never stopped. The
number of playing threads changes nothing; torch itself uses one.

Method: Sutton 1988. Best-known application: Tesauro's TD-Gammon 1995.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz import games
from kibitz.arena import native
from kibitz.arena.statistics.estimate import Estimate, share
from kibitz.core import engine
from kibitz.core.errors import BadEngine, BadModel, BadOption, MissingExtra
from kibitz.core.extras import install
from kibitz.core.options import whole_number
from kibitz.core.rng import check_seed, mix
from kibitz.learning.checkpoint import OtherRun
from kibitz.nets import weights
from kibitz.nets.qwixx_value import NARROW, ROW_PART, SHAPES, TABLE, WIDE, QwixxValue
from kibitz.players.qwixx import ga, staged, value

FORMAT = "kibitz qwixx value run 1"
BATCH = 4096
PASSES = 2
RATE, RATE_END = 1e-3, 1e-5
MEAN = 0.002  # weight of the newest weights in the EMA
FIRST_TIMES = 4  # games of the first round, relative to later ones
OPENINGS = 24  # turns; native/learning/qwixx_samples.hpp explains them
EXPLORE = 0.1
SPREAD = 0.1  # of the initial weights of a table
BIAS = 0.1
PARTS = ("net", "mean", "first", "second")  # of a run: weights, their EMA, Adam's moments
ADAM = (0.9, 0.999, 1e-8)


@dataclass(frozen=True)
class Settings:
    rounds: int = 160
    games: int = 20_000  # per round
    trace: float = 0.8  # lambda
    seed: int = 1

    def __post_init__(self) -> None:
        whole_number("rounds", self.rounds, 1, 1_000_000)
        whole_number("games", self.games, 1, 1_000_000)
        check_seed(self.seed)
        if not 0 <= self.trace <= 1:
            raise BadOption(f"trace must be a number from 0 to 1, not {self.trace!r}")


@dataclass(frozen=True)
class Run:
    """A training run: the contents of a checkpoint."""

    settings: Settings
    round: int  # finished rounds
    steps: int  # batches trained on
    numbers: dict[str, weights.Tensors]  # by PARTS
    loss: float = 0.0  # of the last round, in nats

    @property
    def done(self) -> bool:
        return self.round >= self.settings.rounds

    @property
    def net(self) -> QwixxValue:
        return QwixxValue(self.numbers["mean"])


def begin(settings: Settings) -> Run:
    _engine()
    _torch()
    rng = np.random.default_rng([settings.seed, 0])
    start = {name: np.zeros(shape, np.float32) for name, shape in SHAPES.items()}
    start["table"] = rng.normal(0, SPREAD, (TABLE, WIDE)).astype(np.float32)
    start["table_bias"] += np.float32(BIAS)
    for name, size in (("hidden", WIDE), ("out", NARROW)):
        bound = size**-0.5
        start[name] = rng.uniform(-bound, bound, SHAPES[name]).astype(np.float32)
    nothing = {name: np.zeros(shape, np.float32) for name, shape in SHAPES.items()}
    return Run(settings, 0, 0, {"net": start, "mean": start, "first": nothing, "second": nothing})


def advance(run: Run, threads: int = 1) -> Run:
    """Run one more round."""
    inputs, targets = samples(run, threads)
    rng = np.random.default_rng([run.settings.seed, run.round + 1])
    return _learn(run, inputs, targets, rng)


def samples(run: Run, threads: int) -> tuple[NDArray[np.int16], NDArray[np.float32]]:
    """Return the input features of sampled positions, and the target of each."""
    by_net = run.round > 0
    _, numbers = value.native_of(run.net) if by_net else staged.native()
    count = run.settings.games * (1 if by_net else FIRST_TIMES)
    inputs, targets = _engine().qwixx_value_samples(
        by_net=by_net,
        numbers=numbers,
        seed=mix(run.settings.seed, run.round),
        first=0,
        last=count,
        openings=OPENINGS,
        explore=EXPLORE,
        trace=run.settings.trace if by_net else 1.0,
        threads=threads,
    )
    return inputs, targets


def _learn(
    run: Run, inputs: NDArray[np.int16], targets: NDArray[np.float32], rng: np.random.Generator
) -> Run:
    torch = _torch()
    numbers = {
        part: {name: torch.from_numpy(tensor.copy()) for name, tensor in tensors.items()}
        for part, tensors in run.numbers.items()
    }
    net, steps, losses = numbers["net"], run.steps, 0.0
    rate = RATE + (RATE_END - RATE) * run.round / run.settings.rounds
    order = list(_batches(len(targets), rng))
    mirror = np.arange(TABLE)
    mirror[: 2 * ROW_PART] = np.roll(mirror[: 2 * ROW_PART], ROW_PART)
    for tensor in net.values():
        tensor.requires_grad_(True)
    for batch in order:
        steps += 1
        seen = inputs[batch].astype(np.int64)
        half = len(batch) // 2
        seen[:half] = mirror[seen[:half]]
        logits = _logits(torch, net, torch.from_numpy(seen))
        wanted = torch.from_numpy(targets[batch])
        loss = torch.nn.functional.binary_cross_entropy_with_logits(logits, wanted)
        gradients = torch.autograd.grad(loss, list(net.values()))
        losses += float(loss.detach())
        with torch.no_grad():
            _adam(torch, numbers, gradients, rate, steps)
    plain = {
        part: {name: tensor.detach().numpy().copy() for name, tensor in tensors.items()}
        for part, tensors in numbers.items()
    }
    return replace(
        run, round=run.round + 1, steps=steps, numbers=plain, loss=losses / max(1, len(order))
    )


def _batches(count: int, rng: np.random.Generator) -> Iterator[NDArray[np.int64]]:
    for _ in range(PASSES):
        order = rng.permutation(count)
        for first in range(0, count, BATCH):
            yield order[first : first + BATCH]


def _logits(torch: Any, net: dict[str, Any], seen: Any) -> Any:
    """Compute the network of nets/qwixx_value.py with gradients."""
    wide = torch.nn.functional.embedding_bag(seen, net["table"], mode="sum") + net["table_bias"]
    narrow = torch.relu(wide) @ net["hidden"] + net["hidden_bias"]
    return torch.relu(narrow) @ net["out"] + net["out_bias"]


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
    parts = {f"{part}.{name}": t for part in PARTS for name, t in run.numbers[part].items()}
    weights.write(checkpoint_of(model), parts, held)
    weights.write(model, run.numbers["mean"], {"about": "qwixx value", **metadata})


def load(model: Path, settings: Settings) -> Run | None:
    """Load a checkpoint: None if there is none, OtherRun if its settings differ.

    A network without its run may be someone's work: it is not overwritten.
    """
    file = checkpoint_of(model)
    if not file.exists():
        if model.exists():
            raise OtherRun(f"{model} already exists without {file.name}: choose another name")
        return None
    shapes = {f"{part}.{name}": shape for part in PARTS for name, shape in SHAPES.items()}
    try:
        metadata = weights.about(file)
        if metadata.get("format") != FORMAT:
            raise BadModel(f"{file} has another format")
        held = weights.read(file, shapes)
        given = Settings(**json.loads(metadata["settings"]))
        round_, steps, loss = (
            int(metadata["round"]),
            int(metadata["steps"]),
            float(metadata["loss"]),
        )
    except (BadModel, BadOption, ValueError, KeyError, TypeError) as error:
        raise OtherRun(f"{file} does not hold a run that can be resumed: {error}") from None
    if given != settings:
        raise OtherRun(f"{file} holds a run with other settings: {asdict(given)}")
    numbers = {part: {name: held[f"{part}.{name}"] for name in SHAPES} for part in PARTS}
    return Run(settings, round_, steps, numbers, loss)


# How strong it is --------------------------------------------------------------------------------


def compare(net: QwixxValue, series: int, seed: int, threads: int = 1) -> Estimate:
    """Return the rate of outright wins against the shipped ga, two players, order sequential.

    A series of dice is played from both seats.
    """
    rules = games.game("qwixx", players=2, order="sequential", engine="native")
    names = [value.native_of(net), ("ga", ga.WEIGHTS)]
    seating = np.tile(np.array([[0, 1], [1, 0]], dtype=np.int32), (series, 1))
    seeds = np.repeat(np.arange(seed, seed + series), 2)
    played = native.play_many(rules, names, seating, seeds, threads=threads)
    seats = np.tile([0, 1], series)
    games_all = np.arange(len(seats))
    won = played.returns[games_all, seats] > played.returns[games_all, 1 - seats]
    return share(list(won.reshape(series, 2).mean(axis=1)))
