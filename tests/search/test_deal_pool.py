"""Pools: the rows are the game's own deals with the solver's values, whatever happened on the way.

What tears, cuts or changes a file is tried at every place with rows that cost nothing; a process
that is really killed is in tests/cli/test_pool.py.
"""

import hashlib
import random
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kibitz
from kibitz.core import files
from kibitz.core.rng import mix
from kibitz.errors import (
    BadEngine,
    BadOption,
    BadSeed,
    DamagedPool,
    KibitzError,
    NewerPool,
    NotAPool,
    NotSolvable,
    OtherPool,
    UnfinishedPool,
    UnknownGame,
)
from kibitz.search import deal_pool, double_dummy
from kibitz.search.deal_pool import layout, writing

BELOTE = ("belote", 300, 7)  # game, deals, seed: two blocks and a part of one


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small real pool; tests copy it before they change it."""
    path = tmp_path_factory.mktemp("pool") / "made.pool"
    deal_pool.write(path, *BELOTE, workers=1)
    return path


@pytest.fixture
def path(tmp_path: Path, made: Path) -> Path:
    copy = tmp_path / "a.pool"
    copy.write_bytes(made.read_bytes())
    return copy


# What a row is ------------------------------------------------------------------------------------


def check_deal(found: deal_pool.DealPool, i: int) -> None:
    deal = kibitz.game(found.game).new(found.seed(i)).chance[0]
    assert found.seed(i) == mix(found.settings.seed, i)
    assert found.deal(i) == deal, (found, i)
    assert found.table(i) == double_dummy.solve_table(found.game, deal), (found, i)
    masks = [sum(1 << card for card in hand) for hand in deal["hands"]]
    assert found.hands(slice(i, i + 1)).tolist() == [masks]
    assert found.dealer[i] == deal["dealer"]


@pytest.mark.native_smoke
def test_belote_rows(tmp_path: Path) -> None:
    written = deal_pool.write(tmp_path / "b", "belote", 20, 3, workers=2)
    assert (written.kept, written.made) == (0, 20)
    found = deal_pool.open(tmp_path / "b", verify=True)
    assert len(found) == 20
    for i in range(20):
        check_deal(found, i)


@pytest.mark.native_smoke
def test_codepiece_rows(tmp_path: Path) -> None:
    deal_pool.write(tmp_path / "c", "codepiece", 2, 1)
    found = deal_pool.open(tmp_path / "c")
    for i in range(2):
        check_deal(found, i)
    assert found.values.shape == (2, 4, 4)
    with pytest.raises(NotSolvable, match="Belote"):
        found.points()


def test_arrays(made: Path) -> None:
    found = deal_pool.open(made)
    assert isinstance(found.rows, np.memmap)
    assert all(np.shares_memory(a, found.rows) for a in (found.values, found.dealer, found.owners))
    assert not found.values.flags.writeable
    hands, holders = found.hands(), found.holders()
    assert (hands.dtype, hands.shape, holders.shape) == (np.uint32, (300, 4), (300, 32))
    assert (np.bitwise_count(hands) == 8).all()
    assert (np.bitwise_or.reduce(hands, axis=1) == 2**32 - 1).all()
    seats = (hands[:, :, None] >> np.arange(32, dtype=np.uint32)) & 1
    assert (seats.argmax(axis=1) == holders).all()
    chosen = np.array([299, 5, 5])
    assert (found.hands(chosen) == hands[chosen]).all()
    assert (found.holders(chosen) == holders[chosen]).all()
    points, capot = found.points(), found.capot()
    assert set(np.unique(capot)) == {-1, 0, 1}  # this seed has capots of both sides
    assert (points[capot == 0] == 252).all()
    assert (points[capot == 1] == 0).all()
    assert (points[capot == -1] <= 162).all()
    assert (found.points(chosen) == points[chosen]).all()
    # The mean over both sides' leads of 300 deals: 81 by symmetry, within 4 standard errors.
    assert abs(points.mean() - 81) < 16
    for wrong in (-1, 300):
        with pytest.raises(BadOption, match="from 0 to 299"):
            found.deal(wrong)


def test_the_bytes_are_frozen(made: Path) -> None:
    """A change here is another layout, other deals or other values: VERSION or rules must move."""
    assert hashlib.sha256(made.read_bytes()).hexdigest() == FROZEN
    assert made.stat().st_size == 64 + 3 * 8 + 300 * 13


FROZEN = "92deb7e78aa303ef23ebb083b0c9cb6c47726698d0b8bb82ddfd793586dccc62"


# The same bytes however it was written ------------------------------------------------------------


def test_workers_do_not_matter(made: Path, tmp_path: Path) -> None:
    deal_pool.write(tmp_path / "b", *BELOTE, workers=3)
    assert (tmp_path / "b").read_bytes() == made.read_bytes()


def test_a_finished_pool_is_left_alone(path: Path) -> None:
    before = path.stat().st_mtime_ns
    counts: list[int] = []
    written = deal_pool.write(path, *BELOTE, report=counts.append)
    assert (written.kept, written.made, counts) == (300, 0, [300])
    assert path.stat().st_mtime_ns == before


def test_what_is_lost_is_made_again(path: Path, made: Path) -> None:
    whole = made.read_bytes()
    path.write_bytes(whole[: 64 + 24 + 13 * 200])  # the first block and a part of the second
    counts: list[int] = []
    written = deal_pool.write(path, *BELOTE, report=counts.append)
    assert path.read_bytes() == whole
    assert (written.kept, written.made) == (128, 172)
    assert counts[0] == 128
    assert counts[-1] == 300


class Quick:
    """Rows that cost nothing: what they are depends on their number, as with the real ones."""

    def fill(self, first: int, count: int) -> bytes:
        return b"".join(
            struct.pack("<QIB", i + 1, i * i, i % 256) for i in range(first, first + count)
        )

    def stop(self) -> None:
        pass


DEALS = 1000  # eight blocks


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> bytes:
    """The whole file of quick rows, while they are what is written."""
    monkeypatch.setattr(writing, "_filler", lambda settings: Quick())
    deal_pool.write(tmp_path / "whole", "belote", DEALS)
    return (tmp_path / "whole").read_bytes()


def test_cut_off_anywhere(quick: bytes, tmp_path: Path) -> None:
    path = tmp_path / "cut"
    rng = random.Random(1)
    sizes = [*range(0, 140, 3), *rng.sample(range(140, len(quick)), 100)]
    for size in sizes:
        path.write_bytes(quick[:size])
        with pytest.raises((NotAPool, DamagedPool, UnfinishedPool)):
            deal_pool.open(path)
        deal_pool.write(path, "belote", DEALS, workers=2)
        assert path.read_bytes() == quick, size


def test_a_changed_byte_anywhere(quick: bytes, tmp_path: Path) -> None:
    path = tmp_path / "changed"
    rng = random.Random(2)
    places = [*range(64 + 8 * 8), *rng.sample(range(128, len(quick)), 60)]
    for place in places:
        changed = bytearray(quick)
        changed[place] ^= 1 << rng.randrange(8)
        path.write_bytes(changed)
        with pytest.raises((NotAPool, DamagedPool, NewerPool, UnfinishedPool)) as refused:
            deal_pool.open(path, verify=True)
        if place < 64:  # whose pool it is cannot be known: nothing is overwritten
            with pytest.raises((NotAPool, DamagedPool, NewerPool)):
                deal_pool.write(path, "belote", DEALS)
            assert path.read_bytes() == bytes(changed)
            continue
        assert isinstance(refused.value, DamagedPool | UnfinishedPool)
        assert "kibitz pool belote -n 1000 --seed 0 -o" in str(refused.value)
        assert deal_pool.write(path, "belote", DEALS).made == 128 - 24 * (
            place in last_block(quick)
        )
        assert path.read_bytes() == quick, place


def last_block(whole: bytes) -> set[int]:
    """The places that belong to the last block, which has 104 deals."""
    return {*range(120, 128), *range(len(whole) - 13 * 104, len(whole))}


def test_a_crash_at_every_write(
    quick: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process ends in the middle of a write, again and again; little is made twice."""

    class Crash(Exception):
        pass

    path = tmp_path / "crash"
    real = writing.PoolFile._write
    rng = random.Random(3)
    left = 0

    def torn(self: writing.PoolFile, begin: int, data: bytes) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            real(self, begin, data[: rng.randrange(len(data))])
            raise Crash
        real(self, begin, data)

    monkeypatch.setattr(writing.PoolFile, "_write", torn)
    made = 0
    for writes in (0, 1, 0, 2, 3, 1, 4, 5, 3, 100):
        left = writes
        try:
            written = deal_pool.write(path, "belote", DEALS, workers=3)
        except Crash:
            continue
        made += written.made
    assert path.read_bytes() == quick
    assert 0 < made < DEALS


