"""Checkpoints: a whole run in one safetensors file, with its tensors and everything else as JSON.

A file is written atomically, so whatever `kill -9` leaves behind is a checkpoint to resume from. A
file of another network, game or recipe is refused, and nothing is overwritten.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kibitz.core.errors import BadModel, KibitzError
from kibitz.core.files import BadFile
from kibitz.learning.errors import DiskFull, ForeignCheckpoint
from kibitz.learning.naming import ENDING
from kibitz.nets import weights
from kibitz.nets.layers import Description
from kibitz.nets.net import Net

FORMAT = 1
HELD = "checkpoint"  # metadata key of the JSON
CRITIC = "critic_"  # prefix of a critic's parts


class OtherRun(KibitzError):
    """The file holds a run with other settings, or something else entirely."""

    code = "other_run"


@dataclass(frozen=True)
class Checkpoint:
    """The contents of a file besides its tensors."""

    file: Path
    game: str
    recipe: str
    description: Description
    critic: Description | None  # of a critic with a network of its own
    parts: tuple[str, ...]  # of the learner
    step: int
    held: Mapping[str, Any]


def write(
    file: Path,
    tensors: weights.Tensors,
    description: Description,
    held: Mapping[str, Any],
    critic: Description | None = None,
) -> None:
    """Replace a checkpoint; a failed write raises DiskFull and leaves the old one intact."""
    parts = list(dict.fromkeys(name.partition(".")[0] for name in tensors))
    whole = {"format": FORMAT, "parts": parts, **held}
    about = {HELD: json.dumps(whole), "network": description.to_json()}
    if critic is not None:
        about["critic"] = critic.to_json()
    guard(lambda: weights.write(file, tensors, about), file)


def guard(work: Callable[[], None], file: Path) -> None:
    """Turn a failed write into DiskFull."""
    try:
        work()
    except (BadFile, OSError) as error:
        raise DiskFull(
            f"{error}; earlier files of the run are intact: check that {file.parent} is there and "
            "has free space, then resume"
        ) from None


def look(file: Path) -> Checkpoint:
    """Read a file's header; raise ForeignCheckpoint if it is not a checkpoint."""
    try:
        about = weights.about(file)
        if HELD not in about:
            raise ForeignCheckpoint(
                f"{file} is not a checkpoint of a training run: it has weights alone, which "
                "--init-weights takes for a new run"
            )
        held = json.loads(about[HELD])
        if held["format"] != FORMAT:
            raise ForeignCheckpoint(f"{file} is a checkpoint of another version of Kibitz")
        return Checkpoint(
            file,
            str(held["game"]),
            str(held["recipe"]),
            Description.from_json(about["network"]),
            Description.from_json(about["critic"]) if "critic" in about else None,
            tuple(str(part) for part in held["parts"]),
            int(held["step"]),
            held,
        )
    except (BadModel, KeyError, ValueError, TypeError) as error:
        raise ForeignCheckpoint(f"{file} is not a checkpoint of a training run: {error}") from None


def read(found: Checkpoint) -> weights.Tensors:
    """Read and check all tensors of a checkpoint."""
    shapes: dict[str, tuple[int, ...]] = {}
    for part in found.parts:
        description = found.critic if part.startswith(CRITIC) else found.description
        if description is None:
            raise ForeignCheckpoint(f"{found.file} has a critic's weights, but not its shape")
        shapes |= {f"{part}.{name}": shape for name, shape in description.shapes().items()}
    return weights.read(found.file, shapes)


def network(file: Path) -> Net:
    """Return the network of a snapshot or of a checkpoint."""
    try:
        found = look(file)
    except ForeignCheckpoint:
        return Net.load(file)
    tensors = {k.removeprefix("net."): t for k, t in read(found).items() if k.startswith("net.")}
    return Net(found.description, tensors)


def newest(folder: Path) -> Checkpoint | None:
    """Return the checkpoint with the most steps, skipping damaged files."""
    best: Checkpoint | None = None
    for file in sorted(folder.glob(f"*{ENDING}")):
        try:
            found = look(file)
            if best is None or found.step >= best.step:
                read(found)
                best = found
        except (ForeignCheckpoint, BadModel, BadFile):
            continue
    return best


def prune(folder: Path, kept: int) -> None:
    """Delete the oldest numbered checkpoints beyond `kept`, but not LATEST and FINAL."""
    numbered = sorted(f for f in folder.glob(f"*{ENDING}") if f.stem.rpartition("_")[2].isdigit())
    for file in numbered[: max(0, len(numbered) - kept)]:
        file.unlink(missing_ok=True)
