"""Oh Hell from any point of a round: the truth is accepted, and the seat knows what it saw."""

import random
from typing import Any

import pytest

import kibitz
from kibitz.advice.advisor import entry_text, one_shot
from kibitz.advice.advisor.entries import Act, Join, read, write
from kibitz.advice.advisor.mirror import mirror
from kibitz.advice.errors import BadEntry, UnexpectedEntry
from kibitz.advice.hint import hint
from kibitz.core.errors import KibitzError
from kibitz.core.state import State

SAME = (
    *("round", "dealer", "turned", "trump", "hand", "bids", "tricks", "leader", "trick"),
    *("totals", "legal_actions", "player", "phase"),
)


def join(state: State, seat: int) -> Join:
    """What a newcomer to this seat sees."""
    p: Any = state.position()
    return Join(
        hand=tuple(p["hands"][seat]),
        dealer=p["dealer"],
        turned=p["turned"],
        round=p["round"],
        totals=tuple(p["totals"]),
        bids=tuple(p["bids"]),
        tricks=tuple(p["tricks"]),
        leader=p["leader"],
        trick=tuple(p["trick"]),
        broken=p["broken"],
    )


@pytest.mark.parametrize(("players", "lead"), [(2, "broken"), (4, "broken"), (5, "free")])
def test_the_truth_is_accepted_from_anywhere(players: int, lead: str) -> None:
    rng = random.Random(players)
    game = kibitz.game("ohhell", players=players, schedule=[3, 5, 4], trump_lead=lead)
    for seed in range(6):
        state, seat, kept = game.new(seed), rng.randrange(players), None
        begin = rng.randrange(2, game.max_length - 8)
        while not state.done:
            deals = len(state.chance)
            if kept is None and len(state.actions) >= begin:
                kept = mirror(game, seat, seed)
                entry = join(state, seat)
                assert read(write(entry)) == entry
                kept.enter(entry)
            if kept is not None:
                true: Any = state.view(seat)
                view: Any = kept.view()
                for name in SAME:
                    assert getattr(view, name) == getattr(true, name), (seed, name)
            action = rng.choice(state.legal())
            state.apply(action)
            if kept is not None:
                kept.enter(Act(action))
                if len(state.chance) > deals:
                    break  # the next deal is entered as ever
        assert kept is not None


def test_after_the_deal_it_is_the_whole_history() -> None:
    """A round joined before its first bid knows as much as one entered from its deal."""
    game = kibitz.game("ohhell", players=4, schedule=[6])
    state = game.new(3)
    kept = mirror(game, 1)
    kept.enter(join(state, 1))
    while not state.done:
        true: Any = state.view(1)
        view: Any = kept.view()
        assert (view.unseen(), view.voids()) == (true.unseen(), true.voids())
        action = random.Random(len(state.actions)).choice(state.legal())
        state.apply(action)
        kept.enter(Act(action))
    assert kept.returns() == state.returns()


TEXT = (
    "join AH KH 2C dealer 2 turned 5D round 2 totals 12 0 11 "
    "bids 1 1 1 tricks 1 0 0 leader 0 trick 9H"
)


def test_a_position_as_text() -> None:
    game = kibitz.game("ohhell", players=3, schedule=[2, 4])
    kept = one_shot.position(game, 1, TEXT)
    view: Any = kept.view()
    assert (view.totals, view.round, view.tricks) == ((12, 0, 11), 1, (1, 0, 0))
    assert kept.described == [("you join round 2 with AH KH 2C", None)]
    reply = hint(kept.view(), "smart", worlds=2)
    assert reply.name in ("AH", "KH"), "hearts were led"
    after: Any = one_shot.position(game, 1, TEXT + "; KH; 2S").view()
    assert after.voids()[2] & 1 << 26, "the last player showed a void in hearts"


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("join AH KH", BadEntry, "needs dealer and turned"),
        (TEXT.replace("AH KH 2C", "AH KH"), BadEntry, "must hold 3 cards"),
        (TEXT.replace("AH KH 2C", "AH KH 9H"), BadEntry, "a card appears twice"),
        (TEXT.replace("leader 0", "leader 2"), BadEntry, "winner leads"),
        (TEXT.replace("totals 12 0 11", "totals 12 0"), BadEntry, "each of 3 seats"),
        (TEXT.replace("totals 12", "totals 999"), BadEntry, "totals must be from 0 to 12"),
        (TEXT.replace("round 2", "round 3"), BadEntry, "no 3"),
        (TEXT.replace("bids 1 1 1", "bids 1 1 x"), BadEntry, "bids like"),
        (TEXT + "; " + TEXT, UnexpectedEntry, "first entry"),
    ],
)
def test_what_is_refused(text: str, error: type[KibitzError], words: str) -> None:
    game = kibitz.game("ohhell", players=3, schedule=[2, 4])
    with pytest.raises(error, match=words):
        one_shot.position(game, 1, text)


def test_games_that_cannot_be_joined() -> None:
    kept = mirror(kibitz.game("belote"), 0)
    with pytest.raises(UnexpectedEntry, match="from its first deal"):
        kept.enter(entry_text.read(kept, "join AS dealer N turned KH"))
    dice = mirror(kibitz.game("qwixx"), 0)
    with pytest.raises(KibitzError):
        dice.enter(Join((1,), 0, 2))
