"""The one door for weights: files in the format safetensors, checked before a number is used.

The format runs nothing, but a file may still be the wrong one, or damaged in a way that the library
takes. So whoever reads one says which tensors it wants: their names and shapes must be just those,
all numbers must be 32-bit floats, and finite. A file that is shipped must also have the hash that
models/manifest.json tells.
"""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError, safe_open
from safetensors.numpy import load, save

from kibitz.core import files
from kibitz.core.errors import BadModel, MissingModel
from kibitz.core.plain import short

MODELS = Path(__file__).parents[1] / "models"  # what is shipped
MANIFEST = "manifest.json"
ABOUT = "kibitz"  # where a file has the words about its weights
SIZE_MAX = 1 << 30  # bytes

Tensors = dict[str, NDArray[np.float32]]
Shapes = Mapping[str, tuple[int, ...]]


def read(file: Path, wanted: Shapes) -> Tensors:
    """The tensors of a file, in the order wanted; BadModel for anything else."""
    data = _bytes(file)
    if file.parent == MODELS:
        _check_shipped(file.name, data)
    try:
        found = load(data)
    except (SafetensorError, ValueError, TypeError, KeyError, OverflowError) as error:
        raise BadModel(f"{file} is no file of weights: {short(str(error))}") from None
    for name, tensor in found.items():
        if name not in wanted:
            raise BadModel(f"{file} has weights {short(name)}, wanted are {', '.join(wanted)}")
        if tensor.dtype != np.float32 or tensor.shape != tuple(wanted[name]):
            said = f"{tensor.dtype} of shape {tensor.shape}"
            raise BadModel(f"{file}: {name} is {said}, wanted is float32 {tuple(wanted[name])}")
        if not np.isfinite(tensor).all():
            raise BadModel(f"{file}: {name} has a number that is none")
    missing = [name for name in wanted if name not in found]
    if missing:
        raise BadModel(f"{file} has no weights {', '.join(missing)}")
    return {name: found[name] for name in wanted}


def write(file: Path, tensors: Tensors, about: Mapping[str, str]) -> None:
    """A file of weights with some words about them, whole or not at all.

    The library writes several words in any order; as one text the same weights are the same bytes.
    """
    told = json.dumps(dict(about), sort_keys=True)
    files.write_atomic_bytes(file, save(dict(tensors), metadata={ABOUT: told}))


def about(file: Path) -> dict[str, str]:
    """The words about a file's weights."""
    if not file.exists():
        raise MissingModel(f"there is no model {file}")
    try:
        with safe_open(file, "np") as held:
            told = json.loads((held.metadata() or {}).get(ABOUT, "{}"))
            return {str(word): str(text) for word, text in told.items()}
    except (SafetensorError, OSError, ValueError, AttributeError, RecursionError) as error:
        raise BadModel(f"{file} is no file of weights: {short(str(error))}") from None


def fingerprint(file: Path) -> str:
    """A file by its hash: what a spec's own hash holds in place of the file's name."""
    return f"sha256:{_hash(_bytes(file))}"


def key_of(tensors: Tensors) -> int:
    """48 bits of a hash of the numbers: by this key the native engine finds them again."""
    digest = hashlib.sha256(b"".join(np.ascontiguousarray(t).tobytes() for t in tensors.values()))
    return int(digest.hexdigest()[:12], 16)


@functools.cache
def manifest() -> dict[str, Any]:
    """What is told of each shipped model: its hash, what it is, and the command that made it."""
    data = files.read(MODELS / MANIFEST, SIZE_MAX)
    assert data is not None, "the package ships its manifest"
    told: dict[str, Any] = json.loads(data)
    return told


def _bytes(file: Path) -> bytes:
    data = files.read(file, SIZE_MAX)
    if data is None:
        raise MissingModel(f"there is no model {file}")
    return data


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _check_shipped(name: str, data: bytes) -> None:
    told = manifest().get(name)
    if told is None or told["sha256"] != _hash(data):
        raise BadModel(f"the shipped model {name} is not the one that {MANIFEST} tells of")