# Unfinished ---------------------------------------------------------------------------------------


def test_unfinished(path: Path, made: Path) -> None:
    whole = made.read_bytes()
    path.write_bytes(whole[:80] + bytes(8) + whole[88:])  # the last block has no checksum
    with pytest.raises(UnfinishedPool, match=r"256 of 300 deals .* -n 300 --seed 7"):
        deal_pool.open(path)
    found = deal_pool.open(path, unfinished=True, verify=True)
    assert len(found) == 256
    assert (found.hands() == deal_pool.open(made).hands(slice(256))).all()
    state = deal_pool.examine(path)
    assert (state.missing, state.damaged, state.deals, state.finished) == ((2,), (), 256, False)
    path.write_bytes(whole[:64])
    assert len(deal_pool.open(path, unfinished=True)) == 0
    assert deal_pool.open(path, unfinished=True).hands().shape == (0, 4)


def test_ctrl_c_keeps_what_is_there(quick: bytes, tmp_path: Path) -> None:
    path = tmp_path / "stopped"

    def stop(count: int) -> None:
        if count >= 256:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        deal_pool.write(path, "belote", DEALS, workers=1, report=stop)
    assert deal_pool.examine(path).deals == 256
    assert deal_pool.write(path, "belote", DEALS).kept == 256
    assert path.read_bytes() == quick


