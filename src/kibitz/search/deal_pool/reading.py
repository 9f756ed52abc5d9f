"""Reads pools: a complete one as memory-mapped arrays, or whatever a partial file has.

Files are checked from the head on, and every defect has its own error. Checksums of blocks are
compared only on request, since that reads the whole file, about a second per gigabyte.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

import numpy as np
import numpy.typing as npt

from kibitz.core import files
from kibitz.core.errors import BadOption, DamagedPool, NotSolvable, UnfinishedPool
from kibitz.core.rng import mix
from kibitz.search.deal_pool.layout import SUM_SIZE, Settings
from kibitz.search.plays import Value

SHOWN_MAX = 5  # damaged blocks named in an error

# Selects rows: a slice, indices, or a mask; all rows by default.
Rows = slice | npt.NDArray[Any]
ALL = slice(None)

S = TypeVar("S", bound=Settings)


class DealPool:
    """The deals of a file. `dealer`, `values` and `owners` are views of the mapped file.

    They are read-only and in the order of the deals. Methods return new arrays, made from the
    selected rows: `pool.hands(slice(0, 1000))`, `pool.hands(numbers)`.
    """

    def __init__(self, path: Path, settings: Settings, rows: npt.NDArray[np.void]) -> None:
        self.path = path
        self.settings = settings
        self.rows = rows
        self.dealer: npt.NDArray[np.uint8] = rows["dealer"]
        self.values: npt.NDArray[np.uint8] = rows["values"]  # as documented in layout.py
        self.owners: npt.NDArray[Any] = rows["owners"]

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        return f"DealPool({str(self.path)!r}: {self.settings})"

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
        read = self.settings.layout.points
        if read is None:
            raise NotSolvable(f"only Belote has points; `values` of {self.game} are tricks")
        return read(self.values[rows])

    def capot(self, rows: Rows = ALL) -> npt.NDArray[np.int8]:
        """Belote, (deals, 4 trumps): the side that takes all tricks: 0 NS, 1 EW, -1 none."""
        read = self.settings.layout.capot
        if read is None:
            raise NotSolvable(f"only Belote has capots; `values` of {self.game} are tricks")
        return read(self.values[rows])

    def seed(self, deal: int) -> int:
        """`kibitz.game(pool.game).new(pool.seed(i))` is the game whose first deal is deal i."""
        return mix(self.settings.seed, self._number(deal))

    def deal(self, deal: int) -> dict[str, Any]:
        """A deal as the game accepts it in `new(deal=...)`."""
        i = self._number(deal)
        holders = self.holders(slice(i, i + 1))[0]
        hands = [np.flatnonzero(holders == seat).tolist() for seat in range(4)]
        return {"hands": hands, "dealer": int(self.dealer[i])}

    def table(self, deal: int) -> dict[int, dict[int, Value]]:
        """`table[leader][trump]` of a deal, as `double_dummy.solve_table` returns it."""
        i = self._number(deal)
        return self.settings.layout.table(self.values[i], int(self.dealer[i]))

    def _number(self, deal: int) -> int:
        if not 0 <= deal < len(self):
            raise BadOption(f"a deal of this pool must be a number from 0 to {len(self) - 1}")
        return deal


@dataclass(frozen=True)
class Examined:
    """The state of a file. Without verification only truncated blocks count as damaged."""

    settings: Settings
    size: int  # bytes of the file
    missing: tuple[int, ...]  # blocks not written yet
    damaged: tuple[int, ...]  # blocks that do not match their checksums
    verified: bool

    @property
    def finished(self) -> bool:
        return not self.missing and not self.damaged and self.size == self.settings.size

    @property
    def deals(self) -> int:
        """The number of deals present."""
        gone = self.missing + self.damaged
        return self.settings.deals - sum(self.settings.deals_of(n)[1] for n in gone)


def open(path: str | Path, *, verify: bool = False, unfinished: bool = False) -> DealPool:  # noqa: A001
    """Open a pool as memory-mapped arrays; `verify` compares all checksums first.

    `unfinished` accepts a file that is still being written, up to the first missing block.
    """
    where = Path(path)
    settings, rows = read_rows(where, verify=verify, unfinished=unfinished, kind=Settings)
    return DealPool(where, settings, rows)


def read_rows(
    where: Path, *, verify: bool, unfinished: bool, kind: type[S]
) -> tuple[S, npt.NDArray[Any]]:
    """The settings of a file and its rows, memory-mapped."""
    found = examine(where, verify=verify, kind=kind)
    settings = found.settings
    assert isinstance(settings, kind)
    if found.damaged:
        raise DamagedPool(_damage(where, found))
    if found.size > settings.size:
        raise DamagedPool(f"{where} is longer than its header states: {found.size} bytes")
    if found.missing and not unfinished:
        raise UnfinishedPool(
            f"{where} has {found.deals:,} of {settings}; resume with: {settings.command(where)}"
        )
    count = settings.deals_of(found.missing[0])[0] if found.missing else settings.deals
    if count == 0:
        return settings, np.empty(0, settings.row)
    with files.named(where, "read"):
        return settings, np.memmap(where, settings.row, "r", settings.rows_at, shape=(count,))


def examine(path: str | Path, *, verify: bool = True, kind: type[Settings] = Settings) -> Examined:
    """Report what a file has, in any condition; only an unreadable head is an error."""
    where = Path(path)
    with files.named(where, "read"), where.open("rb") as file:
        return examine_file(file, where, verify=verify, kind=kind)


def examine_file(
    file: BinaryIO, path: Path, *, verify: bool, kind: type[Settings] = Settings
) -> Examined:
    """The same for an open file."""
    file.seek(0)
    settings = kind.parse(file.read(kind.head_size()), path)
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
    """A message about damaged blocks."""
    if found.size < found.settings.size and not found.missing:
        what = f"{path} is truncated: it has {found.size} of {found.settings.size} bytes"
    else:
        shown = ", ".join(str(number) for number in found.damaged[:SHOWN_MAX])
        more = ", ..." if len(found.damaged) > SHOWN_MAX else ""
        what = f"{path} is damaged: block {shown}{more} of {found.settings.blocks} is corrupt"
    return f"{what}; repair it with: {found.settings.command(path)}"
