"""The log of a table: an immutable value that nobody copies."""

import pytest

from kibitz.table import events
from kibitz.table.log import Log
from tests.table.tables import ADA, begun, do


def test_a_log_stays_as_it_was() -> None:
    one = Log([1])
    two, other = one.add(2), one.add(3)
    assert (list(one), list(two), list(other)) == ([1], [1, 2], [1, 3])
    assert list(two.add(4)) == [1, 2, 4]
    assert (two[-1], two[:1], len(two), two[5:]) == (2, [1], 2, [])
    assert two == Log([1, 2]) != other
    with pytest.raises(IndexError):
        one[1]


def test_the_next_table_copies_neither_notes_nor_marks() -> None:
    before = begun()
    after = do(before, events.Leave(ADA))
    assert after.notes._items is before.notes._items
    assert after.marks._items is before.marks._items
    assert len(after.notes) == len(before.notes) + 1
