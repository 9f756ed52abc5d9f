"""pimc: the mean over worlds is right, whatever solves them, and it ends when it may.

Values are judged by brute force: all worlds of an ending, each solved by itself and played by the
rules to its score. What all searchers promise is in test_search_run.py and its neighbours.
"""

import itertools
import math
import statistics
from typing import Any

import numpy as np
import pytest

import kibitz
from kibitz.errors import BadBudget, BadOption, KibitzError, NotSolvable
from kibitz.search import double_dummy, pimc_worlds
from kibitz.search import pimc as module
from kibitz.search.pimc import Pimc, pimc
from kibitz.search.result import Search
from tests.search.endings import decision
from tests.support.found import ENGINES, replay_line

PLAYED = ["belote", "codepiece"]
UNDECIDED = 5  # the seed of a Belote ending of three cards in which much is open


def values(found: Search) -> dict[int, float]:
    return {c.action: c.value for c in found.candidates if c.value is not None}


def all_worlds(state: kibitz.State) -> list[kibitz.State]:
    """Every way to deal the hidden cards of an ending that looks the same to the player."""
    view, deal = state.view(state.player), state.chance[0]
    others = [seat for seat in range(4) if seat != state.player]
    now = state.position()["hands"]
    hidden = sorted(card for seat in others for card in now[seat])
    worlds = {}
    for cards in itertools.permutations(hidden):
        rest = list(cards)
        hands = [list(hand) for hand in deal["hands"]]
        for seat in others:
            held = [rest.pop() for _ in now[seat]]
            hands[seat] = sorted({*hands[seat], *held} - {*now[seat]} | {*held})
        if repr(hands) in worlds:
            continue
        try:
            world = state.game.rebuild([deal | {"hands": hands}], list(state.actions))
        except KibitzError:
            continue  # an action that was made would have been illegal
        if world.view(state.player) == view:
            worlds[repr(hands)] = world
    return list(worlds.values())


def margin_of(world: kibitz.State, seat: int, action: int) -> float:
    """The score of the deal after an action and best play, own side less other side."""
    after = world.copy()
    before = world.scores()
    after.apply(action)
    best = minimax(after, seat % 2)
    return best - (before[seat] - before[(seat + 1) % 4])


def minimax(state: kibitz.State, side: int) -> float:
    """By the rules alone, to the end of the deal."""
    if state.done or state.player < 0:
        return state.scores()[side] - state.scores()[1 - side]
    after = []
    for action in state.legal():
        child = state.copy()
        child.apply(action)
        after.append(minimax(child, side))
    return max(after) if state.player % 2 == side else min(after)


@pytest.mark.parametrize("match", [False, True])
@pytest.mark.parametrize("name", PLAYED)
def test_the_value_is_the_mean_over_all_worlds(name: str, match: bool) -> None:
    """Two cards each: every world played out by the rules, in a match to the end of the deal."""
    for seed in range(1, 7):
        state = decision(name, 2, seed, match=match)
        worlds = all_worlds(state)
        found = pimc(state.view(state.player), worlds=10_000, slip=0, agree=False)
        assert (found.ended, found.worlds) == ("all", len(worlds)), replay_line(state)
        for action, value in values(found).items():
            margins = [margin_of(world, state.player, action) for world in worlds]
            assert value == pytest.approx(statistics.fmean(margins)), replay_line(state)
        assert all(c.error == 0 for c in found.candidates)


def test_marks_of_worlds_are_those_of_the_solver() -> None:
    """Belote in the middle of the deal: contracts, coinches and capots of all kinds."""
    for seed in range(1, 30):
        state = decision("belote", 5, seed)
        view, seat = state.view(state.player), state.player
        found = pimc(view, worlds=6, slip=0, worlds_native=False)
        worlds = module.from_view("pimc", view, module.Settings(seconds=1), Pimc).worlds(
            kibitz.core.rng.mix(kibitz.core.rng.mix(0, 0), 1)
        )
        worlds.count = 6
        marks = [double_dummy.solve_marks_cards(world) for world in worlds.grow(6)]
        for action, value in values(found).items():
            margins = [m[action][seat % 2] - m[action][1 - seat % 2] for m in marks]
            assert value == pytest.approx(statistics.fmean(margins)), replay_line(state)


