"""All bidding strategies: legal, honest about what they may know, and sensible."""

from __future__ import annotations

import functools
import random

import numpy as np
import pytest

import kibitz
from kibitz.core import engine
from kibitz.core.rng import Stream
from kibitz.errors import BadOption
from kibitz.games.belote.cards import bits
from kibitz.games.belote.rules import BID
from kibitz.players.belote import bidding
from kibitz.players.belote.bidding import parametric
from kibitz.players.belote.bidding.evaluation import takes_all
from kibitz.players.belote.bidding.weights import load, read, unflatten
from tests.games.belote.habits import choose
from tests.games.belote.table import deal, ids, play_all
from tests.support.found import replay_line

GAME = kibitz.game("belote")
NAMES = [name for name in bidding.names() if name != "solver"]  # that one is slow: test_solver.py
PRESETS = [name for name in NAMES if bidding.is_native(bidding.find(name))]

# A strong hand in spades for N, aces for S, the rest for the others; W deals, so N speaks first.
STRONG = "JS 9S AS 10S 8S AH 7D 8C"
HELP = "KS QS AD AC 7H 8H 9H JC"
LEFT = "7S JH QH KH 10H 8D 9D 7C"
RIGHT = "JD QD KD 10D 9C QC KC 10C"


def named(state: kibitz.State, name: str) -> str:
    view = state.view(state.player)
    return GAME.action_name(bidding.find(name).bid(view, Stream(1)))


def test_the_names_of_the_seed_are_there() -> None:
    wanted = "heuristic improved improved_v2 smart roro maxi petit_bide moelleux parametric solver"
    assert set(wanted.split()) <= set(bidding.names())


@pytest.mark.parametrize("name", NAMES)
def test_every_strategy_is_documented(name: str) -> None:
    paragraph = (bidding.find(name).__doc__ or "").split("\n\n")
    assert len(paragraph) > 1
    assert len(paragraph[1]) > 200


@pytest.mark.skipif(engine.native() is None, reason="the native bidder")
@pytest.mark.parametrize(
    ("seed", "calls", "mood"),
    [(759766099343440445, [32, 35], -2), (723758844207666668, [35, 32, 40, 32], -8), (3, [], 8)],
)
def test_a_mood_on_a_threshold_rounds_as_in_the_engine(
    seed: int, calls: list[int], mood: int
) -> None:
    """The first two estimates lie on a threshold: added to the sum, the mood missed it."""
    state = GAME.new(seed)
    for call in calls:
        state.apply(call)
    view = state.view(state.player)
    hands = np.zeros((1, 4), np.uint32)
    hands[0, view.seat] = bits(view.hand)
    said = np.empty((1, len(calls) + 1), np.int8)
    native = engine.native()
    spoken = [call - BID for call in calls]
    native.belote_answers(hands, view.dealer, [*spoken, 0], parametric.in_mood(mood).flat(), said)
    draw = next(s for s in range(999) if Stream(s).below(17) - 8 == mood)
    assert bidding.find("moelleux").bid(view, Stream(draw)) - BID == said[0, -1]


@pytest.mark.parametrize("name", NAMES)
def test_legal_in_every_auction(name: str) -> None:
    """Over auctions of all kinds: random calls, now and then the strategy's own."""
    rule = bidding.find(name).bid
    for seed in range(60):
        rng, stream = random.Random(seed), Stream(seed)
        state = GAME.new(seed)
        while state.phase == "bid":
            call = rule(state.view(state.player), stream)
            assert call in state.legal(), replay_line(state)
            state.apply(call if rng.random() < 0.4 else choose(state, rng))


@pytest.mark.parametrize("name", NAMES)
def test_the_same_call_in_every_world(name: str) -> None:
    rule = bidding.find(name).bid
    for seed in range(6):
        rng, state = random.Random(seed), GAME.new(seed)
        while state.phase == "bid":
            view = state.view(state.player)
            call = rule(view, Stream(seed))
            for world in view.worlds(Stream(seed), 2):
                assert rule(world.view(view.seat), Stream(seed)) == call, replay_line(state)
            state.apply(choose(state, rng))


