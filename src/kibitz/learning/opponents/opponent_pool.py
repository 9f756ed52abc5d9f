"""The pool of opponents: rule players, snapshots of the run itself, and snapshots of other runs.

Rule players stay forever. Snapshots of the run's own folder and of other folders (an exploiter's,
or the main agent's for an exploiter) are found on disk: `rescan` adds new files and drops deleted
ones, so the pool is rebuilt from its folders when a run resumes. It holds at most `size` snapshots;
the oldest of the run's own are evicted first, then the oldest of all. Files are never deleted. A
network is loaded when picked, and a few are cached; one of another game or encoding is dropped.

People may change the pool of a running run (requests.py): a pinned opponent is always among the
picks and never evicted, a retired one is not picked until it is restored.

Picks follow pfsp.py; results are fed back through `report`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import numpy as np

from kibitz.core.errors import BadModel, MissingModel
from kibitz.learning.naming import step_of
from kibitz.learning.opponents import pfsp
from kibitz.nets.net import Net

SNAPSHOTS_MAX = 100
LOADED_MAX = 12  # networks kept in memory

Kind = Literal["bot", "snapshot", "exploiter"]


@dataclass
class Opponent:
    """One entry of the pool with its statistics."""

    name: str  # of a rule player, or a snapshot's file name without suffix
    kind: Kind
    rewards: pfsp.Rewards
    file: Path | None = None
    step: int = 0  # of the run that wrote the snapshot
    picked: int = 0
    last: int = 0  # update of its last pick
    games: dict[int, int] = field(default_factory=dict)  # by player count
    wins: dict[int, float] = field(default_factory=dict)  # of the learner, by player count

    @property
    def win_rate(self) -> float | None:
        """Return the learner's win rate over all tables with this opponent."""
        games = sum(self.games.values())
        return sum(self.wins.values()) / games if games else None

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name, "kind": self.kind, "step": self.step, "picked": self.picked,
            "last": self.last, "rewards": self.rewards.to_json(),
            "games": {str(k): v for k, v in self.games.items()},
            "wins": {str(k): v for k, v in self.wins.items()},
        }  # fmt: skip