@pytest.mark.native_smoke
@pytest.mark.parametrize("slip", [0, None])
@pytest.mark.parametrize("name", PLAYED)
def test_both_engines_give_the_same(name: str, slip: float | None) -> None:
    for seed in range(1, 6):
        for cards, more in ((3, {"worlds_native": False, "worlds": 3}), (2, {"worlds": 5000})):
            state = decision(name, cards, seed)
            view = state.view(state.player)
            wanted = {"slip": slip, "agree": False, "seed": seed} | more
            twin, book = pimc(view, **wanted), pimc(view, engine="python", **wanted)
            assert (twin.engine, book.engine) == ("native", "python")
            assert (twin.worlds, twin.ended) == (book.worlds, book.ended)
            assert values(twin) == pytest.approx(values(book), abs=1e-9), replay_line(state)


def test_drawn_and_listed_worlds_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in PLAYED:
        view = decision(name, 3).view(decision(name, 3).player)
        exact = pimc(view, worlds=4096, agree=False)
        assert exact.ended == "all"
        monkeypatch.setattr(module, "LISTED_MAX", 0)
        drawn = pimc(view, worlds=4000, agree=False)
        monkeypatch.undo()
        assert drawn.ended == "simulations"
        for one, other in zip(exact.candidates, drawn.candidates, strict=True):
            assert one.value is not None
            assert other.error is not None
            assert other.value == pytest.approx(one.value, abs=5 * other.error + 1e-9)


@pytest.mark.native_smoke
@pytest.mark.parametrize("cards", [4, 6])
@pytest.mark.parametrize("name", PLAYED)
def test_threads_change_nothing(name: str, cards: int) -> None:
    view = decision(name, cards).view(decision(name, cards).player)
    alone = pimc(view, worlds=70, seed=5)
    for threads in (2, 5):
        found = pimc(view, worlds=70, seed=5, threads=threads)
        assert found.candidates == alone.candidates
        assert (found.ended, found.threads) == (alone.ended, threads)


def test_slips_make_a_safe_contract_better() -> None:
    """A result is worth its mean over slips: between the solved one and its neighbours."""
    row = np.array([-500.0, *[-300.0] * 50, *[100.0] * 50, 400.0])
    worth = module.smooth(row, 4.0, 10)
    assert (worth[0], worth[-1]) == (-500, 400)  # capots are taken as they are
    assert worth[1:40] == pytest.approx(-300)  # ten points short and more: lost
    assert worth[62:-1] == pytest.approx(100)
    assert (np.diff(worth[40:62]) > 0).all()
    assert worth[50] + worth[51] == pytest.approx(-200)
    assert (module.smooth(row, 0.0, 0) == row).all()


# Ends ---------------------------------------------------------------------------------------------


def test_agreement_ends_a_search_and_can_be_left_out() -> None:
    ends: dict[Any, Any] = {}
    for seed in range(1, 12):
        state = decision("belote", 6, seed)
        view = state.view(state.player)
        early, full = pimc(view, worlds=256), pimc(view, worlds=256, agree=False)
        ends[early.ended] = ends.get(early.ended, 0) + 1
        assert full.worlds == 256
        if early.ended == "agreed":
            assert early.worlds in (32, 64, 128)
            best = values(full)
            # The choice of the early end is at most a few marks behind.
            assert best[early.action] > best[full.action] - 15, replay_line(state)
    assert ends.keys() == {"agreed", "simulations"}


def worker_of(rows: list[list[float]]) -> Pimc:
    """A search that has solved these worlds."""
    found = Pimc.__new__(Pimc)
    found.blocks, found.listed = [(np.array(rows), np.ones(len(rows)))], False
    return found


def test_what_agreement_is() -> None:
    rng = np.random.default_rng(1)
    noise = rng.normal(0, 200, 64)  # of the worlds: it counts for all cards
    never_worse = np.stack([noise, noise, noise - (np.arange(64) == 7)], axis=1)
    assert worker_of(never_worse.tolist()).agree()
    clear = np.stack([noise, noise - 20 + rng.normal(0, 20, 64)], axis=1)
    assert worker_of(clear.tolist()).agree()
    near = np.stack([noise, noise - 3 + rng.normal(0, 20, 64)], axis=1)
    assert not worker_of(near.tolist()).agree()


def test_one_legal_card_and_one_world() -> None:
    state = decision("belote", 2, 3)
    while len(state.legal()) > 1:
        state.apply(state.legal()[0])
    assert pimc(state.view(state.player), worlds=5).ended == "forced"
    for seed in range(1, 60):
        state = decision("belote", 2, seed)
        if len(state.position()["trick"]) == 3:
            break
    found = pimc(state.view(state.player), worlds=5000)
    assert found.ended == "all"


# Beliefs ------------------------------------------------------------------------------------------