@pytest.mark.parametrize("name", NAMES)
def test_sensible(name: str) -> None:
    state = GAME.new(deal=deal(3, STRONG, LEFT, HELP, RIGHT))
    opening = named(state, name)
    assert opening.endswith("S")  # an opening in the strong suit, or capot in it
    weak = "7S 8S 9H 7H 8H 7D 8D 9C"
    rest = [card for card in range(32) if card not in ids(weak)]
    hands = [rest[:8], rest[8:16], rest[16:], ids(weak)]
    state = GAME.new(deal={"hands": [sorted(hand) for hand in hands], "dealer": 2})
    if name not in ("improved_v2", "roro"):  # they open nearly everything, as they say
        assert named(state, name) == "pass"


@pytest.mark.parametrize("name", ["improved", "improved_v2", "maxi", "parametric", "roro", "smart"])
def test_a_partner_is_supported(name: str) -> None:
    """With jack, ace and two more of the partner's suit and two aces, someone raises."""
    support = "JS AS 8S 7S AH AD 7C 8C"
    rest = [card for card in range(32) if card not in ids(support)]
    hands = [rest[:8], rest[8:16], ids(support), rest[16:]]
    state = GAME.new(deal={"hands": [sorted(hand) for hand in hands], "dealer": 3})
    play_all(state, "80S 90H")
    assert named(state, name).endswith("S")


@pytest.mark.parametrize("name", ["improved", "maxi", "parametric", "roro", "smart"])
def test_a_hopeless_contract_is_coinched(name: str) -> None:
    """Jack, nine, ace and three more of their trump, and two aces."""
    defence = "JH 9H AH 10H 8H AS AD 7C"
    rest = [card for card in range(32) if card not in ids(defence)]
    hands = [rest[:8], ids(defence), rest[8:16], rest[16:]]
    state = GAME.new(deal={"hands": [sorted(hand) for hand in hands], "dealer": 3})
    play_all(state, "120H")
    assert named(state, name) == "coinche"


def test_a_sure_capot_is_bid() -> None:
    hand = "JS 9S AS 10S KS QS AH AD"
    rest = [card for card in range(32) if card not in ids(hand)]
    hands = [ids(hand), rest[:8], rest[8:16], rest[16:]]
    state = GAME.new(deal={"hands": [sorted(h) for h in hands], "dealer": 3})
    for name in ("improved", "maxi", "parametric"):
        assert named(state, name) == "capotS", name


@pytest.mark.parametrize(
    ("hand", "sure"),
    [
        ("JS 9S AS 8S 7S AH AD AC", True),  # the others have three trumps
        ("JS 9S AS 10S AH 10H KH AC", True),
        ("JS 9S 10S 8S 7S AH AD AC", False),  # the ace may be the last of three
        ("JS 9S AS 8S 7S AH AD KC", False),
        ("9S AS 10S KS QS AH AD AC", False),
        ("AH 10H KH QH JH 9H 8H 7H", False),  # of another suit
    ],
)
def test_which_hands_take_all(hand: str, sure: bool) -> None:
    assert takes_all(bits(ids(hand)), 0) == sure


def test_doubles_are_rare() -> None:
    """No bidder doubles for the sake of it: few coinches among equals, hardly a surcoinche."""
    for name, most in (("smart", 12), ("roro", 12)):
        doubles = [0, 0, 0]
        for seed in range(1, 61):
            state, stream = GAME.new(seed), Stream(seed)
            while state.phase == "bid":
                state.apply(bidding.find(name).bid(state.view(state.player), stream))
            doubles[state.position()["coinche"]] += 1
        assert doubles[1] <= most, (name, doubles)
        assert doubles[2] <= 1, (name, doubles)


# The native twin ---------------------------------------------------------------------------------


