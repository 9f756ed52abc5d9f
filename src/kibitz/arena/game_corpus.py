"""Corpora: files of games between bots, compact enough to train on millions of positions.

    write("games.corpus", "belote", 20_000, bidders=["rule", "net"], players=["rule", "net"])
    open_corpus("games.corpus")       its rows as a memory-mapped array: a Corpus

Game i is that of `game.new(mix(seed, i))`, so a row needs no deal. Who sits where is drawn from
(seed, i): half of the games have one bidder on all seats, the others one for each side, and the
same for who plays the cards. Any mixture is worth having: a network that has met one bidder only is
wrong about all others.

The file is like a pool's (search/deal_pool/layout.py): blocks with checksums, so after Ctrl-C or
kill -9 the same call plays only what is missing, and the bytes depend on the head alone. The head:

       0 56  as in a pool, but the first bytes are KIBGAME and a zero byte
      56  8  the first bytes of the hash over the specs of all named players
      64 448 names: bidders, a semicolon, players, each separated by commas; ended by zeroes
     512  8  checksum of the 512 bytes before

and a row: 4 bytes with the number of each seat's bidder in that list, 4 with that of its player, 1
with the number of actions, then one byte for each action, 255 behind the last.
"""

from __future__ import annotations

import functools
import hashlib
import os
import shlex
import struct
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from kibitz import bots
from kibitz import games as all_games
from kibitz.arena import native
from kibitz.arena.match import bot_seed
from kibitz.bots.bot import Bot
from kibitz.bots.methods import strategy_names
from kibitz.bots.spec.spec import Spec
from kibitz.core.errors import BadOption, NewerPool
from kibitz.core.game import Game
from kibitz.core.options import whole_number
from kibitz.core.rng import Stream, check_seed, mix
from kibitz.core.state import State
from kibitz.search.deal_pool.layout import DEALS_MAX, Settings, text
from kibitz.search.deal_pool.reading import read_rows
from kibitz.search.deal_pool.writing import (
    WORKERS_MAX,
    Blocks,
    Report,
    Written,
    as_they_finish,
    write_missing,
)

MAGIC = b"KIBGAME\0"
HEAD = struct.Struct("<8sHHIQQ16sI4x8s448s")  # without its checksum
NAMES_MAX = 448  # bytes
BLOCK = 64  # games: a few seconds of a searching player
NO_ACTION = 255
SEAT_STREAM = 0x73656174  # separates who sits where from the luck of the bots


@dataclass(frozen=True)
class CorpusSettings(Settings):
    """The settings of a corpus, which determine every byte of the file."""

    magic: ClassVar[bytes] = MAGIC
    form: ClassVar[struct.Struct] = HEAD
    what: ClassVar[str] = "a corpus of games"

    specs: bytes  # 8 bytes of the hash over all specs
    bidders: tuple[str, ...]
    players: tuple[str, ...]

    @classmethod
    def of(
        cls, game: str, games: int, seed: int, bidders: Sequence[str], players: Sequence[str]
    ) -> CorpusSettings:
        """Settings of a new corpus, checked."""
        rules = all_games.find(game)
        if "bid" not in rules.PHASES or "play" not in rules.PHASES:
            raise BadOption(f"a corpus needs a game with bids and cards, and {game} is not one")
        if rules("python").max_length >= NO_ACTION:
            raise BadOption(f"games of {game} are longer than a row of a corpus")
        if not bidders or not players:
            raise BadOption("name at least one bidder and one player")
        names = f"{','.join(bidders)};{','.join(players)}".encode()
        if len(names) > NAMES_MAX or not names.isascii():
            raise BadOption(f"the names of the players are longer than {NAMES_MAX} bytes")
        specs = [bidder_spec(game, name) for name in bidders]
        specs += [bots.spec(game, name) for name in players]
        if any(spec.oracle for spec in specs):
            raise BadOption("players of a corpus may not see all hands")
        whole = hashlib.sha256("".join(spec.hash for spec in specs).encode()).digest()[:8]
        count = whole_number("the number of games", games, 1, DEALS_MAX)
        given = tuple(bidders), tuple(players)
        return cls(game, check_seed(seed), count, rules.version, BLOCK, whole, *given)

    @property
    def row(self) -> np.dtype[Any]:
        rules = all_games.game(self.game)
        seats = (np.uint8, (rules.players,))
        fields = [("bidders", *seats), ("players", *seats), ("length", np.uint8)]
        return np.dtype([*fields, ("actions", np.uint8, (rules.max_length,))])

    @property
    def identity(self) -> tuple[Any, ...]:
        return (*super().identity, self.specs, self.bidders, self.players)

    @classmethod
    def read_extra(cls, path: Path, game: str, extra: list[Any]) -> tuple[Any, ...]:
        if game not in all_games.names():
            raise NewerPool(f"{path} has games of {game!r}, which this Kibitz does not know")
        specs, names = extra
        bidders, _, players = text(names).partition(";")
        return specs, tuple(bidders.split(",")), tuple(players.split(","))

    def extra(self) -> tuple[Any, ...]:
        return self.specs, f"{','.join(self.bidders)};{','.join(self.players)}".encode()

    def command(self, path: Path) -> str:
        words = ["kibitz", "beliefs", "games", self.game, "-n", str(self.deals)]
        words += ["--seed", str(self.seed)]
        words += [word for name in self.bidders for word in ("--bidder", name)]
        words += [word for name in self.players for word in ("--player", name)]
        return shlex.join([*words, "-o", str(path)])

    def __str__(self) -> str:
        by = f"bids by {', '.join(self.bidders)}; cards by {', '.join(self.players)}"
        return f"{self.deals:,} games of {self.game}, seed {self.seed}, {by}"