class OpponentPool:
    """All opponents, and how they are picked."""

    def __init__(
        self,
        bots: Sequence[str],
        own: Path | None = None,
        others: Sequence[Path] = (),
        *,
        parameters: pfsp.Parameters | None = None,
        size: int = SNAPSHOTS_MAX,
        is_open: bool = True,
        plays: tuple[str, str] | None = None,
    ) -> None:
        self.parameters = parameters or pfsp.Parameters()
        self.own, self.others, self.size = own, tuple(others), size
        self.plays = plays  # game and encoding that a snapshot must have
        self.pins: set[str] = set()  # names: always picked, never evicted
        self.retired: set[str] = set()  # names: never picked
        self.added: list[str] = []  # names of rule players
        self.added_files: list[Path] = []  # snapshots of other runs
        self.is_open = is_open  # whether the run's own snapshots take part yet
        self.update = 0
        self.opponents = [self._new(name, "bot") for name in bots]
        self._loaded: dict[Path, Net] = {}
        self._broken: set[Path] = set()
        self.rescan()

    def __len__(self) -> int:
        return len(self.opponents)

    def _new(self, name: str, kind: Kind, file: Path | None = None) -> Opponent:
        rewards = pfsp.Rewards(self.parameters.window)
        return Opponent(name, kind, rewards, file, step_of(file) if file else 0, 0, self.update)

    def rescan(self) -> list[Opponent]:
        """Look for new snapshots and drop deleted ones; return the new entries."""
        held = {one.file: one for one in self.opponents if one.file is not None}
        found: dict[Path, Kind] = {}
        for folder, kind in self._folders():
            for file in sorted(folder.glob("*.safetensors")):
                found[file] = kind
        found |= {file: "exploiter" for file in self.added_files if file.is_file()}
        self.opponents = [one for one in self.opponents if one.file is None or one.file in found]
        new = [
            self._new(file.stem, kind, file)
            for file, kind in found.items()
            if file not in held and file not in self._broken
        ]
        self.opponents += new
        self._evict()
        return [one for one in new if one in self.opponents]

    def _folders(self) -> Iterable[tuple[Path, Kind]]:
        if self.own is not None and self.is_open:
            yield self.own, "snapshot"
        for folder in self.others:
            yield folder, "exploiter"

    def _evict(self) -> None:
        snapshots = [
            one for one in self.opponents if one.file is not None and one.name not in self.pins
        ]
        surplus = sum(one.file is not None for one in self.opponents) - self.size
        if surplus <= 0:
            return
        snapshots.sort(key=lambda one: (one.kind != "snapshot", one.step))
        gone = {id(one) for one in snapshots[:surplus]}
        self.opponents = [one for one in self.opponents if id(one) not in gone]

    def add_bot(self, name: str) -> None:
        """Let a rule player join."""
        if not any(one.kind == "bot" and one.name == name for one in self.opponents):
            self.added.append(name)
            self.opponents.append(self._new(name, "bot"))

    def add_file(self, file: Path) -> None:
        """Let a snapshot of another run join."""
        if file not in self.added_files:
            self.added_files.append(file)
        self._broken.discard(file)
        self.rescan()

    # Picks --------------------------------------------------------------------------------------

    def weights(self, counts: Sequence[int] = ()) -> Any:
        """Return the current weights of all opponents, for these player counts."""
        stale = [float(self.update - one.last) for one in self.opponents]
        rewards = [one.rewards for one in self.opponents]
        return pfsp.weights(rewards, stale, self.parameters, counts)

    def pick(
        self, picks: int, rng: np.random.Generator, counts: Sequence[int] = ()
    ) -> list[Opponent]:
        """Pick opponents for the next update, dropping those whose file cannot be read."""
        self.update += 1
        while self.opponents:
            chosen = self._draw(picks, rng, counts)
            broken = [one for one in chosen if one.file is not None and self.net(one) is None]
            if not broken:
                for one in chosen:
                    one.picked += 1
                    one.last = self.update
                return chosen
            self.opponents = [one for one in self.opponents if one not in broken]
        return []

    def _draw(self, picks: int, rng: np.random.Generator, counts: Sequence[int]) -> list[Opponent]:
        """Draw by weight, then append the pinned ones; never a retired one."""
        weights = self.weights(counts)
        present = [i for i, one in enumerate(self.opponents) if one.name not in self.retired]
        pinned = [i for i in present if self.opponents[i].name in self.pins]
        others = [i for i in present if self.opponents[i].name not in self.pins]
        if len(pinned) > picks:
            pinned = [pinned[k] for k in pfsp.pick(weights[pinned], picks, rng)]
        places = []
        if others and picks > len(pinned):
            places = [others[k] for k in pfsp.pick(weights[others], picks - len(pinned), rng)]
        return [self.opponents[place] for place in [*places, *pinned]]

    def mains(
        self, chosen: Sequence[Opponent], counts: Sequence[int], rng: np.random.Generator
    ) -> dict[int, int]:
        """Return for each player count the index in `chosen` of its main opponent.

        It is drawn by the weights at that count only, so a hard (opponent, player count) pair is
        played at the tables where it is hard.
        """
        if not self.parameters.by_players or len(chosen) < 2:
            return dict.fromkeys(counts, 0)
        found = {}
        for players in counts:
            weights = self.weights([players])
            places = [self.opponents.index(one) for one in chosen]
            shares = np.array([weights[place] for place in places])
            found[players] = int(rng.choice(len(chosen), p=shares / shares.sum()))
        return found

    def net(self, opponent: Opponent) -> Net | None:
        """Return the network of a snapshot; None if its file is damaged, gone or foreign."""
        file = opponent.file
        assert file is not None
        if file in self._loaded:
            self._loaded[file] = self._loaded.pop(file)  # most recently used last
            return self._loaded[file]
        try:
            net = Net.load(file)
            found = net.description
            if self.plays not in (None, (found.game, found.encoding)) or not found.has("policy"):
                raise BadModel(f"{file} is a network of another kind")
        except (BadModel, MissingModel):
            self._broken.add(file)
            return None
        self._loaded[file] = net
        while len(self._loaded) > LOADED_MAX:
            del self._loaded[next(iter(self._loaded))]
        return net

    def report(
        self, opponent: Opponent, players: int, reward: float, games: int, wins: float
    ) -> None:
        """Record the learner's result against an opponent at one table size, in one update."""
        opponent.rewards.add(reward, players)
        opponent.games[players] = opponent.games.get(players, 0) + games
        opponent.wins[players] = opponent.wins.get(players, 0.0) + wins

    def report_all(self, opponent: Opponent, reward: float) -> None:
        """Record the result over all table sizes."""
        opponent.rewards.add(reward)

    # Checkpoints --------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        return {
            "update": self.update,
            "pins": sorted(self.pins),
            "retired": sorted(self.retired),
            "added": self.added,
            "added_files": [str(file) for file in self.added_files],
            "opponents": [one.to_json() for one in self.opponents],
        }

    def restore(self, held: Mapping[str, Any]) -> None:
        """Restore the statistics of opponents that still exist from a checkpoint."""
        self.update = int(held["update"])
        self.pins, self.retired = set(held.get("pins", ())), set(held.get("retired", ()))
        self.added_files = [Path(file) for file in held.get("added_files", ())]
        for name in held.get("added", ()):
            self.add_bot(name)
        self.rescan()
        known = {(one["kind"], one["name"]): one for one in held["opponents"]}
        for one in self.opponents:
            about = known.get((one.kind, one.name))
            one.last = self.update
            if about is None:
                continue
            one.picked, one.last = int(about["picked"]), int(about["last"])
            one.rewards = pfsp.Rewards.from_json(self.parameters.window, about["rewards"])
            one.games = {int(k): int(v) for k, v in about["games"].items()}
            one.wins = {int(k): float(v) for k, v in about["wins"].items()}
