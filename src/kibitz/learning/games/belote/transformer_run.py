"""The loop that trains a transformer to bid (recipes/belote_transformer.py has the settings).

Two stages, both on auctions in which the transformer bids:

    teach    cross-entropy with the guide's policy; at first the guide makes most of the calls
    trials   values of the calls tried at each turn (trials.py), with the guide bidding on

`advance` is one update. A run is saved as two files: the network (an exponential moving average of
the weights) and, beside it, what a resumed run needs. Auctions and the replay buffer begin anew
when a run resumes; everything else continues.
"""

from __future__ import annotations

import copy
import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.arena.statistics.estimate import Estimate, mean
from kibitz.bots.models import load_network
from kibitz.core.errors import BadModel
from kibitz.core.rng import mix
from kibitz.games.belote.encode import SIZES
from kibitz.games.belote.rules import BID
from kibitz.learning.algorithms import IMPOSSIBLE
from kibitz.learning.algorithms.all_actions import losses
from kibitz.learning.config import BadConfig
from kibitz.learning.errors import BadRun
from kibitz.learning.games.belote import session, teacher
from kibitz.learning.games.belote.auctions import CALLS, Auctions
from kibitz.learning.games.belote.duel import duel
from kibitz.learning.games.belote.transformer import ENCODING, Transformer, by_transformer
from kibitz.learning.games.belote.transformer_settings import Settings
from kibitz.learning.games.belote.trials import Trials
from kibitz.learning.replay_buffer import ReplayBuffer
from kibitz.learning.torch_extra import torch
from kibitz.nets import weights
from kibitz.nets.net import Net

GRAD_NORM = 1.0
PARTS = ("net", "slow", "first", "second")  # weights, their moving average, Adam's moments
FORMAT = "belote transformer 1"
RIVAL = "parametric"

Floats = NDArray[np.float32]


@dataclass
class Run:
    """A run in progress; `teaching` and `trying` count the states learned from."""

    settings: Settings
    data: Data
    model: Transformer
    slow: Transformer
    optimiser: Any
    taught: int = 0
    tried: int = 0
    updates: int = 0
    figures: dict[str, float] = field(default_factory=dict)

    @property
    def done(self) -> bool:
        return self.taught >= self.settings.teach_steps and self.tried >= self.settings.steps

    @property
    def steps(self) -> int:
        return self.taught + self.tried

    @property
    def teaching(self) -> bool:
        return self.taught < self.settings.teach_steps