class Corpus:
    """The games of a file, memory-mapped."""

    def __init__(self, path: Path, settings: CorpusSettings, rows: NDArray[np.void]) -> None:
        self.path, self.settings, self.rows = path, settings, rows

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        return f"Corpus({str(self.path)!r}: {self.settings})"

    def seed(self, i: int) -> int:
        """`game.new(corpus.seed(i))` deals the cards of game i."""
        return mix(self.settings.seed, i)

    def actions(self, i: int) -> list[int]:
        row = self.rows[i]
        found: list[int] = row["actions"][: int(row["length"])].tolist()
        return found


def open_corpus(path: str | Path, *, verify: bool = False, unfinished: bool = False) -> Corpus:
    """Open a corpus; `unfinished` accepts one that is still being written."""
    where = Path(path)
    settings, rows = read_rows(where, verify=verify, unfinished=unfinished, kind=CorpusSettings)
    return Corpus(where, settings, rows)


def write(
    path: str | Path,
    game: str,
    games: int,
    seed: int = 0,
    *,
    bidders: Sequence[str],
    players: Sequence[str],
    workers: int = 1,
    force: bool = False,
    report: Report | None = None,
) -> Written:
    """Write a corpus, or what is missing of it; a complete one is left as it is."""
    settings = CorpusSettings.of(game, games, seed, bidders, players)
    count = whole_number("workers", workers, 0, WORKERS_MAX) or os.cpu_count() or 1

    def blocks(found: Settings, todo: list[int]) -> Blocks:
        assert isinstance(found, CorpusSettings)
        return _play(found, todo, count)

    return write_missing(path, settings, blocks, force=force, report=report)


def _play(settings: CorpusSettings, todo: list[int], workers: int) -> Blocks:
    work = functools.partial(play_block, settings)
    count = max(1, min(workers, len(todo)))
    if count == 1:
        yield from ((n, work(*settings.deals_of(n))) for n in todo)
        return
    with ProcessPoolExecutor(count, get_context("spawn")) as executor:
        try:
            yield from as_they_finish(executor, work, settings, todo, 2 * count)
        finally:
            executor.shutdown(cancel_futures=True)


def bidder_spec(game: str, name: str) -> Spec:
    """The spec of a bidder: a player, or a strategy of [bid]."""
    bids = bids_of(game, name)
    if "player" in bids:
        return bots.spec(game, name)
    return bots.spec(game, {"bid": bids, "play": {"player": "random"}})


