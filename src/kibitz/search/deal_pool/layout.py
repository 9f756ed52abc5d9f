"""The file of a pool, byte by byte. Numbers are little endian, without padding.

    head    64 bytes
             0  8  KIBPOOL and a zero byte
             8  2  version of this layout
            10  2  version of the game's rules
            12  4  deals in a block; the last block may have fewer
            16  8  seed
            24  8  deals
            32 16  name of the game, ended by zeroes
            48  4  bytes of a row
            52  4  zero
            56  8  checksum of the 56 bytes before
    table   8 bytes for each block: its checksum, zero until the block is written
    rows    one for each deal, in order: the rows of a complete file form one array

A checksum is BLAKE2b of 8 bytes; that of a block covers the head, the block number in 8 bytes, and
its rows, so that a block from another file or place does not match. Deal i of a pool is that of
`game.new(mix(seed, i))`. A row has the owners of the cards as two sets (bit c of the first and of
the second are the low and the high bit of the seat that holds card c), the dealer, and the values:

    Belote      13 bytes. For trump S H D C, the left of the dealer leading: card points of NS with
                the last trick (0 to 162); 252 is a capot of NS, 255 one of EW
    Codepiece   33 bytes. For each bidder, who leads, and trump C D H S: tricks of the bidder's side

The content of a file depends on its head alone, not on who wrote it or how often writing was
interrupted.
"""

from __future__ import annotations

import hashlib
import shlex
import struct
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from kibitz.core import registry
from kibitz.core.errors import DamagedPool, NewerPool, NotAPool, NotSolvable
from kibitz.core.options import whole_number
from kibitz.core.rng import check_seed
from kibitz.games import find
from kibitz.search.plays import Value

VERSION = 1
MAGIC = b"KIBPOOL\0"
HEAD = struct.Struct("<8sHHIQQ16sI4x")  # without its checksum
SUM_SIZE = 8
DEALS_MAX = 10**9
BLOCK_MAX = 1 << 16  # deals


@dataclass(frozen=True)
class Layout:
    """The rows of one game."""

    cards: int  # in the deck
    block: int  # deals per block: about a second of work for one thread
    row: np.dtype[np.void]
    # `table[leader][trump]` of the values of a row and its dealer
    table: Callable[[NDArray[np.uint8], int], dict[int, dict[int, Value]]]
    about: str  # what the values are, in one sentence
    # For values that are card points: points of NS, and the side that takes all tricks or -1.
    points: Callable[[NDArray[np.uint8]], NDArray[np.int16]] | None = None
    capot: Callable[[NDArray[np.uint8]], NDArray[np.int8]] | None = None
    # The contracts of a played layer: (bids, bidders), [deals, trumps], of rows.
    contracts: Callable[[NDArray[np.void]], tuple[NDArray[np.uint8], NDArray[np.uint8]]] | None = (
        None
    )


def layout_of(game: str) -> Layout | None:
    """The row layout of a game whose deals can be solved, or None."""
    found: Layout | None = getattr(registry.find("search", game), "POOL", None)
    return found


def games() -> list[str]:
    """The games that have pools, sorted."""
    return [name for name in registry.games() if layout_of(name) is not None]


