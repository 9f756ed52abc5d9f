"""The recipe `triforge`: tiny runs of every mode, resumed; rows whose targets are right."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import kibitz
from kibitz import bots
from kibitz.arena.match import play
from kibitz.learning import recipe, start
from kibitz.learning.config import BadConfig
from kibitz.learning.games.belote import self_play
from kibitz.learning.games.belote.canonical import Canonical
from kibitz.learning.games.belote.self_play import BIDS, PLAYS, SelfPlay, Setup
from kibitz.learning.games.belote.triforge import duel, part_net
from kibitz.learning.run import Run
from kibitz.nets.net import Net
from kibitz.search import double_dummy

TINY = (
    "trunk=16,16", "bid_trunk=16", "steps=300", "num_envs=8", "actions=16", "batch=32", "filled=64",
    "capacity=500", "eval_games=4", "latest_seconds=0", "name=tiny",
)  # fmt: skip


def begun(runs: Path, *sets: str) -> Run:
    return start.begun(recipe.find("belote", "triforge"), None, [*TINY, *sets], runs)


def random_choice(seed: int) -> self_play.Choose:
    rng = np.random.default_rng(seed)

    def choose(_: str, seen: np.ndarray, mask: np.ndarray) -> np.ndarray:
        return np.where(mask, rng.random(mask.shape), -1.0).argmax(axis=1)

    return choose


def snapshots(run: Run) -> list[Path]:
    return sorted(run.folder.snapshots.iterdir())


@pytest.mark.parametrize("mode", ["play-only", "bid-only", "joint"])
def test_a_run_makes_networks_that_play(tmp_path: Path, mode: str) -> None:
    run = begun(tmp_path, f"mode={mode}")
    assert run.go() == "finished"
    cards = [file for file in snapshots(run) if not file.stem.endswith("_bid")]
    model = str(cards[-1])
    parts = {
        "play-only": {"bid": {"strategy": "heuristic"}, "play": {"method": "net", "model": model}},
        "bid-only": {"bid": {"method": "net", "model": model}, "play": {"method": "rule"}},
    }
    if mode == "joint":
        bid = str(cards[-1].with_stem(cards[-1].stem + "_bid"))
        parts["joint"] = {
            "bid": {"method": "net", "model": bid},
            "play": parts["play-only"]["play"],
        }
    seats = [bots.bot("belote", parts[mode]) for _ in range(4)]
    assert len(play(kibitz.game("belote"), seats, 5).returns) == 4
    assert run.folder.evaluations.read_text().count("rule") == 1


def test_cycles_alternate_and_leave_the_other_part_alone(tmp_path: Path) -> None:
    run = begun(tmp_path, "mode=joint", "cycles=2", "eval_games=0")
    assert [stage.name for stage in run.stages] == ["bid-only", "play-only"] * 2
    changes = []
    before = [learner.net().tensors for learner in run.extras.parts().values()]  # type: ignore[attr-defined]
    original = run.snapshot

    def snapshot() -> None:
        after = [learner.net().tensors for learner in run.extras.parts().values()]  # type: ignore[attr-defined]
        changes.append(
            [any((a[k] != b[k]).any() for k in a) for a, b in zip(before, after, strict=True)]
        )
        before[:] = after
        original()

    run.snapshot = snapshot  # type: ignore[method-assign]
    assert run.go() == "finished"
    assert changes == [[True, False], [False, True]] * 2


def test_a_resumed_run_takes_another_epsilon(tmp_path: Path) -> None:
    run = begun(tmp_path, "mode=joint", "eval_games=0", "epsilon=0.5", "epsilon_end=0.5")
    run.show = lambda status: setattr(run, "stopping", "test" if status["step"] > 100 else "")
    assert run.go() == "stopped"
    assert run.learner.critic is not None
    bids = run.learner.critic.net().tensors
    again, found = start.resumed(run.folder.path, ["epsilon=0.02", "epsilon_end=0.01"])
    shown: list[float] = []
    again.show = lambda status: shown.append(status["figures"].get("epsilon", 0.0))
    assert again.go(found) == "finished"
    assert 0 < max(shown) <= 0.02
    assert set(bids) == set(again.learner.critic.net().tensors)  # type: ignore[union-attr]
    assert again.step > found.step > 100


def test_what_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadConfig, match="cycles need mode=joint"):
        begun(tmp_path / "a", "cycles=2")
    with pytest.raises(BadConfig, match="would never end"):
        begun(tmp_path / "b", "steps=0")
    with pytest.raises(BadConfig, match="cannot decide the part 'play'"):
        part_net("bid_dd", PLAYS)
    with pytest.raises(BadConfig, match="mode=joint"):
        begun(tmp_path / "c", "init_bid=bid_dd")


# Rows -------------------------------------------------------------------------------------------


def test_targets_are_the_scores_of_the_deals() -> None:
    """Each row knows one action, and both sides of a deal see the same score from their side."""
    tables = SelfPlay(Setup(6, seed=3, scale=1.0), {})
    rows, figures = tables.collect(random_choice(1), 100)
    assert figures["deals"] > 6
    for part in (BIDS, PLAYS):
        found = rows[part]
        assert (found["known"].sum(axis=1) == 1).all()
        targets = found["target"][found["known"]]
        assert np.allclose(targets, np.rint(targets))
    made = np.unique(np.abs(rows[PLAYS]["target"][rows[PLAYS]["known"]]))
    assert set(made) <= set(np.unique(np.abs(rows[BIDS]["target"][rows[BIDS]["known"]])))


def test_late_cards_have_solved_targets() -> None:
    tables = SelfPlay(Setup(4, seed=5, scale=1.0, switch_at=6), {})
    solved = []
    exact = tables._solved

    def note(table: int, seat: int) -> tuple[np.ndarray, np.ndarray]:
        cards, values = exact(table, seat)
        state = tables.states[table]
        assert state.player == seat
        assert sorted(cards) == state.legal()
        marks = double_dummy.solve_marks_cards(state)
        solved.append(len(marks))
        side = seat % 2
        assert values.tolist() == [marks[int(c)][side] - marks[int(c)][1 - side] for c in cards]
        return cards, values

    tables._solved = note  # type: ignore[method-assign]
    rows, _ = tables.collect(random_choice(2), 90)
    late = rows[PLAYS]["known"].sum(axis=1) > 1
    assert 0 < late.sum() <= len(solved)
    hands = rows[PLAYS]["observation"][:, :32].sum(axis=1)
    assert (hands[late] <= 2).all()
    assert (hands[~late] > 2).all()


def test_canonical_rows_are_those_of_the_encoding() -> None:
    game, rng = kibitz.game("belote"), np.random.default_rng(4)
    for seed in range(5):
        state = game.new(seed)
        while not state.done:
            view = state.view(state.player)
            if view.phase == "play":
                dealt = np.zeros((1, 32), np.bool_)
                dealt[0, [*view.hand, *view.played[view.seat]]] = True  # type: ignore[attr-defined]
                found = Canonical.of(view.encode("box")[None], dealt)
                assert (found.observation[0] == view.encode("canonical")).all()
                legal = view.mask()[None]
                for card in np.flatnonzero(found.mask(legal)[0]):
                    assert found.physical(np.array([card]))[0] in view.legal_actions
            else:
                assert (
                    self_play.bid114(view.encode("box")[None])[0] == view.encode("bid114")
                ).all()
            state.apply(int(rng.choice(state.legal())))


def test_a_card_network_plays_the_same_as_a_bot_and_at_the_tables(tmp_path: Path) -> None:
    run = begun(tmp_path)
    net = run.learner.net()
    file = tmp_path / "net.safetensors"
    net.save(file, {})
    bot = bots.bot(
        "belote", {"bid": {"strategy": "heuristic"}, "play": {"method": "net", "model": str(file)}}
    )
    decide = self_play.frozen(Net.load(file))
    state = kibitz.game("belote").new(8)
    seats = [bot] * 4
    while not state.done:
        view = state.view(state.player)
        seats[0].start(state.game, state.player, 1)
        chosen = seats[0].choose(view)
        if view.phase == "play" and len(view.legal_actions) > 1:
            dealt = np.zeros((1, 32), np.bool_)
            dealt[0, [*view.hand, *view.played[view.seat]]] = True  # type: ignore[attr-defined]
            assert decide(view.encode("box")[None], dealt, view.mask()[None])[0] == chosen
        state.apply(chosen)


def test_the_duel_of_a_player_with_itself_is_even_only_for_itself() -> None:
    """`net` beats `rule` over deals: the evaluation measures what it claims."""
    decide = self_play.frozen(part_net("net", BIDS))
    found = duel({BIDS: decide, PLAYS: decide}, 300, 9)
    assert found.mean() > 0
