"""What a table admits: no undo behind an absent person's back, no events without end."""

from dataclasses import replace

import pytest

from kibitz.table import admission, events
from kibitz.table.admission import Budget, Sent
from kibitz.table.errors import CannotUndo, StaleMove, TooManyEvents
from kibitz.table.table import Table
from tests.table.tables import ADA, BOB, act, do, make

FEW = Budget(asides_person_max=3, asides_table_max=5, events_max=1000)


def bob_after_ada() -> Table:
    """Ada and Bob have both bid; two bots are to follow."""
    table = do(make("belote", "me open bot bot"), events.Sit(BOB, "Bob"))
    for seed in range(100):
        begun = do(table, events.Begin(seed, "5a17"))
        if begun.on_turn == 0:
            return act(act(begun))
    raise AssertionError("Ada never begins")


def test_an_undo_does_not_take_back_what_an_absent_person_has_bid() -> None:
    table = bob_after_ada()
    admission.check(table, events.Undo(ADA), Budget())  # Bob is there, and is asked
    gone = do(table, events.TakeOver(ADA, 1))
    with pytest.raises(CannotUndo, match="Bob"):
        admission.check(gone, events.Undo(ADA), Budget())


def test_what_a_bot_has_bid_for_an_absent_person_can_be_taken_back() -> None:
    table = do(make("belote", "me open bot bot"), events.Sit(BOB, "Bob"))
    table = next(
        begun for seed in range(100) if (begun := do(table, events.Begin(seed, "00"))).on_turn == 0
    )
    gone = do(act(table), events.Leave(BOB))
    admission.check(act(gone), events.Undo(ADA), Budget())


def test_coming_and_going_has_an_end() -> None:
    table = bob_after_ada()
    for _ in range(3):
        for event in (events.Leave(BOB), events.ComeBack(BOB)):
            if table.asides.get(BOB, 0) < FEW.asides_person_max:
                admission.check(table, event, FEW)
                table = do(table, event)
    with pytest.raises(TooManyEvents):
        admission.check(table, events.ComeBack(BOB), FEW)
    admission.check(table, events.Pace(ADA, 5), FEW)  # the others still may
    for pace in (5, 6):
        table = do(table, events.Pace(ADA, pace))
    with pytest.raises(TooManyEvents):
        admission.check(table, events.Pace(ADA, 7), FEW)
    on_turn = table.on_turn
    assert on_turn is not None
    admission.check(table, events.Act(ADA, 1, table.ply, 0), FEW)  # moves are no asides
    assert do(replace(table, status="over"), events.Begin(3, "00")).asides == {}


def test_a_table_has_so_many_events() -> None:
    table = replace(bob_after_ada(), seq=1000)
    with pytest.raises(TooManyEvents):
        admission.check(table, events.Rematch(ADA), FEW)


def test_a_move_from_before_an_undo_is_stale() -> None:
    table = bob_after_ada()
    admission.check_fresh(table, Sent(seq=1))
    undone = do(do(table, events.Undo(ADA)), events.AnswerUndo(BOB, True))
    assert undone.undone == undone.seq
    admission.check_fresh(undone, Sent(seq=undone.seq))
    with pytest.raises(StaleMove):
        admission.check_fresh(undone, Sent(seq=table.seq))
