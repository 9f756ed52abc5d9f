"""The advisor's game: what is true is always accepted, what is refused is really impossible."""

import dataclasses
import random
from itertools import islice
from typing import Any

import pytest

import kibitz
from kibitz.advice.advisor.entries import Act, Deal, Doubt, Entry, Lay, Roll, read, write
from kibitz.advice.advisor.mirror import Mirror, mirror
from kibitz.advice.errors import BadEntry, ImpossibleEntry, UnexpectedEntry
from kibitz.advice.hint import hint
from kibitz.core.assign import all_assignments
from kibitz.core.errors import IllegalAction, KibitzError, NothingToUndo
from kibitz.core.rng import Stream
from kibitz.core.state import State
from tests.advice.games import as_entries, played

GAMES: list[tuple[str, dict[str, Any], int]] = [
    ("belote", {}, 4),
    ("belote", {"match": True, "target": 300}, 1),
    ("codepiece", {}, 2),
    ("codepiece", {"match": True, "deals": 2}, 1),
    ("ohhell", {"schedule": [4, 2]}, 3),
    ("ohhell", {"players": 2, "schedule": [3]}, 2),
    ("ohhell", {"players": 5, "schedule": [10]}, 1),
    ("qwixx", {}, 2),
    ("qwixx", {"players": 4}, 1),
    ("qwixx", {"players": 3, "order": "sequential"}, 1),
    ("qwixx", {"players": 1}, 1),
    ("dubito", {}, 3),
    ("dubito", {"players": 3}, 2),
    ("dubito", {"players": 5, "exit": "immediate"}, 1),
]


@pytest.mark.parametrize("bot", [None, "simple"])
@pytest.mark.parametrize(("name", "options", "count"), GAMES)
def test_the_truth_is_accepted(
    name: str, options: dict[str, Any], count: int, bot: str | None
) -> None:
    """Every entry of real games fits, and the view is that of the seat, field by field."""
    game = kibitz.game(name, **options)
    for seed in range(count):
        seat = seed % game.players
        end = played(game, seed, bot)
        mirrored = mirror(game, seat, seed=99)
        for entry, state in as_entries(end, seat):
            before = f"{name} {options} seed {seed} seat {seat} entry {len(mirrored.entries)}"
            assert read(write(entry)) == entry
            mirrored.enter(entry)
            if state is not None:
                true, seen = state.view(seat), mirrored.view()
                assert (seen, seen.history) == (true, true.history), before
                if len(mirrored.entries) % 9 == 0 and not mirrored.done:
                    assert mirrored.expects().text
        assert mirrored.returns() == end.returns()


def fits(view: Any, hidden: dict[int, list[int]], state: State) -> State | None:
    """The world with these hands now, if it shows the seat what it saw: by replaying all of it."""
    hands = [list(cards) for cards in view.played]
    hands[view.seat] += view.hand
    for seat, cards in hidden.items():
        hands[seat] += cards
    deal = dict(state.chance[-1]) | {"hands": [sorted(hand) for hand in hands]}
    try:
        world = state.game.rebuild([*state.chance[:-1], deal], state.actions)
    except KibitzError:
        return None
    return world if world.view(view.seat).history == view.history else None


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(
    ("name", "left"),
    [
        ("belote", 2),
        ("codepiece", 2),
        ("ohhell", 1),
        pytest.param("ohhell", 2, marks=pytest.mark.soak),
        pytest.param("belote", 3, marks=pytest.mark.soak),
        pytest.param("codepiece", 3, marks=pytest.mark.soak),
    ],
)
def test_what_others_may_play_by_brute_force(name: str, left: int, seed: int) -> None:
    """The cards offered for another seat are those that it may play in some world, and no other."""
    options: dict[str, Any] = {"players": 2, "schedule": [5]} if name == "ohhell" else {}
    game = kibitz.game(name, **options)
    seat = seed % game.players
    end = played(game, seed + 40, "simple")
    mirrored = mirror(game, seat)
    looked = 0
    for entry, state in as_entries(end, seat):
        mirrored.enter(entry)
        assert state is not None
        if state.done or state.phase != "play" or state.player == seat:
            continue
        view: Any = state.view(seat)
        if len(view.hand) > left:
            continue
        unseen = view.unseen()
        expected: set[int] = set()
        for dealt in all_assignments(unseen.cards, unseen.sizes, [0] * len(unseen.sizes)):
            hidden = dict(zip(unseen.seats, dealt, strict=False))
            world = fits(view, hidden, state)
            if world is not None:
                expected |= set(world.legal())
        offered = set(mirrored.expects().actions)
        assert offered == expected, f"{name} seed {seed + 40} after {len(state.actions)} actions"
        looked += 1
        if looked == (1 if name == "ohhell" else 3):  # each has hundreds of worlds
            return
    assert looked


