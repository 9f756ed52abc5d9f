"""A connection that is lost at COMMIT: nobody knows whether it was done, and it does not matter."""

from __future__ import annotations

import threading

import pytest

from kibitz.arena.result import MatchInfo
from kibitz.arena.run.run import run
from kibitz.arena.store import BadStore, open_store
from kibitz.core import sql_retry
from tests.arena.proxy import AFTER, BEFORE, Proxy
from tests.arena.store.matches import new_match, unit
from tests.arena.support import slow_pair, table

UNITS = 6
COMMITS = 4  # opening, beginning, and at least two lots of games


def play(place: str) -> MatchInfo:
    with open_store(place) as store:
        return run(slow_pair(UNITS), store, workers=1)


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[object, ...]]:
    with open_store(tmp_path_factory.mktemp("calm") / "calm.db") as store:
        return table(store, run(slow_pair(UNITS), store, workers=1).id)


@pytest.mark.parametrize("how", [BEFORE, AFTER])
@pytest.mark.parametrize("number", range(1, COMMITS + 1))
def test_a_match_outlives_a_lost_commit(
    number: int, how: str, postgres_place: str, expected: list[tuple[object, ...]]
) -> None:
    with Proxy(postgres_place) as proxy:
        proxy.cut(number, how)
        played = play(proxy.url)
        assert proxy.cuts == 1, f"only {proxy.commits} transactions"
    with open_store(postgres_place) as store:
        (match,) = store.matches()
        assert match == played
        assert match.finished
        assert table(store, match.id) == expected


def test_what_was_carried_out_is_not_counted_twice(postgres_place: str) -> None:
    with Proxy(postgres_place) as proxy, open_store(proxy.url) as store:
        proxy.cut(1, AFTER)
        match = store.begin(new_match())
        assert match.id == 1, "the first try had begun it"
        proxy.cut(1, AFTER)
        store.add(match.id, unit(0))
        proxy.cut(1, AFTER)
        store.plan(match.id, 5)
        assert proxy.cuts == 3
        found = store.match(match.id)
        assert (found.games, found.planned) == (2, 5)


def test_a_server_that_is_away_for_a_while(postgres_place: str) -> None:
    with Proxy(postgres_place) as proxy, open_store(proxy.url) as store:
        match = store.begin(new_match())
        proxy.refusals = 2
        proxy.cut(1, BEFORE)
        store.add(match.id, unit(0))
        assert (proxy.cuts, proxy.refusals) == (1, 0)
        assert store.match(match.id).games == 2


def test_a_command_that_reported_a_loss_can_be_repeated(
    postgres_place: str, expected: list[tuple[object, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the server stays away for longer than a store tries."""
    monkeypatch.setattr(sql_retry, "PAUSES_SECONDS", ())
    for number in range(1, COMMITS + 1):
        with Proxy(postgres_place) as proxy:
            proxy.cut(number, AFTER)
            with pytest.raises(BadStore, match=r"cannot (open|write) the store"):
                play(proxy.url)
    assert play(postgres_place).id == 1
    with open_store(postgres_place) as store:
        assert table(store, 1) == expected


def test_an_address_where_nobody_answers_is_refused_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("kibitz.core.sql_retry.time.sleep", lambda _: pytest.fail("it waits"))
    with pytest.raises(BadStore, match="cannot open"):
        open_store("postgresql://nobody@127.0.0.1:1/x")


def test_two_begin_at_the_same_time(postgres_place: str) -> None:
    """An empty database is made, and a match begun, once, whoever comes first."""
    together = threading.Barrier(4)
    found: list[int] = []

    def begin() -> None:
        together.wait()
        with open_store(postgres_place) as store:
            together.wait()
            found.append(store.begin(new_match()).id)

    threads = [threading.Thread(target=begin) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [1] * 4
