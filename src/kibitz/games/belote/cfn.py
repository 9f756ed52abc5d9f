"""CFN, the Contrée notation: a deal or a match with everything that happened, in one line.

    cfn1 ffb ; E:AT9.K.QJ.87/…/…/… P,80S,P,P,P ASTS7S8S,KH9H
    cfn1m ffb 2000 1000 ; <deal> <auction> <play> ; <deal> <auction> <play>

    text    = header { " ; " deal " " auction " " play }
    header  = "cfn1 " scoring                               one deal
            | "cfn1m " scoring " " target " " deals_max     a match
    scoring = "ffb" | "exact"
    deal    = dealer ":" hand "/" hand "/" hand "/" hand    dealer N E S W, hands of N E S W
    hand    = ranks "." ranks "." ranks "." ranks           S H D C, each from A T K Q J 9 8 7
    auction = "-" | call { "," call }
    call    = "P" | value suit | "X" | "XX"                 80 .. 160, capot 250; coinches
    play    = "-" | trick { "," trick }
    trick   = card [ card [ card [ card ]]]                 two letters a card: TH

The 1 is the version, which changes when the meaning of a text does. Reading ignores case, and
`write(read(text))` is the canonical form. A game that started from a position has no CFN.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kibitz.core.engine import has_twin
from kibitz.core.errors import BadText, KibitzError
from kibitz.core.state import State
from kibitz.games.belote.cards import SHORT_NAMES, SUITS, deal_name, parse_card, parse_deal
from kibitz.games.belote.game import Belote
from kibitz.games.belote.rules import BID, CAPOT, COINCHE, PASS, SURCOINCHE, bid_value, trump_of

VERSION = 1
PREFIX = "cfn"  # how every text begins, whatever its version
LENGTH_MAX = 4_000_000  # characters: the longest match has under three million
SCORINGS = ("ffb", "exact")

CALLS = {PASS: "P", COINCHE: "X", SURCOINCHE: "XX"} | {
    bid: f"{bid_value(bid)}{SUITS[trump_of(bid)]}" for bid in range(1, CAPOT + 4)
}
_BIDS = {call: bid for bid, call in CALLS.items()}


@dataclass
class ParsedGame:
    """The content of a CFN before it is replayed."""

    options: dict[str, Any]
    chance: list[dict[str, Any]]
    actions: list[int]


def write(state: State) -> str:
    """Return the CFN of a deal or a match, finished or not."""
    if state.start is not None:
        raise BadText("a game that started from a position has no CFN: the earlier play is unknown")
    options = state.game.options
    header = f"cfn{VERSION} {options['scoring']}"
    if options["match"]:
        header = f"cfn{VERSION}m {options['scoring']} {options['target']} {options['deals_max']}"
    parts = [header]
    actions: list[list[int]] = []
    for event in state.events:
        if event.kind == "deal":
            actions.append([])
        elif event.kind == "action" and isinstance(event.data, int):
            actions[-1].append(event.data)
    for deal, of_deal in zip(state.chance, actions, strict=True):
        parts.append(f"{deal_name(deal)} {_auction(of_deal)} {_play(of_deal)}")
    return " ; ".join(parts)


def read(text: str, *, engine: str | None = None, seed: int | None = None) -> State:
    """Return the state of a CFN; without a seed an unfinished match waits for its next deal."""
    parsed = parse(text)
    try:
        game = Belote(engine or ("native" if has_twin("belote") else "python"), **parsed.options)
        state = game.rebuild(parsed.chance, parsed.actions)
    except KibitzError as error:
        raise BadText(f"the CFN does not replay: {error}") from error
    if seed is not None:
        state._reseed(seed, pure=False)
    return state


def parse(text: str) -> ParsedGame:
    """Check the form only; `read` replays it."""
    if len(text) > LENGTH_MAX:
        raise BadText(f"a CFN must be a text of at most {LENGTH_MAX} characters")
    header, *deals = text.split(";")
    parsed = ParsedGame(_parse_header(header), [], [])
    for part in deals:
        words = part.split()
        if len(words) != 3:
            raise BadText(f"expected deal, auction and play, not {part.strip()!r}")
        parsed.chance.append(parse_deal(words[0]))
        parsed.actions += _parse_auction(words[1]) + _parse_play(words[2])
    return parsed


def _auction(actions: list[int]) -> str:
    return ",".join(CALLS[a - BID] for a in actions if a >= BID) or "-"


def _play(actions: list[int]) -> str:
    names = [SHORT_NAMES[a] for a in actions if a < BID]
    return ",".join("".join(names[i : i + 4]) for i in range(0, len(names), 4)) or "-"


def _parse_header(header: str) -> dict[str, Any]:
    words = header.lower().split()
    if words[:1] == [f"cfn{VERSION}"] and len(words) == 2 and words[1] in SCORINGS:
        return {"scoring": words[1]}
    if words[:1] == [f"cfn{VERSION}m"] and len(words) == 4 and words[1] in SCORINGS:
        return {
            "match": True,
            "scoring": words[1],
            "target": _number(words[2]),
            "deals_max": _number(words[3]),
        }
    raise BadText(
        f"a CFN begins with cfn{VERSION} and the scoring (ffb, exact), or with cfn{VERSION}m, the "
        f"scoring, the target and the most deals; not with {header.strip()[:40]!r}"
    )


def _number(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) < 9):
        raise BadText(f"{word!r} is not a valid number in a CFN")
    return int(word)


def _parse_auction(text: str) -> list[int]:
    if text == "-":
        return []
    actions = []
    for call in text.upper().split(","):
        if call not in _BIDS:
            raise BadText(f"{call!r} is not a call; calls are P, 80S .. 160C, 250S, X and XX")
        actions.append(BID + _BIDS[call])
    return actions


def _parse_play(text: str) -> list[int]:
    if text == "-":
        return []
    tricks = text.split(",")
    for i, trick in enumerate(tricks):
        whole = len(trick) == 8 or (i == len(tricks) - 1 and len(trick) in (2, 4, 6))
        if not whole:
            raise BadText(f"a trick is four two-letter cards, fewer in the last: {trick!r}")
    return [parse_card(trick[i : i + 2]) for trick in tricks for i in range(0, len(trick), 2)]