class Data:
    """Deals, auctions, the guide, and the states seen last."""

    def __init__(self, settings: Settings, updates: int = 0) -> None:
        deals = session.load(settings.pool, settings.pool_layers, settings.target)
        if len(deals) <= settings.held_out:
            raise BadConfig(
                f"the pool has {len(deals):,} deals, and {settings.held_out:,} are held out: "
                "use a larger pool, or set held_out"
            )
        self.training, self.held_out = session.split(deals, settings.held_out)
        self.payoff = session.payoff_of(settings.target, match=False)
        self.guide = _guide(settings.guide)
        rng = np.random.default_rng(mix(settings.seed, updates))
        self.auctions = Auctions(self.training, settings.auctions, rng)
        encoding = self.guide.description.encoding
        self.trials = Trials(
            self.auctions, encoding, self.payoff, settings.reward_scale, settings.below
        )
        columns = {"x": ((SIZES[ENCODING],), np.float32), "y": ((CALLS,), np.float32)}
        self.buffers = {name: ReplayBuffer(settings.capacity, columns) for name in ("teach", "try")}

    def guided(self, x: Floats) -> Floats:
        """The guide's values of all actions, for observations in its encoding."""
        values: Floats = self.guide.forward(x)["q"]
        return values

    def collect(self, run: Run) -> int:
        """Play the transformer's auctions on, and keep what its states teach."""
        given, auctions = run.settings, self.auctions
        own = run.taught / given.teach_steps if run.teaching else 1.0
        added = 0
        for _ in range(given.calls):
            x, mask = auctions.observe(ENCODING), auctions.mask()
            q = np.where(mask, run.slow.values(x), np.float32(IMPOSSIBLE))
            guided = self.guided(auctions.observe(self.trials.encoding))[:, BID:]
            guided = np.where(mask, guided, np.float32(IMPOSSIBLE))
            if run.teaching:
                policy = np.exp((guided - guided.max(axis=1, keepdims=True)) / given.temperature)
                rows = {"x": x, "y": policy / policy.sum(axis=1, keepdims=True)}
                self.buffers["teach"].add(rows)
                added += len(x)
            else:
                added += self._try(x, mask, q)
            auctions.step(self._calls(q, guided, mask, own, given.epsilon))
        return added

    def _try(self, x: Floats, mask: NDArray[np.bool_], q: Floats) -> int:
        candidates = self.trials.candidates(mask, q, q.argmax(axis=1))
        choice = candidates.sum(axis=1) > 1
        found = self.trials.try_out(self.guided, candidates & choice[:, None])[choice, BID:]
        self.buffers["try"].add({"x": x[choice], "y": found})
        return int(choice.sum())

    def _calls(
        self,
        q: Floats,
        guided: Floats,
        mask: NDArray[np.bool_],
        own: float,
        epsilon: float,
    ) -> NDArray[np.int64]:
        rng, n = self.auctions.rng, len(q)
        best = np.where(rng.random(n) < own, q.argmax(axis=1), guided.argmax(axis=1))
        near = mask & (np.cumsum(mask, axis=1) <= 1 + teacher.NEAR)
        other = np.where(near, rng.random(mask.shape), -1.0).argmax(axis=1)
        calls: NDArray[np.int64] = np.where(rng.random(n) < epsilon, other, best)
        return calls


def _guide(name: str) -> Net:
    net = load_network("belote", name)
    if not net.description.has("q"):
        raise BadConfig(f"a guide needs values of actions, as bid_dd and bid_max have; not {name}")
    return net


def begin(settings: Settings) -> Run:
    if settings.width % settings.heads:
        raise BadConfig(f"width {settings.width} is not a multiple of heads {settings.heads}")
    torch.set_num_threads(1)
    sizes = settings.width, settings.layers, settings.heads
    model = Transformer(*sizes, seed=settings.seed)
    slow = copy.deepcopy(model)
    slow.requires_grad_(False)
    optimiser = torch.optim.Adam(model.parameters(), lr=settings.lr)
    return Run(settings, Data(settings), model, slow, optimiser)


def advance(run: Run) -> None:
    """Collect states, then train on them and on earlier ones."""
    given, rng = run.settings, np.random.default_rng([run.settings.seed, run.updates])
    teaching, total = run.teaching, max(1, given.teach_steps + given.steps)
    added = run.data.collect(run)
    buffer = run.data.buffers["teach" if teaching else "try"]
    rate = given.lr * (1 + (given.lr_end - 1) * min(1.0, run.steps / total))
    for group in run.optimiser.param_groups:
        group["lr"] = rate
    batches = max(1, round(given.passes * added / given.batch))
    sums = np.zeros(2)
    for _ in range(batches):
        drawn = buffer.sample(min(given.batch, len(buffer)), rng)
        sums += _learn(run, drawn["x"], drawn["y"], teaching)
    names = ("cross_entropy", "agreement") if teaching else ("value_loss", "gain")
    run.figures = {name: float(x) for name, x in zip(names, sums / batches, strict=True)}
    run.updates += 1
    if teaching:
        run.taught += added
    else:
        run.tried += added