def test_what_cannot_be_is_refused_and_changes_nothing() -> None:
    game = kibitz.game("belote")
    kept = mirror(game, 0)
    hand = tuple(map(game.parse_action, ["AS", "KS", "10S", "9S", "JS", "7D", "8D", "9C"]))
    for bad, error in (
        (Act(0), UnexpectedEntry),
        (Deal(hand[:7], 3), BadEntry),
        (Deal(hand), BadEntry),
        (Deal((*hand[:7], 99), 3), BadEntry),
        (Roll((1, 1, 1, 1, 1, 1)), UnexpectedEntry),
    ):
        with pytest.raises(error):
            kept.enter(bad)
    kept.enter(Deal(hand, 3))
    for call in ("80S", "pass", "pass", "pass"):
        kept.enter(Act(game.parse_action(call)))
    with pytest.raises(IllegalAction):
        kept.enter(Act(game.parse_action("AC")))
    kept.enter(Act(game.parse_action("JS")))
    for card, why in (
        ("AS", "in your own hand"),
        ("JS", "already been played"),
        ("90H", "impossible here"),
    ):
        with pytest.raises(KibitzError, match=why):
            kept.enter(Act(game.parse_action(card)))
    kept.enter(Act(game.parse_action("7H")))  # East has no trump
    kept.enter(Act(game.parse_action("7S")))
    kept.enter(Act(game.parse_action("8S")))
    kept.enter(Act(game.parse_action("9S")))
    with pytest.raises(ImpossibleEntry, match="earlier play proves"):
        kept.enter(Act(game.parse_action("QS")))
    assert [text for text, _ in kept.described][-1] == "you: 9S"
    assert len(kept.entries) == 10


def test_belote_is_entered_with_the_card() -> None:
    game = kibitz.game("belote")

    def begun() -> Mirror:
        kept = mirror(game, 0)
        hand = tuple(map(game.parse_action, ["AS", "10S", "9S", "JS", "7D", "8D", "9C", "7C"]))
        kept.enter(Deal(hand, 3))
        for call in ("80S", "pass", "pass", "pass", "JS"):
            kept.enter(Act(game.parse_action(call)))
        return kept

    king, queen = game.parse_action("KS"), game.parse_action("QS")
    with_it, without = begun(), begun()
    with_it.enter(Act(king, belote=True))
    without.enter(Act(king))
    for rest in ("7S", "8S", "9S"):
        with_it.enter(Act(game.parse_action(rest)))
        without.enter(Act(game.parse_action(rest)))
    with_it.enter(Act(queen))
    assert with_it.view().belote == 1  # type: ignore[attr-defined]
    with pytest.raises(ImpossibleEntry, match="earlier play"):
        without.enter(Act(queen))
    with pytest.raises(ImpossibleEntry, match="announced once"):
        begun().enter(Act(game.parse_action("7S"), belote=True))


def test_a_forgotten_belote_is_named() -> None:
    """If the other card can be nowhere else, playing one of the two is belote."""
    game = kibitz.game("belote", match=True)
    kept = mirror(game, 0)
    hand = tuple(map(game.parse_action, ["AS", "10S", "9S", "JS", "7S", "8S", "9C", "7C"]))
    kept.enter(Deal(hand, 3))
    for call in ("80S", "pass", "pass", "pass", "JS", "7H", "8H"):
        kept.enter(Act(game.parse_action(call)))
    with pytest.raises(ImpossibleEntry, match="add belote to the entry"):
        kept.enter(Act(game.parse_action("KS")))
    kept.enter(Act(game.parse_action("KS"), belote=True))


