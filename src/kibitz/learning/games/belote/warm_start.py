"""Start a bidder from the bids of a network that bids and plays: the same calls, exactly.

The encoding `box` of an auction is a 1, a 0 and the encoding `bid`. So the rows of the first layer
for `bid`, with the first row added to the bias, make the same trunk; the policy's logits, divided
by their scale, become values of actions that a softmax at that temperature turns back into the
policy.
"""

from __future__ import annotations

import numpy as np

from kibitz.games.belote.encode import SIZES
from kibitz.learning.config import BadConfig
from kibitz.nets.layers import Description
from kibitz.nets.net import Net
from kibitz.nets.weights import Tensors

BOX = "box"
BID_AT = 2  # where `bid` begins in `box`


def of_policy(net: Net, wanted: Description, temperature: float) -> Tensors:
    """The weights of the described bidder that call like this network."""
    given = net.description
    if given.encoding != BOX or not given.has("policy"):
        raise BadConfig("a bidder can start only from a network with a policy and the encoding box")
    if given.trunk != wanted.trunk or given.residual or given.layer_norm:
        trunk = ",".join(map(str, given.trunk))
        raise BadConfig(f"to start from the shipped network, set trunk={trunk}")
    tensors = {name: np.zeros(shape, np.float32) for name, shape in wanted.shapes().items()}
    for name in tensors:
        if name.startswith("trunk.") and name != "trunk.0.weight":
            tensors[name] = net.tensors[name].copy()
    first = net.tensors["trunk.0.weight"]
    tensors["trunk.0.weight"][: SIZES["bid"]] = first[BID_AT : BID_AT + SIZES["bid"]]
    tensors["trunk.0.bias"] += first[0]
    for part in ("weight", "bias"):
        tensors[f"q.{part}"] = net.tensors[f"policy.{part}"] * np.float32(temperature)
    return tensors
