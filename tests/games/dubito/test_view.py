"""What a seat at Dubito sees: events, known cards, the event stream, statistics, and worlds."""

import random
from collections import Counter
from dataclasses import FrozenInstanceError

import pytest

import kibitz
from kibitz.games.dubito import worlds
from kibitz.games.dubito.events import (
    CardsPlayedEvent,
    DiscardEvent,
    DoubtResolvedEvent,
    GameStartEvent,
    PlayerWonEvent,
    events,
)
from kibitz.games.dubito.stats import PlayerStats, stats, streak
from tests.games.dubito import habits
from tests.games.dubito.tables import hands, play, table
from tests.leaks.worlds import assert_same_view, assert_uniform, enumerate_worlds, key


def test_a_lay_of_another_seat_is_its_count(engine: str) -> None:
    state = play(table(engine, "1 1 2", "3 3", "4 4"), "declare 1", "lay 1 2", "lay 3")
    lay = state.game.parse_action("lay 1 2")
    assert state.view(0).history == (
        ("deal", 0, (1, 1, 2)),
        ("action", 0, 0),
        ("action", 0, lay),
        ("action", 1, (1,)),
    )
    assert state.view(1).history[2:] == (("action", 0, (2,)), ("action", 1, 17))
    assert state.events[2].data == lay
    assert [tuple(play) for play in state.view(0).board] == [(0, 2, (1, 2)), (1, 1, ())]
    assert state.view(2).board[1].cards == ()


def test_cards_picked_up_in_public_are_known(engine: str) -> None:
    state = table(engine, "0 8 9", "0 6 9", "1 1", "2 2")
    play(state, "declare 5", "lay 0 8", "lay 0 6", "doubt")  # seat 1 takes 0 8 0 6
    assert counts(state, 1) == {0: 2, 6: 1, 8: 1}
    play(state, "declare 1", "lay 1", "lay 2", "lay 9", "lay 6")  # hidden: still with seat 1
    assert counts(state, 1) == {0: 2, 6: 1, 8: 1}
    play(state, "doubt")  # seat 2 is right: shown, and taken back together with the rest
    assert counts(state, 1) == {0: 2, 1: 1, 2: 1, 6: 1, 8: 1, 9: 1}
    assert all(counts(state, seat) == {} for seat in (0, 2, 3))


def counts(state: kibitz.State, seat: int) -> dict[int, int]:
    return {value: n for value, n in enumerate(state.view(3).known()[seat]) if n}


def test_a_dropped_value_is_known_no_more(engine: str) -> None:
    state = play(table(engine, "4 1", "4 4 4 2", "3 3"), "declare 7", "lay 4", "lay 4", "doubt")
    assert state.view(2).known()[1] == (0,) * 14
    assert state.view(2).in_game == (0, 1, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)


def test_the_event_stream(engine: str) -> None:
    state = table(engine, "7 7", "0 7 7", "3 3", "4 4")
    play(state, "declare 7", "lay 7", "lay 0 7", "lay 3", "doubt")
    play(state, "declare 7", "lay 4", "lay 7", "lay 7", "doubt")
    for seat in range(4):
        assert events(state.view(seat)) == [
            GameStartEvent([0, 1, 2, 3], [2, 3, 2, 2]),
            CardsPlayedEvent(0, 7, 1),
            CardsPlayedEvent(1, 7, 2),
            CardsPlayedEvent(2, 7, 1),
            DoubtResolvedEvent(3, 2, True, [3], [7, 0, 7, 3], 7),
            CardsPlayedEvent(3, 7, 1),
            CardsPlayedEvent(0, 7, 1),
            CardsPlayedEvent(1, 7, 1),
            PlayerWonEvent(0, 1),
            DoubtResolvedEvent(2, 1, False, [7], [4, 7, 7], 7, 0),
            DiscardEvent(2, 7),
            PlayerWonEvent(1, 2),
        ]
    doubts = [e for e in events(state.view(0)) if isinstance(e, DoubtResolvedEvent)]
    assert [doubt.loser_id for doubt in doubts] == [2, 2]


