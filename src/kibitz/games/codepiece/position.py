"""Given positions: fills in defaults, and refuses positions that cannot be reached.

A position precedes an action or a deal; one where the game is over is refused. Hands may be short,
and `played` may omit finished tricks, but not the cards of the current one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kibitz.core import shape as shapes
from kibitz.core.cards import card_name
from kibitz.core.errors import BadDeal, BadPosition
from kibitz.core.events import NOBODY
from kibitz.games.codepiece.legal_moves import BID_MAX, BID_MIN, CARD, PASSED, BidPhase, PlayPhase
from kibitz.games.codepiece.rules import HAND, POSITION_SHAPE, tricks_to_fail

GIVEN_SHAPE = {name: shapes.maybe(shape) for name, shape in POSITION_SHAPE.items()}
DEFAULTS: dict[str, Any] = {
    "deal": 0,
    "dealer": NOBODY,
    "hands": [[], [], [], []],
    "bids": [None, None, None, None],
    "tricks": [0, 0],
    "leader": NOBODY,
    "trick": [],
    "total": 0,
}


def check(position: Mapping[str, Any], deals: int, target: int) -> dict[str, Any]:
    """Return the position in canonical form; raise BadPosition if it is impossible."""
    p: dict[str, Any] = shapes.check(GIVEN_SHAPE, position, "position", BadPosition)
    for name, value in DEFAULTS.items():
        if p[name] is None:
            p[name] = list(value) if isinstance(value, list) else value
    if p["phase"] == "over":
        raise BadPosition("the game is over in this position")
    check_lists(p)
    check_match(p, deals, target)
    if p["phase"] == "deal" and not any(p["hands"]) and not any(p["played"]):
        check_blank(p)
        return p
    if p["dealer"] == NOBODY:
        raise BadPosition("once cards are dealt the dealer must be a seat from 0 to 3")
    check_bids(p)
    if p["phase"] in ("bid", "trump"):
        check_before_play(p)
    else:
        check_play(p)
    return p


def check_lists(p: dict[str, Any]) -> None:
    """Check the lengths of lists and the ranges of numbers; fill in `played` and `phase`."""
    for name, length in (("hands", 4), ("bids", 4), ("tricks", 2)):
        if len(p[name]) != length:
            raise BadPosition(f"{name} needs {length} entries, not {len(p[name])}")
    if len(p["trick"]) > 3:
        raise BadPosition("the current trick is complete")
    if not -1 <= p["leader"] < 4:
        raise BadPosition("the leader must be a seat from 0 to 3, or -1 before the first trick")
    if p["played"] is None:
        played: list[list[int]] = [[], [], [], []]
        for place, card in enumerate(p["trick"]):
            played[(p["leader"] + place) % 4] = [card]
        p["played"] = played
    if len(p["played"]) != 4:
        raise BadPosition(f"played needs 4 entries, not {len(p['played'])}")
    for name in ("hands", "played"):
        p[name] = [sorted(cards) for cards in p[name]]
    check_cards([c for name in ("hands", "played") for held in p[name] for c in held], BadPosition)
    if p["trump"] is not None and not 0 <= p["trump"] < 4:
        raise BadPosition("trump must be a suit from 0 to 3 (C D H S)")
    if min(p["tricks"]) < 0:
        raise BadPosition("tricks must not be negative")
    if p["phase"] is None:
        p["phase"] = phase_of(p)


def phase_of(p: dict[str, Any]) -> str:
    """Infer the phase if it was not given; most given positions have cards in hand."""
    if not any(p["hands"]):
        return "deal"
    if None in p["bids"]:
        return "bid"
    return "trump" if p["trump"] is None else "play"


def check_match(p: dict[str, Any], deals: int, target: int) -> None:
    if not 0 <= p["deal"] < deals:
        raise BadPosition(f"deal counts the finished deals and must be from 0 to {deals - 1}")
    if not -1 <= p["dealer"] < 4:
        raise BadPosition("the dealer must be a seat from 0 to 3, or -1 before the first deal")
    if abs(p["total"]) >= target or abs(p["total"]) > 2 * BID_MAX * p["deal"]:
        raise BadPosition(f"no game continues with a total of {p['total']} after {p['deal']} deals")


def check_blank(p: dict[str, Any]) -> None:
    """Check that nothing is on the table while a deal is pending and no cards are dealt."""
    if p["bids"] != [None] * 4 or p["trump"] is not None or p["trick"] or any(p["tricks"]):
        raise BadPosition("without cards there can be no bids, no trump and no tricks")
    if p["leader"] != NOBODY:
        raise BadPosition("without cards nobody leads: leader must be -1")
    if p["deal"] > 0 and p["dealer"] == NOBODY:
        raise BadPosition("after the first deal the dealer must be a seat from 0 to 3")


def check_bids(p: dict[str, Any]) -> None:
    """Rule 2: bids are made in turn from the dealer's left, each above the last."""
    said = [p["bids"][(p["dealer"] + 1 + turn) % 4] for turn in range(4)]
    if None in said and any(bid is not None for bid in said[said.index(None) :]):
        raise BadPosition("bids must be made in turn from the dealer's left")
    made = [bid for bid in said if bid is not None and bid != PASSED]
    if any(not BID_MIN <= bid <= BID_MAX for bid in made) or made != sorted(set(made)):
        raise BadPosition(
            f"a bid must be {PASSED} (pass), or {BID_MIN} to {BID_MAX} and above the bids before it"
        )
    if (None in said) != (p["phase"] == "bid"):
        raise BadPosition("the bidding is over exactly when all four have spoken")


