"""View: what one seat may know; bots, messages and pages get nothing else.

Each game's view.py derives a frozen dataclass, builds it field by field, and samples the worlds
that its seat cannot distinguish.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.core.events import Event
from kibitz.core.options import whole_number
from kibitz.core.rng import Stream, check_seed
from kibitz.core.state import Outcome, State

if TYPE_CHECKING:
    from kibitz.core.game import Game


WORLDS_MAX = 10_000_000  # per call


class Unseen(NamedTuple):
    """Hidden cards and where they may be: all assignments that fit are equally likely."""

    cards: tuple[int, ...]
    seats: tuple[int, ...]  # the owners of the first places; a last place may be the stock
    sizes: tuple[int, ...]  # cards in each place
    excluded: tuple[int, ...]  # for each place a mask of the cards that cannot be there

    def anyhow(self, hands: Sequence[Sequence[int]]) -> list[list[int]]:
        """All hands, with hidden ones filled in card order, ignoring `excluded`."""
        cards = iter(self.cards)
        dealt = [list(hand) for hand in hands]
        for seat, size in zip(self.seats, self.sizes, strict=False):
            dealt[seat] = list(islice(cards, size))
        return dealt


@dataclass(frozen=True)
class View:
    """What one seat knows: the base of each game's frozen dataclass in view.py."""

    game: Game = field(repr=False, compare=False)
    seat: int
    player: int
    phase: str
    done: bool
    legal_actions: tuple[int, ...]  # empty unless this seat is to act
    history: tuple[Event, ...] = field(repr=False)
    # The position that the game started from, if any, as far as this seat may know it.
    start: dict[str, Any] | None = field(repr=False, hash=False)

    def legal(self) -> list[int]:
        """The legal actions of this seat, ascending; empty when it is not this seat's turn."""
        return list(self.legal_actions)

    def mask(self) -> NDArray[np.bool_]:
        mask = np.zeros(self.game.num_actions, dtype=np.bool_)
        mask[list(self.legal_actions)] = True
        return mask

    def encode(self, encoding: int | str | None = None) -> NDArray[np.float32]:
        """The observation as float32, in one of `game.encodings`; None selects the first.

        The game's encode.py documents every number of every encoding.
        """
        return self.game.ENCODINGS[self.game.encoding(encoding)].write(self)

    def text(self) -> str:
        """What this seat sees, as plain text for a terminal."""
        raise NotImplementedError

    def sample(self, rng: Stream) -> tuple[list[Outcome], list[int], dict[str, Any] | None]:
        """Draw one world uniformly: chance outcomes, actions and a start that fit this view."""
        raise NotImplementedError

    @property
    def hides(self) -> bool:
        """Whether worlds can differ in more than future chance."""
        return True

    def unseen(self) -> Unseen | None:
        """The hidden cards, if worlds differ only in who holds them; used by native search."""
        return None

    def shell(self) -> State:
        """A state with everything that this seat knows, and hidden cards dealt without constraints.

        It is cheaper than a world: native search starts from it and deals the cards in `unseen`
        itself. For games with `unseen`, whose views hold the rest of a position under the same
        names.
        """
        unseen = self.unseen()
        assert unseen is not None, "between deals nothing is hidden"
        shape: Any = self.game.POSITION_SHAPE
        known = {name: getattr(self, name) for name in shape if name != "hands"}
        own: Any = self
        hands = unseen.anyhow([own.hand] * self.game.players)
        state = self.game._blank()
        state._load({name: known.get(name, hands) for name in shape})
        return state

    def worlds(self, rng: Any, n: int = 1) -> list[State]:
        """Return n states, uniform over all that this seat cannot distinguish, with fresh seeds.

        `rng` is a Stream, a seed, or a generator from `random` or numpy.
        """
        stream = as_stream(rng)
        worlds = []
        for _ in range(whole_number("n", n, 0, WORLDS_MAX)):
            chance, actions, start = self.sample(stream)
            world = self.game.rebuild(chance, actions, start)
            # A view that waits for chance belongs to a game with explicit chance: its worlds wait
            # too, and the seed governs what follows.
            world._hold_seed(stream.word())
            worlds.append(world)
        return worlds


def as_stream(rng: Any) -> Stream:
    """Make a Stream from a Stream, a seed, a random.Random or a numpy Generator."""
    if isinstance(rng, Stream):
        return rng
    if hasattr(rng, "getrandbits"):
        return Stream(rng.getrandbits(64))
    if hasattr(rng, "integers"):
        return Stream(int(rng.integers(0, 2**64, dtype=np.uint64)))
    return Stream(check_seed(rng))