def test_jokers_that_leave_are_in_the_event_and_not_in_the_pick_up(engine: str) -> None:
    state = play(table(engine, "0 9 9", "5 6", "2"), "declare 5", "lay 0 9", "lay 5", "doubt")
    assert events(state.view(0))[-1] == DoubtResolvedEvent(2, 1, False, [5], [0, 9, 5], 5, 0)
    state = play(table(engine, "9 9", "0 0 5 1", "2"), "declare 5", "lay 9", "lay 0 0 5", "doubt")
    last = events(state.view(0))[-1]
    assert last == DoubtResolvedEvent(2, 1, False, [0, 0, 5], [9, 5], 5, 2)
    assert isinstance(last, DoubtResolvedEvent)
    with pytest.raises(FrozenInstanceError):
        last.correct = True  # type: ignore[misc]


def test_statistics(engine: str) -> None:
    state = table(engine, "7 7 1", "0 7 7 1", "3 3 3", "4 4")
    play(state, "declare 7", "lay 7", "lay 0 7", "lay 3", "doubt")  # right
    play(state, "declare 7", "lay 4", "lay 7", "doubt")  # wrong
    assert stats(state.view(2)) == [
        PlayerStats(0, 1, turns=2, not_first_turns=1, doubts=0, honest_times=1),
        PlayerStats(1, 4, turns=2, not_first_turns=2, doubts=1),
        PlayerStats(2, 6, turns=1, not_first_turns=1, dishonest_times=1),
        PlayerStats(3, 1, turns=2, not_first_turns=1, doubts=1),
    ]
    assert streak(state.view(0)) == state.view(0).streak == 0
    play(state, "declare 1", "lay 3", "lay 4")
    assert streak(state.view(0)) == 2


def test_statistics_and_events_from_a_position(engine: str) -> None:
    state = play(table(engine, "7 7", "1 1", "3 3", "4 4"), "declare 7", "lay 7")
    game = state.game
    again = play(game.new(1, position=state.position()), "lay 1")
    assert stats(again.view(0))[1] == PlayerStats(1, 1, turns=1, not_first_turns=1)
    assert events(again.view(0)) == [
        GameStartEvent([0, 1, 2, 3], [1, 2, 2, 2]),
        CardsPlayedEvent(1, 7, 1),
    ]
    assert again.view(2).board[0] == (0, 1, ())


# Worlds -------------------------------------------------------------------------------------------

SAMPLES = 4000
NEAR = 0.035  # more than four standard deviations of any share of so many samples


