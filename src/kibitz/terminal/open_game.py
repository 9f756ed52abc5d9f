"""Open a game: a new one as requested, or the saved one.

By default the player is asked. `resume=True` takes the saved game, `resume=False` starts over; the
last saved game is then kept as `<game>.previous.json`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from kibitz.bots.defaults import usual_player
from kibitz.bots.spec.spec import Spec
from kibitz.core.errors import KibitzError
from kibitz.core.game import Game
from kibitz.core.options import from_text
from kibitz.core.rng import check_seed
from kibitz.games import find
from kibitz.games import game as make_game
from kibitz.terminal.journal import Journal, Saved
from kibitz.terminal.opponents import find_opponents
from kibitz.terminal.sitting import Sitting, draw_seed


class NothingSaved(KibitzError):
    """`--resume` was given, but there is no saved game."""

    code = "nothing_saved"


@dataclass(frozen=True)
class Request:
    """The options given on the command line; None for those left out."""

    options: tuple[str, ...] = ()  # each `name=value`
    seat: int | None = None
    seed: int | None = None
    engine: str | None = None
    resume: bool | None = None
    against: tuple[str, ...] = ()  # names of bots: one for all other seats, or one per seat
    folders: tuple[str, ...] = ()  # additional folders of bots

    @property
    def describes_new_game(self) -> bool:
        given = (self.options, self.against)
        return any(given) or self.seat is not None or self.seed is not None


@dataclass
class Opening:
    """A game about to start or resume. It holds the journal."""

    name: str
    request: Request
    journal: Journal = field(init=False)
    saved: Saved | None = field(init=False)

    def __post_init__(self) -> None:
        self._game = self._make_game()
        if self.request.seed is not None:
            check_seed(self.request.seed)
        if self.request.seat is not None:
            self._game.check_seat(self.request.seat)
        self._against = self._opponents(self._game, (usual_player(self.name),))
        self.journal = Journal(self.name)
        try:
            self.saved = None
            if self.request.resume is not False:
                self.saved = self.journal.load(self.request.engine)
            if self.request.resume and self.saved is None:
                raise NothingSaved(f"there is no saved game of {self.name}; leave out --resume")
        except BaseException:
            self.journal.close()
            raise

    @property
    def open_question(self) -> bool:
        """Whether to ask the player: resume or start over?"""
        return self.saved is not None and self.request.resume is None

    def saved_line(self) -> str:
        """Return a short description of the saved game."""
        assert self.saved is not None
        count = len(self.saved.state.actions)
        options = ", ".join(f"{k}={v}" for k, v in self.saved.state.game.chosen_options().items())
        moves = f"{count} move{'s' * (count != 1)}"
        parts = [moves, f"seat {self.saved.seat}", *([options] if options else [])]
        if set(self.saved.against) != {usual_player(self.name)}:
            parts.append(f"against {', '.join(dict.fromkeys(self.saved.against))}")
        return ", ".join(parts)

    def fresh(self) -> Sitting:
        seed = draw_seed() if self.request.seed is None else self.request.seed
        seat = self.request.seat or 0
        return Sitting.begin(self._game, seed, seat, self.journal, self._against)

    def resumed(self) -> Sitting:
        assert self.saved is not None
        opponents = self._opponents(self.saved.state.game, self.saved.against)
        return Sitting.resume(self.saved, self.journal, opponents)

    def decided(self) -> Sitting:
        """Open the game when there is nothing to ask."""
        return self.fresh() if self.saved is None else self.resumed()

    def _opponents(self, game: Game, otherwise: tuple[str, ...]) -> list[Spec]:
        """Return the opponents requested, or else the given default."""
        return find_opponents(game, self.request.against or otherwise, self.request.folders)

    def _make_game(self) -> Any:
        spec = find(self.name).OPTIONS
        options = dict(from_text(spec, text, self.name) for text in self.request.options)
        return make_game(self.name, engine=self.request.engine, **options)
