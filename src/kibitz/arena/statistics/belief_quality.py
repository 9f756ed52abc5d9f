"""How good beliefs are, compared with the truth at every bid and every trick of played games.

For a view, worlds are drawn uniformly under the hard constraints and weighted by the belief. The
hidden items are the unseen cards, and the question is where each one is; in Dubito, where cards of
one value are alike, how many of each value a seat holds. Then, averaged over all views of a step:

    log-probability   of the true place of a hidden item, in nats
    accuracy          share of hidden items whose likeliest place is the true one
    false             share of views that exclude the truth: by a hard constraint, or by weight 0
    entropy           of the place of a hidden item, in bits
    tightness         share of the bits of the deal that are settled: 0 if all deals of the unseen
                      cards are equally likely, 1 if only one is left
    reachable         share of views in which the truth weighs at least a thousandth of a mean world

`gain` is the log-probability above that of `uniform`: how well a belief knows single cards. `deal`
is the same of the whole deal, over the number of hidden cards. It also counts what a belief knows
about cards together ("the jack or three small trumps"), which no probability of a single card can
show, so a `gain` cannot be compared with a `deal`.

Where three hands are hidden, `uniform` and beliefs about locations know both probabilities exactly.
For any other belief they are means over worlds, so few worlds make it look worse: drawn uniformly,
or from the proposal of the belief if it has one. The probability of the whole deal is its weight
over the mean weight of the worlds, in which the true deal counts as one more of them. That mean is
too high rather than too low, so a figure is not flattered by worlds that were not drawn.

Beliefs are found in players/<game>/beliefs.py; `uniform` uses hard constraints only.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz.arena.match import bot_seed
from kibitz.bots.beliefs import UNIFORM as UNIFORM
from kibitz.bots.beliefs import find as find
from kibitz.bots.beliefs import names as names
from kibitz.bots.bot import Bot
from kibitz.core import engine
from kibitz.core.assign import assign, count_assignments
from kibitz.core.game import Game
from kibitz.core.rng import Stream, mix
from kibitz.core.state import State
from kibitz.core.view import Unseen, View
from kibitz.search import locations
from kibitz.search.beliefs import LEAST, Belief, MixedCalls, NetBelief, Product
from kibitz.search.location_belief import LocationBelief, positive
from kibitz.search.native_weights import by_net, relative_to, tempered, weights_of
from kibitz.search.pimc_worlds import NativeWorlds

REACH = 1e-3  # of the weight of a mean world
WORLD_STREAM = 0x776F726C  # separates the worlds' random numbers from the bots'


def bits(cards: Sequence[int]) -> int:
    """A set of cards as a mask."""
    return sum(1 << card for card in cards)


Places = dict[Hashable, int]  # of each hidden item


@dataclass
class Step:
    """Sums over the views of one step, for one belief."""

    views: int = 0
    log_probability: float = 0.0
    deal: float = 0.0
    accuracy: float = 0.0
    false: int = 0
    entropy: float = 0.0
    tightness: float = 0.0
    tight_views: int = 0  # those whose worlds could be counted
    reachable: int = 0

    def gain(self, uniform: Step) -> float:
        """How far the log-probability is above uniform, in nats a card."""
        return self.log_probability / max(1, self.views) - uniform.log_probability / max(
            1, uniform.views
        )

    def means(self) -> dict[str, float | None]:
        """Return what the table shows."""
        n = max(1, self.views)
        return {
            "views": self.views,
            "log_probability": self.log_probability / n,
            "deal": self.deal / n,
            "accuracy": self.accuracy / n,
            "false": self.false / n,
            "entropy": self.entropy / n,
            "tightness": self.tightness / self.tight_views if self.tight_views else None,
            "reachable": self.reachable / n,
        }


Steps = dict[tuple[str, str], Step]  # by belief and step


def evaluate(
    game: Game,
    bots: Sequence[Bot],
    beliefs: Sequence[str],
    seed: int,
    worlds: int,
    table: Steps,
    report: Callable[[], None] = lambda: None,
) -> None:
    """Play one game, and add each belief's quality at every view to the table.

    `report` is called after each view: a game whose cards are not plain hands takes minutes.
    """
    asked = {name: find(game.name, name) for name in beliefs}
    state = game.new(seed)
    for seat, bot in enumerate(bots):
        bot.start(game, seat, bot_seed(seed, seat))
    rng = Stream(mix(seed, WORLD_STREAM))
    while not state.done:
        view = state.view(state.player)
        if len(view.legal_actions) > 1 and _hidden(view, state):
            unseen = view.unseen()
            if unseen is None:
                _add(view, state, asked, view.worlds(rng, worlds), table)
            else:
                _add_hands(view, unseen, state, asked, rng, worlds, table)
            report()
        state.apply(bots[state.player].choose(view))


def _add_hands(
    view: View,
    unseen: Unseen,
    truth: State,
    asked: dict[str, Belief | None],
    rng: Stream,
    worlds: int,
    table: Steps,
) -> None:
    """Judge the beliefs where the hidden cards are plain hands: all worlds at once, as masks."""
    real = np.array([[bits(hand) for hand in truth.position()["hands"]]], np.uint64)
    even = Drawn.of(unseen, np.concatenate([_drawn(view, unseen, rng, worlds, real), real]))
    free, left, possible = *_bits_of(unseen), allowed(view, truth)
    known: dict[Hashable, NDArray[np.float64]] = {}
    proposed: dict[int, tuple[Drawn, NDArray[np.float64]]] = {}
    for name, belief in asked.items():
        shares, drawn, ahead = None, even, 0.0
        weights = np.ones(worlds + 1)
        placed = _placed(belief, view, unseen)
        proposal = _proposal(belief, view, unseen)
        if placed is not None:
            logs = locations.log_weights(placed, unseen, even.hands)
            weights = positive(logs - logs.max())
            ahead = _above_even(placed, unseen, float(logs[worlds]))
            shares = locations.chances(placed, unseen.sizes)
            shares = np.pad(shares, ((0, 0), (0, even.there.shape[1] - shares.shape[1])))
        elif isinstance(belief, NetBelief | MixedCalls) and proposal is not None:
            key = id(_source(belief))
            if key not in proposed:
                proposed[key] = _from_table(proposal, unseen, rng, worlds, real)
            drawn, logs = proposed[key]
            weights = _relative(belief, view, drawn, logs, known)
            ahead = _above_even(proposal, unseen, float(logs[worlds]))
        elif belief is not None:
            weights = _weights(belief, view, even, known)
        if placed is None and belief is not None:
            ahead += math.log(max(LEAST, float(weights[worlds]) / float(weights.mean())))
        step = table.setdefault((name, step_of(view)), Step())
        own, weights = float(weights[worlds]), weights[:worlds]
        chances = weights / weights.sum()
        step.views += 1
        step.false += own <= 0 or not possible
        step.reachable += own >= REACH * float(weights.mean())
        if shares is None:
            shares = drawn.there[:, :, :worlds] @ chances
        truly = drawn.there[:, :, worlds] > 0
        # Half a world: a place in no sampled world is still possible.
        right = np.clip(shares[truly], 0.5 / worlds, 1.0)
        step.log_probability += float(np.log(right).mean())
        step.deal += ahead / len(unseen.cards)
        step.accuracy += float(truly[np.arange(len(shares)), shares.argmax(axis=1)].mean())
        step.entropy += float(-(shares * np.log2(np.maximum(shares, 1e-300))).sum(axis=1).mean())
        step.tightness += _tightness(free, left, chances)
        step.tight_views += 1


@dataclass(frozen=True)
class Drawn:
    """Worlds as masks of cards, a row each; the true one is the last."""

    hands: NDArray[np.uint64]
    there: NDArray[np.float64]  # [card, place, world]: whether a card is there

    @classmethod
    def of(cls, unseen: Unseen, hands: NDArray[np.uint64]) -> Drawn:
        """Take hands as masks; the last place is for cards in no hand, such as a stock."""
        masks = np.left_shift(np.uint64(1), np.array(unseen.cards, dtype=np.uint64))
        in_hand = (hands[:, list(unseen.seats)].T[None] & masks[:, None, None]) != 0
        there = np.concatenate([in_hand, ~in_hand.any(axis=1, keepdims=True)], axis=1)
        return cls(hands, there.astype(np.float64))


def _proposal(belief: Belief | None, view: View, unseen: Unseen) -> NDArray[np.float64] | None:
    """The weights of places that worlds of a belief are drawn from, a row for each card."""
    source = _source(belief)
    return None if source is None else source.table(view, unseen)


def _source(belief: Belief | None) -> LocationBelief | None:
    """What the worlds of a belief are drawn from."""
    if isinstance(belief, MixedCalls):
        return belief.places
    return belief.proposal if isinstance(belief, NetBelief) else None


def _from_table(
    table: NDArray[np.float64], unseen: Unseen, rng: Stream, worlds: int, real: NDArray[np.uint64]
) -> tuple[Drawn, NDArray[np.float64]]:
    """Worlds drawn from a table, the true one last, and the logarithms of their weights in it."""
    places = locations.draw(table, unseen.sizes, worlds, np.random.default_rng(rng.word()))
    hands = np.concatenate([locations.hands_of(places, unseen, real), real])
    return Drawn.of(unseen, hands), locations.log_weights(table, unseen, hands)


def _above_even(table: NDArray[np.float64], unseen: Unseen, log_weight: float) -> float:
    """How much likelier a world is by a table than if all were equally likely, in nats."""
    even = locations.within(np.ones_like(table), unseen)
    worlds = locations.total(even, unseen.sizes)
    return log_weight - math.log(locations.total(table, unseen.sizes)) + math.log(worlds)


def _relative(
    belief: NetBelief | MixedCalls,
    view: View,
    drawn: Drawn,
    logs: NDArray[np.float64],
    known: dict[Hashable, NDArray[np.float64]],
) -> NDArray[np.float64]:
    """The weights of worlds that were drawn from the belief's proposal, relative to it."""
    if isinstance(belief, MixedCalls):
        mixed = relative_to(belief, view, drawn.hands)
        assert mixed is not None
        return mixed
    likelihoods = _likelihoods(belief, view, drawn, known)
    if likelihoods is None:
        weights = weights_of(belief, view, drawn.hands)
        return np.asarray(weights * np.exp(np.minimum(logs.max() - logs, 500.0)))
    if belief.prior:
        return np.asarray(likelihoods**belief.power)
    return np.asarray(likelihoods**belief.power * np.exp(np.minimum(logs.max() - logs, 500.0)))


