"""Dubito for search: what its players remember about each seat, and beliefs on hidden plays."""

from __future__ import annotations

from kibitz.games.dubito.view import DubitoView


def memory(view: DubitoView) -> list[int]:
    """What native players remember about each seat: see native/players/dubito_questions.hpp."""
    return [
        number
        for seat in view.stats()
        for number in (
            seat.turns,
            seat.not_first_turns,
            seat.doubts,
            seat.honest_times,
            seat.dishonest_times,
        )
    ]
