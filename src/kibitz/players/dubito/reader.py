"""reader: our own champion of Dubito. It reads the others, and maximises its chance of winning.

1. Everything public is evidence on who holds what and on what kind of player each opponent is: the
   rules of the published field, two that count cards, nine mixtures of doubting and bluffing, or
   characters drawn at random (habits.py). A turn that fits one habit better than another separates
   them, and a habit determines what a turn reveals about the hand
   (search/games/dubito/evidence.py).
2. From this it draws worlds: hands, the plays on the board, and a habit for every opponent
   (search/games/dubito/beliefs.py).
3. Every option is played out in the same worlds with the same luck, opponents by their habits, its
   own turns by a tracker, which sees no more than the reader itself will. The goal is to go out
   first or, once another has, to go out at all. After each of four stages the better half of the
   options continues, in more worlds.

How often to bluff, how many cards to play, who would doubt, what a wrong doubt costs: all this
follows from the rollouts, under either option `exit`. With `field` false it ignores the rules of
the published field, for use against unknown players.

The twin is native/players/dubito_reader.hpp, draw for draw: with the native engine it decides,
given only a game that the view cannot distinguish from the true one. Without it this code does,
slowly and in fewer worlds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kibitz.bots.bot import Bot
from kibitz.core import engine
from kibitz.core.coerce import short
from kibitz.core.errors import BadOption, NoDecision
from kibitz.core.options import whole_number
from kibitz.core.rng import Stream
from kibitz.core.view import View
from kibitz.games.dubito.rules import DECLARE, DubitoState
from kibitz.games.dubito.view import DubitoView
from kibitz.players.dubito import tracker
from kibitz.players.dubito.habits import DubitoHabits
from kibitz.players.dubito.options import Option, Options
from kibitz.search.games.dubito.beliefs import Beliefs, World
from kibitz.search.games.dubito.evidence import Evidence

VERSION = 2  # the decisions of 1 knew no characters, and its rollouts peeked
WORLDS_MAX = 4096
WORLDS_PLAIN = 4  # maximum without the native engine: a move then takes about a second
STAGES = 4  # after each, the better half of the options continues
ROLLOUT_TURNS = 300  # a rollout of this length counts as not won
# The own later turns are those of a tracker, which sees no more than the reader itself will. Tuned
# against the population of character.py.
OWN_TURNS = tracker.Numbers(
    others=0.33,
    free_turn=0.5,
    joker_kept=0.45,
    wrong_doubt=0.9,
    stop_soon=8.0,
    bluffs=(0.09, 0.33, 0.975),
    bluffs_weight=5.5,
    doubts=(0.55, 0.27, 0.21),
    doubts_weight=1.0,
)

HABITS = DubitoHabits()


def bits(without: Sequence[str]) -> int:
    """Return habits by name as a set of bits."""
    for name in without:
        if name not in HABITS.names:
            raise BadOption(f"without: there is no habit {short(name)}")
    return sum(1 << HABITS.names.index(name) for name in set(without))


def check_known(field: bool, without: int) -> None:
    """Raise BadOption for a reader that would know no habit at all."""
    first = 0 if field else len(HABITS.names) - HABITS.general
    if all(without >> habit & 1 for habit in range(first, len(HABITS.names))):
        raise BadOption("without: a reader must know at least one habit")


def native(
    worlds: int, field: bool, without: Sequence[str] = ()
) -> tuple[str, tuple[float, float, float]]:
    """The native policy and its numbers."""
    return "reader", (worlds, field, bits(without))


NATIVE = native


@dataclass
class Decision:
    """A choice and its reasons."""

    action: int
    options: list[Option]  # best first
    worlds: int
    bluffs: int  # the number of these worlds in which the latest play is a bluff
    habits: list[list[int]]  # for each seat, the number of worlds of each habit


class Player(Bot):
    """Decides by rollouts.

    `worlds` is the number per option in the first stage; each later stage doubles the total.
    `without` names habits that it does not know.
    """

    kind = "search"

    def __init__(self, worlds: int = 64, field: bool = True, without: Sequence[str] = ()) -> None:
        self.worlds = whole_number("worlds", worlds, 1, WORLDS_MAX)
        self.field, self.without = field, bits(without)
        check_known(self.field, self.without)
        self.view: DubitoView | None = None
        self.last: Decision | None = None

    def choose(self, view: View) -> int:
        assert isinstance(view, DubitoView)
        plain = view.game.engine != "native"
        worlds = min(self.worlds, WORLDS_PLAIN) if plain else self.worlds
        self.view = view
        seed = self.rng.word()
        self.last = decide(view, worlds, field=self.field, without=self.without, seed=seed)
        return self.last.action

    def explain(self) -> dict[str, Any]:
        """The options with their chances of winning, the chance of a bluff, and the others'
        habits."""
        if self.last is None or self.view is None:
            return {}
        return explain(self.view, self.last)


def decide(
    view: DubitoView, worlds: int = 64, *, field: bool = True, without: int = 0, seed: int = 0
) -> Decision:
    """Return the decision of the seat to act; `without` is a set of habits as bits."""
    if not view.legal_actions:
        raise NoDecision(
            "the game is over" if view.done else f"seat {view.seat} has nothing to decide here"
        )
    chosen = decide_native if view.game.engine == "native" else decide_plain
    worlds = whole_number("worlds", worlds, 1, WORLDS_MAX)
    check_known(field, without)
    return chosen(view, worlds, field=field, without=without, seed=seed)


def decide_native(
    view: DubitoView, worlds: int, *, field: bool, without: int, seed: int
) -> Decision:
    """Decide by the twin, which receives some game that fits the view."""
    return _read(view, worlds, field, without, seed, own=0)


def before_declaring(view: DubitoView, worlds: int, *, seed: int) -> Decision:
    """Decide, natively and without `field`, as of the own declaration that was the last action."""
    return _read(view, worlds, False, 0, seed, own=1)


def _read(
    view: DubitoView, worlds: int, field: bool, without: int, seed: int, *, own: int
) -> Decision:
    """Ask the twin, without the latest `own` actions."""
    chance, actions, start = view.sample(Stream(0))
    seen = actions[: len(actions) - own]
    native: Any = engine.native()
    action, drawn, bluffs, options, habits = native.dubito_read(
        view.game.rebuild(chance, [], start), seen, worlds, field, seed, without
    )
    return Decision(action, [Option(*option) for option in options], drawn, bluffs, habits)


def decide_plain(
    view: DubitoView, worlds: int, *, field: bool, without: int, seed: int
) -> Decision:
    """Decide in Python."""
    rng = Stream(seed)
    habits = [[0] * len(HABITS.names) for _ in view.hand_sizes]
    decision = Decision(0, Options(view, rng).found, 0, 0, habits)
    if len(decision.options) > 1:
        unknown = [habit for habit in range(len(HABITS.names)) if without >> habit & 1]
        evidence = Evidence(view, HABITS, field=field, without=unknown)
        play_out(view, worlds, Beliefs(view, evidence, rng), rng, decision)
    best = decision.options[0]
    decision.action = DECLARE + best.number - 1 if view.phase == "declare" else best.action
    return decision


def play_out(
    view: DubitoView, worlds: int, beliefs: Beliefs, rng: Stream, decision: Decision
) -> None:
    """Play out the options in worlds, and sort them."""
    options = decision.options
    going = len(options)
    for stage in range(STAGES):
        if going == 1:
            break
        while decision.worlds < worlds << stage:
            world = beliefs.draw()
            state = world.state(view)
            assert isinstance(state, DubitoState)
            decision.worlds += 1
            decision.bluffs += world.is_bluff(view.number)
            for seat, habit in enumerate(world.habits):
                decision.habits[seat][habit] += 1
            luck = rng.word()
            for option in options[:going]:
                option.wins += rollout(state.copy(), world, option, Stream(luck))
                option.rollouts += 1
        options[:going] = sorted(options[:going], key=lambda option: -option.chance)
        going = max(1, going // 2)


def rollout(state: DubitoState, world: World, option: Option, rng: Stream) -> float:
    """1 if this seat wins: goes out first, or at all if another was out before."""
    seat, first, until = state.player, not state.out, state.turns + ROLLOUT_TURNS
    if state.phase == "declare":
        state.apply(DECLARE + option.number - 1)
    state.apply(option.action)
    while not (state.done or seat in state.out or (first and state.out) or state.turns >= until):
        view = state.view(state.player)
        assert isinstance(view, DubitoView)
        if view.seat == seat:
            state.apply(tracker.choose_by(OWN_TURNS, view))
        else:
            state.apply(HABITS.choose(world.habits[view.seat], view, rng))
    return float(state.out[:1] == [seat] if first else seat in state.out)


def explain(view: DubitoView, decision: Decision) -> dict[str, Any]:
    """A decision in plain numbers and texts, for display."""
    game = view.game
    explanation: dict[str, Any] = {
        "worlds": decision.worlds,
        "options": [
            {
                "number": option.number,
                "action": option.action,
                "name": game.action_name(option.action),
                "win": round(option.chance, 4),
                "rollouts": option.rollouts,
            }
            for option in decision.options
        ],
    }
    if decision.worlds and view.board:
        explanation["bluff"] = round(decision.bluffs / decision.worlds, 4)
    if decision.worlds:
        explanation["players"] = [
            {"seat": seat, "habits": _likeliest(counts, decision.worlds)}
            for seat, counts in enumerate(decision.habits)
            if seat != view.seat and seat not in view.out
        ]
    return explanation


def _likeliest(counts: list[int], worlds: int) -> dict[str, float]:
    """The three likeliest habits of a player."""
    names = Counter(dict(zip(HABITS.names, counts, strict=True)))
    return {name: round(n / worlds, 4) for name, n in names.most_common(3) if n}