def _learn(run: Run, x: Floats, y: Floats, teaching: bool) -> list[float]:
    given = run.settings
    q = run.model(torch.from_numpy(x))
    if teaching:
        wanted = torch.from_numpy(y)
        legal = torch.where(wanted > 0, q, IMPOSSIBLE)  # all others are illegal, or far inferior
        loss = -(wanted * torch.log_softmax(legal / given.temperature, dim=1)).sum(dim=1).mean()
        agree = (legal.argmax(dim=1) == wanted.argmax(dim=1)).float().mean()
        shown = [float(loss.detach()), float(agree)]
    else:
        error, gain = losses(q, y, given.temperature)
        loss = given.fit * error - given.gain * gain
        shown = [float(error.detach()), float(gain.detach())]
    if not np.isfinite(shown).all():
        raise BadRun(f"the loss became {shown[0]} after {run.steps} steps: use a smaller lr")
    run.optimiser.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call]
    torch.nn.utils.clip_grad_norm_(run.model.parameters(), GRAD_NORM)
    run.optimiser.step()
    with torch.no_grad():
        pairs = zip(run.slow.parameters(), run.model.parameters(), strict=True)
        for slow, fast in pairs:
            slow.lerp_(fast, given.slow_rate)
    return shown


def evaluate(run: Run, rival: str = RIVAL) -> Estimate:
    """Points a deal against another bidder on the held-out deals, by the target's payoff."""
    other = teacher.find(rival)
    return mean(duel(run.data.held_out, by_transformer(run.slow), other, run.data.payoff))


# Files -------------------------------------------------------------------------------------------


def checkpoint_of(model: Path) -> Path:
    return model.with_name(f"{model.stem}.run{model.suffix}")


def save(run: Run, model: Path) -> None:
    """Replace the checkpoint, then the network, each atomically."""
    about = {name: str(size) for name, size in run.model.sizes.items()}
    about |= {"settings": json.dumps(asdict(run.settings)), "format": FORMAT}
    counts = {name: str(getattr(run, name)) for name in ("taught", "tried", "updates")}
    held = {"net": run.model.tensors(), "slow": run.slow.tensors()} | _moments(run)
    parts = {f"{part}.{name}": t for part in PARTS for name, t in held[part].items()}
    weights.write(checkpoint_of(model), parts, about | counts)
    points = {"points": f"{1 / run.settings.reward_scale:g}"}
    weights.write(model, run.slow.tensors(), about | counts | points)


def load(model: Path, settings: Settings) -> Run | None:
    """The run that was saved there, or None; BadRun if it is another one."""
    file = checkpoint_of(model)
    if not file.exists():
        if model.exists():
            raise BadRun(f"{model} already exists without {file.name}: choose another name")
        return None
    about = weights.about(file)
    kept = json.dumps(asdict(settings))
    if about.get("format") != FORMAT or about.get("settings") != kept:
        raise BadRun(f"{file} holds a run with other settings: choose another name")
    run = begin(settings)
    shapes = {f"{part}.{name}": s for part in PARTS for name, s in run.model.shapes().items()}
    try:
        held = weights.read(file, shapes)
        run.taught, run.tried, run.updates = (int(about[n]) for n in ("taught", "tried", "updates"))
    except (BadModel, KeyError, ValueError) as error:
        raise BadRun(f"{file} does not hold a run that can be resumed: {error}") from None
    parts = {p: {n: held[f"{p}.{n}"] for n in run.model.shapes()} for p in PARTS}
    run.model.load_tensors(parts["net"])
    run.slow.load_tensors(parts["slow"])
    if run.updates:
        for name, parameter in run.model.named_parameters():
            run.optimiser.state[parameter] = {
                "step": torch.tensor(float(run.updates)),
                "exp_avg": torch.from_numpy(parts["first"][name].copy()),
                "exp_avg_sq": torch.from_numpy(parts["second"][name].copy()),
            }
    run.data = Data(settings, run.updates)
    return run


def _moments(run: Run) -> dict[str, dict[str, Floats]]:
    found: dict[str, dict[str, Floats]] = {"first": {}, "second": {}}
    for name, parameter in run.model.named_parameters():
        held = run.optimiser.state.get(parameter, {})
        for part, key in (("first", "exp_avg"), ("second", "exp_avg_sq")):
            tensor = held.get(key, torch.zeros_like(parameter))
            found[part][name] = tensor.detach().numpy().copy()
    return found
