"""Oh Hell: what a seat knows, worlds that fit it, and positions to start from."""

from itertools import combinations
from typing import Any

import pytest

import kibitz
from kibitz.core.cards import parse_card
from kibitz.errors import BadPosition, BadSeat
from tests.games.ohhell.tables import example, play, start
from tests.leaks.worlds import assert_same_view
from tests.support.found import ENGINES

pytestmark = pytest.mark.parametrize("engine", ENGINES)

MIDDLE = "1 1 0  AC KC TS  5C 9H"


def suits(mask: int) -> str:
    """The suits of which a mask of cards has all."""
    return "".join(s for i, s in enumerate("CDHS") if mask >> 13 * i & 0x1FFF == 0x1FFF)


def test_fields_of_a_view(engine: str) -> None:
    view = example(engine, MIDDLE).view(1)
    assert (view.seat, view.player, view.phase, view.done) == (1, 2, "play", False)
    assert (view.round, view.rounds, view.hand_size) == (0, 1, 3)
    assert (view.dealer, view.turned, view.trump, view.leader) == (2, 26, 2, 0)
    assert view.hand == (15,)
    assert view.played == ((3, 12), (11, 33), (47,))
    assert view.bids == (1, 1, 0)
    assert view.tricks == (1, 0, 0)
    assert view.trick == (3, 33)
    assert view.broken
    assert view.totals == (0, 0, 0)
    assert view.legal() == []
    assert not view.mask().any()
    hash(view)


def test_a_view_shows_no_other_hand(engine: str) -> None:
    """Other hands are nowhere in it: not as numbers, not in the history, not in the start."""
    state = example(engine, "1 1 0")
    view = state.view(0)
    assert view.history[0] == ("deal", 0, (2, 26, 3, 12, 27))
    begun = state.game.new(position=state.position(), chance="explicit").view(0)
    assert begun.start is not None
    assert begun.start["hands"] == [[3, 12, 27], [], []]


@pytest.mark.parametrize("seat", [-1, 3, 1.0, None, "0", True])
def test_seats_that_are_none(engine: str, seat: Any) -> None:
    with pytest.raises(BadSeat):
        example(engine).view(seat)


def test_voids(engine: str) -> None:
    state = example(engine, "1 1 0  AC KC TS")
    assert [suits(mask) for mask in state.view(0).voids()] == ["", "", "C"]
    play(state, "5C 9H")
    assert [suits(mask) for mask in state.view(0).voids()] == ["", "C", "C"]


@pytest.mark.parametrize(("trump_lead", "proved"), [("broken", "CDS"), ("free", "")])
def test_a_trump_lead_proves_a_hand_of_trumps(engine: str, trump_lead: str, proved: str) -> None:
    state = start(engine, ["AH 5H", "KC 4D", "QD 7S"], 2, "2H", trump_lead=trump_lead)
    play(state, "0 0 0  AH")
    assert suits(state.view(1).voids()[0]) == proved
    for world in state.view(1).worlds(1, 20):
        assert_same_view(state, world, 1)
        hand = world.position()["hands"][0]
        assert proved == "" or all(26 <= card < 39 for card in hand)


def test_a_trump_lead_after_trump_is_broken_proves_nothing(engine: str) -> None:
    state = start(engine, ["AC 2C 2D", "KC 4D 5D", "9H QD 7H"], 2, "2H")
    play(state, "0 0 0  AC KC 7H  9H")
    assert suits(state.view(0).voids()[2]) == "C"
    assert any(
        w.position()["hands"][2][0] not in range(26, 39) for w in state.view(0).worlds(1, 50)
    )


def test_worlds_keep_what_is_known_and_change_the_rest(engine: str) -> None:
    state = example(engine, MIDDLE)
    view = state.view(2)
    seen = {c for cards in view.played for c in cards} | set(view.hand) | {view.turned}
    hands = set()
    for world in view.worlds(kibitz.Stream(5), 300):
        p = world.position()
        assert p["hands"][2] == [22, 23]
        assert not seen & {p["hands"][0][0], p["hands"][1][0]}
        assert p["hands"][1][0] >= 13  # no clubs
        assert world.actions == state.actions
        hands.add((p["hands"][0][0], p["hands"][1][0]))
    assert len(hands) > 200
    assert len({world.seed for world in view.worlds(1, 50)}) == 50


