"""Evaluation: cells whose answer is known, the ranking, and the plot's numbers."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import kibitz
from kibitz import bots
from kibitz.bots.net import native_form
from kibitz.core.errors import BadOption
from kibitz.core.files import BadFile
from kibitz.learning import evaluation_games, metrics, plots
from kibitz.learning.batch import Guest
from kibitz.learning.errors import BadRun
from kibitz.learning.evaluate import Cell, evaluate, summarise, weaknesses
from kibitz.learning.evaluation_games import Played, Table
from kibitz.learning.run_folder import Folder
from kibitz.nets.layers import Description
from kibitz.nets.net import Net

DESCRIPTION = Description("ohhell", "v1", 453, 65, (4,))
TENSORS = {name: np.zeros(s, np.float32) for name, s in DESCRIPTION.shapes().items()}
UNIFORM = Net(DESCRIPTION, TENSORS)


@pytest.mark.parametrize("players", [2, 4])
def test_a_uniform_network_is_a_random_player(players: int) -> None:
    game = kibitz.game("ohhell", players=players, schedule=[2, 1])
    cell = evaluate(UNIFORM, [game], ["random"], 600, temperature=1.0, scored_bids=True)[0]
    assert cell.low < cell.even == 1 / players < cell.high
    assert cell.games == 600
    assert not cell.greedy
    assert cell.winner_min <= cell.winner_mean <= cell.winner_max <= 23
    assert cell.bid_accuracy is not None
    assert 0.2 < cell.bid_accuracy < 0.6
    assert cell.score == pytest.approx(10.6 * 2 * cell.bid_accuracy, rel=0.15)


def test_all_ways_of_playing_agree() -> None:
    """Greedy play of one network against a rule without chance: collected, recorded and plain."""
    game = kibitz.game("ohhell", players=3, schedule=[3])
    table = Table(game, UNIFORM, Guest("smart"), 300, 5, scored_bids=True)
    own, other = native_form(UNIFORM, 0.0), bots.spec("ohhell", "smart").native
    assert own is not None
    assert other is not None
    by_batch = evaluation_games.collected(table)
    one = summarise(game, "smart", by_batch, True)
    by_record = evaluation_games.recorded(table, own, other)
    by_python = evaluation_games.plain(table)
    assert (by_record.returns == by_python.returns).all(), "the same deals, the same games"
    assert by_record.bids == by_python.bids
    for played in (by_batch, by_record):
        cell = summarise(game, "smart", played, True)
        assert cell.bid_accuracy == pytest.approx((by_own(played) > 0).mean())
        assert one.low < cell.win_rate < one.high
        assert one.margin_low < cell.margin < one.margin_high


def by_own(played: Played) -> np.ndarray:
    return played.returns[np.arange(len(played.seats)), played.seats]


@pytest.mark.parametrize("name", ["belote", "codepiece"])
def test_bids_of_contracts(name: str) -> None:
    """A contract counts for the side that took it."""
    table = Table(kibitz.game(name), bots.spec(name, "net"), Guest("rule"), 60, 3)
    played = evaluation_games.play(table)
    assert played.bids is not None
    made, total = played.bids
    assert 0 < made < total < 60
    if name == "codepiece":  # rule 9: +B or -2B for the bidders, -B or +2B for the defenders
        own = by_own(played)
        assert made == ((own >= 7) & (own <= 13)).sum()
        assert total - made == (own <= -14).sum()


def test_a_player_with_its_own_use_of_a_network() -> None:
    """Qwixx's value network has no policy; its player is evaluated all the same."""
    game = kibitz.game("qwixx", players=2)
    spec = bots.spec("qwixx", "value")
    cell = evaluate(spec, [game], ["random"], 40)[0]
    assert cell.low > 0.5
    assert cell.bid_accuracy is None
    table = Table(game, spec, Guest("ga"), 6, 11)
    own, other = spec.native, bots.spec("qwixx", "ga").native
    assert own is not None
    assert other is not None
    one, same = evaluation_games.recorded(table, own, other), evaluation_games.plain(table)
    assert (one.returns == same.returns).all()


def test_partners_win_together() -> None:
    game = kibitz.game("belote")
    returns = np.array([[100.0, 0, 100, 0], [0, 60, 0, 60]])
    outcome = np.array([[0.5, 0, 0.5, 0], [0, 0.5, 0, 0.5]])
    cell = summarise(game, "rule", Played(np.array([0, 2]), returns, outcome), True)
    assert cell.win_rate == 0.5
    assert cell.even == 0.5
    assert cell.margin == 20
    assert (cell.winner_mean, cell.winner_min, cell.winner_max) == (80, 60, 100)


def cell(opponent: str, players: int, rate: float) -> Cell:
    return Cell(opponent, players, 100, rate, 0, 1, 1 / players, 10, 0, -1, 1, 20, 5, 30, 0.4, True)


def test_the_weakest_come_first() -> None:
    cells = [cell("a", 2, 0.6), cell("b", 5, 0.1), cell("a", 4, 0.4)]
    assert [(c.opponent, c.players) for c in weaknesses(cells)] == [("b", 5), ("a", 2), ("a", 4)]


def test_the_plot_over_training(tmp_path: Path) -> None:
    where = Folder(tmp_path)
    writer = metrics.Metrics(where)
    for step, rate in ((100, 0.2), (200, 0.4)):
        rows = [cell(o, n, rate + n / 100).row(step) for o in ("smart", "sharp") for n in (2, 4)]
        writer.evaluation(rows)
    with where.evaluations.open("a") as file:
        file.write("300,smart,2,10")  # torn by a kill
    rows = metrics.evaluations(where.evaluations)
    assert len(rows) == 8
    found = plots.series(rows)
    assert found["smart"]["win_rate"]["2"] == [(100, 0.22), (200, 0.42)]
    assert found["sharp"]["win_rate"]["all"] == [
        (100, pytest.approx(0.23)),
        (200, pytest.approx(0.43)),
    ]
    for name in ("plot.svg", "plot.png"):
        plots.draw(rows, tmp_path / name, "run")
        assert (tmp_path / name).stat().st_size > 1000
    with pytest.raises(BadRun, match="no evaluation"):
        plots.draw([], tmp_path / "none.svg", "run")
    with pytest.raises(BadOption, match=r"ends with .svg or .png"):
        plots.draw(rows, tmp_path / "plot.xyz", "run")
    with pytest.raises(BadFile, match="cannot write"):
        plots.draw(rows, tmp_path / "nowhere" / "plot.svg", "run")


def test_the_plot_shows_bots_and_the_last_evaluation_of_a_step(tmp_path: Path) -> None:
    writer = metrics.Metrics(Folder(tmp_path))
    for step, rate in ((100, 0.2), (100, 0.3)):
        names = ("random", "heuristic", "smart", "sharp", "run_000000000050")
        writer.evaluation([cell(name, 2, rate).row(step) for name in names])
    rows = metrics.evaluations(tmp_path / "eval.csv")
    found = plots.series(rows)
    assert plots.columns(found) == ["heuristic", "smart", "sharp"]
    assert found["sharp"]["win_rate"] == {"2": [(100, 0.3)], "all": [(100, 0.3)]}
    only = {name: found[name] for name in found if name.startswith("run_")}
    assert plots.columns(only) == ["run_000000000050"]
    without_bids = [row | {"bid_accuracy": ""} for row in rows]
    plots.draw(without_bids, tmp_path / "two.svg", "run")
    assert "bid accuracy" not in (tmp_path / "two.svg").read_text()