def _likelihoods(
    belief: NetBelief, view: View, drawn: Drawn, known: dict[Hashable, NDArray[np.float64]]
) -> NDArray[np.float64] | None:
    """How likely a network makes what was done; computed once for all beliefs that ask it."""
    key = id(belief.net), belief.slip, belief.phase, id(drawn)
    if key not in known:
        found = by_net(view, drawn.hands, belief)
        if found is None:
            return None
        known[key] = found
    return known[key]


def _placed(belief: Belief | None, view: View, unseen: Unseen) -> NDArray[np.float64] | None:
    """The weight of each place of each card, if that is all that a belief says; uniform does."""
    if belief is None and len(unseen.sizes) == locations.PLACES:
        return locations.within(np.ones((len(unseen.cards), locations.PLACES)), unseen)
    return belief.table(view, unseen) if isinstance(belief, LocationBelief) else None


def _drawn(
    view: View, unseen: Unseen, rng: Stream, worlds: int, real: NDArray[np.uint64]
) -> NDArray[np.uint64]:
    """Worlds drawn uniformly, one mask of cards per seat.

    Play that proves something narrows them: pimc's native worlds where it plays the game.
    """
    hands = np.tile(real, (worlds, 1))
    if not any(excluded & bits(unseen.cards) for excluded in unseen.excluded):
        masks = np.left_shift(np.uint64(1), np.array(unseen.cards, np.uint64))
        order = np.random.default_rng(rng.word()).permuted(np.tile(masks, (worlds, 1)), axis=1)
        parts = np.split(order, np.cumsum(unseen.sizes)[:-1], axis=1)
        for seat, part in zip(unseen.seats, parts, strict=False):
            hands[:, seat] = part.sum(axis=1, dtype=np.uint64)
        return hands
    if view.phase == "play" and hasattr(engine.native(), f"{view.game.name}_pimc"):
        found = NativeWorlds(view, rng.word(), 0, drawn_here=False)
        return found.hands(np.arange(worlds, dtype=np.uint64))
    for row in hands:
        dealt = assign(unseen.cards, unseen.sizes, unseen.excluded, rng)
        for seat, cards in zip(unseen.seats, dealt, strict=False):
            row[seat] = bits(cards)
    return hands