def test_worlds_of_a_match_keep_finished_rounds(engine: str) -> None:
    state = start(engine, ["AC", "KC", "QC"], 2, "2H", schedule=[1, 2])
    play(state, "1 0 1  AC KC QC")
    for world in state.view(0).worlds(3, 5):  # between the rounds all is known
        assert world.player == kibitz.CHANCE
        assert world.position() == state.position()
    state.apply_chance({"hands": [[0, 1], [2, 3], [4, 5]], "dealer": 0, "turned": 30})
    for world in state.view(0).worlds(3, 20):
        assert_same_view(state, world, 0)
        assert world.chance[0] == state.chance[0]
        assert world.scores() == [11, 10, 0]
    # The deal after this one comes from the world's own seed.
    end = example(engine, "1 1 0  AC KC TS  5C 9H QD  4D JD 3H")
    assert end.view(1).worlds(1)[0].position() == end.position()


def test_worlds_from_the_middle_of_a_trick(engine: str) -> None:
    """Seat 2 has thrown TS on clubs before the game began: it has no clubs in any world."""
    state = example(engine, "1 1 0  AC KC TS")
    position = state.position() | {
        "tricks": [0, 0, 0],
        "trick": [12, 11],
        "played": [[12], [11], []],
        "hands": [[3, 27], [15, 33], [22, 23, 47]],
    }
    begun = state.game.new(position=position, chance="explicit")
    play(begun, "TS")
    again = state.game.new(position=begun.position(), chance="explicit")
    assert again.position() == begun.position()
    late = state.game.new(
        position=position
        | {"trick": [12], "played": [[12], [], []], "hands": [[3, 27], [11, 15, 33], [22, 23, 47]]},
        chance="explicit",
    )
    play(late, "KC TS")
    for game_state in (begun, late):
        for world in game_state.view(0).worlds(2, 50):
            assert_same_view(game_state, world, 0)
            assert all(card >= 13 for card in world.position()["hands"][2])


def test_worlds_of_a_trick_that_lies_there_at_the_start(engine: str) -> None:
    """Seat 1 has thrown 9H on 5C, as the position itself shows: it has no clubs in any world."""
    state = example(engine, MIDDLE)
    begun = state.game.new(position=state.position(), chance="explicit")
    clubs = 0
    for world in begun.view(2).worlds(2, 200):
        assert_same_view(begun, world, 2)
        assert world.position()["hands"][1][0] >= 13
        clubs += world.position()["hands"][0][0] < 13
    assert clubs > 0


def test_all_worlds_of_a_small_ending_are_equally_likely(engine: str) -> None:
    """Two seats, two cards each, one trick gone: every hand without clubs, and no other."""
    game = kibitz.game("ohhell", engine=engine, players=2, schedule=[12])
    played = [list(range(10)), [*list(range(13, 22)), 40]]
    position = {
        "round": 0,
        "dealer": 1,
        "turned": 39,
        "hands": [[10, 11], [22, 23]],
        "played": played,
        "bids": [0, 0],
        "tricks": [10, 0],
        "leader": 0,
        "trick": [],
        "broken": True,
        "totals": [0, 0],
    }
    state = game.new(position=position, chance="explicit")
    play(state, "QC JD")  # seat 1 does not follow
    seen = {39, 10, 11, *played[0], *played[1], parse_card("JD")}
    possible = {(card,) for card in range(13, 52) if card not in seen}
    found = [tuple(w.position()["hands"][1]) for w in state.view(0).worlds(9, 4000)]
    assert set(found) == possible
    expected = 4000 / len(possible)
    chi2 = sum((found.count(hand) - expected) ** 2 / expected for hand in possible)
    assert chi2 < 2 * len(possible)
    # Before anything is proved both cards are any two.
    fresh = game.new(position=position, chance="explicit")
    rest = set(range(52)) - seen | {parse_card("JD")}
    drawn = {tuple(w.position()["hands"][1]) for w in fresh.view(0).worlds(9, 4000)}
    assert drawn <= set(combinations(sorted(rest), 2))
    assert len(drawn) > 300


# Positions --------------------------------------------------------------------------------------


def test_every_position_of_a_game_can_be_started_from(engine: str) -> None:
    game = kibitz.game("ohhell", engine=engine, players=3, largest=2)
    state = game.new(chance="explicit")
    seen = set()
    source = game.new(seed=11)
    while True:
        again = game.new(position=state.position(), chance="explicit")
        assert again.position() == state.position()
        assert (again.player, again.phase, again.done) == (state.player, state.phase, state.done)
        assert again.legal() == state.legal()
        assert again.scores() == state.scores()
        assert game.replay(str(again.record())).hash == again.hash
        seen.add(state.phase)
        if state.done:
            assert again.returns() == state.returns()
            break
        if state.player == kibitz.CHANCE:
            state.apply_chance(source.chance[len(state.chance)])
        else:
            action = state.legal()[-1]
            state.apply(action)
            source.apply(action)
    assert seen == {"deal", "bid", "play", "over"}


