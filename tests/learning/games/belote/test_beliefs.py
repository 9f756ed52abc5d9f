"""Belief networks of Belote: samples of games, the loss of whole deals, and a run of the recipe."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")

import kibitz  # noqa: E402
from kibitz.arena import game_corpus  # noqa: E402
from kibitz.core import engine  # noqa: E402
from kibitz.games.belote.encode_belief import card_rows  # noqa: E402
from kibitz.games.belote.rules import BID  # noqa: E402
from kibitz.games.belote.view import BeloteView  # noqa: E402
from kibitz.learning import recipe, start  # noqa: E402
from kibitz.learning.algorithms import locate  # noqa: E402
from kibitz.learning.config import BadConfig  # noqa: E402
from kibitz.learning.games.belote.belief_samples import Samples  # noqa: E402
from kibitz.nets.net import Net  # noqa: E402
from kibitz.search import locations  # noqa: E402
from kibitz.search.location_belief import LocationBelief  # noqa: E402

pytestmark = pytest.mark.skipif(engine.native() is None, reason="native players")


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("games") / "games.corpus"
    game_corpus.write(file, "belote", 40, 9, bidders=["rule", "net"], players=["rule", "net"])
    return file


@pytest.mark.parametrize("layout", ["belief_bid", "belief_play"])
def test_samples_are_what_the_seat_saw_and_where_the_cards_were(corpus: Path, layout: str) -> None:
    samples = Samples([str(corpus)], layout, 8)
    opened = samples.corpora[0]
    game, looked = kibitz.game("belote"), 0
    for i in range(8):
        found = samples.of_game(opened, i, None)
        actions = opened.actions(i)
        if found is None:
            assert all(action >= BID for action in actions)
            continue
        calls = sum(action >= BID for action in actions)
        steps = range(calls + 4) if layout == "belief_bid" else range(calls, len(actions) - 4)
        state = game.new(opened.seed(i))
        rows = iter(range(len(found)))
        for step, action in enumerate(actions):
            if step in steps:
                row, view = next(rows), state.view(state.player)
                assert np.array_equal(found.observation[row], view.encode(layout))
                _same_places(found, row, view, state)
                looked += 1
            state.apply(action)
        assert next(rows, None) is None
    assert looked > 50


def _same_places(found: locate.Located, row: int, view: kibitz.View, state: kibitz.State) -> None:
    assert isinstance(view, BeloteView)
    unseen, rows = view.unseen(), card_rows(view)
    assert unseen is not None
    hidden = {rows[card] for card in unseen.cards}
    assert set(np.flatnonzero(found.place[row] >= 0)) == hidden
    for seat, hand in enumerate(state.position()["hands"]):
        for card in hand if seat != view.seat else ():
            assert found.place[row][rows[card]] == (seat - view.seat) % 4 - 1
    for card in unseen.cards:
        for seat, excluded in zip(unseen.seats, unseen.excluded, strict=True):
            allowed = found.allowed[row][rows[card]][(seat - view.seat) % 4 - 1]
            assert allowed == (not excluded >> card & 1) or not view.played[view.seat]


def test_the_loss_is_that_of_whole_deals() -> None:
    """Against numpy's exact sums, and its slope against differences."""
    rng = np.random.default_rng(2)
    logits = torch.tensor(rng.normal(size=(2, 32, 3)), dtype=torch.float32)
    place = np.full((2, 32), locate.HIDDEN_NOT, np.int8)
    place[0, :6] = [0, 0, 1, 1, 2, 2]
    place[1, 3:10] = [2, 1, 0, 2, 0, 1, 1]
    allowed = np.ones((2, 32, 3), np.bool_)
    allowed[0, 0, 1] = allowed[1, 5, 2] = False
    given = torch.from_numpy(place), torch.from_numpy(allowed)
    judged = locate.judge(logits, *given)
    losses, evens = [], []
    for k in range(2):
        hidden = np.flatnonzero(place[k] >= 0)
        sizes = tuple(int((place[k] == p).sum()) for p in range(3))
        weights = np.where(allowed[k, hidden], np.exp(logits[k, hidden].numpy()), 0.0)
        total = locations.after(weights.astype(float), sizes)[0][sizes[0], sizes[1]]
        even = locations.after(allowed[k, hidden].astype(float), sizes)[0][sizes[0], sizes[1]]
        true = weights[np.arange(len(hidden)), place[k, hidden]]
        losses.append((np.log(total) - np.log(true).sum()) / len(hidden))
        evens.append(np.log(even) / len(hidden))
    assert judged.loss == pytest.approx(np.mean(losses), abs=1e-5)
    assert locate.gain(logits, *given) == pytest.approx(np.mean(evens) - np.mean(losses), abs=1e-5)
    for where in ((0, 1, 0), (1, 4, 2)):
        step = torch.zeros_like(logits)
        step[where] = 0.01
        up, down = (locate.judge(logits + s * step, *given).loss for s in (1, -1))
        assert (up - down) / 0.02 == pytest.approx(float(judged.slope[where]), abs=2e-4)


def test_a_run_learns_and_its_network_is_a_belief(corpus: Path, tmp_path: Path) -> None:
    sets = (
        "encoding=belief_bid", f"corpora={corpus}", f"strangers={corpus}", "steps=6000",
        "chunk=1000", "trunk=32", "measured=200", "measure_every=1", "threads=1", "batch=250",
        "lr=0.005", "name=tiny", "latest_seconds=0",
    )  # fmt: skip
    run = start.begun(recipe.find("belote", "belief"), None, sets, tmp_path)
    before = run.extras.gains(run.learner)  # type: ignore[attr-defined]
    assert run.go() == "finished"
    after = run.extras.gains(run.learner)  # type: ignore[attr-defined]
    assert set(after) == {"gain_held_out", "gain_strangers"}
    assert after["gain_strangers"] > before["gain_strangers"] + 0.02
    snapshot = run.folder.newest_snapshot()
    assert snapshot is not None
    belief = LocationBelief(Net.load(snapshot))
    state = kibitz.game("belote").new(1)
    view = state.view(state.player)
    assert belief(view, state) > 0


def test_a_run_needs_games() -> None:
    with pytest.raises(BadConfig, match="corpora"):
        Samples([], "belief_bid", 8)