def test_stop_ends_filling() -> None:
    filler = writing._filler(layout.Settings.make("codepiece", 10, 0))
    filler.stop()
    assert filler.fill(0, 10) == b""


# Refusals -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "error", "sentence"),
    [
        (("chess", 1, 0), UnknownGame, "chess"),
        (("ohhell", 1, 0), NotSolvable, "ohhell has no double-dummy solver"),
        (("belote", 0, 0), BadOption, "number of deals must be from 1"),
        (("belote", 10**9 + 1, 0), BadOption, "number of deals must be from 1"),
        (("belote", 1, -1), BadSeed, "seed"),
    ],
)
def test_settings(
    tmp_path: Path, words: tuple[Any, ...], error: type[KibitzError], sentence: str
) -> None:
    with pytest.raises(error, match=sentence):
        deal_pool.write(tmp_path / "x", *words)
    assert not (tmp_path / "x").exists()


def test_another_pool_is_not_overwritten(path: Path) -> None:
    before = path.read_bytes()
    for words in (("belote", 300, 8), ("belote", 301, 7), ("codepiece", 300, 7)):
        with pytest.raises(OtherPool, match="has 300 deals of belote, seed 7, not"):
            deal_pool.write(path, *words)
        assert path.read_bytes() == before
    deal_pool.write(path, "belote", 5, 8, force=True)
    assert len(deal_pool.open(path, verify=True)) == 5


def test_other_rules_are_another_pool(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(kibitz.game("belote")), "version", 99)
    with pytest.raises(OtherPool, match="rules version 1, not 300 deals of belote, seed 7:"):
        deal_pool.write(path, *BELOTE)