def test_a_position_goes_on_like_the_game_that_it_is_from(engine: str) -> None:
    state = example(engine, MIDDLE)
    again = state.game.new(position=state.position(), chance="explicit")
    for begun in (state, again):
        play(begun, "QD  4D JD 3H")
    assert again.returns() == state.returns() == [0, 11, 10]
    again.undo()
    assert again.player == 0
    assert again.view(0).hand == (27,)


WRONG: dict[str, dict[str, Any]] = {
    "no round": {"round": 1},
    "no round before": {"round": -1},
    "no seat": {"leader": 3},
    "no dealer": {"dealer": 3},
    "dealer not drawn": {"dealer": -1},
    "no card": {"turned": 52},
    "turned card in a hand": {"turned": 27},
    "a card twice": {"hands": [[27], [27], [22, 23]]},
    "a card in hand and played": {"hands": [[3], [15], [22, 23]]},
    "hands of two seats": {"hands": [[27], [15]]},
    "a short hand": {"hands": [[27], [15], [22]]},
    "a long hand": {"hands": [[27, 28], [15], [22, 23]]},
    "too many tricks": {"tricks": [4, 0, 0]},
    "tricks that do not fit": {"tricks": [1, 1, 0]},
    "negative tricks": {"tricks": [2, -1, 0]},
    "more played than dealt": {"played": [[3, 12, 13], [11, 33], [47]]},
    "a bid too high": {"bids": [1, 4, 0]},
    "a bid out of turn": {"bids": [1, None, 0]},
    "cards before bids": {"bids": [1, 1, None]},
    "the hook": {"bids": [1, 1, 1]},
    "a complete trick": {"trick": [3, 33, 47]},
    "a trick nobody played": {"trick": [4, 33]},
    "a leader who won nothing": {"leader": 1, "trick": [33, 47], "hands": [[3, 27], [15], [22]]},
    "a revoke": {"hands": [[27], [4], [22, 23]]},
    "unbroken with a trump there": {"broken": False},
    "negative totals": {"totals": [0, 0, -1]},
    "totals without end": {"totals": [0, 0, 10**6]},
    "wrong type": {"hands": 5},
    "no number": {"hands": [["x"], [15], [22, 23]]},
    "unknown key": {"colour": 1},
}


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_impossible_positions(engine: str, wrong: dict[str, Any]) -> None:
    state = example(engine, MIDDLE)
    with pytest.raises(BadPosition):
        state.game.new(position=state.position() | wrong, chance="explicit")


def test_more_impossible_positions(engine: str) -> None:
    state = example(engine, "1 1 0  AC KC TS")
    p = state.position()
    game = state.game
    with pytest.raises(BadPosition, match="none was played"):
        game.new(position=p | {"broken": True})
    with pytest.raises(BadPosition, match="last trick's winner leads"):
        game.new(position=p | {"leader": 1})
    with pytest.raises(BadPosition, match="holds other suits"):
        # 3H led before trump is broken, with 5C in hand.
        game.new(
            position=p
            | {"trick": [27], "played": [[12, 27], [11], [47]], "hands": [[3], [15, 33], [22, 23]]}
        )
    free = kibitz.game("ohhell", engine=engine, players=3, schedule=[3], trump_lead="free")
    free.new(
        position=p
        | {"trick": [27], "played": [[12, 27], [11], [47]], "hands": [[3], [15, 33], [22, 23]]}
    )
    with pytest.raises(BadPosition, match="first deal"):
        game.new(position=p | {"dealer": -1})
    with pytest.raises(BadPosition, match="lacks"):
        game.new(position={key: value for key, value in p.items() if key != "played"})
    with pytest.raises(BadPosition):
        game.new(position=[1, 2])  # type: ignore[arg-type]
    no_trump = kibitz.game("ohhell", engine=engine, players=3, schedule=[3], no_trump_rounds=1)
    with pytest.raises(BadPosition, match="none was played"):
        no_trump.new(position=p | {"broken": True})


def test_a_short_ending_needs_no_played_cards(engine: str) -> None:
    """For solvers: the cards of finished tricks may be left out, of the current one not."""
    game = kibitz.game("ohhell", engine=engine, players=2, schedule=[12])
    position = {
        "round": 0,
        "dealer": 1,
        "turned": 39,
        "hands": [[0], [1]],
        "played": [[], []],
        "bids": [6, 5],
        "tricks": [6, 5],
        "leader": 1,
        "trick": [],
        "broken": False,
        "totals": [0, 0],
    }
    state = play(game.new(position=position, chance="explicit"), "3C 2C")
    assert state.returns() == [16, 0]
    assert state.position()["tricks"] == [6, 6]