def test_undo_and_change() -> None:
    game = kibitz.game("ohhell", players=3, schedule=[3])
    end = played(game, 5)
    kept = mirror(game, 1)
    with pytest.raises(NothingToUndo):
        kept.undo()
    entries = [entry for entry, _ in as_entries(end, 1)]
    assert kept.enter_all(entries) is None
    assert kept.done
    with pytest.raises(UnexpectedEntry, match="over"):
        kept.enter(entries[-1])
    kept.undo(len(entries) - 4)
    assert len(kept.entries) == 4
    before = kept.view()
    with pytest.raises(KibitzError):
        kept.change(1, Act(0))  # a card in place of a bid
    assert kept.view() == before
    other = next(a for a in range(52, 56) if Act(a) != entries[1])
    kept.change(1, Act(other))
    assert kept.entries[1] == Act(other)
    assert kept.entries[2:] == entries[2:4]
    kept.change(1, entries[1])
    kept.enter_all(entries[4:])
    deal = end.chance[0]
    taken = {*deal["hands"][1], deal["turned"], *(e.action for e in entries if isinstance(e, Act))}
    others = tuple(card for card in range(52) if card not in taken)[:3]
    with pytest.raises(ImpossibleEntry, match=r"entry \d+ \(you: .*\) would not fit"):
        kept.change(0, Deal(others, deal["dealer"], deal["turned"]))
    assert kept.entries == entries
    with pytest.raises(UnexpectedEntry):
        kept.change(17, entries[0])


@pytest.mark.parametrize("players", [3, 5])
def test_doubts_of_every_world_fit(players: int) -> None:
    """Whatever a world that fits would show at a doubt is accepted; what none shows is not."""
    game = kibitz.game("dubito", players=players)
    doubted = 0
    for seed in range(2):
        end, seat = played(game, seed), seed % players
        kept = mirror(game, seat)
        for entry, state in islice(as_entries(end, seat), 40):
            kept.enter(entry)
            assert state is not None
            if state.done or not kept.expects().doubt:
                continue
            for world in kept.view().worlds(Stream(seed), 2):
                plays = tuple(tuple(play["cards"]) for play in world.position()["board"])
                after = world.copy()
                after.apply(13)
                drops = tuple(
                    e.data[0]  # type: ignore[index]
                    for e in after.events[len(world.events) :]
                    if e.kind == "discard"
                )
                kept.enter(Doubt(plays, drops))
                assert kept.view().history == after.view(seat).history
                kept.undo()
                doubted += 1
                others = world.player != seat and world.position()["board"][-1]["seat"] != seat
                never = _never_dropped(plays, drops)
                if others and never:
                    with pytest.raises(ImpossibleEntry):
                        kept.enter(Doubt(plays, (*drops, never[0])))
    assert doubted > 10


def _never_dropped(plays: tuple[tuple[int, ...], ...], drops: tuple[int, ...]) -> list[int]:
    """Values that nobody can have four of after this doubt: they were not on the board at all."""
    shown = {card for cards in plays for card in cards}
    return [v for v in range(1, 14) if v not in shown and v not in drops]


def test_dubito_refuses_what_it_knows() -> None:
    game = kibitz.game("dubito")
    kept = mirror(game, 0)
    with pytest.raises(ImpossibleEntry, match="four of a kind"):
        kept.enter(Deal((1, 1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)))
    kept.enter(Deal((0, 0, 1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)))
    with pytest.raises(UnexpectedEntry):
        kept.enter(Lay(1))
    kept.enter(Act(game.parse_action("declare 1")))
    kept.enter(Act(game.parse_action("lay 1 1")))
    with pytest.raises(ImpossibleEntry, match="1 to 3"):
        kept.enter(Lay(4))
    with pytest.raises(UnexpectedEntry, match="face down"):
        kept.enter(Act(game.parse_action("lay 3")))
    kept.enter(Lay(2))
    for plays, why in (
        (((1, 1),), "2, 2 cards"),
        (((1, 2), (3, 4)), "you played 1 1"),
        (((1, 1), (1, 1)), "no deal fits"),  # there are four ones, and one has three
        (((1, 1), (0, 1)), "no deal fits"),  # nor a joker
    ):
        with pytest.raises(KibitzError, match=why):
            kept.enter(Doubt(plays))
    kept.enter(Doubt(((1, 1), (1, 3))))
    assert kept.view().hand_sizes == (12, 16, 13, 13)  # type: ignore[attr-defined]


