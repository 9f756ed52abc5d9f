"""Value networks of Belote: samples of games, a run of the recipe, and its network in a tree."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

torch = pytest.importorskip("torch")

import kibitz  # noqa: E402
from kibitz import bots  # noqa: E402
from kibitz.arena import game_corpus  # noqa: E402
from kibitz.bots.models import trained_on  # noqa: E402
from kibitz.cli.app import build  # noqa: E402
from kibitz.core import engine  # noqa: E402
from kibitz.core.errors import BadOption, DamagedPool, OtherPool  # noqa: E402
from kibitz.learning import recipe, start  # noqa: E402
from kibitz.learning.games.belote import export_samples, sample_file  # noqa: E402
from kibitz.learning.games.belote.value_samples import ValueSamples  # noqa: E402

pytestmark = pytest.mark.skipif(engine.native() is None, reason="native players")


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("games") / "games.corpus"
    game_corpus.write(file, "belote", 200, 9, bidders=["rule", "net"], players=["rule", "net"])
    return file


def test_samples_are_decisions_and_the_lead_at_the_end(corpus: Path) -> None:
    samples = ValueSamples([str(corpus)], "box", 64, scale=0.5)
    opened, looked = samples.corpora[0], 0
    for i in range(6):
        found = samples.of_game(opened, i, None)
        assert found is not None
        end = kibitz.game("belote").new(opened.seed(i))
        for action in opened.actions(i):
            end.apply(action)
        state, rows = kibitz.game("belote").new(opened.seed(i)), iter(range(len(found)))
        for action in opened.actions(i):
            view = state.view(state.player)
            if len(view.legal_actions) > 1:
                row = next(rows)
                assert np.array_equal(found.observation[row], view.encode("box"))
                assert np.array_equal(found.mask[row], view.mask())
                assert found.action[row] == action
                side = state.player % 2
                lead = end.returns()[side] - end.returns()[1 - side]
                assert found.value[row] == pytest.approx(0.5 * lead)
                looked += 1
            state.apply(action)
        assert next(rows, None) is None
    assert looked > 100


def test_draws_do_not_depend_on_what_was_drawn_before(corpus: Path) -> None:
    samples = ValueSamples([str(corpus)], "box", 4)
    first, again = (samples.draw(50, np.random.default_rng(3)) for _ in range(2))
    assert np.array_equal(first.observation, again.observation)
    assert len(first) >= 50


def test_a_run_learns_and_its_network_values_leaves(corpus: Path, tmp_path: Path) -> None:
    sets = (
        f"corpora={corpus}", f"strangers={corpus}", "steps=16000", "chunk=2000", "trunk=32",
        "measured=400", "measure_every=1", "threads=1", "batch=250", "lr=0.005", "name=tiny",
        "latest_seconds=0",
    )  # fmt: skip
    run = start.begun(recipe.find("belote", "value"), None, sets, tmp_path)
    before = run.extras.gains(run.learner)  # type: ignore[attr-defined]
    assert run.go() == "finished"
    after = run.extras.gains(run.learner)  # type: ignore[attr-defined]
    assert after["accuracy_strangers"] > before["accuracy_strangers"] + 0.1
    assert after["explained_strangers"] > max(0.05, before["explained_strangers"])
    snapshot = run.folder.newest_snapshot()
    assert snapshot is not None
    assert trained_on(snapshot) == ("margin", 0.003)
    play = {"method": "ismcts", "simulations": 40, "value": "net", "model": str(snapshot)}
    bot = bots.bot("belote", {"play": play})
    state = kibitz.game("belote").new(5)
    bot.start(state.game, state.player, 1)
    assert bot.choose(state.view(state.player)) in state.legal()


@pytest.mark.parametrize("kind", ["bid", "play", "value"])
def test_the_command_writes_arrays(corpus: Path, tmp_path: Path, kind: str) -> None:
    file = tmp_path / "samples.npz"
    words = ["beliefs", "samples", str(corpus), "--kind", kind, "-n", "10", "--each", "5"]
    result = CliRunner().invoke(build(), [*words, "-o", str(file)])
    assert result.exit_code == 0, result.output
    with np.load(file) as opened:
        arrays = dict(opened)
    layout = str(arrays["layout"])
    size = kibitz.game("belote").encoding_size(layout)
    n = len(arrays["observation"])
    assert f"{n:,} samples of 10 games" in result.output
    assert 0 < n <= 50
    assert arrays["observation"].shape == (n, size)
    if kind == "value":
        assert arrays["mask"][np.arange(n), arrays["action"]].all()
        assert np.abs(arrays["value"]).max() > 50  # points
    else:
        assert arrays["place"].shape == (n, 32)
        assert arrays["allowed"].shape == (n, 32, 3)


@pytest.mark.parametrize("kind", ["bid", "play", "value"])
def test_a_file_of_samples_has_the_same_arrays_and_resumes(
    corpus: Path, tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sample_file, "BLOCK", 3)
    whole, broken = tmp_path / "whole.samples", tmp_path / "broken.samples"
    given: Any = ([str(corpus)], kind, 8, 5, 7)
    sample_file.write(whole, *given)
    export_samples.write(tmp_path / "x.npz", *given)
    found = sample_file.open_samples(whole, verify=True)
    with np.load(tmp_path / "x.npz") as opened:
        assert found.settings.encoding == str(opened["layout"])
        for name, array in found.arrays().items():
            np.testing.assert_array_equal(array, opened[name])
        assert len(found) == len(opened["observation"])

    data = bytearray(whole.read_bytes())
    data[found.settings.place_of(1)[0] + 2] ^= 1  # a byte of the second block
    broken.write_bytes(bytes(data[:-4]))  # and the end of the last one is missing
    with pytest.raises(DamagedPool):
        sample_file.open_samples(broken, verify=True)
    seen: list[int] = []
    written = sample_file.write(broken, *given, report=seen.append)
    assert (written.kept, written.made, seen) == (3, 5, [3, 6, 8])
    assert broken.read_bytes() == whole.read_bytes()
    with pytest.raises(OtherPool):
        sample_file.write(broken, [str(corpus)], kind, 8, 5, 8)  # another seed


def test_the_command_writes_a_file_of_samples(corpus: Path, tmp_path: Path) -> None:
    file = tmp_path / "play.samples"
    words = ["beliefs", "samples", str(corpus), "-n", "6", "--each", "4", "-o", str(file)]
    result = CliRunner().invoke(build(), words)
    assert result.exit_code == 0, result.output
    assert f"{len(sample_file.open_samples(file)):,} samples of 6 games" in result.output
    assert "already complete" in CliRunner().invoke(build(), words).output


def test_an_unknown_kind_is_named(corpus: Path, tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="bid, play, value"):
        export_samples.write(tmp_path / "x.npz", [str(corpus)], "points")
