"""How a game is opened: what was asked for, what is saved, and which of the two it shall be.

A saved game is offered. `resume=True` takes it, `resume=False` begins anew; then the saved one is
kept as `<game>.previous.json`, one generation.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from kibitz.bots.spec import Spec
from kibitz.core.errors import KibitzError
from kibitz.core.game import Game
from kibitz.core.options import from_text
from kibitz.core.rng import check_seed
from kibitz.games import find
from kibitz.games import game as make_game
from kibitz.interfaces.local.journal import Journal, Saved
from kibitz.interfaces.local.opponents import SIMPLE, find_opponents
from kibitz.interfaces.local.sitting import Sitting, draw_seed


class NothingSaved(KibitzError):
    """A game was to be resumed, but none is under way."""

    code = "nothing_saved"


@dataclass(frozen=True)
class Request:
    """What was asked for on the command line; None where nothing was said."""

    options: tuple[str, ...] = ()  # each `name=value`
    seat: int | None = None
    seed: int | None = None
    engine: str | None = None
    resume: bool | None = None
    against: tuple[str, ...] = ()  # names of bots, one for all other seats or one for each
    folders: tuple[str, ...] = ()  # where else to look for bots

    @property
    def describes_new_game(self) -> bool:
        given = (self.options, self.against)
        return any(given) or self.seat is not None or self.seed is not None


@dataclass
class Opening:
    """A game about to begin or to go on. It holds the journal."""

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
        self._against = self._opponents(self._game, SIMPLE)
        self.journal = Journal(self.name)
        try:
            self.saved = None
            if self.request.resume is not False:
                self.saved = self.journal.load(self.request.engine)
            if self.request.resume and self.saved is None:
                raise NothingSaved(f"no game of {self.name} is under way")
        except BaseException:
            self.journal.close()
            raise

    @property
    def open_question(self) -> bool:
        """Whether the person has to say: resume or begin anew."""
        return self.saved is not None and self.request.resume is None

    def saved_line(self) -> str:
        """The saved game in a few words."""
        assert self.saved is not None
        count = len(self.saved.state.actions)
        options = ", ".join(f"{k}={v}" for k, v in self.saved.state.game.chosen_options().items())
        told = [f"{count} moves made", f"seat {self.saved.seat}", *([options] if options else [])]
        if set(self.saved.against) != set(SIMPLE):
            told.append(f"against {', '.join(dict.fromkeys(self.saved.against))}")
        return ", ".join(told)

    def fresh(self) -> Sitting:
        seed = draw_seed() if self.request.seed is None else self.request.seed
        seat = self.request.seat or 0
        return Sitting.begin(self._game, seed, seat, self.journal, self._against)

    def resumed(self) -> Sitting:
        assert self.saved is not None
        opponents = self._opponents(self.saved.state.game, self.saved.against)
        return Sitting.resume(self.saved, self.journal, opponents)

    def decided(self) -> Sitting:
        """The sitting where no question is open."""
        return self.fresh() if self.saved is None else self.resumed()

    def _opponents(self, game: Game, otherwise: tuple[str, ...]) -> list[Spec]:
        """Who was asked for; where nobody was, the others."""
        return find_opponents(game, self.request.against or otherwise, self.request.folders)

    def _make_game(self) -> Any:
        spec = find(self.name).OPTIONS
        options = dict(from_text(spec, text, self.name) for text in self.request.options)
        return make_game(self.name, engine=self.request.engine, **options)