def test_blocks_of_another_size_are_the_same_pool(path: Path, quick: bytes, tmp_path: Path) -> None:
    """A later Kibitz may choose other blocks: it continues with those of the file."""
    other = layout.Settings("belote", 0, DEALS, 1, 10)
    path.write_bytes(other.head() + bytes(8 * 100))
    deal_pool.write(path, "belote", DEALS)
    found = deal_pool.open(path, verify=True)
    assert found.settings == other
    assert found.rows.tobytes() == deal_pool.open(tmp_path / "whole").rows.tobytes()


def test_foreign_files(tmp_path: Path) -> None:
    path = tmp_path / "x"
    for data in (b"once upon a time", b"\x89PNG" + bytes(100)):
        path.write_bytes(data)
        for force in (False, True):
            with pytest.raises(NotAPool):
                deal_pool.write(path, *BELOTE, force=force)
        assert path.read_bytes() == data
        with pytest.raises(NotAPool):
            deal_pool.open(path)
    with pytest.raises(files.BadFile, match="regular"):
        deal_pool.write(tmp_path, *BELOTE)
    for missing in (tmp_path / "nothing", tmp_path):
        with pytest.raises(files.BadFile, match="cannot read"):
            deal_pool.open(missing)


def test_newer_files(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[:8] + struct.pack("<H", 2) + whole[10:])
    for force in (False, True):
        with pytest.raises(NewerPool, match="layout 2"):
            deal_pool.open(path) if force else deal_pool.write(path, *BELOTE)
    head = whole[:32] + b"tarot".ljust(16, b"\0") + whole[48:56]
    path.write_bytes(head + layout.checksum(head) + whole[64:])
    with pytest.raises(NewerPool, match="tarot"):
        deal_pool.open(path)


def test_longer_files(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"x")
    with pytest.raises(DamagedPool, match="longer"):
        deal_pool.open(path)
    with pytest.raises(DamagedPool, match="longer"):
        deal_pool.write(path, *BELOTE)


def test_damage_is_named(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[:-1])
    with pytest.raises(DamagedPool, match="is truncated: it has 3987 of 3988 bytes"):
        deal_pool.open(path)
    path.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    with pytest.raises(DamagedPool, match="block 2 of 3 is corrupt"):
        deal_pool.open(path, verify=True)
    assert len(deal_pool.open(path)) == 300  # nobody asked
    # Two blocks that changed places: each is whole, and each is wrong.
    one, two = whole[88 : 88 + 1664], whole[88 + 1664 : 88 + 3328]
    sums = whole[72:80] + whole[64:72]
    path.write_bytes(whole[:64] + sums + whole[80:88] + two + one + whole[88 + 3328 :])
    with pytest.raises(DamagedPool, match="block 0, 1 of 3"):
        deal_pool.open(path, verify=True)


def test_a_head_that_cannot_be(path: Path) -> None:
    whole = path.read_bytes()
    for place, value in ((12, 0), (24, 0), (48, 12)):
        head = whole[:place] + struct.pack("<I", value) + whole[place + 4 : 56]
        path.write_bytes(head + layout.checksum(head) + whole[64:])
        with pytest.raises(DamagedPool, match="impossible values"):
            deal_pool.open(path)


def test_one_writer_at_a_time(path: Path) -> None:
    settings = layout.Settings.make(*BELOTE)
    with (
        writing.PoolFile(path, settings, force=False),
        pytest.raises(files.FileInUse, match="open in another process"),
    ):
        deal_pool.write(path, *BELOTE, force=True)
    deal_pool.write(path, *BELOTE)


def test_a_full_disk_is_named(path: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    settings = layout.Settings.make(*BELOTE)
    with (
        writing.PoolFile(path, settings, force=False) as file,
        Path("/dev/full").open("r+b", buffering=0) as full,
    ):
        real, file._file = file._file, full
        with pytest.raises(files.BadFile, match="No space left"):
            file.put(0, bytes(128 * 13))
        file._file = real


def test_writing_needs_the_native_engine(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_ENGINE", "python")
    with pytest.raises(BadEngine, match="native engine"):
        deal_pool.write(path.with_name("other"), *BELOTE)
    assert not path.with_name("other").exists()
    assert len(deal_pool.open(path, verify=True)) == 300
