"""The file of a pool, byte by byte. Numbers are little endian, and there are no gaps.

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
    table   8 bytes for each block: its checksum, zero while the block is not there
    rows    one for each deal, in order: so the rows of a whole file are one array

A checksum is BLAKE2b of 8 bytes; that of a block is taken over the head, the number of the block in
8 bytes, and its rows, so that a block of another file or place does not fit. Deal i of a pool is
the one of `game.new(mix(seed, i))`. A row has the owners of the cards as two sets (bit c of the
first and of the second are the low and the high bit of the seat that holds card c), the dealer, and
the values:

    Belote      13 bytes. For trump S H D C, the left of the dealer leading: card points of NS with
                the last trick (0 to 162); 252 is a capot of NS, 255 one of EW
    Codepiece   33 bytes. For each bidder, who leads, and trump C D H S: tricks of the bidder's side

What a file holds depends on its head alone, whoever wrote it and however often that was stopped.
"""

from __future__ import annotations

import hashlib
import shlex
import struct
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kibitz.core.errors import DamagedPool, NewerPool, NotAPool, NotSolvable
from kibitz.core.options import whole_number
from kibitz.core.rng import check_seed
from kibitz.games import find
from kibitz.search.double_dummy import PLAYS

VERSION = 1
MAGIC = b"KIBPOOL\0"
HEAD = struct.Struct("<8sHHIQQ16sI4x")  # without its checksum
SUM_SIZE = 8
HEAD_SIZE = HEAD.size + SUM_SIZE
DEALS_MAX = 10**9
BLOCK_MAX = 1 << 16  # deals


@dataclass(frozen=True)
class Layout:
    """What the rows of one game are."""

    cards: int  # in the deck
    block: int  # deals of a block: about a second of work for one thread
    row: np.dtype[np.void]


LAYOUTS = {
    "belote": Layout(
        32, 128, np.dtype([("owners", "<u4", (2,)), ("dealer", "u1"), ("values", "u1", (4,))])
    ),
    "codepiece": Layout(
        52, 4, np.dtype([("owners", "<u8", (2,)), ("dealer", "u1"), ("values", "u1", (4, 4))])
    ),
}
GAMES = tuple(LAYOUTS)
assert PLAYS[: len(GAMES)] == GAMES  # the native engine knows them by their place


@dataclass(frozen=True)
class Settings:
    """What a pool is made from; it fixes every byte of the file."""

    game: str
    seed: int
    deals: int
    rules: int  # version of the game's rules
    block: int  # deals in a block

    @classmethod
    def make(cls, game: str, deals: int, seed: int) -> Settings:
        """Settings of a new pool, checked."""
        rules = find(game).version
        if game not in LAYOUTS:
            raise NotSolvable(f"{game} has no double-dummy solver, so no pools; {_games()} have")
        count = whole_number("the number of deals", deals, 1, DEALS_MAX)
        return cls(game, check_seed(seed), count, rules, LAYOUTS[game].block)

    @property
    def layout(self) -> Layout:
        return LAYOUTS[self.game]

    @property
    def row_size(self) -> int:
        """Bytes of a deal."""
        return self.layout.row.itemsize

    @property
    def blocks(self) -> int:
        return -(-self.deals // self.block)

    @property
    def rows_at(self) -> int:
        """Where the rows begin."""
        return HEAD_SIZE + SUM_SIZE * self.blocks

    @property
    def size(self) -> int:
        """Bytes of the whole file."""
        return self.rows_at + self.deals * self.row_size

    def deals_of(self, number: int) -> tuple[int, int]:
        """The first deal of a block, and how many it has."""
        first = number * self.block
        return first, min(self.block, self.deals - first)

    def place_of(self, number: int) -> tuple[int, int]:
        """Where the rows of a block begin in the file, and how many bytes they are."""
        first, count = self.deals_of(number)
        return self.rows_at + first * self.row_size, count * self.row_size

    def head(self) -> bytes:
        packed = HEAD.pack(
            MAGIC,
            VERSION,
            self.rules,
            self.block,
            self.seed,
            self.deals,
            self.game.encode(),
            self.row_size,
        )
        return packed + checksum(packed)

    def block_sum(self, number: int, rows: bytes) -> bytes:
        """The checksum of a block. (That it is all zeroes has a chance of 1 in 2**64.)"""
        return checksum(self.head(), number.to_bytes(8, "little"), rows)

    def command(self, path: Path) -> str:
        """What makes this pool, and goes on with it."""
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


def parse_head(data: bytes, path: Path) -> Settings:
    """The settings in the first bytes of a file, or an error that says what the file is."""
    if not data.startswith(MAGIC):
        raise NotAPool(f"{path} is not a pool of deals")
    if len(data) < HEAD_SIZE:
        raise DamagedPool(f"{path} is cut off inside its head")
    _, version, rules, block, seed, deals, game, itemsize = HEAD.unpack_from(data)
    # The version comes first: a newer layout may have its checksum elsewhere.
    if version > VERSION:
        raise NewerPool(
            f"{path} has layout {version}, and this Kibitz reads up to {VERSION}: use a newer one"
        )
    if data[HEAD.size : HEAD_SIZE] != checksum(data[: HEAD.size]):
        raise DamagedPool(f"the head of {path} is damaged: its checksum is wrong")
    name = game.rstrip(b"\0").decode("ascii", "replace")
    if name not in LAYOUTS:
        raise NewerPool(f"{path} is a pool of {name!r}; this Kibitz knows {_games()}")
    fits = 1 <= deals <= DEALS_MAX and 1 <= block <= BLOCK_MAX
    if version < 1 or not fits or itemsize != LAYOUTS[name].row.itemsize:
        raise DamagedPool(f"the head of {path} tells what cannot be")
    return Settings(name, seed, deals, rules, block)


def _games() -> str:
    return " and ".join(GAMES)
