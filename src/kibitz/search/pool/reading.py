"""Reading pools: a whole one as memory-mapped arrays, or what a file in any condition has.

A file is looked at from its head on, and whatever is not as it should be has an error of its own.
Checksums of blocks are compared on request only: that reads the whole file, about a second for a
gigabyte.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

from kibitz.core import files
from kibitz.core.errors import BadOption, DamagedPool, NotSolvable, UnfinishedPool
from kibitz.core.rng import mix
from kibitz.search.double_dummy import CAPOT_MORE, Points, Tricks, Value
from kibitz.search.pool.layout import HEAD_SIZE, SUM_SIZE, Settings, parse_head

CAPOT_NS, CAPOT_EW = 252, 255  # values of Belote beside 0 to 162 points of NS
BELOTE_TOTAL = CAPOT_NS - CAPOT_MORE
SHOWN_MAX = 5  # damaged blocks that an error names

# What chooses rows: a slice, numbers, or a mask; by default all rows.
Rows = slice | npt.NDArray[Any]
ALL = slice(None)


class Pool:
    """The deals of a file. `dealer`, `values` and `owners` are views of the mapped file.

    These are read-only, in the order of the deals. What a method gives is a new array, made from
    the rows that are asked for: `pool.hands(slice(0, 1000))`, `pool.hands(numbers)`.
    """

    def __init__(self, path: Path, settings: Settings, rows: npt.NDArray[np.void]) -> None:
        self.path = path
        self.settings = settings
        self.rows = rows
        self.dealer: npt.NDArray[np.uint8] = rows["dealer"]
        self.values: npt.NDArray[np.uint8] = rows["values"]  # as layout.py tells them
        self.owners: npt.NDArray[Any] = rows["owners"]

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        return f"Pool({str(self.path)!r}: {self.settings})"

    @property
    def game(self) -> str:
        return self.settings.game

    def hands(self, rows: Rows = ALL) -> npt.NDArray[Any]:
        """(deals, 4 seats): each hand as a set of bits, 32 in Belote and 64 in Codepiece."""
        owners = self.owners[rows]
        low, high = owners[:, 0], owners[:, 1]
        deck = owners.dtype.type((1 << self.settings.layout.cards) - 1)
        return np.stack([deck & ~(low | high), low & ~high, high & ~low, low & high], axis=1)

    def holders(self, rows: Rows = ALL) -> npt.NDArray[np.uint8]:
        """(deals, cards): the seat that holds each card."""
        owners = np.ascontiguousarray(self.owners[rows])
        count = self.settings.layout.cards
        octets = owners.view(np.uint8).reshape(len(owners), 2, -1)  # the file is little endian
        bits = np.unpackbits(octets, axis=2, count=count, bitorder="little")
        return bits[:, 0] | (bits[:, 1] << np.uint8(1))

    def points(self, rows: Rows = ALL) -> npt.NDArray[np.int16]:
        """Belote, (deals, 4 trumps): card points of NS with the last trick, 252 for a capot."""
        values = self._belote(rows)
        return np.where(values == CAPOT_EW, 0, values).astype(np.int16)

    def capot(self, rows: Rows = ALL) -> npt.NDArray[np.int8]:
        """Belote, (deals, 4 trumps): the side that takes all tricks: 0 NS, 1 EW, -1 none."""
        values = self._belote(rows)
        side = np.full(values.shape, -1, np.int8)
        side[values == CAPOT_NS] = 0
        side[values == CAPOT_EW] = 1
        return side

    def seed(self, deal: int) -> int:
        """`kibitz.game(pool.game).new(pool.seed(i))` is the game whose first deal is deal i."""
        return mix(self.settings.seed, self._number(deal))

    def deal(self, deal: int) -> dict[str, Any]:
        """A deal as the game takes it: `new(deal=...)`."""
        i = self._number(deal)
        holders = self.holders(slice(i, i + 1))[0]
        hands = [np.flatnonzero(holders == seat).tolist() for seat in range(4)]
        return {"hands": hands, "dealer": int(self.dealer[i])}

    def table(self, deal: int) -> dict[int, dict[int, Value]]:
        """`table[leader][trump]` of a deal, as `double_dummy.solve_table` gives it."""
        values = self.values[self._number(deal)]
        if self.game == "codepiece":
            return {
                bidder: {trump: _tricks(bidder, int(made)) for trump, made in enumerate(row)}
                for bidder, row in enumerate(values)
            }
        leader = (int(self.dealer[deal]) + 1) % 4
        return {leader: {trump: _points(int(code)) for trump, code in enumerate(values)}}

    def _number(self, deal: int) -> int:
        if not 0 <= deal < len(self):
            raise BadOption(f"deals of this pool are numbered from 0 to {len(self) - 1}")
        return deal

    def _belote(self, rows: Rows) -> npt.NDArray[np.uint8]:
        if self.game != "belote":
            raise NotSolvable(f"points are Belote's; `values` of {self.game} are tricks")
        values: npt.NDArray[np.uint8] = self.values[rows]
        return values


def _points(code: int) -> Points:
    if code in (CAPOT_NS, CAPOT_EW):
        return Points((CAPOT_NS, 0) if code == CAPOT_NS else (0, CAPOT_NS), int(code == CAPOT_EW))
    return Points((code, BELOTE_TOTAL - code), None)


def _tricks(bidder: int, made: int) -> Tricks:
    return Tricks((made, 13 - made) if bidder % 2 == 0 else (13 - made, made))


@dataclass(frozen=True)
class Examined:
    """What a file has. Without verification no block counts as damaged unless it is cut off."""

    settings: Settings
    size: int  # bytes of the file
    missing: tuple[int, ...]  # blocks that are not written yet
    damaged: tuple[int, ...]  # blocks whose rows do not fit their checksums
    verified: bool

    @property
    def finished(self) -> bool:
        return not self.missing and not self.damaged and self.size == self.settings.size

    @property
    def deals(self) -> int:
        """Those that are there."""
        gone = self.missing + self.damaged
        return self.settings.deals - sum(self.settings.deals_of(n)[1] for n in gone)


def open(path: str | Path, *, verify: bool = False, unfinished: bool = False) -> Pool:  # noqa: A001
    """A pool as memory-mapped arrays; `verify` compares all checksums before.

    `unfinished` takes a file that is still being written: its deals up to the first missing block.
    """
    where = Path(path)
    found = examine(where, verify=verify)
    settings = found.settings
    if found.damaged:
        raise DamagedPool(_damage(where, found))
    if found.size > settings.size:
        raise DamagedPool(f"{where} is longer than its head says: {found.size} bytes")
    if found.missing and not unfinished:
        raise UnfinishedPool(
            f"{where} has {found.deals:,} of {settings}; this goes on: {settings.command(where)}"
        )
    count = settings.deals_of(found.missing[0])[0] if found.missing else settings.deals
    if count == 0:
        return Pool(where, settings, np.empty(0, settings.layout.row))
    with files.named(where, "read"):
        rows = np.memmap(where, settings.layout.row, "r", settings.rows_at, shape=(count,))
    return Pool(where, settings, rows)


def examine(path: str | Path, *, verify: bool = True) -> Examined:
    """What a file has, in whatever condition; only a head that cannot be read is an error."""
    where = Path(path)
    with files.named(where, "read"), where.open("rb") as file:
        return examine_file(file, where, verify=verify)


def examine_file(file: BinaryIO, path: Path, *, verify: bool) -> Examined:
    """The same for a file that is open."""
    file.seek(0)
    settings = parse_head(file.read(HEAD_SIZE), path)
    table = file.read(SUM_SIZE * settings.blocks).ljust(SUM_SIZE * settings.blocks, b"\0")
    size = file.seek(0, 2)
    missing = set(np.flatnonzero(np.frombuffer(table, np.uint64) == 0).tolist())
    damaged = []
    for number in range(settings.blocks):
        begin, length = settings.place_of(number)
        if number in missing:
            continue
        if begin + length > size:
            damaged.append(number)
        elif verify:
            file.seek(begin)
            written = table[SUM_SIZE * number : SUM_SIZE * (number + 1)]
            if settings.block_sum(number, file.read(length)) != written:
                damaged.append(number)
    return Examined(settings, size, tuple(sorted(missing)), tuple(damaged), verify)


def _damage(path: Path, found: Examined) -> str:
    """A sentence about damaged blocks."""
    if found.size < found.settings.size and not found.missing:
        what = f"{path} is cut off: {found.size} of {found.settings.size} bytes are there"
    else:
        shown = ", ".join(str(number) for number in found.damaged[:SHOWN_MAX])
        more = ", ..." if len(found.damaged) > SHOWN_MAX else ""
        what = f"{path} is damaged: block {shown}{more} of {found.settings.blocks} does not fit"
    return f"{what}; this repairs it: {found.settings.command(path)}"
