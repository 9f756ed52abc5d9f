"""A network with its weights, evaluated natively or in numpy.

    net = Net.load(Path("snapshot.safetensors"))
    answers = net.forward(x)                      # x float32[n, inputs]: arrays by head
    chances = net.policy(x, mask, temperature=1)  # float64[n, actions], 0 where the mask is

Both engines give the same results for any batch: every output starts at its bias and adds input *
weight in the order of the inputs, in single precision; sums across outputs (layer norm, dueling)
run in 16 interleaved lanes that are folded pairwise. The numpy version therefore does without BLAS
and is slow. Torch sums in another order; expect differences of 1e-5 of the largest term.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from kibitz.core import engine
from kibitz.core.errors import BadEngine, BadModel, BadOption
from kibitz.nets import weights
from kibitz.nets.layers import Description

NETWORK = "network"  # the key of the description in a file's metadata
REWARD, REWARD_SCALE = "reward", "reward_scale"  # what the value was trained on, and its factor
LANES = 16
EPSILON = np.float32(1e-5)  # of the layer norm
WEIGHT_MAX = 1e6  # as in native/nets/net.cpp: no sum of a layer can overflow

Floats = NDArray[np.float32]
Engine = Literal["native", "python"]
Handle = Any  # kibitz._native.Net; not imported, as an installation may lack the extension


class Net:
    """A description and its tensors."""

    def __init__(self, description: Description, tensors: weights.Tensors) -> None:
        self.description = description
        self.tensors = _checked(description, tensors)
        self._native: Handle | None = None

    def __repr__(self) -> str:
        parameters = sum(tensor.size for tensor in self.tensors.values())
        return (
            f"Net({self.description.game} {self.description.encoding}, {parameters:,} parameters)"
        )

    @classmethod
    def load(cls, file: Path) -> Net:
        """Load a network from a file; raise MissingModel or BadModel if that fails."""
        about = weights.about(file)
        if NETWORK not in about:
            raise BadModel(f"{file} does not describe its network")
        description = Description.from_json(about[NETWORK])
        return cls(description, weights.read(file, description.shapes()))

    def save(self, file: Path, about: Mapping[str, str] | None = None) -> None:
        """Write the file atomically; `about` is further metadata (command, seconds...)."""
        metadata = {**(about or {}), NETWORK: self.description.to_json()}
        weights.write(file, self.tensors, metadata)

    @property
    def native(self) -> Handle:
        """The handle that native code takes; raises BadEngine without the native engine."""
        if self._native is None:
            module = engine.native()
            if module is None:
                raise BadEngine("a native network needs the native engine")
            flat = [tensor.ravel() for tensor in self.tensors.values()]
            about = self.description
            self._native = module.Net(about.flat(), flat, about.game, about.encoding)
        return self._native

    def forward(self, x: Floats, engine: Engine | None = None) -> dict[str, Floats]:
        """The outputs of all heads; moments as `mean` and `log_variance`."""
        x = np.ascontiguousarray(x, dtype=np.float32)
        if x.ndim != 2 or x.shape[1] != self.description.inputs:
            raise BadOption(f"x must have the shape [n, {self.description.inputs}], not {x.shape}")
        if engine == "native" or (engine is None and _has_native()):
            found: dict[str, Floats] = self.native.forward(x)
            return found
        return forward(self.description, self.tensors, x)

    def policy(
        self,
        x: Floats,
        mask: NDArray[np.bool_],
        temperature: float = 1.0,
        engine: Engine | None = None,
    ) -> NDArray[np.float64]:
        """Probabilities of the actions in the mask; at temperature 0 the first best action has
        1."""
        if not self.description.has("policy"):
            raise BadOption("this network has no policy")
        return softmax(self.forward(x, engine)["policy"], mask, temperature)


def softmax(
    logits: Floats, mask: NDArray[np.bool_], temperature: float = 1.0
) -> NDArray[np.float64]:
    """Probabilities by row, in double precision; every row of the mask needs an action."""
    allowed = np.asarray(mask, dtype=np.bool_)
    if allowed.shape != logits.shape or not allowed.any(axis=1).all():
        raise BadOption("the mask must have the shape of the logits and an action in each row")
    if not 0 <= temperature < np.inf:
        raise BadOption(f"temperature must be a number of at least 0, not {temperature!r}")
    masked = np.where(allowed, logits.astype(np.float64), -np.inf)
    if temperature == 0:
        best = np.zeros(masked.shape)
        best[np.arange(len(best)), masked.argmax(axis=1)] = 1.0
        return best
    shifted = np.exp((masked - masked.max(axis=1, keepdims=True)) / temperature)
    total: NDArray[np.float64] = shifted / shifted.sum(axis=1, keepdims=True)
    return total


def forward(description: Description, tensors: weights.Tensors, x: Floats) -> dict[str, Floats]:
    """Compute all heads in numpy: the reference for native/nets/net.cpp."""
    n = len(x)
    for k in range(len(description.trunk)):
        y = linear(tensors, f"trunk.{k}", x)
        if description.layer_norm:
            y = normalise(y, tensors[f"trunk.{k}.scale"], tensors[f"trunk.{k}.shift"])
        y = np.where(y > 0, y, np.float32(0))
        x = y + x if description.adds_input(k) else y
    heads = {name: linear(tensors, name, x) for name in description.outputs()}
    if "q_state" in heads:
        advantage = heads["q"]
        mean = sum_in_lanes(advantage) / np.float32(description.actions)
        heads["q"] = heads.pop("q_state") + (advantage - mean[:, None])
    if "locations" in heads:
        heads["locations"] = heads["locations"].reshape(n, description.cards, description.places)
    if "moments" in heads:
        both = heads.pop("moments")
        heads["mean"] = both[:, : description.values]
        heads["log_variance"] = both[:, description.values :]
    return heads


def linear(tensors: weights.Tensors, name: str, x: Floats) -> Floats:
    """x @ weight + bias, starting from the bias and adding one input after another."""
    weight, bias = tensors[f"{name}.weight"], tensors[f"{name}.bias"]
    y = np.repeat(bias[None], len(x), axis=0)
    for k in np.flatnonzero(x.any(axis=0)):  # a product with 0 changes no sum
        y += x[:, k : k + 1] * weight[k]
    return y


def normalise(y: Floats, scale: Floats, shift: Floats) -> Floats:
    """Layer norm over each row."""
    n = np.float32(y.shape[1])
    centred = y - (sum_in_lanes(y) / n)[:, None]
    spread = np.sqrt(sum_in_lanes(centred * centred) / n + EPSILON)
    normed: Floats = centred / spread[:, None] * scale + shift
    return normed


def sum_in_lanes(y: Floats) -> Floats:
    """The sum of each row: lane j adds the numbers j, j + 16..., then the lanes are folded."""
    lanes = np.zeros((len(y), LANES), np.float32)
    for first in range(0, y.shape[1], LANES):
        part = y[:, first : first + LANES]
        lanes[:, : part.shape[1]] += part
    while lanes.shape[1] > 1:
        half = lanes.shape[1] // 2
        lanes = lanes[:, :half] + lanes[:, half:]
    return lanes[:, 0]


def load(file: Path) -> Net:
    """Net.load with a cache; reads again when the file or the engine changes."""
    try:
        facts = file.stat()
    except OSError:
        return Net.load(file)  # raises the right error
    return _load(file, (facts.st_mtime_ns, facts.st_size, facts.st_ino), _has_native())


@functools.lru_cache(maxsize=128)
def _load(file: Path, _stamp: tuple[int, ...], _is_native: bool) -> Net:
    return Net.load(file)


def _has_native() -> bool:
    return engine.native() is not None


def _checked(description: Description, tensors: weights.Tensors) -> weights.Tensors:
    """Return the tensors in order, as private arrays; raise BadModel if they do not match."""
    shapes = description.shapes()
    if set(tensors) != set(shapes):
        odd = sorted(set(tensors) ^ set(shapes))
        raise BadModel(f"the tensors of a network must be {', '.join(shapes)}; see {odd[0]}")
    found: weights.Tensors = {}
    for name, shape in shapes.items():
        tensor = np.asarray(tensors[name])
        if tensor.dtype != np.float32 or tensor.shape != shape:
            given = f"{tensor.dtype} of shape {tensor.shape}"
            raise BadModel(f"{name} of a network must be float32 {shape}, not {given}")
        if not (np.abs(tensor) <= WEIGHT_MAX).all():
            raise BadModel(f"{name} of a network has a weight that is NaN or beyond {WEIGHT_MAX:g}")
        found[name] = np.array(tensor, dtype=np.float32, order="C")
        found[name].flags.writeable = False
    return found
