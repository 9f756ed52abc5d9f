"""Played layers: what players really make of the deals of a pool, beside what the solver makes.

    layer = open_layer("rule.layer", pool)     values, points(), capot(): as those of the pool
    best([layer, other])                       the best that the taker's side made in any of them

A layer is a file of its own with the first deals of a pool, so a slow player's may be shorter. For
each deal and trump the side with more solved points plays the contract that the solver says it just
makes, and the same player sits on all four seats. A row has one byte per trump, coded as in the
pool. The file is like a pool's (layout.py) except for its head:

             0 56  as in a pool, but the first bytes are KIBPLAY and a zero byte
            56 32  name of the player, ended by zeroes
            88  8  the first bytes of the hash of its spec: a changed player is another one
            96  8  checksum of the 96 bytes before
"""

from __future__ import annotations

import shlex
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from kibitz.core import files
from kibitz.core.errors import BadOption, NewerPool, NotSolvable, OtherPool
from kibitz.core.options import whole_number
from kibitz.search.deal_pool.layout import DEALS_MAX, Settings, layout_of, text
from kibitz.search.deal_pool.reading import ALL, DealPool, Rows, read_rows

MAGIC = b"KIBPLAY\0"
HEAD = struct.Struct("<8sHHIQQ16sI4x32s8s")  # without its checksum
BLOCK = 16  # deals: a few seconds of a searching player
NATIVE_BLOCK = 1024  # deals of a native player
NAME_MAX = 32  # bytes


@dataclass(frozen=True)
class LayerSettings(Settings):
    """The settings of a layer, which determine every byte of the file."""

    magic: ClassVar[bytes] = MAGIC
    form: ClassVar[struct.Struct] = HEAD
    what: ClassVar[str] = "a played layer of a pool"

    player: str
    spec: bytes  # 8 bytes of its hash

    @classmethod
    def of(
        cls, pool: DealPool, deals: int, player: str, spec: str, *, block: int = BLOCK
    ) -> LayerSettings:
        """Settings of a new layer, checked."""
        if pool.settings.layout.contracts is None:
            raise NotSolvable(f"pools of {pool.game} have no played layers")
        if not 1 <= len(player.encode()) <= NAME_MAX:
            raise BadOption(f"the name of a player may have up to {NAME_MAX} bytes")
        count = whole_number("the number of deals", deals, 1, min(DEALS_MAX, len(pool)))
        given = pool.settings
        part = bytes.fromhex(spec)[:8]
        return cls(given.game, given.seed, count, given.rules, block, player, part)

    @property
    def row(self) -> np.dtype[Any]:
        """One byte per trump."""
        return np.dtype(("u1", self.layout.row["values"].shape))

    @property
    def identity(self) -> tuple[Any, ...]:
        return (*super().identity, self.player, self.spec)

    @classmethod
    def read_extra(cls, path: Path, game: str, extra: list[Any]) -> tuple[Any, ...]:
        if layout_of(game) is None:
            raise NewerPool(f"{path} has deals of {game!r}, which this Kibitz does not know")
        player, spec = extra
        return text(player), spec

    def extra(self) -> tuple[Any, ...]:
        return self.player.encode(), self.spec

    def command(self, path: Path) -> str:
        words = ["kibitz", "pool", "play", "POOL", "--player", self.player, "-n", str(self.deals)]
        return shlex.join([*words, "-o", str(path)])

    def __str__(self) -> str:
        return f"{super().__str__()}, played by {self.player}"


def kind_of(path: Path) -> type[Settings]:
    """LayerSettings for the file of a layer, otherwise Settings."""
    with files.named(path, "read"), path.open("rb") as file:
        return LayerSettings if file.read(len(MAGIC)) == MAGIC else Settings


class Layer:
    """The values of a layer, memory-mapped; methods are those of DealPool."""

    def __init__(self, path: Path, settings: LayerSettings, rows: npt.NDArray[np.uint8]) -> None:
        self.path, self.settings, self.values = path, settings, rows

    def __len__(self) -> int:
        return len(self.values)

    def __repr__(self) -> str:
        return f"Layer({str(self.path)!r}: {self.settings})"

    def points(self, rows: Rows = ALL) -> npt.NDArray[np.int16]:
        """(deals, 4 trumps): card points of NS with the last trick, 252 for a capot."""
        read = self.settings.layout.points
        assert read is not None, "layers have points"
        return read(self.values[rows])

    def capot(self, rows: Rows = ALL) -> npt.NDArray[np.int8]:
        """(deals, 4 trumps): the side that took all tricks: 0 NS, 1 EW, -1 none."""
        read = self.settings.layout.capot
        assert read is not None, "layers have capots"
        return read(self.values[rows])


def open_layer(
    path: str | Path, pool: DealPool, *, verify: bool = False, unfinished: bool = False
) -> Layer:
    """Open a layer of this pool; OtherPool if it is another one's."""
    where = Path(path)
    settings, rows = read_rows(where, verify=verify, unfinished=unfinished, kind=LayerSettings)
    given = pool.settings
    same = (settings.game, settings.seed, settings.rules) == (given.game, given.seed, given.rules)
    if not same or len(rows) > len(pool):
        raise OtherPool(f"{where} has {settings}, which are not deals of {pool.path}")
    return Layer(where, settings, np.asarray(rows).reshape(len(rows), -1))


def best(layers: Sequence[Layer | npt.NDArray[np.uint8]], pool: DealPool) -> npt.NDArray[np.uint8]:
    """(deals, 2 sides, 4 trumps): the best that a side made as the taker, coded as in a pool.

    The shortest layer decides the number of deals.
    """
    if not layers:
        raise BadOption("the best of no layers: name at least one")
    read, capot = pool.settings.layout.points, pool.settings.layout.capot
    assert read is not None, "layers have points"
    assert capot is not None, "and capots"
    arrays = [one.values if isinstance(one, Layer) else one for one in layers]
    count = min(len(one) for one in arrays)
    stacked = np.stack([np.asarray(one[:count]) for one in arrays])
    # By NS's points, a capot of either side beyond all others.
    rank = np.where(capot(stacked) == 1, -1, read(stacked))
    sides = [
        np.take_along_axis(stacked, pick(rank, axis=0)[None], axis=0)[0]
        for pick in (np.argmax, np.argmin)
    ]
    return np.stack(sides, axis=1)
