"""The single place that reads and writes weights: safetensors files, checked before use.

The format executes nothing, but a file may still be the wrong one, or damaged in a way that the
library accepts. Callers therefore name the tensors they expect: names and shapes must match
exactly, and all values must be finite 32-bit floats. A shipped or fetched file must also have the
hash in the manifest.json beside it.
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
from kibitz.core.coerce import short
from kibitz.core.errors import BadModel, MissingModel
from kibitz.core.home import models_path

MODELS = Path(__file__).parents[1] / "models"  # shipped models
MANIFEST = "manifest.json"
ABOUT = "kibitz"  # the metadata key of the text about the weights
SIZE_MAX = 1 << 30  # bytes

Tensors = dict[str, NDArray[np.float32]]
Shapes = Mapping[str, tuple[int, ...]]


def read(file: Path, wanted: Shapes) -> Tensors:
    """Read the tensors of a file, in the order wanted; raise BadModel if they do not match."""
    data = _bytes(file)
    if file.parent == MODELS:
        _check(f"the shipped model {file.name}", manifest().get(file.name), data)
    elif file.parent == models_path():
        _check(f"the fetched model {file.name}", manifest_of(models_path()).get(file.name), data)
    try:
        found = load(data)
    except (SafetensorError, ValueError, TypeError, KeyError, OverflowError) as error:
        raise BadModel(f"{file} is not a weights file: {short(str(error))}") from None
    for name, tensor in found.items():
        if name not in wanted:
            raise BadModel(f"{file} has the tensor {short(name)}; expected {', '.join(wanted)}")
        if tensor.dtype != np.float32 or tensor.shape != tuple(wanted[name]):
            said = f"{tensor.dtype} of shape {tensor.shape}"
            raise BadModel(f"{file}: {name} is {said}; expected float32 {tuple(wanted[name])}")
        if not np.isfinite(tensor).all():
            raise BadModel(f"{file}: {name} contains NaN or infinity")
    missing = [name for name in wanted if name not in found]
    if missing:
        raise BadModel(f"{file} lacks the tensors {', '.join(missing)}")
    return {name: found[name] for name in wanted}


def write(file: Path, tensors: Tensors, about: Mapping[str, str]) -> None:
    """Write weights with metadata about them, atomically.

    The library writes several metadata entries in any order; a single text keeps the bytes stable.
    """
    parsed = json.dumps(dict(about), sort_keys=True)
    files.write_atomic_bytes(file, save(dict(tensors), metadata={ABOUT: parsed}))


def about(file: Path) -> dict[str, str]:
    """The metadata about a file's weights."""
    if not file.exists():
        raise MissingModel(f"there is no model {file}")
    try:
        with safe_open(file, "np") as held:
            parsed = json.loads((held.metadata() or {}).get(ABOUT, "{}"))
            return {str(word): str(text) for word, text in parsed.items()}
    except (SafetensorError, OSError, ValueError, AttributeError, RecursionError) as error:
        raise BadModel(f"{file} is not a weights file: {short(str(error))}") from None


def fingerprint(file: Path) -> str:
    """The hash of a file, which a spec's own hash includes instead of the file's name."""
    return f"sha256:{_hash(_bytes(file))}"


def key_of(tensors: Tensors) -> int:
    """48 bits of a hash of the weights: the key under which the native engine keeps them."""
    digest = hashlib.sha256(b"".join(np.ascontiguousarray(t).tobytes() for t in tensors.values()))
    return int(digest.hexdigest()[:12], 16)


@functools.cache
def manifest() -> dict[str, Any]:
    """The manifest: for each shipped model its hash, a description, and the command that made
    it."""
    parsed = manifest_of(MODELS)
    assert parsed, "the manifest is missing from the package"
    return parsed


def manifest_of(folder: Path) -> dict[str, Any]:
    """The manifest of a folder of models; empty where there is none."""
    data = files.read(folder / MANIFEST, SIZE_MAX)
    try:
        parsed: Any = {} if data is None else json.loads(data)
    except (ValueError, RecursionError):
        parsed = None
    if not isinstance(parsed, dict) or not all(isinstance(x, dict) for x in parsed.values()):
        raise BadModel(f"{folder / MANIFEST} is damaged")
    return parsed


def _bytes(file: Path) -> bytes:
    data = files.read(file, SIZE_MAX)
    if data is None:
        raise MissingModel(f"there is no model {file}")
    return data


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _check(what: str, parsed: Mapping[str, Any] | None, data: bytes) -> None:
    if parsed is None or parsed.get("sha256") != _hash(data):
        raise BadModel(f"{what} does not match its hash in {MANIFEST}")