@pytest.fixture(params=["counting", "rejection"])
def method(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Both ways to draw must give the same: few players count, many reject."""
    if request.param == "rejection":
        monkeypatch.setattr(worlds, "TABLE_MAX", -1)
        monkeypatch.setattr(worlds, "TRIES", 10**9)
    return str(request.param)


def shares(state: kibitz.State, seat: int, other: int) -> dict[str, float]:
    """How often another seat has each hand among the worlds of a seat."""
    drawn = Counter(hands(world)[other] for world in state.view(seat).worlds(5, SAMPLES))
    return {hand: n / SAMPLES for hand, n in drawn.items()}


def near(expected: dict[str, float]) -> dict[str, object]:
    return {hand: pytest.approx(share, abs=NEAR) for hand, share in expected.items()}


@pytest.mark.usefixtures("method")
def test_worlds_distinguish_cards_of_one_value() -> None:
    """Two 7s and an 8 for hands of two and one: in two of three ways each hand has a 7."""
    state = table("python", "1", "7 8", "7")
    assert shares(state, 0, 1) == near({"7 8": 2 / 3, "7 7": 1 / 3})


@pytest.mark.usefixtures("method")
def test_worlds_never_keep_four_of_a_kind() -> None:
    assert shares(table("python", "1", "7 7 7 8", "7"), 0, 1) == {"7 7 7 8": 1}


@pytest.mark.usefixtures("method")
def test_worlds_leave_a_known_card_with_its_owner() -> None:
    """Seat 1 took a 7 in public; its other two cards are any two of 7 7 5 5."""
    state = table("python", "1 1 7", "5 7", "5 7")
    play(state, "declare 7", "lay 7", "doubt")
    assert shares(state, 0, 1) == near({"7 7 7": 1 / 6, "5 7 7": 4 / 6, "5 5 7": 1 / 6})
    # It lays one of its three cards: a 7 in (3 + 2 * 4 + 1) / (3 * 6) of all cases.
    play(state, "declare 4", "lay 5", "lay 1", "lay 7")
    laid = Counter(w.position()["board"][2]["cards"][0] for w in state.view(0).worlds(5, SAMPLES))
    assert laid[7] / SAMPLES == pytest.approx(2 / 3, abs=NEAR)


@pytest.mark.usefixtures("method")
def test_worlds_do_not_know_which_of_two_equal_cards_was_laid() -> None:
    """Seat 1 took a 7, then laid a 7 that all saw: that one, or one of its own.

    Seats 1 and 2 were dealt two and three of 7 7 5 5 5. The ways to deal, times the ways to lay the
    7 of seat 1 and the 5 of seat 2: with 7 7 in seat 1, 1 * 3 * 3 = 9; with 5 7, 6 * 2 * 2 = 24;
    with 5 5, 3 * 1 * 1 = 3.
    """
    state = table("python", "1 1 1 7", "5 7", "5 5 7")
    play(state, "declare 7", "lay 7", "doubt")
    play(state, "declare 7", "lay 5", "lay 1", "lay 7", "doubt")
    assert hands(state) == ["1 1", "5 7", "1 5 5 7 7"]
    assert shares(state, 0, 1) == near({"7 7": 9 / 36, "5 7": 24 / 36, "5 5": 3 / 36})


@pytest.mark.usefixtures("method")
def test_worlds_remember_that_a_pick_up_did_not_make_four() -> None:
    """Seat 1 took three 7s and dropped nothing, so it cannot have the fourth."""
    state = table("python", "1 1 7 7 7", "5 5", "5 7")
    play(state, "declare 7", "lay 7 7 7", "doubt")
    assert shares(state, 0, 1) == {"5 5 7 7 7": 1}


@pytest.mark.usefixtures("method")
def test_worlds_from_a_position_fill_the_plays_on_its_board() -> None:
    """Seat 1 was dealt two of 5 6 6 8 and laid one: any of the four may lie there."""
    first = play(table("python", "1 1", "5 6", "6 8"), "declare 5", "lay 1", "lay 5")
    state = first.game.new(3, position=first.position())
    laid = Counter(w.position()["board"][1]["cards"][0] for w in state.view(0).worlds(5, SAMPLES))
    expected = {"5": 1 / 4, "6": 2 / 4, "8": 1 / 4}
    assert {str(card): n / SAMPLES for card, n in laid.items()} == near(expected)
    play(state, "doubt")  # honest: seat 2 takes 1 5
    assert shares(state, 0, 2) == near({"1 5 6 6": 1 / 3, "1 5 6 8": 2 / 3})


@pytest.mark.usefixtures("method")
@pytest.mark.parametrize("seed", range(100, 106))
def test_worlds_are_uniform_on_tiny_games(seed: int) -> None:
    rng = random.Random(seed)
    state = habits.tiny(rng)
    seat = rng.randrange(state.game.players)
    every = enumerate_worlds(state, seat)
    weights = {key(world): habits.weight(world) for world in every}
    drawn = Counter(key(world) for world in state.view(seat).worlds(seed, 600))
    assert set(drawn) <= set(weights)
    assert_uniform(drawn, weights, 600)


@pytest.mark.parametrize("leave", ["challenge", "immediate"])
def test_worlds_for_all_seats_to_the_end(engine: str, leave: str) -> None:
    """Also for a seat that is out, with somebody pending, after the cut-off and at the end."""
    seen: Counter[str] = Counter()
    for seed in range(12):
        rng = random.Random(seed)
        players = rng.randint(3, 8)
        game = kibitz.game(
            "dubito", engine=engine, players=players, exit=leave, max_turns=rng.choice([25, 300])
        )
        state = game.new(seed)
        while not state.done:
            state.apply(habits.choose(state, rng))
            view = state.view(0)
            if state.done or view.pending >= 0 or (0 in view.out and rng.random() < 0.1):
                seen["pending"] += view.pending >= 0
                seen["out"] += 0 in view.out
                seen["cut off"] += view.cut_off
                for seat in {0, max(0, view.pending), rng.randrange(players)}:
                    for world in state.view(seat).worlds(seed, 1):
                        assert_same_view(state, world, seat)
    assert seen["out"] > 3
    assert seen["cut off"] > 1
    assert seen["pending"] > 3 or leave == "immediate"


def test_before_the_deal_there_is_one_world() -> None:
    state = kibitz.game("dubito").new(chance="explicit")
    world = state.view(2).worlds(1, 1)[0]
    assert world.player == kibitz.CHANCE
    assert_same_view(state, world, 2)