def bids_of(game: str, name: str) -> dict[str, str]:
    """The table [bid] of a bidder: a player's name, or else a strategy's."""
    is_player = name in bots.names(game) or name not in strategy_names(game)
    return {"player" if is_player else "strategy": name}


def play_block(settings: CorpusSettings, first: int, count: int) -> bytes:
    """The rows of games first .. first + count - 1: runs in a process of its own."""
    game = all_games.game(settings.game)
    seeds = [mix(settings.seed, first + i) for i in range(count)]
    who = np.array([_seats(game, settings, seed) for seed in seeds])
    bidders = [_cached_spec(settings.game, name, bids=True) for name in settings.bidders]
    players = [_cached_spec(settings.game, name, bids=False) for name in settings.players]
    openings = _continue(game, bidders, who[:, 0], seeds, [[] for _ in seeds], "bid")
    actions = _continue(game, players, who[:, 1], seeds, openings, "play")
    rows = np.zeros(count, settings.row)
    rows["bidders"], rows["players"] = who[:, 0], who[:, 1]
    rows["length"] = [len(found) for found in actions]
    rows["actions"] = NO_ACTION
    for row, found in zip(rows, actions, strict=True):
        row["actions"][: len(found)] = found
    return rows.tobytes()


@functools.lru_cache(maxsize=64)
def _cached_spec(game: str, name: str, *, bids: bool) -> Spec:
    return bidder_spec(game, name) if bids else bots.spec(game, name)


def _seats(game: Game, settings: CorpusSettings, seed: int) -> list[list[int]]:
    """Who bids and who plays on each seat: one for all, or one for each side."""
    rng = Stream(mix(seed, SEAT_STREAM))
    found = []
    for names in (settings.bidders, settings.players):
        alike = rng.below(2) == 0
        sides = [rng.below(len(names)) for _ in range(2)]
        found.append([sides[0 if alike else seat % 2] for seat in range(game.players)])
    return found


def _continue(
    game: Game,
    specs: list[Spec],
    who: NDArray[np.int64],
    seeds: list[int],
    openings: list[list[int]],
    phase: str,
) -> list[list[int]]:
    """Play a phase of every game on from its opening: natively where all seats are native."""
    found = list(openings)
    has_native = native.can_play_on(game)
    fast = np.array([has_native and all(specs[k].native is not None for k in row) for row in who])
    some = np.flatnonzero(fast)
    if len(some):
        names = [spec.native or ("random", ()) for spec in specs]
        words = np.array(seeds, np.uint64)[some]
        played = native.play_on(game, names, who[some], words, [openings[i] for i in some])
        for i, actions in zip(some, played, strict=True):
            found[i] = list(actions) if phase == "play" else _auction(game, seeds[i], actions)
    for i in np.flatnonzero(~fast):
        seats = [_bot(game, specs[k], int(k), seat) for seat, k in enumerate(who[i])]
        found[i] = _by_bots(game, seats, seeds[i], openings[i], phase)
    return found


_BOTS: dict[tuple[str, str, int, int], Bot] = {}  # of this process, by spec and seat


def _bot(game: Game, spec: Spec, number: int, seat: int) -> Bot:
    key = (game.name, spec.hash, number, seat)
    if key not in _BOTS:
        _BOTS[key] = spec.bot()
    return _BOTS[key]


def _opened(game: Game, seed: int, opening: Sequence[int]) -> State:
    state = game.new(seed)
    for action in opening:
        state.apply(action)
    return state


def _auction(game: Game, seed: int, actions: Sequence[int]) -> list[int]:
    """The actions of the auction alone."""
    state = game.new(seed)
    for i, action in enumerate(actions):
        if state.phase != "bid":
            return list(actions[:i])
        state.apply(action)
    return list(actions)


def _by_bots(game: Game, seats: list[Bot], seed: int, opening: list[int], phase: str) -> list[int]:
    state = _opened(game, seed, opening)
    actions = list(opening)
    for seat, bot in enumerate(seats):
        bot.start(game, seat, bot_seed(seed, seat))
    while not state.done and state.phase == phase:
        action = seats[state.player].choose(state.view(state.player))
        state.apply(action)
        actions.append(action)
    return actions
