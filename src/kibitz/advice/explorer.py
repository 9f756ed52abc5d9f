"""Explorer: any position set up by hand, what each bot thinks of it, and a link that contains it.

A Scene is the game with its options, its start (a deal, a position of the rules, or a seed), later
chance, and the actions since. Its link is the same as compact JSON in base64url; nothing is stored
on the server. Links come from strangers: their length is limited and they are validated like any
other input.

All cards are open here, so oracles may take part: `explore` gives each bot the view of the seat to
act, and an oracle the state.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kibitz import bots
from kibitz.advice import exact
from kibitz.advice.errors import BadLink, TooLong
from kibitz.advice.hint import EVALUATION, WORLDS, Hint, ask, hint
from kibitz.core import sealed_chance
from kibitz.core.cards import DECK as CARDS
from kibitz.core.coerce import short
from kibitz.core.errors import BadDeal, BadPosition, BadText, KibitzError, NoDecision
from kibitz.core.game import Game
from kibitz.core.rng import Stream, mix
from kibitz.core.state import CHANCE, State
from kibitz.games import compact, with_options
from kibitz.search.simulation import has_dice

LINK_LENGTH_MAX = 6000  # characters that browsers and mail programs can handle
ACTIONS_MAX = 2000
CHANCE_MAX = 64
BOTS_MAX = 8
FILL_TRIES = 100
KEYS_OF_DEAL = ("hands", "dealer", "turned")
SEED_LENGTH_MAX = len(str(sealed_chance.SEED_MAX))
KEYS = ("game", "options", "deal", "position", "seed", "chance", "actions")


@dataclass(frozen=True)
class Scene:
    """A position, given by the path that leads to it."""

    game: str
    options: Mapping[str, Any] = field(default_factory=dict)
    deal: Any = None
    position: Mapping[str, Any] | None = None
    seed: int | None = None
    chance: Sequence[Any] = ()
    actions: Sequence[int] = ()

    def rules(self) -> Game:
        return with_options(self.game, self.options)

    def state(self) -> State:
        """Build the position, validating every step. Without a seed it stops before chance."""
        if sum(x is not None for x in (self.deal, self.position, self.seed)) > 1:
            raise BadPosition("a scene needs exactly one of a deal, a position or a seed")
        if self.seed is not None and self.chance:
            raise BadPosition("a seed determines all chance: give a seed or chance, not both")
        game = self.rules()
        if self.seed is not None:
            state = sealed_chance.deal(game, self.seed)
        else:
            start = {"deal": self.deal, "position": self.position}
            state = game.new(chance="explicit", **start)
        later = iter(self.chance)
        for action in self.actions:
            _take_chance(state, later)
            state.apply(action)
            if self.seed is not None:
                sealed_chance.resolve(state, self.seed)
        for outcome in later:
            state.apply_chance(outcome)
        return state

    def as_dict(self) -> dict[str, Any]:
        """Convert to plain data, leaving out empty fields; `Scene.of` reads it back."""
        data: dict[str, Any] = {"game": self.game}
        for name in KEYS[1:]:
            value = getattr(self, name)
            if value is not None and (value or isinstance(value, int)):
                data[name] = _plain(value)
        if self.seed is not None:
            data["seed"] = str(self.seed)  # too large for a JavaScript number
        return data

    @classmethod
    def of(cls, data: object) -> Scene:
        """Read a scene from plain data; anything else raises BadLink."""
        if not isinstance(data, Mapping) or not isinstance(data.get("game"), str):
            raise BadLink("a scene must be a mapping that names its game")
        unknown = [short(name) for name in data if name not in KEYS]
        if unknown:
            raise BadLink(f"unknown fields in a scene: {', '.join(unknown[:8])}")
        options, actions = data.get("options", {}), data.get("actions", [])
        chance, position = data.get("chance", []), data.get("position")
        if not isinstance(options, Mapping) or not all(isinstance(name, str) for name in options):
            raise BadLink("options must be a mapping")
        if not isinstance(position, Mapping | None):
            raise BadLink("a position must be a mapping")
        for name, given, most in (
            ("actions", actions, ACTIONS_MAX),
            ("chance", chance, CHANCE_MAX),
        ):
            if not isinstance(given, (list, tuple)):
                raise BadLink(f"{name} are a list")
            if len(given) > most:
                raise TooLong(f"a scene has at most {most} {name}")
        if any(type(action) is not int for action in actions):
            raise BadLink("actions must be whole numbers")
        seed = _seed(data.get("seed"))
        return cls(data["game"], dict(options), data.get("deal"), position, seed, chance, actions)


def _take_chance(state: State, later: Any) -> None:
    while state.player == CHANCE:
        outcome = next(later, None)
        if outcome is None:
            raise BadPosition("the scene has too few deals or rolls for its actions")
        state.apply_chance(outcome)


def _seed(value: object) -> int | None:
    if value is None:
        return None
    text = str(value)
    digits = text.isascii() and text.isdigit() and len(text) <= SEED_LENGTH_MAX
    if not digits or int(text) > sealed_chance.SEED_MAX:
        raise BadLink(f"a seed must be a whole number from 0 to 2**{sealed_chance.SEED_BITS} - 1")
    return int(text)


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _plain(x) for name, x in value.items()}
    return [_plain(x) for x in value] if isinstance(value, (list, tuple)) else value


# Dealing the rest ---------------------------------------------------------------------------------


def fill_deal(game: Game, deal: object, seed: int) -> Any:
    """Complete a first deal that has some cards in it: the others are dealt at random.

    `hands` may be short or empty for a seat; the dealer and the turned-up card may be missing. In
    a dice game a roll is drawn if none is given.
    """
    if has_dice(game):
        return game.new(seed).chance[0] if deal is None else deal
    given = {} if deal is None else deal
    if not isinstance(given, Mapping) or any(name not in KEYS_OF_DEAL for name in given):
        raise BadDeal(f"a deal must be a mapping of {', '.join(KEYS_OF_DEAL)}")
    asked = given.get("hands", [])
    if not isinstance(asked, (list, tuple)) or len(asked) > game.players:
        raise BadDeal(f"hands must be a list of up to {game.players} lists of cards")
    if not isinstance(given.get("turned"), int | None):
        raise BadDeal(f"the turned-up card must be a card's number, not {short(given['turned'])}")
    for attempt in range(FILL_TRIES):
        usual: dict[str, Any] = game.new(mix(seed, attempt)).chance[0]
        whole = usual | {name: given[name] for name in given if name != "hands"}
        whole["hands"] = _fill(usual, asked, whole.get("turned"), Stream(mix(seed, attempt)))
        try:
            return game.new(deal=whole, chance="explicit").chance[0]
        except BadDeal as error:
            refused = error  # Dubito: a seat was dealt four of a kind
    raise refused


def _fill(
    usual: Mapping[str, Any], asked: Sequence[Any], turned: int | None, stream: Stream
) -> list[list[int]]:
    sizes = [len(hand) for hand in usual["hands"]]
    hands = [list(hand) if isinstance(hand, (list, tuple)) else [] for hand in asked]
    hands += [[] for _ in sizes[len(hands) :]]
    held = [card for hand in hands for card in hand]
    if any(type(card) is not int for card in held):
        raise BadDeal("cards must be whole numbers")
    deck = list(CARDS) if "turned" in usual else [c for hand in usual["hands"] for c in hand]
    rest = list((Counter(deck) - Counter([*held, turned])).elements())
    stream.shuffle(rest)
    for hand, size in zip(hands, sizes, strict=True):
        while len(hand) < size and rest:
            hand.append(rest.pop())
    return hands


# Links --------------------------------------------------------------------------------------------


def write_link(scene: Scene) -> str:
    """Encode the scene as text for a URL."""
    plain = json.dumps(scene.as_dict(), separators=(",", ":"))
    link = base64.urlsafe_b64encode(plain.encode()).decode().rstrip("=")
    if len(link) > LINK_LENGTH_MAX:
        raise TooLong(
            f"the link would have {len(link)} characters, but the limit is {LINK_LENGTH_MAX}: "
            "start from a later position"
        )
    return link


def read_link(link: str) -> Scene:
    """Decode the scene of a link; anything else raises BadLink or TooLong."""
    if len(link) > LINK_LENGTH_MAX:
        raise TooLong(f"a link can have at most {LINK_LENGTH_MAX} characters")
    try:
        padded = link.encode("ascii") + b"=" * (-len(link) % 4)
        data = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
    except (ValueError, binascii.Error, RecursionError):
        raise BadLink("this is not a link to a position, or part of it is missing") from None
    return Scene.of(data)


# Compact texts ------------------------------------------------------------------------------------


def write_text(state: State) -> str | None:
    """Return the compact text (CFN) of a position; None if it has none."""
    if state.start is not None or not state.chance or not compact.has(state.game.name):
        return None
    return compact.write(state)


def read_text(text: str) -> Scene:
    """Return the scene of a compact text; anything else raises BadText."""
    state = compact.read(text)
    if state is None:
        raise BadText(
            f"this is not the text of a game; CFN exists for {', '.join(compact.games())}"
        )
    deal, *later = state.chance or [None]
    options = state.game.chosen_options()
    return Scene(state.game.name, options, deal=deal, chance=later, actions=state.actions)


# Opinions -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SolvedAction:
    """A card and its value under perfect play."""

    action: int
    name: str
    sides: list[int]
    margin: float


@dataclass(frozen=True)
class Explored:
    seat: int
    hints: list[Hint]
    failed: list[tuple[str, KibitzError]]  # bots that failed to answer
    solved: list[SolvedAction] | None


def explore(
    state: State,
    names: Sequence[str],
    *,
    seed: int = 0,
    worlds: int = WORLDS,
    stop: Callable[[], bool] | None = None,
) -> Explored:
    """Return what each bot would do, with its distribution, and the solver's values."""
    if state.player < 0:
        raise NoDecision("the game is over" if state.done else "a deal or a roll is due")
    if len(names) > BOTS_MAX:
        raise TooLong(f"choose at most {BOTS_MAX} players at once")
    view = state.view(state.player)
    hints: list[Hint] = []
    failed: list[tuple[str, KibitzError]] = []
    for name in names:
        asked: dict[str, Any] = {"seed": seed, "worlds": worlds, "stop": stop}
        try:
            if name == EVALUATION:
                hints.append(hint(view, **asked))
                continue
            with bots.bot(state.game.name, name) as bot:
                hints.append(ask(view, bot, name, state=state if bot.oracle else None, **asked))
        except KibitzError as error:
            failed.append((name, error))
    return Explored(state.player, hints, failed, solved(state) if exact.solvable(view) else None)


def solved(state: State) -> list[SolvedAction]:
    """Return every legal card with its value under perfect play, best first."""
    name = state.game.action_name
    rows = [
        SolvedAction(action, name(action), list(found.sides), found.margin)
        for action, found in exact.exact_cards(state).items()
    ]
    side = state.player % 2
    return sorted(rows, key=lambda row: (-row.margin, -row.sides[side], row.action))
