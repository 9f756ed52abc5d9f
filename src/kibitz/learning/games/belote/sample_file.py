"""Files of samples: belief samples of the auction and the play, value samples, for any learner.

    write("play.samples", ["games.corpus"], "play", each=8)
    open_samples("play.samples").arrays()      name -> array, see export_samples.py

Like a pool (search/deal_pool/layout.py) the file has blocks with checksums: after Ctrl-C or kill -9
the same call makes only what is missing, and the bytes depend on the head alone. The head:

       0 56  as in a pool, but the first bytes are KIBSAMP and a zero byte, `deals` are games, and
             the seed draws the positions
      56  8  the first bytes of the hash over the heads of all corpora, in order
      64  8  the kind: bid, play or value
      72 16  the observation layout; a layout never changes under its name
      88  2  the most positions of a game (`each`)
      90  6  zero
      96  8  checksum of the 96 bytes before

A row holds one game: 1 byte with the number of its samples (0 if everybody passed), then `each`
samples; those behind the last are zero. A sample:

    bid, play   observation, float32 each; place, 32 signed bytes; allowed, 32 x 3 bytes
    value       observation, float32 each; mask, a byte for each action; action, int32; value,
                float32
"""

from __future__ import annotations

import hashlib
import shlex
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from kibitz import games as all_games
from kibitz.core.errors import BadOption, DamagedPool, NewerPool
from kibitz.core.options import whole_number
from kibitz.core.rng import check_seed
from kibitz.learning.games.belote.corpus_samples import GAME, CorpusSamples
from kibitz.learning.games.belote.export_samples import FIELDS, LAYOUTS, LOCATED, samples_of
from kibitz.search.deal_pool.layout import Settings, text
from kibitz.search.deal_pool.reading import read_rows
from kibitz.search.deal_pool.writing import Blocks, Report, Written, write_missing

MAGIC = b"KIBSAMP\0"
HEAD = struct.Struct("<8sHHIQQ16sI4x8s8s16sH6x")  # without its checksum
BLOCK = 64  # games: about a second
EACH_MAX = 64


@dataclass(frozen=True)
class SampleSettings(Settings):
    """The settings of a file of samples, which determine every byte of it."""

    magic: ClassVar[bytes] = MAGIC
    form: ClassVar[struct.Struct] = HEAD
    what: ClassVar[str] = "a file of samples"

    corpora: bytes  # 8 bytes of the hash over their heads
    kind: str
    encoding: str  # the observation layout
    each: int

    @property
    def sample(self) -> np.dtype[Any]:
        """The type of one sample."""
        rules = all_games.game(self.game)
        fields: list[Any] = [("observation", "<f4", (rules.encoding_size(self.encoding),))]
        if self.kind == "value":
            fields += [
                ("mask", np.bool_, (rules.num_actions,)),
                ("action", "<i4"),
                ("value", "<f4"),
            ]
        else:
            fields += [("place", np.int8, (32,)), ("allowed", np.bool_, (32, 3))]
        return np.dtype(fields)

    @property
    def row(self) -> np.dtype[Any]:
        return np.dtype([("count", np.uint8), ("samples", self.sample, (self.each,))])

    @property
    def identity(self) -> tuple[Any, ...]:
        return (*super().identity, self.corpora, self.kind, self.encoding, self.each)

    @classmethod
    def read_extra(cls, path: Path, game: str, extra: list[Any]) -> tuple[Any, ...]:
        corpora, kind, encoding, each = extra
        kind, encoding = text(kind), text(encoding)
        if game != GAME or LAYOUTS.get(kind) != encoding:
            raise NewerPool(
                f"{path} has {kind!r} samples of {game!r} in layout {encoding!r}, which this "
                "Kibitz does not know"
            )
        if not 1 <= each <= EACH_MAX:
            raise DamagedPool(f"the header of {path} has impossible values")
        return corpora, kind, encoding, each

    def extra(self) -> tuple[Any, ...]:
        return self.corpora, self.kind.encode(), self.encoding.encode(), self.each

    def command(self, path: Path) -> str:
        words = ["kibitz", "beliefs", "samples", "CORPUS", "--kind", self.kind]
        words += ["-n", str(self.deals), "--each", str(self.each), "--seed", str(self.seed)]
        return shlex.join([*words, "-o", str(path)])

    def __str__(self) -> str:
        what = f"{self.kind} samples of {self.deals:,} games of {self.game}"
        return f"{what}, at most {self.each} of each, layout {self.encoding}, seed {self.seed}"


class SampleFile:
    """The samples of a file, memory-mapped game by game."""

    def __init__(self, path: Path, settings: SampleSettings, rows: NDArray[np.void]) -> None:
        self.path, self.settings, self.rows = path, settings, rows

    def __len__(self) -> int:
        return int(self.rows["count"].sum())

    def __repr__(self) -> str:
        return f"SampleFile({str(self.path)!r}: {self.settings})"

    def arrays(self, games: slice = slice(None)) -> dict[str, NDArray[Any]]:
        """The arrays of some games, or of all: those of export_samples.py."""
        rows = self.rows[games]
        there = np.arange(self.settings.each) < rows["count"][:, None]
        samples = rows["samples"][there]
        return {name: samples[name] for name in FIELDS.get(self.settings.kind, LOCATED)}


def open_samples(path: str | Path, *, verify: bool = False, unfinished: bool = False) -> SampleFile:
    """Open a file of samples; `unfinished` accepts one that is still being written."""
    where = Path(path)
    settings, rows = read_rows(where, verify=verify, unfinished=unfinished, kind=SampleSettings)
    return SampleFile(where, settings, rows)


def write(
    path: str | Path,
    corpora: Sequence[str],
    kind: str = "play",
    games: int | None = None,
    each: int = 8,
    seed: int = 0,
    *,
    force: bool = False,
    report: Report | None = None,
) -> Written:
    """Write the samples of the first games, or what is missing of them."""
    if kind not in LAYOUTS:
        raise BadOption(f"samples are of the kinds {', '.join(LAYOUTS)}, not {kind!r}")
    samples = samples_of(corpora, kind, whole_number("each", each, 1, EACH_MAX))
    heads = b"".join(corpus.settings.head() for corpus in samples.corpora)
    settings = SampleSettings(
        GAME, check_seed(seed), min(games or len(samples.games), len(samples.games)),
        all_games.find(GAME).version, BLOCK, hashlib.sha256(heads).digest()[:8], kind,
        LAYOUTS[kind], each,
    )  # fmt: skip

    def blocks(found: Settings, todo: list[int]) -> Blocks:
        assert isinstance(found, SampleSettings)
        yield from ((n, make_block(found, samples, *found.deals_of(n))) for n in todo)

    return write_missing(path, settings, blocks, force=force, report=report)


def make_block(
    settings: SampleSettings, samples: CorpusSamples[Any], first: int, count: int
) -> bytes:
    """The rows of games first .. first + count - 1."""
    rows = np.zeros(count, settings.row)
    fields = FIELDS.get(settings.kind, LOCATED)
    for row, n in zip(rows, range(first, first + count), strict=True):
        corpus, i = samples.games[n]
        rng = np.random.default_rng([settings.seed, n])
        part = samples.of_game(samples.corpora[corpus], i, rng)
        if part is None:
            continue
        row["count"] = len(part)
        for name in fields:
            row["samples"][name][: len(part)] = getattr(part, name)
    return rows.tobytes()
