"""Belote Contrée as a Game: its options, its sizes, and the checks of deals and positions."""

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
        "match": Flag(False, "play a match: deals in a row until a side has the target"),
        "target": Integer(2000, "marks that end a match after a whole deal", 1, 1_000_000),
        "deals_max": Integer(1000, "a match ends after so many deals at the latest", 1, 10_000),
        "scoring": Choice(
            "ffb", "marking: 160 and 250 (ffb), or 162 and 252 (exact)", ("ffb", "exact")
        ),
    }
    PHASES = ("deal", "bid", "play", "over")
    CHANCE_SHAPE = DEAL_SHAPE
    POSITION_SHAPE = POSITION_SHAPE
    num_actions = BID + SURCOINCHE + 1

    def __init__(self, engine: str = "python", **options: Any) -> None:
        super().__init__(engine, **options)
        for name in ("target", "deals_max"):
            if not self.options["match"] and self.options[name] != self.OPTIONS[name].default:
                raise BadOption(f"{name} is for a match: give match=True with it")
        self.players = 4
        self.observation_size = encode.SIZES["box"]
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
            raise BadDeal(f"the dealer moves left: it is seat {(before + 1) % 4} now")
        deal["hands"] = [sorted(hand) for hand in deal["hands"]]
        return deal

    def check_position(self, position: Mapping[str, Any]) -> dict[str, Any]:
        """What every position in the middle of a game keeps; hands may be short."""
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
        """Totals and number of deals of a match that goes on."""
        match, deals, totals = self.options["match"], p["deals"], p["totals"]
        if not match and (deals or any(totals)):
            raise BadPosition("deals and totals are 0 outside a match")
        if deals < 0 or any(not 0 <= total <= deals * MARKS_MAX for total in totals):
            raise BadPosition(f"{deals} deals cannot give the totals {totals}")
        if match and match_over(totals, deals, self.options["target"], self.options["deals_max"]):
            raise BadPosition(f"the match is over with totals {totals} after {deals} deals")


def _check_cards(groups: list[list[int]], error: type[BadDeal] | type[BadPosition]) -> None:
    held = [card for group in groups for card in group]
    if any(not 0 <= card < 32 for card in held):
        raise error("a card is a number from 0 to 31")
    if len(set(held)) != len(held):
        raise error("a card is there twice")


def _check_deal(deal: dict[str, Any]) -> None:
    sizes = [len(hand) for hand in deal["hands"]]
    if len(sizes) != 4 or len(set(sizes)) != 1 or not 1 <= sizes[0] <= HAND_SIZE:
        raise BadDeal(f"a deal has four hands of {HAND_SIZE} cards, or of fewer, all the same")
    _check_cards(deal["hands"], BadDeal)
    if not 0 <= deal["dealer"] < 4:
        raise BadDeal("the dealer is a seat from 0 to 3")


def _check_between_deals(p: dict[str, Any]) -> None:
    """Where a deal is waited for the table is empty."""
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
            raise BadPosition(f"where a deal is waited for {name} is {value}")
    if (p["dealer"] == NOBODY) != (p["deals"] == 0) or not NOBODY <= p["dealer"] < 4:
        raise BadPosition("dealer is that of the last deal, or -1 before the first")


def _check_auction(p: dict[str, Any]) -> None:
    """Rules 2 to 4: the last bid, who made it, and whose turn it is."""
    bid, bidder, coinche, passes = p["bid"], p["bidder"], p["coinche"], p["passes"]
    if not 0 <= bid < COINCHE or not 0 <= coinche <= 2 or not NOBODY <= bidder < 4:
        raise BadPosition("bid is from 0 to 40, coinche from 0 to 2, bidder a seat or -1")
    if (bid == PASS) != (bidder == NOBODY) or (bid == PASS and coinche):
        raise BadPosition("a bid has a bidder, and only a bid can be coinched")
    if auction_over(bid, coinche, passes):
        if passes != (0 if coinche == 2 else 3):
            raise BadPosition("a surcoinche ends the auction at once: passes is 0 then")
        if p["leader"] == NOBODY:
            raise BadPosition("the auction is over: the play needs a leader")
        return
    if p["leader"] != NOBODY:
        raise BadPosition("there is no leader before three passes or a surcoinche")
    if not 0 <= passes <= (3 if bid == PASS else 2):
        raise BadPosition(f"the auction does not go on after {passes} passes")
    last = (p["player"] - 1 - passes) % 4  # who spoke last before the passes
    if last != (p["dealer"] if bid == PASS else bidder) and not coinche:
        raise BadPosition("player, passes and the last to speak do not fit together")
    if coinche and side_of(last) == side_of(bidder):
        raise BadPosition("an opponent of the bidder coinches: player and passes do not fit")


def _check_before_play(p: dict[str, Any]) -> None:
    sizes = {len(hand) for hand in p["hands"]}
    if len(sizes) != 1 or not 1 <= max(sizes) <= HAND_SIZE:
        raise BadPosition(f"in the auction all hands have the same 1 to {HAND_SIZE} cards")
    if p["trick"] or any(p["won"]) or p["belote"] != NOBODY:
        raise BadPosition("no card is played and no belote announced before the auction is over")


def _check_play(p: dict[str, Any]) -> None:
    """Rules 1, 5 and 6: sizes, turns, and a current trick that could be played."""
    leader, trick, hands, won = p["leader"], p["trick"], p["hands"], p["won"]
    if not 0 <= leader < 4 or len(trick) > 3 or p["player"] != (leader + len(trick)) % 4:
        raise BadPosition("the player is the next after those who played to the trick")
    if any(len(cards_won) % 4 for cards_won in won):
        raise BadPosition("won holds whole tricks of four cards")
    tricks = sum(len(cards_won) for cards_won in won) // 4
    if tricks == 0 and leader != (p["dealer"] + 1) % 4:
        raise BadPosition("the seat left of the dealer leads the first trick")
    left = len(hands[p["player"]])
    played = [(leader + i) % 4 for i in range(len(trick))]
    if left < 1:
        raise BadPosition("a seat that is to play holds at least one card")
    if any(len(hand) != left - (seat in played) for seat, hand in enumerate(hands)):
        raise BadPosition("all hands are equal, but one card less after a play to this trick")
    for i, seat in enumerate(played):
        hand = sorted([*hands[seat], trick[i]])
        if trick[i] not in legal_cards(hand, trick[:i], trump_of(p["bid"])):
            raise BadPosition(
                f"seat {seat} could not play {cards.CARD_NAMES[trick[i]]} to the trick"
            )


def _check_belote(p: dict[str, Any]) -> None:
    """Rule 8: the announcement is automatic, so it is there exactly when it must be."""
    announcer, trump = p["belote"], trump_of(p["bid"])
    king, queen = 8 * trump + cards.KING, 8 * trump + cards.QUEEN
    played = {card: (p["leader"] + i) % 4 for i, card in enumerate(p["trick"])}
    if not NOBODY <= announcer < 4:
        raise BadPosition("belote is the seat that announced it, or -1")
    if announcer == NOBODY:
        for card, seat in played.items():
            if other_of_belote(card, trump) in p["hands"][seat]:
                raise BadPosition(f"seat {seat} has announced belote with its play")
        return
    won = {card for group in p["won"] for card in group}
    for card in (king, queen):
        own = card in p["hands"][announcer] or played.get(card) == announcer
        if not own and card not in won:
            raise BadPosition(f"seat {announcer} announced belote, but lacks its king or queen")
    if king in p["hands"][announcer] and queen in p["hands"][announcer]:
        raise BadPosition("belote is announced when the first of its cards is played")
