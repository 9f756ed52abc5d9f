"""What needs records: style, and the best and worst games of each bot.

Reading a record means replaying it, so only the first games of each match are used: schedules cycle
through the pairs, which makes the first games a fair sample.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from kibitz.arena.board.board import Board, Reads, unit_of
from kibitz.arena.board.replays import Candidate, Chosen, Replay, margin, replay
from kibitz.arena.result import Result
from kibitz.arena.statistics.scoring import sides_of
from kibitz.arena.statistics.style import Style
from kibitz.games import find

GAMES = 400  # per match


class Sample:
    """The sampled games of one board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.style = Style(board.game)
        self.chosen: dict[str, Chosen] = {}

    def read(
        self, store: Reads, games: int = GAMES, progress: Callable[[], None] = lambda: None
    ) -> None:
        for match in self.board.matches:
            if match.kind == "import" or match.rules != find(match.game).version:
                continue  # no records, or none that replay under the current rules
            for result in islice(store.results(match.id, records=True), games):
                progress()
                named = self.board.named(match, result)
                if not any(label in self.board.oracles for label in named.seats):
                    self._add(named, unit_of(match, result))

    def _add(self, result: Result, unit: tuple[int, int]) -> None:
        self.style.add(result, unit)
        if result.record is None or result.forfeit is not None:
            return
        sides = sides_of(self.board.game, len(result.seats))
        for side in sides:
            seat = side[0]
            candidate = Candidate(margin(result, seat, side), result, seat)
            for label in {result.seats[seat] for seat in side}:
                self.chosen.setdefault(label, Chosen()).offer(candidate)

    def replays(self, label: str) -> list[tuple[str, Candidate, Replay]]:
        """Return the best and the worst game of a bot, in this order; only one if they coincide."""
        chosen = self.chosen.get(label)
        if chosen is None or chosen.best is None or chosen.worst is None:
            return []
        found = [("best", chosen.best)]
        if chosen.worst.result is not chosen.best.result:
            found.append(("worst", chosen.worst))
        return [(word, one, self._replay(one, label)) for word, one in found]

    def _replay(self, candidate: Candidate, label: str) -> Replay:
        result = candidate.result
        assert result.record is not None
        side = next(s for s in sides_of(self.board.game, len(result.seats)) if candidate.seat in s)
        seat = next(seat for seat in side if result.seats[seat] == label)
        return replay(self.style.game_of(result.record), result, seat)
