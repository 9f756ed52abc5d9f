"""Belote Contrée as a Game: options, sizes, and checks of deals and positions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from kibitz.core import shape as shapes
from kibitz.core.errors import BadDeal, BadOption, BadPosition
from kibitz.core.events import NOBODY
from kibitz.core.game import Game, check_deal_shape
from kibitz.core.options import Choice, Flag, Integer, Option
from kibitz.core.state import CHANCE, OVER, Outcome, State
from kibitz.games.belote import cards, encode, notation
from kibitz.games.belote.rules import (
    AUCTION_MAX,
    BID,
    COINCHE,
    DEAL_SHAPE,
    HAND_SIZE,
    MARKS_MAX,
    PASS,
    POSITION_SHAPE,
    SURCOINCHE,
    BeloteState,
    auction_over,
    legal_cards,
    match_over,
    other_of_belote,
    side_of,
    trump_of,
)
from kibitz.games.belote.view import BeloteView, see


class Belote(Game):
    name = "belote"
    title = "Belote Contrée"
    version = 1
    OPTIONS: ClassVar[Mapping[str, Option]] = {
        "match": Flag(False, "play a match: deal after deal until a side reaches the target"),
        "target": Integer(2000, "score that ends a match at the end of a deal", 1, 1_000_000),
        "deals_max": Integer(1000, "the maximum number of deals in a match", 1, 10_000),
        "scoring": Choice(
            "ffb", "scoring: 160 and 250 (ffb), or 162 and 252 (exact)", ("ffb", "exact")
        ),
    }
    PHASES = ("deal", "bid", "play", "over")
    CHANCE_SHAPE = DEAL_SHAPE
    POSITION_SHAPE = POSITION_SHAPE
    num_actions = BID + SURCOINCHE + 1
    ENCODINGS = encode.ENCODINGS

    def __init__(self, engine: str = "python", **options: Any) -> None:
        super().__init__(engine, **options)
        for name in ("target", "deals_max"):
            if not self.options["match"] and self.options[name] != self.OPTIONS[name].default:
                raise BadOption(f"{name} needs match=True")
        self.players = 4
        deals = self.options["deals_max"] if self.options["match"] else 1
        self.max_length = deals * (AUCTION_MAX + 4 * HAND_SIZE)

    def book(self) -> State:
        return BeloteState(self)

    def view(self, state: State, seat: int) -> BeloteView:
        return see(self, state, seat)

    def action_name(self, action: int) -> str:
        return notation.action_name(self.check_action(action))

    def read_action(self, text: str) -> int:
        return notation.parse_action(text)

    def outcome_name(self, outcome: Outcome) -> str:
        deal = check_deal_shape(self, outcome)
        _check_deal(deal)
        return cards.deal_name(deal)

    def read_outcome(self, text: str) -> Outcome:
        return cards.parse_deal(text)

    def side(self, seat: int) -> tuple[int, ...]:
        return (seat % 2, seat % 2 + 2)

    def check_outcome(self, state: State, outcome: Outcome) -> Outcome:
        deal = check_deal_shape(self, outcome)
        _check_deal(deal)
        before = state.position()["dealer"]
        if before != NOBODY and deal["dealer"] != (before + 1) % 4:
            raise BadDeal(f"the deal moves left: the dealer is now seat {(before + 1) % 4}")
        deal["hands"] = [sorted(hand) for hand in deal["hands"]]
        return deal

    def check_position(self, position: Mapping[str, Any]) -> dict[str, Any]:
        """Check what holds in every position before the end; hands may be short."""
        p: dict[str, Any] = shapes.check(POSITION_SHAPE, position, "position", BadPosition)
        if p["player"] == OVER:
            raise BadPosition("the game is over in this position")
        for name, size in (("totals", 2), ("hands", 4), ("won", 2)):
            if len(p[name]) != size:
                raise BadPosition(f"{name} needs {size} entries, not {len(p[name])}")
        for name in ("hands", "won"):
            p[name] = [sorted(group) for group in p[name]]
        _check_cards([*p["hands"], *p["won"], p["trick"]], BadPosition)
        self._check_match(p)
        if p["player"] == CHANCE:
            _check_between_deals(p)
            return p
        for name in ("player", "dealer"):
            if not 0 <= p[name] < 4:
                raise BadPosition(f"{name} must be a seat from 0 to 3")
        _check_auction(p)
        if p["leader"] == NOBODY:
            _check_before_play(p)
        else:
            _check_play(p)
            _check_belote(p)
        return p

    def _check_match(self, p: dict[str, Any]) -> None:
        """Check the totals and the number of deals of a match under way."""
        match, deals, totals = self.options["match"], p["deals"], p["totals"]
        if not match and (deals or any(totals)):
            raise BadPosition("deals and totals must be 0 outside a match")
        if deals < 0 or any(not 0 <= total <= deals * MARKS_MAX for total in totals):
            raise BadPosition(f"{deals} deals cannot produce the totals {totals}")
        if match and match_over(totals, deals, self.options["target"], self.options["deals_max"]):
            raise BadPosition(f"the match is over with totals {totals} after {deals} deals")


def _check_cards(groups: list[list[int]], error: type[BadDeal] | type[BadPosition]) -> None:
    held = [card for group in groups for card in group]
    if any(not 0 <= card < 32 for card in held):
        raise error("a card must be a number from 0 to 31")
    if len(set(held)) != len(held):
        raise error("a card appears twice")


def _check_deal(deal: dict[str, Any]) -> None:
    sizes = [len(hand) for hand in deal["hands"]]
    if len(sizes) != 4 or len(set(sizes)) != 1 or not 1 <= sizes[0] <= HAND_SIZE:
        raise BadDeal(f"a deal has four hands of equal size, at most {HAND_SIZE} cards each")
    _check_cards(deal["hands"], BadDeal)
    if not 0 <= deal["dealer"] < 4:
        raise BadDeal("the dealer must be a seat from 0 to 3")


def _check_between_deals(p: dict[str, Any]) -> None:
    """Check that the table is empty while a deal is pending."""
    empty = {
        "hands": [[], [], [], []],
        "bid": PASS,
        "bidder": NOBODY,
        "coinche": 0,
        "passes": 0,
        "leader": NOBODY,
        "trick": [],
        "won": [[], []],
        "belote": NOBODY,
    }
    for name, value in empty.items():
        if p[name] != value:
            raise BadPosition(f"before a deal {name} must be {value}")
    if (p["dealer"] == NOBODY) != (p["deals"] == 0) or not NOBODY <= p["dealer"] < 4:
        raise BadPosition("dealer must be that of the last deal, or -1 before the first")


def _check_auction(p: dict[str, Any]) -> None:
    """Rules 2 to 4: check the last bid, its bidder, and whose turn it is."""
    bid, bidder, coinche, passes = p["bid"], p["bidder"], p["coinche"], p["passes"]
    if not 0 <= bid < COINCHE or not 0 <= coinche <= 2 or not NOBODY <= bidder < 4:
        raise BadPosition("bid must be from 0 to 40, coinche from 0 to 2, bidder a seat or -1")
    if (bid == PASS) != (bidder == NOBODY) or (bid == PASS and coinche):
        raise BadPosition("a bid needs a bidder, and only a bid can be coinched")
    if auction_over(bid, coinche, passes):
        if passes != (0 if coinche == 2 else 3):
            raise BadPosition("a surcoinche ends the auction at once: passes must be 0")
        if p["leader"] == NOBODY:
            raise BadPosition("the auction is over: the play phase needs a leader")
        return
    if p["leader"] != NOBODY:
        raise BadPosition("there is no leader before three passes or a surcoinche")
    if not 0 <= passes <= (3 if bid == PASS else 2):
        raise BadPosition(f"the auction cannot continue after {passes} passes")
    last = (p["player"] - 1 - passes) % 4  # the last to speak before the passes
    if last != (p["dealer"] if bid == PASS else bidder) and not coinche:
        raise BadPosition("player, passes and the last to speak are inconsistent")
    if coinche and side_of(last) == side_of(bidder):
        raise BadPosition("only an opponent of the bidder may coinche: player and passes conflict")


def _check_before_play(p: dict[str, Any]) -> None:
    sizes = {len(hand) for hand in p["hands"]}
    if len(sizes) != 1 or not 1 <= max(sizes) <= HAND_SIZE:
        raise BadPosition(f"in the auction all hands must have one size, 1 to {HAND_SIZE} cards")
    if p["trick"] or any(p["won"]) or p["belote"] != NOBODY:
        raise BadPosition("no card can be played and no belote announced before the auction ends")


def _check_play(p: dict[str, Any]) -> None:
    """Rules 1, 5 and 6: check sizes, turns, and that the current trick is possible."""
    leader, trick, hands, won = p["leader"], p["trick"], p["hands"], p["won"]
    if not 0 <= leader < 4 or len(trick) > 3 or p["player"] != (leader + len(trick)) % 4:
        raise BadPosition("the player must be the next seat after those that played to the trick")
    if any(len(cards_won) % 4 for cards_won in won):
        raise BadPosition("won must hold complete tricks of four cards")
    tricks = sum(len(cards_won) for cards_won in won) // 4
    if tricks == 0 and leader != (p["dealer"] + 1) % 4:
        raise BadPosition("the seat left of the dealer must lead the first trick")
    left = len(hands[p["player"]])
    played = [(leader + i) % 4 for i in range(len(trick))]
    if left < 1:
        raise BadPosition("a seat to play must hold at least one card")
    if any(len(hand) != left - (seat in played) for seat, hand in enumerate(hands)):
        raise BadPosition("all hands must be equal, less one card after a play to this trick")
    for i, seat in enumerate(played):
        hand = sorted([*hands[seat], trick[i]])
        if trick[i] not in legal_cards(hand, trick[:i], trump_of(p["bid"])):
            raise BadPosition(
                f"seat {seat} could not have played {cards.CARD_NAMES[trick[i]]} to the trick"
            )


def _check_belote(p: dict[str, Any]) -> None:
    """Rule 8: the announcement is automatic, so it is present exactly when it must be."""
    announcer, trump = p["belote"], trump_of(p["bid"])
    king, queen = 8 * trump + cards.KING, 8 * trump + cards.QUEEN
    played = {card: (p["leader"] + i) % 4 for i, card in enumerate(p["trick"])}
    if not NOBODY <= announcer < 4:
        raise BadPosition("belote must be the seat that announced it, or -1")
    if announcer == NOBODY:
        for card, seat in played.items():
            if other_of_belote(card, trump) in p["hands"][seat]:
                raise BadPosition(f"seat {seat} must have announced belote by its play")
        return
    won = {card for group in p["won"] for card in group}
    for card in (king, queen):
        own = card in p["hands"][announcer] or played.get(card) == announcer
        if not own and card not in won:
            raise BadPosition(f"seat {announcer} announced belote, but lacks its king or queen")
    if king in p["hands"][announcer] and queen in p["hands"][announcer]:
        raise BadPosition("belote is announced when the first of its cards is played")