def check_before_play(p: dict[str, Any]) -> None:
    if any(p["played"]) or any(p["tricks"]) or p["trick"] or p["leader"] != NOBODY:
        raise BadPosition("before trump is named no card can be played, and leader must be -1")
    if p["trump"] is not None:
        raise BadPosition("trump cannot be named before the bidding is over")
    sizes = {len(hand) for hand in p["hands"]}
    if len(sizes) != 1 or not 1 <= sizes.pop() <= HAND:
        raise BadPosition(f"each seat must hold the same number of cards, 1 to {HAND}")


def check_play(p: dict[str, Any]) -> None:
    """Check the play, or a finished deal that is still on the table before the next one."""
    if p["leader"] == NOBODY or p["trump"] is None:
        raise BadPosition("during play the leader must be a seat from 0 to 3 and trump named")
    on_table = [(p["leader"] + place) % 4 for place in range(len(p["trick"]))]
    left = check_sizes(p, on_table)
    check_trick(p, on_table)
    taken = sum(p["tricks"])
    bidder, bid = BidPhase.contract(p["bids"], p["dealer"])
    if p["leader"] != bidder if taken == 0 else p["tricks"][p["leader"] % 2] == 0:
        raise BadPosition("the bidder leads first, then the winner of each trick (rule 5)")
    missing = tricks_to_fail(bid) - p["tricks"][1 - bidder % 2]
    if p["phase"] == "play" and (missing <= 0 or left == 0):
        raise BadPosition("the deal has ended in this position (rule 8)")
    if p["phase"] == "deal" and (missing < 0 or (missing > 0 and left > 0) or on_table):
        raise BadPosition("the phase is deal, but the deal on the table has not ended (rule 8)")
    if p["phase"] == "deal" and p["deal"] == 0:
        raise BadPosition("deal must count the finished deal on the table")


def check_sizes(p: dict[str, Any], on_table: list[int]) -> int:
    """Return the number of cards of a seat that has not yet played to the current trick."""
    taken = sum(p["tricks"])
    left = max(len(hand) for hand in p["hands"])
    if on_table:
        left = max(left, len(p["hands"][on_table[0]]) + 1)
    for seat in range(4):
        gone = seat in on_table
        if len(p["hands"][seat]) != left - gone or len(p["played"][seat]) > taken + gone:
            raise BadPosition(
                "all seats must hold equally many cards, one less after playing to the "
                "current trick, and have played at most one card to each trick"
            )
    if left + taken > HAND:
        raise BadPosition(f"{taken} tricks taken and {left} remaining are more than {HAND}")
    return left


def check_trick(p: dict[str, Any], on_table: list[int]) -> None:
    """Rule 6: every card in the trick was legal given what its seat still holds."""
    for place, seat in enumerate(on_table):
        card, before = p["trick"][place], p["trick"][:place]
        if card not in p["played"][seat]:
            raise BadPosition("the cards of the current trick must be in `played` of their seats")
        if CARD + card not in PlayPhase.legal([*p["hands"][seat], card], before, p["trump"]):
            raise BadPosition(f"seat {seat} could not have played {card_name(card)} to this trick")


def check_cards(cards: list[int], error: type[BadDeal] | type[BadPosition]) -> None:
    if any(not 0 <= card < 52 for card in cards):
        raise error("a card must be a number from 0 to 51")
    if len(set(cards)) != len(cards):
        raise error("a card appears twice")
