"""A sequence that only grows, as an immutable value: what one table adds, older ones do not see.

A table is replaced by a new value at every event. Tuples would copy its notes each time, so loading
a long table would take quadratic time. The logs of one table share a list, of which each sees only
its own length; where two continue the same one, the second makes a copy.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, TypeVar, overload

T = TypeVar("T")


class Log(Sequence[T], Generic[T]):
    """`log.add(x)` returns a log that is one longer; the old one stays as it was."""

    __slots__ = ("_items", "_length")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._items = list(items)
        self._length = len(self._items)

    def add(self, item: T) -> Log[T]:
        longer: Log[T] = Log.__new__(Log)
        alone = len(self._items) == self._length
        longer._items = self._items if alone else self._items[: self._length]
        longer._items.append(item)
        longer._length = self._length + 1
        return longer

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, place: int) -> T: ...

    @overload
    def __getitem__(self, place: slice) -> list[T]: ...

    def __getitem__(self, place: int | slice) -> T | list[T]:
        if isinstance(place, slice):
            start, stop, stride = place.indices(self._length)
            return self._items[start:stop:stride]
        if not -self._length <= place < self._length:
            raise IndexError("the log is shorter")
        return self._items[place % self._length]

    def __iter__(self) -> Iterator[T]:
        return (self._items[place] for place in range(self._length))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Log) and self[:] == other[:]

    __hash__ = None  # type: ignore[assignment]  # compared by content, like a list

    def __repr__(self) -> str:
        return f"Log({self[:]!r})"