def _weights(
    belief: Belief, view: View, drawn: Drawn, known: dict[Hashable, NDArray[np.float64]]
) -> NDArray[np.float64]:
    """The weights of a belief, each part of a product computed once for the view."""
    if isinstance(belief, Product):
        each = [_weights(one, view, drawn, known) for one in belief.beliefs]
        return np.asarray(np.prod(np.array(each), axis=0))
    if isinstance(belief, NetBelief):  # two may ask the same network
        likelihoods = _likelihoods(belief, view, drawn, known)
        if likelihoods is None:
            return weights_of(belief, view, drawn.hands)
        return tempered(belief, view, drawn.hands, likelihoods)
    if id(belief) not in known:
        known[id(belief)] = weights_of(belief, view, drawn.hands)
    return known[id(belief)]


def _add(
    view: View, truth: State, asked: dict[str, Belief | None], drawn: list[State], table: Steps
) -> None:
    places = [_places(view, world) for world in drawn]
    real = _places(view, truth)
    unseen = view.unseen()
    free = None if unseen is None else _bits_of(unseen)
    for name, belief in asked.items():
        weights = np.array([1.0 if belief is None else belief(view, w) for w in drawn])
        own = 1.0 if belief is None else belief(view, truth)
        step = table.setdefault((name, step_of(view)), Step())
        chances = weights / weights.sum()
        step.views += 1
        step.false += own <= 0 or not allowed(view, truth)
        step.reachable += own >= REACH * float(weights.mean())
        mean_weight = float((weights.sum() + own) / (len(weights) + 1))
        step.deal += math.log(max(LEAST, own / mean_weight)) / max(1, sum(_sizes(real)))
        scored = list(_judge(places, real, chances))
        step.log_probability += float(np.mean([s[0] for s in scored]))
        step.accuracy += float(np.mean([s[1] for s in scored]))
        step.entropy += float(np.mean([s[2] for s in scored]))
        if free is not None:
            step.tightness += _tightness(*free, chances)
            step.tight_views += 1


