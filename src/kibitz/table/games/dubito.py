"""Dubito from a seat: the declared number, the plays on the board, and the latest doubt."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kibitz.core.events import NOBODY, Event
from kibitz.core.plural import plural
from kibitz.games.dubito.events import read_reveal
from kibitz.games.dubito.notation import card_name
from kibitz.games.dubito.rules import DECLARE, DOUBT, LAY, LAYS, VALUES, half_points
from kibitz.games.dubito.view import DubitoView
from kibitz.table import parts
from kibitz.table.deal_summary import summary_row
from kibitz.table.parts import count_all as count

__all__ = ["count", "deal_summary", "describe", "faces", "offer", "public", "seat_label", "show"]


def faces() -> list[tuple[str, str, str | None]]:
    return [(card_name(value), card_name(value), None) for value in range(VALUES)]


def seat_label(seat: int) -> str:
    return f"Seat {seat + 1}"


def public(view: DubitoView) -> tuple[Event, ...]:
    """Drop the deal, and keep only the number of cards of every play."""
    return tuple(map(_public_event, view.history))


def _public_event(event: Event) -> Event:
    if event.kind == "deal":
        return parts.without_hand(event, 0)
    if event.kind == "action" and isinstance(event.data, int) and event.data >= LAY:
        return Event("action", event.seat, (len(LAYS[event.data - LAY]),))
    return event


def sort_hand(_: DubitoView, cards: Iterable[int]) -> list[int]:
    return sorted(cards)


def show(view: DubitoView, own: bool, others: list[DubitoView] | None) -> dict[str, Any]:
    known = [[v for v, n in enumerate(counts) for _ in range(n)] for counts in view.known()]
    return {
        **parts.hands_data(own, view, others, sort_hand),
        "hand_sizes": list(view.hand_sizes),
        "trick": None,
        "last_trick": None,
        "trump": None,
        "contract": None,
        "bids": [],
        "tricks": [],
        "scores": _scores(view),
        "view": {
            "game": "dubito",
            "number": view.number or None,
            "board": _board(view, own, others),
            "board_size": sum(play.size for play in view.board),
            "out": list(view.out),
            "pending": parts.seat_or_none(view.pending),
            "turns": view.turns,
            "max_turns": view.game.options["max_turns"],
            "in_game": list(view.in_game),
            "known": known,
            "doubts": len(view.reveals),
            "reveal": _reveal(view),
        },
    }


def _board(view: DubitoView, own: bool, others: list[DubitoView] | None) -> list[dict[str, Any]]:
    """List the plays, with their cards if this seat made them or the cards are open."""
    rows = []
    for i, play in enumerate(view.board):
        cards = others[play.seat].board[i].cards if others is not None else play.cards
        shown = bool(cards) and (own or others is not None)
        rows.append({"seat": play.seat, "size": play.size, "cards": list(cards) if shown else None})
    return rows


def _reveal(view: DubitoView) -> dict[str, Any] | None:
    if not view.reveals:
        return None
    reveal, _ = view.reveals[-1]
    return {
        "doubter": reveal.doubter,
        "target": reveal.target,
        "number": reveal.number,
        "correct": reveal.correct,
        "loser": reveal.loser,
        "cards": list(reveal.plays[-1][1]),
        "taken": len(reveal.taken),
        "jokers": reveal.jokers,
    }


def _scores(view: DubitoView) -> list[float]:
    """Score by rule 8; players who are not out yet have no points."""
    return [half / 2 for half in half_points(list(view.out), view.game.players)]


def offer(_: DubitoView, action: int) -> dict[str, Any]:
    if action >= LAY:
        return {"kind": "lay", "cards": list(LAYS[action - LAY])}
    if action == DOUBT:
        return {"kind": "doubt"}
    return {"kind": "declare", "value": action - DECLARE + 1}


def describe(history: tuple[Event, ...], i: int, names: list[str]) -> str:
    event = history[i]
    data: Any = event.data
    who = names[event.seat] if event.seat != NOBODY else ""
    match event.kind:
        case "deal":
            return "the cards are dealt"
        case "reveal":
            reveal = read_reveal(event)
            shown = " ".join(map(card_name, reveal.plays[-1][1]))
            verdict = "a bluff" if reveal.correct else "honest"
            taken = len(reveal.taken)
            return f"shown: {shown}, {verdict}; {names[reveal.loser]} takes {plural(taken, 'card')}"
        case "discard":
            return f"{who} discards four of {card_name(data[0])}"
        case "out":
            return f"{who} is out, place {data[0]}"
        case "score":
            return "points: " + ", ".join(
                f"{name} {x / 2:g}" for name, x in zip(names, data, strict=True)
            )
    if isinstance(data, tuple):
        return f"{who} plays {plural(data[0], 'card')}"
    if data >= LAY:
        return f"{who} plays {' '.join(map(card_name, LAYS[data - LAY]))}"
    return f"{who} doubts" if data == DOUBT else f"{who} declares {data - DECLARE + 1}"


def deal_summary(view: DubitoView) -> dict[str, Any] | None:
    """Tell at the end who doubted, who was caught, and who took how many cards."""
    if not view.done:
        return None
    seats = range(view.game.players)
    reveals = [reveal for reveal, _ in view.reveals]
    places = [view.out.index(seat) + 1 if seat in view.out else None for seat in seats]
    return {
        "number": 1,
        "columns": [[seat] for seat in seats],
        "verdict": None,
        "contract": None,
        "rows": [
            summary_row("place", "fact", places),
            summary_row("doubts", "fact", [sum(r.doubter == s for r in reveals) for s in seats]),
            summary_row(
                "caught",
                "fact",
                [sum(r.doubter == s and r.correct for r in reveals) for s in seats],
            ),
            summary_row(
                "taken", "fact", [sum(len(r.taken) for r in reveals if r.loser == s) for s in seats]
            ),
            summary_row("total", "sum", _scores(view)),
        ],
    }
