"""A network's description: sizes, layers and heads, which determine the shape of every tensor.

    trunk      layer k: x = relu(norm(x @ weight + bias)); `layer_norm` and `residual` are options.
               With `residual` a layer after the first whose input is as wide as its output adds
               it. Weights are [in, out]; inputs that are 0 cost nothing natively.
    policy     logits of all actions
    value      `values` numbers: 1 is the value for the seat that acts
    q          values of all actions; with `dueling` the value of the state, plus each action's
               advantage minus their mean
    locations  logits [cards, places]: where each card is
    moments    mean and log-variance, `values` numbers each

A file of weights holds its description as JSON, so it is self-describing.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from typing import Any

from kibitz.core.errors import BadModel
from kibitz.nets.weights import Shapes

HEADS = ("policy", "value", "q", "locations", "moments")
WIDTH_MAX = 1 << 14  # of a layer or a head; as in native/nets/net.hpp
INPUTS_MAX = 1 << 16
LAYERS_MAX = 64
FORMAT = 1


@dataclass(frozen=True)
class Description:
    """The architecture of a network, without its weights.

    >>> Description("ohhell", "v1", inputs=453, actions=66, trunk=(256, 128)).parameters()
    157763
    """

    game: str
    encoding: str  # the name of the observation, which includes its version
    inputs: int
    actions: int
    trunk: tuple[int, ...]
    heads: tuple[str, ...] = ("policy", "value")
    values: int = 1
    dueling: bool = False
    residual: bool = False
    layer_norm: bool = False
    cards: int = 0  # of the head `locations`
    places: int = 0

    def __post_init__(self) -> None:
        for name in ("game", "encoding"):
            text = getattr(self, name)
            if not isinstance(text, str) or not text:
                raise BadModel(f"{name} of a network must be a name, not {text!r}")
        _whole("inputs", self.inputs, 1, INPUTS_MAX)
        _whole("actions", self.actions, 1, WIDTH_MAX)
        _whole("values", self.values, 1, WIDTH_MAX // 2)
        if not 1 <= _length(self.trunk) <= LAYERS_MAX:
            raise BadModel(f"trunk of a network must be a tuple of 1 to {LAYERS_MAX} widths")
        for width in self.trunk:
            _whole("a width of the trunk", width, 1, WIDTH_MAX)
        for name in ("dueling", "residual", "layer_norm"):
            if not isinstance(getattr(self, name), bool):
                raise BadModel(f"{name} of a network must be true or false")
        self._check_heads()

    def _check_heads(self) -> None:
        if not _length(self.heads):
            raise BadModel("a network needs at least one head")
        for head in self.heads:
            if head not in HEADS:
                raise BadModel(f"heads of a network must be among {', '.join(HEADS)}, not {head!r}")
        if len(set(self.heads)) < len(self.heads):
            raise BadModel("a network can have each head only once")
        if self.dueling and "q" not in self.heads:
            raise BadModel("dueling needs the head q, which this network lacks")
        least = 1 if "locations" in self.heads else 0
        most = WIDTH_MAX if least else 0
        _whole("cards", self.cards, least, most)
        _whole("places", self.places, least, most)
        if self.cards * self.places > WIDTH_MAX:
            raise BadModel(f"cards times places must be at most {WIDTH_MAX}")

    def has(self, head: str) -> bool:
        return head in self.heads

    def adds_input(self, layer: int) -> bool:
        """Whether a layer of the trunk has a residual connection."""
        return self.residual and layer > 0 and self.trunk[layer] == self.trunk[layer - 1]

    def outputs(self) -> dict[str, int]:
        """The linear maps on top of the trunk, in the order of their tensors: name and width."""
        found: dict[str, int] = {}
        if self.has("policy"):
            found["policy"] = self.actions
        if self.has("value"):
            found["value"] = self.values
        if self.has("q"):
            found["q"] = self.actions
            if self.dueling:
                found["q_state"] = 1
        if self.has("locations"):
            found["locations"] = self.cards * self.places
        if self.has("moments"):
            found["moments"] = 2 * self.values
        return found

    def shapes(self) -> Shapes:
        """The shape of every tensor by name, in the order in which the native engine takes them."""
        found: dict[str, tuple[int, ...]] = {}
        width = self.inputs
        for k, out in enumerate(self.trunk):
            found[f"trunk.{k}.weight"] = (width, out)
            found[f"trunk.{k}.bias"] = (out,)
            if self.layer_norm:
                found[f"trunk.{k}.scale"] = (out,)
                found[f"trunk.{k}.shift"] = (out,)
            width = out
        for name, out in self.outputs().items():
            found[f"{name}.weight"] = (width, out)
            found[f"{name}.bias"] = (out,)
        return found

    def parameters(self) -> int:
        """The number of weights."""
        total = 0
        for shape in self.shapes().values():
            total += shape[0] * (shape[1] if len(shape) > 1 else 1)
        return total

    def flat(self) -> list[int]:
        """The description as numbers, as NetShape in native/nets/net.hpp reads them."""
        flags = [self.residual, self.layer_norm, *(self.has(h) for h in ("policy", "value", "q"))]
        return [
            self.inputs,
            self.actions,
            self.values,
            len(self.trunk),
            *self.trunk,
            *(int(flag) for flag in flags),
            int(self.dueling),
            self.cards,
            self.places,
            int(self.has("moments")),
        ]

    def to_json(self) -> str:
        return json.dumps({"format": FORMAT, **asdict(self)}, sort_keys=True)

    @classmethod
    def from_json(cls, text: str) -> Description:
        """Parse a description from a file; raise BadModel if it is invalid."""
        try:
            found = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise BadModel(f"the description of a network is not JSON: {error}") from None
        if not isinstance(found, dict):
            raise BadModel("the description of a network must be a JSON object")
        if found.pop("format", None) != FORMAT:
            raise BadModel(f"the description of a network has a format other than {FORMAT}")
        return cls(**_known(found))


def _known(found: dict[str, Any]) -> dict[str, Any]:
    names = {field.name for field in fields(Description)}
    for name in found:
        if name not in names:
            raise BadModel(f"the description of a network has an unknown key {name!r}")
    for name in ("game", "encoding", "inputs", "actions", "trunk"):
        if name not in found:
            raise BadModel(f"the description of a network lacks {name}")
    return {k: tuple(v) if isinstance(v, list) else v for k, v in found.items()}


def _length(found: object) -> int:
    """The length of a tuple; a list or a number read from a file has none."""
    return len(found) if isinstance(found, tuple) else 0


def _whole(name: str, number: object, low: int, high: int) -> None:
    if not isinstance(number, int) or isinstance(number, bool) or not low <= number <= high:
        raise BadModel(
            f"{name} of a network must be a whole number from {low} to {high}, not {number!r}"
        )
