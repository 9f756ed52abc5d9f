"""Shipped networks as the page loads them: packed 32-bit floats.

The page without a server has one such file a network. The package does not hold it a second time:
a server writes it from the weights when a page first asks. `make wasm` and `make site` write the
same files for plain file servers.
"""

from __future__ import annotations

import functools
import gzip

import numpy as np
from numpy.typing import NDArray

from kibitz.nets import net, qwixx_value, weights

END = ".f32.gz"  # how their names end; the rest is the name of the weights


def packed(name: str) -> bytes | None:
    """Return the packed file of a shipped network; None if the name is of no such file."""
    file = f"{name.removesuffix(END)}.safetensors"
    return _packed(file) if name.endswith(END) and file in weights.manifest() else None


@functools.cache  # names of the manifest alone, so it stays small
def _packed(name: str) -> bytes:
    file = weights.MODELS / name
    is_value = file == qwixx_value.SHIPPED
    found = qwixx_value.load(file).tensors if is_value else net.load(file).tensors
    return pack(np.concatenate([tensor.ravel() for tensor in found.values()]))


def pack(numbers: NDArray[np.floating]) -> bytes:
    """Return 32-bit floats as all their first bytes, then all their second ones ..., compressed.

    Signs and exponents, which are alike, come together: 8 % smaller.
    """
    plain = np.frombuffer(numbers.astype("<f4").tobytes(), np.uint8)
    return gzip.compress(plain.reshape(-1, 4).T.tobytes(), 9, mtime=0)