def _judge(
    places: list[Places], real: Places, chances: NDArray[np.float64]
) -> Iterator[tuple[float, bool, float]]:
    """Return per hidden item: log-probability of the truth, whether it is likeliest, entropy."""
    least = 0.5 / len(places)  # half a world: a place in no sampled world is still possible
    for thing, true_place in real.items():
        found: Counter[int] = Counter()
        for world, chance in zip(places, chances, strict=True):
            found[world.get(thing, -1)] += float(chance)  # type: ignore[assignment]
        chance = max(least, found[true_place])
        best = max(found, key=lambda place: (found[place], -place))
        entropy = -sum(p * math.log2(p) for p in found.values() if p > 0)
        yield math.log(min(1.0, chance)), best == true_place, entropy


def _sizes(places: Places) -> list[int]:
    """How many cards each hidden item stands for: one, or the count of a value in a hand."""
    return [place if isinstance(thing, tuple) else 1 for thing, place in places.items()]


def _places(view: View, world: State) -> Places:
    """Return where the hidden items are in a world: a card's seat, or a seat's count of a value."""
    hands = world.position()["hands"]
    others = [seat for seat in range(view.game.players) if seat != view.seat]
    cards = [card for seat in others for card in hands[seat]]
    unseen = view.unseen()
    if unseen is not None or len(set(cards)) == len(cards):
        known = {card: seat for seat in others for card in hands[seat]}
        return {card: known.get(card, -1) for card in (unseen.cards if unseen else known)}
    values = sorted(set(range(14)))
    return {(seat, v): hands[seat].count(v) for seat in others for v in values}


def _hidden(view: View, truth: State) -> bool:
    """Whether anything is hidden: not before a deal, and not in dice games."""
    position = truth.position()
    return bool(position.get("hands")) and any(
        position["hands"][s] for s in range(view.game.players) if s != view.seat
    )


def step_of(view: View) -> str:
    """Name the moment: a bid by its position in the auction, a card by its trick."""
    if view.phase in ("bid", "trump"):
        calls = getattr(view, "calls", None)
        made = len(calls) if calls is not None else sum(b is not None for b in view.bids)  # type: ignore[attr-defined]
        return f"bid {made + 1}"
    played = getattr(view, "played", None)
    if played is not None:
        return f"trick {len(played[view.seat]) + 1}"
    rounds = sum(event.kind == "reveal" for event in view.history)
    return f"round {rounds + 1}"


def allowed(view: View, world: State) -> bool:
    """Whether the hard constraints of this view allow a world."""
    unseen = view.unseen()
    if unseen is None:
        return world.view(view.seat) == view
    hands = world.position()["hands"]
    for seat, size, excluded in zip(unseen.seats, unseen.sizes, unseen.excluded, strict=False):
        held = hands[seat]
        if len(held) != size or any(excluded >> card & 1 for card in held):
            return False
        if not set(held) <= set(unseen.cards):
            return False
    return True


def _bits_of(unseen: Unseen) -> tuple[float, float]:
    """The bits of a deal of the unseen cards: if only their number were known, and as it is."""
    free, left = (math.log2(max(1, _count(unseen, proved=proved))) for proved in (False, True))
    return free, left


def _tightness(free: float, left: float, chances: NDArray[np.float64]) -> float:
    if free <= 0:
        return 1.0
    narrowed = math.log2(len(chances) * float((chances**2).sum()))  # 0 if all weights are equal
    return 1 - max(0.0, left - narrowed) / free


def _count(unseen: Unseen, *, proved: bool) -> int:
    nothing = (0,) * len(unseen.sizes)
    return count_assignments(unseen.cards, unseen.sizes, unseen.excluded if proved else nothing)
