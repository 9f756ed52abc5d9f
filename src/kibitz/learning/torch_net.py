"""The network of nets/net.py in torch, for training; tensors have the same names and shapes.

    model = TorchNet(description, seed=1)
    answers = model(x)                       # by head, with gradients
    Net(description, model.tensors()).save(file)

Initial weights are orthogonal: gain sqrt 2 in the trunk, 0.01 for the policy (all actions nearly
equally likely at first), 1 for the other heads; biases are 0.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from kibitz.learning.sparse import Inputs
from kibitz.learning.torch_extra import torch
from kibitz.nets.layers import Description
from kibitz.nets.net import EPSILON, Net

# isort: split
from torch import Tensor, nn

from kibitz.nets.weights import Tensors

GAIN_TRUNK = math.sqrt(2)
GAIN_POLICY = 0.01
GAIN_HEAD = 1.0


class TorchNet(nn.Module):
    """A trainable network, built from its description."""

    def __init__(self, description: Description, seed: int = 0, bf16: bool = False) -> None:
        super().__init__()
        self.description = description
        self.bf16 = bf16  # products inside the trunk in bfloat16; weights and heads stay float32
        generator = torch.Generator().manual_seed(seed)
        # Parameter names have no dots in torch; `tensors` restores ours.
        for name, shape in description.shapes().items():
            self.register_parameter(_inner(name), _initial(name, shape, generator))

    def forward(self, x: Inputs) -> dict[str, Tensor]:
        """Return the outputs of all heads by name, like Net.forward."""
        return self.heads(self.trunk(x))

    def trunk(self, x: Inputs) -> Tensor:
        """Return the input of the heads."""
        for k, width in enumerate(self.description.trunk):
            with torch.autocast("cpu", torch.bfloat16, enabled=self.bf16 and k > 0):
                y = self._linear(f"trunk.{k}", x)
            if self.description.layer_norm:
                scale, shift = self._tensor(f"trunk.{k}.scale"), self._tensor(f"trunk.{k}.shift")
                y = nn.functional.layer_norm(y, (width,), scale, shift, float(EPSILON))
            y = y.relu()
            x = x + y if self.description.adds_input(k) and isinstance(x, Tensor) else y
        assert isinstance(x, Tensor), "a network has at least one layer"
        return x.float()

    def heads(self, x: Tensor) -> dict[str, Tensor]:
        """Return the outputs of the heads for an output of the trunk."""
        description = self.description
        found = {name: self._linear(name, x) for name in description.outputs()}
        if "q_state" in found:
            advantage = found["q"]
            found["q"] = found.pop("q_state") + advantage - advantage.mean(dim=1, keepdim=True)
        if "locations" in found:
            shape = (-1, description.cards, description.places)
            found["locations"] = found["locations"].reshape(shape)
        if "moments" in found:
            found["mean"], found["log_variance"] = found.pop("moments").chunk(2, dim=1)
        return found

    def tensors(self) -> Tensors:
        """Return a copy of the weights, in the format of nets/net.py."""
        return {
            name: np.array(self._tensor(name).detach().cpu().numpy(), dtype=np.float32, order="C")
            for name in self.description.shapes()
        }

    def load_tensors(self, tensors: Tensors) -> None:
        """Load these weights; raise BadModel if they do not fit the description."""
        checked = Net(self.description, tensors).tensors
        with torch.no_grad():
            for name, tensor in checked.items():
                self._tensor(name).copy_(torch.from_numpy(tensor.copy()))

    def net(self) -> Net:
        """Return the current weights, for play and for the collector."""
        return Net(self.description, self.tensors())

    def _linear(self, name: str, x: Inputs) -> Tensor:
        if not isinstance(x, Tensor):
            return x.linear(self._tensor(f"{name}.weight"), self._tensor(f"{name}.bias"))
        return torch.addmm(self._tensor(f"{name}.bias"), x, self._tensor(f"{name}.weight"))

    def _tensor(self, name: str) -> Tensor:
        found: Any = getattr(self, _inner(name))
        assert isinstance(found, Tensor)
        return found


def _inner(name: str) -> str:
    return name.replace(".", "_")


def _initial(name: str, shape: tuple[int, ...], generator: torch.Generator) -> nn.Parameter:
    if name.endswith(".scale"):
        return nn.Parameter(torch.ones(shape))
    if not name.endswith(".weight"):
        return nn.Parameter(torch.zeros(shape))
    is_trunk, is_policy = name.startswith("trunk."), name.startswith("policy.")
    gain = GAIN_TRUNK if is_trunk else GAIN_POLICY if is_policy else GAIN_HEAD
    weight = torch.empty(shape)
    nn.init.orthogonal_(weight, gain, generator=generator)
    return nn.Parameter(weight)