def test_the_white_sum_is_asked_in_the_right_order() -> None:
    game = kibitz.game("qwixx", players=3)
    kept = mirror(game, 1)
    kept.enter(Roll((1, 1, 2, 3, 4, 5)))
    assert kept.expects().yours  # seat 0 is active, but nobody knows its decision yet
    assert kept.view().player == 1
    kept.enter(Act(game.parse_action("white red")))
    assert [kept.expects().seat, kept.expects().yours] == [0, False]
    with pytest.raises(IllegalAction, match="possible: pass"):
        kept.enter(Act(game.parse_action("red w1")))
    kept.enter(Act(game.parse_action("pass")))
    assert kept.expects().seat == 2
    kept.enter(Act(game.parse_action("white yellow")))
    assert (kept.expects().seat, kept.view().phase) == (0, "colour")
    assert kept.view().sheets[1][0] == 1  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", kibitz.names())
def test_advice_depends_on_the_view_alone(name: str) -> None:
    """Two mirrors of one game keep different worlds; what they advise is the same."""
    game = kibitz.game(name)
    seat = 0
    end = played(game, 8, "simple", plies=12)
    answers = []
    for seed in (1, 2):
        kept = mirror(game, seat, seed)
        for entry, _ in as_entries(end, seat):
            kept.enter(entry)
            if kept.expects().yours:
                found = hint(kept.view(), "simple", seed=5, worlds=3)
                answers.append((seed, len(kept.entries), found.action, found.outlook))
    first = [rest for seed, *rest in answers if seed == 1]
    assert first == [rest for seed, *rest in answers if seed == 2]
    assert first


def test_entries_that_are_none() -> None:
    for bad in (
        None,
        {},
        {"kind": "x"},
        {"kind": "deal"},
        {"kind": "deal", "hand": "AS"},
        {"kind": "deal", "hand": [1.5]},
        {"kind": "action", "action": True},
        {"kind": "action", "action": 1, "more": 2},
        {"kind": "action", "action": 1, "belote": 1},
        {"kind": "doubt", "plays": 3},
    ):
        with pytest.raises(BadEntry):
            read(bad)
    entry: Entry = Deal((1, 2), 0, None)
    assert write(entry) == {"kind": "deal", "hand": [1, 2], "dealer": 0}
    assert dataclasses.asdict(read({"kind": "lay", "count": 2}))["count"] == 2


@pytest.mark.parametrize("name", kibitz.names())
def test_nonsense_is_refused_by_name(name: str) -> None:
    """Random entries are taken or refused by a KibitzError; a refusal changes nothing."""
    rng = random.Random(name)
    options: dict[str, Any] = {"schedule": [3, 2]} if name == "ohhell" else {}
    game = kibitz.game(name, **options)
    kept, taken = mirror(game, 1), 0
    true = [entry for entry, _ in as_entries(played(game, 3), 1)]

    def number() -> int:
        return rng.choice([rng.randrange(14), rng.randrange(75), rng.randrange(-3, 700)])

    def numbers(most: int) -> tuple[int, ...]:
        return tuple(number() for _ in range(rng.randrange(most)))

    for _ in range(150):
        entry = rng.choice(
            [
                Deal(numbers(16), rng.choice([None, number()]), rng.choice([None, number()])),
                Roll(tuple(rng.randrange(8) for _ in range(rng.choice([5, 6, 6, 6])))),
                Act(number(), rng.random() < 0.2),
                Act(rng.choice(kept.expects().actions or (0,))),
                Lay(rng.randrange(-1, 5)),
                Doubt(tuple(numbers(4) for _ in range(rng.randrange(4))), numbers(2)),
                true[min(len(kept.entries), len(true) - 1)],
            ]
        )
        before = (kept.view(), len(kept.entries), len(kept.described))
        try:
            kept.enter(entry)
            taken += 1
        except KibitzError:
            assert before == (kept.view(), len(kept.entries), len(kept.described)), entry
        if kept.done:
            kept = mirror(game, 1)
    assert taken > 10