def test_beliefs_weigh_all_worlds() -> None:
    """Weights of a listed ending: the weighted mean; and of one world alone: its values."""
    state = decision("belote", 3)
    view = state.view(state.player)
    hands = state.position()["hands"]

    def truth(_: kibitz.View, world: kibitz.State) -> float:
        return float(world.position()["hands"] == hands)

    found = pimc(view, worlds=4096, beliefs=truth, slip=0, agree=False)
    marks = double_dummy.solve_marks_cards(state)
    side = state.player % 2
    assert values(found) == {card: m[side] - m[1 - side] for card, m in marks.items()}


@pytest.mark.parametrize("draws", [1, 4])
def test_beliefs_resample_drawn_worlds(draws: int, monkeypatch: pytest.MonkeyPatch) -> None:
    state = decision("belote", 3, UNDECIDED)
    view = state.view(state.player)
    unseen = view.unseen()
    assert unseen is not None
    seat, card = unseen.seats[0], unseen.cards[-1]

    def believe(_: kibitz.View, world: kibitz.State) -> float:
        return 5.0 if card in world.position()["hands"][seat] else 0.5

    exact = pimc(view, worlds=4096, beliefs=believe, agree=False)
    plain = pimc(view, worlds=4096, agree=False)
    assert exact.ended == "all"
    monkeypatch.setattr(module, "LISTED_MAX", 0)
    drawn = pimc(view, worlds=800, beliefs=believe, draws=draws, agree=False)
    apart = 0.0
    for one, other, uniform in zip(
        exact.candidates, drawn.candidates, plain.candidates, strict=True
    ):
        assert one.value is not None
        assert uniform.value is not None
        assert other.error is not None
        assert other.value == pytest.approx(one.value, abs=5 * other.error + 1e-9)
        apart = max(apart, abs(one.value - uniform.value))
    assert apart > 1, "these beliefs change nothing: nothing was tested"


def test_beliefs_that_are_none_are_refused() -> None:
    view = decision("belote", 4).view(decision("belote", 4).player)
    for weights in (lambda *_: -1.0, lambda *_: math.nan, lambda *_: math.inf):
        with pytest.raises(BadOption, match="weight"):
            pimc(view, worlds=5, beliefs=weights)
    with pytest.raises(BadOption, match="beliefs"):
        pimc(view, worlds=5, beliefs=3)
    nothing = pimc(view, worlds=40, beliefs=lambda *_: 0.0)
    assert nothing.worlds == 40 or nothing.ended in ("agreed", "all")
    assert all(c.value is not None and math.isfinite(c.value) for c in nothing.candidates)


# Refusals -----------------------------------------------------------------------------------------


def test_what_cannot_be_solved() -> None:
    for name in ("belote", "codepiece", "qwixx"):
        state = kibitz.game(name).new(1)
        with pytest.raises(NotSolvable, match="pimc plays the cards of belote and codepiece"):
            pimc(state.view(state.player), worlds=3)
    state = decision("belote", 6, engine="python")
    with pytest.raises(NotSolvable, match="without the native engine"):
        pimc(state.view(state.player), worlds=3)


@pytest.mark.parametrize("engine", ENGINES)
def test_settings_that_are_refused(engine: str) -> None:
    view = decision("belote", 3, engine=engine).view(decision("belote", 3).player)
    for error, settings in (
        (BadBudget, {}),
        (BadOption, {"worlds": 0}),
        (BadOption, {"worlds": 5, "reward": "points"}),
        (BadOption, {"worlds": 5, "horizon": "game"}),
        (BadOption, {"worlds": 5, "slip": -1}),
        (BadOption, {"worlds": 5, "slip": math.nan}),
        (BadOption, {"worlds": 5, "draws": 0}),
    ):
        with pytest.raises(error):
            pimc(view, **settings)


def test_native_lists_are_checked() -> None:
    view = decision("belote", 3).view(decision("belote", 3).player)
    worlds = pimc_worlds.NativeWorlds(view, 1, 0, drawn_here=False)
    numbers = np.arange(3, dtype=np.uint64)
    with pytest.raises(kibitz.errors.Malformed):
        worlds.solver.solve(numbers, np.empty((2, worlds.cards), np.int16), 1)
    with pytest.raises(kibitz.errors.Malformed):
        worlds.solver.solve(numbers, np.empty((3, worlds.cards), np.int16), 0)
    with pytest.raises(kibitz.errors.Malformed):
        worlds.solver.hands(numbers, np.empty((2, 4), np.uint64))
    many = decision("belote", 8).view(decision("belote", 8).player)
    with pytest.raises(kibitz.errors.Malformed):
        pimc_worlds.NativeWorlds(many, 1, 0, drawn_here=False).list_all()
    other: Any = decision("belote", 3, 2)
    with pytest.raises(kibitz.errors.Malformed):
        worlds.solver.add_world(other)