@pytest.mark.native_smoke
@pytest.mark.parametrize("name", PRESETS)
def test_the_native_twin_bids_alike(name: str) -> None:
    """Call by call, over auctions of all kinds; and it looks at no hand but its own."""
    native = kibitz.core.engine.native()
    weights = bidding.find(name).weights().flat()
    for seed in range(60):
        rng, state = random.Random(seed), GAME.new(seed)
        dealt, calls, expected = state.chance[0], [], []
        while state.phase == "bid":
            action = bidding.find(name).bid(state.view(state.player), Stream(0))
            expected.append(action - 32)
            made = action if rng.random() < 0.4 else choose(state, rng)
            calls.append(made - 32)
            state.apply(made)
        hands = np.array([[sum(1 << c for c in hand) for hand in dealt["hands"]]], dtype=np.uint32)
        said = np.empty((1, len(calls)), dtype=np.int8)
        native.belote_answers(hands, dealt["dealer"], calls, weights, said)
        assert said[0].tolist() == expected, replay_line(state)
        others = hands.copy()
        others[:, 0] ^= 0xFFFFFFFF  # whatever seat 0 holds, the calls of the others stay
        native.belote_answers(others, dealt["dealer"], calls, weights, said)
        mine = [i for i in range(len(calls)) if (dealt["dealer"] + 1 + i) % 4 != 0]
        assert [said[0][i] for i in mine] == [expected[i] for i in mine]


@pytest.mark.native_smoke
def test_auctions_end_as_they_are_played() -> None:
    native = kibitz.core.engine.native()
    sides = [bidding.find("parametric"), bidding.find("improved_v2")]
    weights = [side.weights().flat() for side in sides]
    for seed in range(30):
        state = GAME.new(seed)
        dealt = state.chance[0]
        while state.phase == "bid":
            state.apply(sides[state.player % 2].bid(state.view(state.player), Stream(0)))
        calls = [event.data - 32 for event in state.events if event.kind == "action"]
        hands = np.array([[sum(1 << c for c in hand) for hand in dealt["hands"]]], dtype=np.uint32)
        for count in (0, 2, len(calls) - 1):
            out = np.empty((1, 37), dtype=np.int8)
            native.belote_auctions(hands, dealt["dealer"], calls[:count], weights, out)
            assert [c for c in out[0].tolist() if c >= 0] == calls, replay_line(state)


def test_the_native_auction_refuses_what_does_not_fit() -> None:
    native, out = kibitz.core.engine.native(), np.empty((1, 37), dtype=np.int8)
    hands = np.array([[0xFF, 0xFF00, 0xFF0000, 0xFF000000]], dtype=np.uint32)
    fine = load("parametric").flat()
    auction = functools.partial(native.belote_auctions, hands)
    for dealer, calls, weights in (
        (4, [], [fine, fine]),
        (0, [41], [fine, fine]),
        (0, [0] * 38, [fine, fine]),
        (0, [], [fine, fine[1:]]),
        (0, [], [fine, [float("nan"), *fine[1:]]]),
    ):
        with pytest.raises(kibitz.errors.Malformed):
            auction(dealer, calls, weights, out)


# Weights -----------------------------------------------------------------------------------------


def test_weights_go_both_ways() -> None:
    weights = parametric.weights()
    assert unflatten(weights.flat()) == weights


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda w: w.pop("speak"), "exactly the names"),
        (lambda w: w["speak"].pop("over"), "speak must have exactly"),
        (lambda w: w["attack"].update(trump=[1, 2]), "list of 8"),
        (lambda w: w["attack"].update(ace="much"), "attack.ace must be a number"),
        (lambda w: w["attack"].update(king=float("inf")), "attack.king must be a number"),
        (lambda w: w["speak"].update(over_step=0), "step"),
    ],
)
def test_bad_weights_are_refused(change: object, says: str) -> None:
    import tomllib

    from kibitz.players.belote.bidding.weights import FOLDER

    tables = tomllib.loads((FOLDER / "parametric.toml").read_text(encoding="utf-8"))
    change(tables)  # type: ignore[operator]
    with pytest.raises(BadOption, match=says):
        read(tables)


def test_an_unknown_bidder_is_refused() -> None:
    with pytest.raises(BadOption, match="parametric"):
        bidding.find("nobody")
