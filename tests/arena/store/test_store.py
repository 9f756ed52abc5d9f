"""The store, on both databases: what goes in comes out, once, and whole units only."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import text

import kibitz
from kibitz.arena.errors import NewerStore, UnknownMatch
from kibitz.arena.result import Result
from kibitz.arena.store import BadStore, Store, default_place, open_store, schema
from kibitz.core.errors import KibitzError
from tests.arena.store.matches import ENTRANTS, new_match, unit


def test_what_goes_in_comes_out(place: str) -> None:
    results = [result for number in range(5) for result in unit(number)]
    with open_store(place) as store:
        match = store.begin(new_match())
        store.add(match.id, results)
    with open_store(place) as store:
        (found,) = store.matches()
        assert (found.seed, found.options, found.settings) == (2**64 - 1, {"players": 3}, {"x": 1})
        assert found.entrants == ENTRANTS == store.entrants(found.id)
        assert (found.planned, found.done, found.games) == (10, 5, 10)
        assert not found.finished
        assert list(store.results(found.id, records=True)) == results
        assert list(store.results(found.id)) == [replace(r, record=None) for r in results]
        for result in store.results(found.id, records=True):
            assert result.record is not None
            kibitz.game("ohhell", players=3).replay(result.record)


def test_nothing_is_counted_twice(place: str) -> None:
    with open_store(place) as store:
        match = store.begin(new_match())
        store.add(match.id, unit(0))
        later = [replace(result, seconds=(9.0, 9.0, 9.0)) for result in unit(0)]
        store.add(match.id, later + unit(2))
        found = list(store.results(match.id))
        assert [result.number for result in found] == [0, 1, 4, 5]
        assert found[0].seconds == (0.25, 0.000125, 12.0), "the first one stays"


def test_the_same_match_is_found_again_and_may_grow(place: str) -> None:
    with open_store(place) as store:
        first = store.begin(new_match(planned=10))
        assert store.begin(new_match(planned=4)) == first
        assert store.begin(new_match(planned=20)).planned == 20
        other = store.begin(new_match("another"))
        assert other.id != first.id
        assert store.has("k")
        assert not store.has("nothing")


def test_only_whole_and_planned_units_are_read(place: str) -> None:
    with open_store(place) as store:
        match = store.begin(new_match())
        store.add(match.id, unit(0))
        store.add(match.id, unit(3))
        from kibitz.arena.store import rows

        places = {"smart": 0, "smart#2": 1}
        store.add_rows(match.id, [rows.row(unit(1)[0], 2, places)])
        assert [result.unit for result in store.results(match.id)] == [0, 0, 3, 3]
        assert store.match(match.id).done == 2
        assert [game.number for game in store.outcomes(match.id)] == [0, 1, 2, 6, 7]
        store.plan(match.id, 1)
        assert [result.unit for result in store.results(match.id)] == [0, 0]
        assert store.match(match.id).finished


def test_a_unit_that_fails_leaves_nothing(place: str) -> None:
    with open_store(place) as store:
        match = store.begin(new_match())
        good, bad = (list(row) for row in _rows(unit(0)))
        bad[bad.index(bad[3])] = None  # seats may not be null
        with pytest.raises(KibitzError):
            store.add_rows(match.id, [good, bad])
        assert store.match(match.id).games == 0
        assert not list(store.outcomes(match.id))


def _rows(results: list[Result]) -> list[tuple[object, ...]]:
    from kibitz.arena.store import rows

    places = {"smart": 0, "smart#2": 1}
    return [tuple(rows.row(result, len(results), places)) for result in results]


def test_an_unknown_match(place: str) -> None:
    with open_store(place) as store:
        for number in (7, 0, -1, 2**31, 2**63, 10**30):
            with pytest.raises(UnknownMatch, match=f"no match {number} "):
                store.match(number)


def test_a_newer_store_is_left_alone(place: str) -> None:
    with open_store(place) as store:
        _set_version(store, schema.VERSION + 1)
    with pytest.raises(NewerStore, match="upgrade Kibitz"):
        open_store(place)


def _set_version(store: Store, version: int) -> None:
    with store.engine.begin() as connection:
        connection.execute(schema.schema.update().values(version=version))


def test_an_older_store_is_brought_up_step_by_step(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_store(place) as store:
        store.begin(new_match())
    steps = {
        number: (
            lambda connection, n=number: connection.execute(text(f"CREATE TABLE s{n} (x INT)"))
        )
        for number in (schema.VERSION, schema.VERSION + 1)
    }
    monkeypatch.setattr(schema, "VERSION", schema.VERSION + 2)
    monkeypatch.setattr(schema, "STEPS", steps)
    for _ in range(2):  # the second time there is nothing to do
        with open_store(place) as store:
            with store.engine.connect() as connection:
                assert schema.version_of(connection) == schema.VERSION
                for number in steps:
                    connection.execute(text(f"SELECT x FROM s{number}"))
            assert len(store.matches()) == 1


def test_where_the_store_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("KIBITZ_STORE", "KIBITZ_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    assert default_place().endswith("/.local/state/kibitz/arena.db")
    monkeypatch.setenv("XDG_STATE_HOME", "/x")
    assert default_place() == "/x/kibitz/arena.db"
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path / "home"))
    with open_store() as store:
        assert store.place == str(tmp_path / "home" / "arena.db")
    monkeypatch.setenv("KIBITZ_STORE", "elsewhere")
    assert default_place() == "elsewhere"


@pytest.mark.parametrize(
    ("place", "sentence"),
    [
        ("mysql://x/y", "a store must be a file or postgresql://"),
        ("postgresql://nobody@127.0.0.1:1/x", "cannot open the store"),
        ("{folder}", "cannot open the store"),
        ("{text}", "cannot open the store"),
    ],
)
def test_what_is_no_store_says_so(place: str, sentence: str, tmp_path: Path) -> None:
    (tmp_path / "text").write_text("this is no database, but a long enough text " * 100)
    place = place.format(folder=tmp_path, text=tmp_path / "text")
    with pytest.raises(BadStore, match=sentence):
        open_store(place)


def test_reading_makes_no_file(tmp_path: Path) -> None:
    with pytest.raises(BadStore, match="play a match first"):
        open_store(tmp_path / "absent.db", create=False)
    assert not list(tmp_path.iterdir())


def test_a_password_is_not_shown() -> None:
    with pytest.raises(BadStore) as caught:
        open_store("postgresql://me:secret@127.0.0.1:1/x")
    assert "secret" not in str(caught.value)
