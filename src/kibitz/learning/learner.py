"""The learner: a network in training, its optimiser, and an anchor that stabilises it.

Torch uses one thread per call, so sums do not depend on the machine; shards.py spreads a minibatch
over the cores. `state` and `restore` cover everything that a checkpoint needs for an exact resume.

The anchor is a second set of weights: a slow exponential moving average (EMA) of the network, or
the weights at the end of imitation. Policy gradients may be pulled towards it.

A critic that sees all hands is a learner of its own with a single value head. It takes part in
training only: nothing that plays ever gets it.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.learning.checkpoint import CRITIC
from kibitz.learning.errors import ForeignCheckpoint, NotFinite
from kibitz.learning.shards import Gradient, Shards
from kibitz.learning.sparse import Sparse
from kibitz.learning.torch_net import TorchNet  # raises MissingExtra without torch
from kibitz.nets.layers import Description
from kibitz.nets.net import Net
from kibitz.nets.weights import Tensors

# isort: split
import torch

PARTS = ("net", "first", "second", "anchor")  # the weights, Adam's moments, the anchor
BETAS, EPSILON = (0.9, 0.999), 1e-5


class Learner:
    """A network with its optimiser and anchor."""

    def __init__(
        self,
        description: Description,
        seed: int,
        precision: str = "float32",
        critic: Description | None = None,
    ) -> None:
        torch.set_num_threads(1)
        self.description = description
        self.bf16 = uses_bf16(precision)
        self.model = TorchNet(description, seed=seed % (1 << 63), bf16=self.bf16)
        self.anchor: TorchNet | None = None
        self.critic = None if critic is None else Learner(critic, seed + 1, precision)
        self.steps = 0  # of the optimiser
        self.parameters = list(self.model.parameters())
        self.optimiser = self._new_optimiser()

    def _new_optimiser(self) -> torch.optim.Adam:
        return torch.optim.Adam(self.parameters, lr=1e-4, betas=BETAS, eps=EPSILON, fused=True)

    def renew_optimiser(self) -> None:
        """Reset Adam's moments when another algorithm takes over."""
        self.optimiser, self.steps = self._new_optimiser(), 0
        if self.critic is not None:
            self.critic.renew_optimiser()

    def net(self) -> Net:
        """Return the current weights."""
        return self.model.net()

    def load(self, tensors: Tensors) -> None:
        self.model.load_tensors(tensors)

    def inputs(self, observation: NDArray[np.float32], shards: Shards | None = None) -> Sparse:
        """Return observations in the form that the network reads fastest."""
        return Sparse.of(observation, self.description.trunk[0], shards)

    def gradient(self, loss: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """Return the gradient of a loss; several threads may ask at once."""
        if not math.isfinite(float(loss.detach())):
            raise NotFinite(f"the loss became {float(loss.detach())} after {self.steps} steps")
        return torch.autograd.grad(loss, self.parameters)

    def descend(self, gradient: Gradient, lr: float, norm_max: float) -> float:
        """Take one Adam step and return the gradient norm; NotFinite changes nothing."""
        for parameter, part in zip(self.parameters, gradient, strict=True):
            parameter.grad = part
        norm = float(torch.nn.utils.clip_grad_norm_(self.parameters, norm_max))
        if not math.isfinite(norm):
            raise NotFinite(f"the gradient became {norm} after {self.steps} steps")
        for group in self.optimiser.param_groups:
            group["lr"] = lr
        self.optimiser.step()
        self.steps += 1
        return norm

    # The anchor ---------------------------------------------------------------------------------

    def drop_anchor(self) -> None:
        """Keep a copy of the current weights as the anchor."""
        self.anchor = TorchNet(self.description, bf16=self.bf16)
        self.anchor.load_tensors(self.model.tensors())
        self.anchor.requires_grad_(False)

    def move_anchor(self, rate: float) -> None:
        """Move the anchor a little towards the network (EMA)."""
        if self.anchor is None:
            return
        with torch.no_grad():
            for slow, fast in zip(self.anchor.parameters(), self.parameters, strict=True):
                slow.lerp_(fast, rate)

    # Checkpoints --------------------------------------------------------------------------------

    def state(self) -> dict[str, np.ndarray[Any, Any]]:
        """Return all tensors by `part.name`."""
        found = {f"net.{name}": tensor for name, tensor in self.model.tensors().items()}
        names = list(self.description.shapes())
        for part, key in (("first", "exp_avg"), ("second", "exp_avg_sq")):
            for name, parameter in zip(names, self.parameters, strict=True):
                held = self.optimiser.state.get(parameter)
                tensor = torch.zeros_like(parameter) if not held else held[key]
                found[f"{part}.{name}"] = tensor.detach().numpy().copy()
        if self.anchor is not None:
            found |= {f"anchor.{name}": t for name, t in self.anchor.tensors().items()}
        if self.critic is not None:
            found |= {CRITIC + name: t for name, t in self.critic.state().items()}
        return found

    def shapes(self, parts: tuple[str, ...]) -> dict[str, tuple[int, ...]]:
        """Return the shapes that `state` has for these parts."""
        if not set(parts) <= set(PARTS):
            raise ForeignCheckpoint(f"a checkpoint's parts are {', '.join(PARTS)}, not {parts}")
        return {f"{p}.{name}": s for p in parts for name, s in self.description.shapes().items()}

    def restore(self, tensors: Tensors, steps: int) -> None:
        """Restore the result of `state`."""
        names = list(self.description.shapes())
        self.model.load_tensors({name: tensors[f"net.{name}"] for name in names})
        self.renew_optimiser()
        self.steps = steps
        if steps:
            for name, parameter in zip(names, self.parameters, strict=True):
                self.optimiser.state[parameter] = {
                    "step": torch.tensor(float(steps)),
                    "exp_avg": torch.from_numpy(tensors[f"first.{name}"].copy()),
                    "exp_avg_sq": torch.from_numpy(tensors[f"second.{name}"].copy()),
                }
        if f"anchor.{names[0]}" in tensors:
            self.drop_anchor()
            assert self.anchor is not None
            self.anchor.load_tensors({name: tensors[f"anchor.{name}"] for name in names})
        if self.critic is not None:
            held = {k.removeprefix(CRITIC): t for k, t in tensors.items() if k.startswith(CRITIC)}
            if held:  # a run that gets its critic later begins with a fresh one
                self.critic.restore(held, steps)


def uses_bf16(precision: str) -> bool:
    """Whether to multiply in bfloat16: by default where the CPU has instructions for it."""
    return precision == "bfloat16" or (
        precision == "auto" and bool(torch.cpu._is_avx512_bf16_supported())
    )


def masked(logits: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    """Return log-probabilities in which illegal actions are practically impossible."""
    return torch.log_softmax(logits.masked_fill(~mask, -1e9), dim=1)