@dataclass(frozen=True)
class Settings:
    """The settings of a pool, which determine every byte of the file.

    Other files of blocks derive theirs from it: they have another `magic`, and more fields in their
    head (`form`, `extra`, `read_extra`) and in `identity`.
    """

    magic: ClassVar[bytes] = MAGIC
    form: ClassVar[struct.Struct] = HEAD  # of the head, without its checksum
    what: ClassVar[str] = "a pool of deals"  # how errors name the kind of file

    game: str
    seed: int
    deals: int
    rules: int  # version of the game's rules
    block: int  # deals in a block

    @classmethod
    def make(cls, game: str, deals: int, seed: int) -> Settings:
        """Settings of a new pool, checked."""
        rules = find(game).version
        layout = layout_of(game)
        if layout is None:
            raise NotSolvable(f"{game} has no double-dummy solver and so no pools; {_games()} do")
        count = whole_number("the number of deals", deals, 1, DEALS_MAX)
        return cls(game, check_seed(seed), count, rules, layout.block)

    @property
    def layout(self) -> Layout:
        layout = layout_of(self.game)
        assert layout is not None, f"{self.game} has no layout"
        return layout

    @property
    def row(self) -> np.dtype[Any]:
        return self.layout.row

    @property
    def row_size(self) -> int:
        """Bytes per deal."""
        return self.row.itemsize

    @property
    def identity(self) -> tuple[Any, ...]:
        """What makes two files the same, whatever their blocks."""
        return self.game, self.seed, self.deals, self.rules

    @classmethod
    def head_size(cls) -> int:
        """Bytes of the head with its checksum."""
        return cls.form.size + SUM_SIZE

    @classmethod
    def parse(cls, data: bytes, path: Path) -> Self:
        """Parse the settings in the first bytes of a file; raise the error that fits otherwise."""
        fields = unpack_head(data, path, cls.form, cls.magic, VERSION, cls.what)
        _, version, rules, block, seed, deals, game, size, *extra = fields
        name = text(game)
        settings = cls(name, seed, deals, rules, block, *cls.read_extra(path, name, extra))
        fits = 1 <= deals <= DEALS_MAX and 1 <= block <= BLOCK_MAX and version >= 1
        if not fits or size != settings.row_size:
            raise DamagedPool(f"the header of {path} has impossible values")
        return settings

    @classmethod
    def read_extra(cls, path: Path, game: str, extra: list[Any]) -> tuple[Any, ...]:
        """Return the further fields of a head; raise NewerPool if it has something unknown."""
        assert not extra
        if layout_of(game) is None:
            raise NewerPool(f"{path} is a pool of {game!r}; this Kibitz knows {_games()}")
        return ()

    def extra(self) -> tuple[Any, ...]:
        """Return the fields of the head after those of a pool."""
        return ()

    @property
    def blocks(self) -> int:
        return -(-self.deals // self.block)

    @property
    def rows_at(self) -> int:
        """The offset of the rows."""
        return self.head_size() + SUM_SIZE * self.blocks

    @property
    def size(self) -> int:
        """Bytes of the complete file."""
        return self.rows_at + self.deals * self.row_size

    def deals_of(self, number: int) -> tuple[int, int]:
        """The first deal of a block, and the number of its deals."""
        first = number * self.block
        return first, min(self.block, self.deals - first)

    def place_of(self, number: int) -> tuple[int, int]:
        """The offset and size of a block's rows in the file."""
        first, count = self.deals_of(number)
        return self.rows_at + first * self.row_size, count * self.row_size

    def head(self) -> bytes:
        packed = self.form.pack(
            self.magic, VERSION, self.rules, self.block, self.seed, self.deals, self.game.encode(),
            self.row_size, *self.extra(),
        )  # fmt: skip
        return packed + checksum(packed)

    def block_sum(self, number: int, rows: bytes) -> bytes:
        """The checksum of a block. (It is all zeroes with a probability of 1 in 2**64.)"""
        return checksum(self.head(), number.to_bytes(8, "little"), rows)

    def command(self, path: Path) -> str:
        """The command that creates or resumes this pool."""
        words = ["kibitz", "pool", self.game, "-n", str(self.deals), "--seed", str(self.seed)]
        return shlex.join([*words, "-o", str(path)])

    def __str__(self) -> str:
        rules = "" if self.rules == find(self.game).version else f", rules version {self.rules}"
        return f"{self.deals:,} deals of {self.game}, seed {self.seed}{rules}"


def checksum(*parts: bytes) -> bytes:
    digest = hashlib.blake2b(digest_size=SUM_SIZE)
    for part in parts:
        digest.update(part)
    return digest.digest()


def unpack_head(
    data: bytes, path: Path, head: struct.Struct, magic: bytes, version_max: int, what: str
) -> tuple[Any, ...]:
    """Return the fields of a header: magic, version, ...; raise the error that fits otherwise.

    A checksum follows the header. `what` is how errors name the kind of file.
    """
    if not data.startswith(magic):
        raise NotAPool(f"{path} is not {what}")
    if len(data) < head.size + SUM_SIZE:
        raise DamagedPool(f"{path} is truncated inside its header")
    fields = head.unpack_from(data)
    # The version comes first: a newer layout may have its checksum elsewhere.
    if fields[1] > version_max:
        raise NewerPool(
            f"{path} has layout {fields[1]}, but this Kibitz reads up to {version_max}: use a "
            "newer one"
        )
    if data[head.size : head.size + SUM_SIZE] != checksum(data[: head.size]):
        raise DamagedPool(f"the header of {path} is damaged: its checksum is wrong")
    return fields


def text(field: bytes) -> str:
    """Return a text that zeroes end."""
    return field.rstrip(b"\0").decode("utf-8", "replace")


def _games() -> str:
    return " and ".join(games())
