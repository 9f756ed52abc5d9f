"""Runs: what they leave behind, how they resume, and what stops them."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from kibitz.bots.models import trained_on
from kibitz.core.errors import UnknownBot
from kibitz.core.files import BadFile, FileInUse, Lock
from kibitz.learning import checkpoint, metrics, run_folder, start
from kibitz.learning.algorithms.ppo import Ppo
from kibitz.learning.config import BadConfig
from kibitz.learning.errors import BadRun, DiskFull, ForeignCheckpoint, NotFinite
from kibitz.learning.run import Run
from kibitz.nets import weights
from kibitz.nets.net import Net
from tests.learning.tiny import begun


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A run that nobody stopped."""
    run = begun(tmp_path_factory.mktemp("runs"), "name=whole")
    assert run.go() == "finished"
    return run


def test_the_folder_holds_everything(done: Run) -> None:
    where = done.folder
    assert where.who() == ("ohhell", "ppo", "whole")
    names = {file.name for file in where.checkpoints.iterdir()}
    assert {"whole_CHKPT_FINAL.safetensors", "whole_CHKPT_LATEST.safetensors"} <= names
    assert any(name.startswith("whole_CHKPT_0000") for name in names)
    newest = where.newest_snapshot()
    assert newest is not None
    assert Net.load(newest).description.game == "ohhell"
    assert trained_on(newest) == ("mean_margin", 0.1)
    rows = list(metrics.rows(where.metrics))
    assert [row["step"] for row in rows] == sorted({row["step"] for row in rows})
    assert {row["stage"] for row in rows} == {"imitate", "ppo"}
    assert all(np.isfinite(row["policy_loss"]) for row in rows)
    status = json.loads(where.status.read_text())
    assert status["state"] == "finished"
    assert status["step"] == done.step
    assert {one["name"] for one in status["pool"]} >= {"sharp", newest.stem}
    assert "lr = " in where.config.read_text()


def test_a_run_that_is_done_stays_done(done: Run) -> None:
    run, found = start.resumed(done.folder.path)
    assert run.go(found) == "finished"
    assert run.step == done.step
    assert same(run, done)


def test_a_run_that_is_done_goes_on_if_it_gets_more_steps(tmp_path: Path) -> None:
    run = begun(tmp_path, "name=more", "eval_games=2", "eval_bots=random")
    assert run.go() == "finished"
    status = json.loads(run.folder.status.read_text())
    assert status["progress"] == 1
    assert status["figures"]["lr"] > 0, "the last figures stay"
    cells = metrics.evaluations(run.folder.evaluations)
    again, found = start.resumed(run.folder.path)
    assert again.go(found) == "finished"
    assert metrics.evaluations(run.folder.evaluations) == cells, "evaluated once"
    more, found = start.resumed(run.folder.path, ["steps=6000"])
    more._restore(found)
    assert same(more, run), "with the optimiser's state"
    assert (more.stage, more.stage_step) == (1, run.stage_step)
    more, found = start.resumed(run.folder.path)
    assert more.go(found) == "finished"
    assert more.step >= run.step + 2000
    assert more.extras.state()["updates"] > run.extras.state()["updates"]
    assert len(metrics.evaluations(run.folder.evaluations)) > len(cells)


def test_a_finished_run_can_get_another_stage(tmp_path: Path) -> None:
    run = begun(tmp_path, "name=s", "stages=imitate")
    assert run.go() == "finished"
    more, found = start.resumed(run.folder.path, ["stages=imitate,ppo"])
    assert more.go(found) == "finished"
    assert more.step >= run.step + 3000
    fewer, found = start.resumed(run.folder.path, ["stages=imitate", "imitate_steps=1M"])
    assert fewer.go(found) == "finished"
    assert fewer.step == more.step, "its last stage was another one"


def same(one: Run, other: Run) -> bool:
    left, right = one.learner.state(), other.learner.state()
    return left.keys() == right.keys() and all((left[k] == right[k]).all() for k in left)


def stop_after(run: Run, updates: int) -> None:
    """Stop as Ctrl-C does, once so many updates are done."""

    def show(status: Any) -> None:
        nonlocal updates
        updates -= bool(status["figures"]) and status["state"] == "running"
        if updates <= 0:
            run.stopping = run.stopping or "SIGINT"

    run.show = show


def test_imitation_resumes_to_the_same_bytes(tmp_path: Path) -> None:
    whole = begun(tmp_path, "name=a", "stages=imitate")
    assert whole.go() == "finished"
    part = begun(tmp_path, "name=b", "stages=imitate")
    stop_after(part, 2)
    assert part.go() == "stopped"
    assert 0 < part.step < whole.step
    run, found = start.resumed(tmp_path / "b")
    assert run.go(found) == "finished"
    assert run.step == whole.step
    assert same(run, whole)


def test_ppo_goes_on_with_step_optimiser_and_pool(tmp_path: Path) -> None:
    part = begun(tmp_path, "name=p", "stages=ppo")
    stop_after(part, 2)
    assert part.go() == "stopped"
    run, found = start.resumed(tmp_path / "p")
    assert found.step == part.step
    run._restore(found)
    assert same(run, part)
    assert run.learner.steps == part.learner.steps > 0
    held, was = run.extras.state(), part.extras.state()
    assert held["updates"] == was["updates"]
    assert held["pool"] == was["pool"]
    assert run._algorithm is not None
    assert run._algorithm.state() == {"updates": 2}
    run, found = start.resumed(tmp_path / "p")
    assert run.go(found) == "finished"
    assert run.step >= 3000


def test_the_control_file_stops_a_run(tmp_path: Path) -> None:
    run = begun(tmp_path, "name=c", "steps=1M")

    def show(status: Any) -> None:
        if status["state"] == "running" and run.step > 1500:
            run.folder.request("stop")

    run.show = show
    assert run.go() == "stopped"
    assert run.stopping == "control"
    assert not run.folder.control.exists()
    assert json.loads(run.folder.status.read_text())["state"] == "stopped"


def test_a_paused_run_waits(tmp_path: Path) -> None:
    run = begun(tmp_path, "name=c", "stages=imitate")
    states = []

    def show(status: Any) -> None:
        states.append(status["state"])
        if len(states) == 1:
            run.folder.request("pause")
        if states.count("paused") == 2:
            run.folder.request("run")

    run.show = show
    assert run.go() == "finished"
    assert states.count("paused") == 2
    with pytest.raises(BadRun, match="not 'faster'"):
        run.folder.request("faster")


def test_a_run_answers_requests(tmp_path: Path) -> None:
    run = begun(tmp_path, "name=r", "stages=ppo", "eval_games=2", "eval_bots=random", "steps=2000")
    states = []

    def show(status: Any) -> None:
        states.append(status["state"])
        if len(states) == 1:
            for asked in ({"do": "evaluate"}, {"do": "retire", "name": "smart"}, {"do": "dance"}):
                run.folder.ask(asked)
            (run.folder.requests / "9-broken.json").write_text("{")

    run.show = show
    assert run.go() == "finished"
    assert states.count("evaluating") == 2
    assert not list(run.folder.requests.iterdir())
    steps = {row["step"] for row in metrics.evaluations(run.folder.evaluations)}
    assert len(steps) == 2, "once by request, once at the end"
    status = json.loads(run.folder.status.read_text())
    assert status["notice"].startswith("bad_option: ")
    assert [one["name"] for one in status["pool"] if one["retired"]] == ["smart"]
    assert next(one for one in status["pool"] if one["games"])["by_players"]["3"][1] > 0


def test_weights_alone_begin_a_new_run(tmp_path: Path, done: Run) -> None:
    snapshot = done.folder.newest_snapshot()
    run = begun(tmp_path, f"init_weights={snapshot}")
    assert run.step == 0
    assert run.learner.steps == 0
    for name, tensor in done.learner.model.tensors().items():
        assert (run.learner.model.tensors()[name] == tensor).all()
    final = done.folder.checkpoints / "whole_CHKPT_FINAL.safetensors"
    again = begun(tmp_path, f"init_weights={final}")
    assert (
        again.learner.state()["net.policy.bias"] == done.learner.state()["net.policy.bias"]
    ).all()
    with pytest.raises(ForeignCheckpoint, match="another game or of another shape"):
        begun(tmp_path, f"init_weights={snapshot}", "trunk=16")
    copy = tmp_path / "copy.safetensors"
    copy.write_bytes(final.read_bytes())
    part = begun(tmp_path, f"init_weights={copy}", "name=w", "stages=imitate")
    stop_after(part, 1)
    assert part.go() == "stopped"
    copy.unlink()  # needed only at the start
    run, found = start.resumed(tmp_path / "w")
    assert run.go(found) == "finished"


# What goes wrong ---------------------------------------------------------------------------------


def test_a_foreign_checkpoint_is_refused(tmp_path: Path, done: Run) -> None:
    other = begun(tmp_path, "name=o", "trunk=16", "stages=imitate")
    other.go()
    final = done.folder.checkpoints / "whole_CHKPT_FINAL.safetensors"
    before = final.read_bytes()
    run, _ = start.resumed(tmp_path / "o")
    with pytest.raises(ForeignCheckpoint, match="another shape"):
        run.go(checkpoint.look(final))
    snapshot = done.folder.newest_snapshot()
    assert snapshot is not None
    with pytest.raises(ForeignCheckpoint, match="not a checkpoint"):
        checkpoint.look(snapshot)
    assert final.read_bytes() == before


def test_a_refused_change_leaves_the_run_as_it_was(tmp_path: Path) -> None:
    run = begun(tmp_path, "name=t", "stages=imitate")
    assert run.go() == "finished"
    config, about = run.folder.config.read_text(), run.folder.about.read_text()
    with pytest.raises(ForeignCheckpoint, match="another shape"):
        start.resumed(run.folder.path, ["trunk=64"])
    assert run.folder.config.read_text() == config
    assert run.folder.about.read_text() == about
    snapshot = run.folder.newest_snapshot()
    assert snapshot is not None
    with pytest.raises(ForeignCheckpoint, match="--init-weights"):
        start.resumed(snapshot)
    again, found = start.resumed(run.folder.path)
    assert again.go(found) == "finished"


def test_a_damaged_checkpoint_is_passed_over(tmp_path: Path) -> None:
    run = begun(tmp_path, "name=d", "stages=imitate")
    run.go()
    latest = run.folder.checkpoints / "d_CHKPT_LATEST.safetensors"
    latest.write_bytes(latest.read_bytes()[:500])
    found = checkpoint.newest(run.folder.checkpoints)
    assert found is not None
    assert found.step == run.step
    assert found.file.name == "d_CHKPT_FINAL.safetensors"


def test_nan_stops_the_run_and_keeps_the_checkpoint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = begun(tmp_path, "name=n")
    learn = Ppo._learn

    def spoil(self: Ppo, batch: Any, lr: float, entropy: float) -> dict[str, float]:
        if self.updates == 1:
            batch.advantage[0] = np.nan
        return learn(self, batch, lr, entropy)

    monkeypatch.setattr(Ppo, "_learn", spoil)
    with pytest.raises(NotFinite, match="the loss became nan"):
        run.go()
    status = json.loads(run.folder.status.read_text())
    assert status["state"] == "failed"
    assert status["error"].startswith("not_finite")
    found = checkpoint.newest(run.folder.checkpoints)
    assert found is not None
    assert all(np.isfinite(t).all() for t in checkpoint.read(found).values())
    monkeypatch.undo()
    again, found = start.resumed(run.folder.path)
    assert again.go(found) == "finished"


def test_a_full_disk_keeps_the_checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = begun(tmp_path, "name=f", "stages=imitate")
    write = weights.write
    writes = 0

    def full(file: Path, *words: Any) -> None:
        nonlocal writes
        writes += 1
        if writes > 2:
            raise BadFile(f"cannot write {file}: No space left on device")
        write(file, *words)

    monkeypatch.setattr(weights, "write", full)
    with pytest.raises(DiskFull, match="No space left on device; earlier files"):
        run.go()
    monkeypatch.undo()
    again, found = start.resumed(run.folder.path)
    assert found.step > 0
    assert again.go(found) == "finished"


def test_every_update_is_in_a_checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A kill loses the update in flight; only slow checkpoints are written less often."""
    monkeypatch.setattr("kibitz.learning.run.LATEST_SHARE", 1e9)
    run = begun(tmp_path, "name=k", "stages=imitate", "latest_seconds=1000")
    steps = []

    def show(status: Any) -> None:
        if status["figures"] and status["state"] == "running":
            found = checkpoint.newest(run.folder.checkpoints)
            steps.append((status["step"], 0 if found is None else found.step))

    run.show = show
    assert run.go() == "finished"
    assert [held for _, held in steps[1:]] == [step for step, _ in steps[:-1]]
    monkeypatch.setattr("kibitz.learning.run.LATEST_SHARE", 1e-9)
    slow = begun(tmp_path, "name=s", "stages=imitate", "latest_seconds=1000",
                 "checkpoint_interval=1M")  # fmt: skip
    held = []
    slow.show = lambda _: held.append(len(list(slow.folder.checkpoints.glob("*"))))
    assert slow.go() == "finished"
    assert max(held[:-1]) <= 1


def test_snapshots_of_another_game_are_refused(tmp_path: Path, done: Run) -> None:
    other = done.folder.snapshots
    with pytest.raises(ForeignCheckpoint, match="plays ohhell by the encoding"):
        begun(tmp_path, f"load_dirs={other}", game="qwixx")


def test_one_process_at_a_time(tmp_path: Path) -> None:
    run = begun(tmp_path, "name=l", "stages=imitate")
    lock = Lock(run.folder.lock, "the run")
    with pytest.raises(FileInUse):
        run.go()
    lock.release()


def test_what_is_no_run_is_refused(tmp_path: Path, done: Run) -> None:
    with pytest.raises(BadRun, match="not the folder of a training run"):
        run_folder.of(tmp_path)
    with pytest.raises(BadRun, match="is a run of ohhell, not of belote"):
        start.resumed(done.folder.path, (), "belote")
    with pytest.raises(BadRun, match="already exists"):
        begun(done.folder.path.parent, "name=whole")
    for word in ("name=x", f"init_weights={done.folder.newest_snapshot()}"):
        with pytest.raises(BadConfig, match="only for a new run"):
            start.resumed(done.folder.path, [word])
    for name in ("../x", "a/b", ".hidden", "a\\b"):
        with pytest.raises(BadConfig, match="folder name"):
            begun(tmp_path, f"name={name}")
    for words in (["bots=nobody"], ["eval_bots=nobody"], ["teacher=nobody"]):
        with pytest.raises(UnknownBot, match="no player 'nobody'"):
            begun(tmp_path, *words)
    with pytest.raises(BadConfig, match="ismcts_fast does not play natively"):
        begun(tmp_path, "forced_bots=ismcts_fast", "forced_rate=0.1")
    assert not list(tmp_path.iterdir())
    empty = begun(tmp_path, "name=e")
    with pytest.raises(BadRun, match="no checkpoint to resume from"):
        start.resumed(empty.folder.path)
    lock = Lock(empty.folder.lock, "the run")
    with pytest.raises(FileInUse):
        begun(tmp_path, "name=e")
    lock.release()
    begun(tmp_path, "name=e")  # killed before its first checkpoint: there is nothing to lose


def test_torn_lines_of_metrics_are_passed_over(tmp_path: Path) -> None:
    folder = run_folder.Folder(tmp_path)
    folder.metrics.write_text('{"step": 1}\n{"step": 2}\n{"st')
    assert [row["step"] for row in metrics.rows(folder.metrics)] == [1, 2]
    row = dict.fromkeys(metrics.EVAL_COLUMNS, 1) | {"greedy": True}
    metrics.Metrics(folder).evaluation([row])
    with folder.evaluations.open("a") as file:
        file.write("2,smart,2,10")
    resumed = metrics.Metrics(folder)
    resumed.update(3, "ppo", 1.0, {})
    resumed.evaluation([row | {"step": 3}])
    assert [row["step"] for row in metrics.rows(folder.metrics)] == [1, 2, 3]
    assert [row["step"] for row in metrics.evaluations(folder.evaluations)] == ["1", "3"]
    assert resumed.is_evaluated(3)
    assert not resumed.is_evaluated(2)


def test_tensorboard_gets_every_figure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a stand-in for the package, which is large and optional."""
    seen: list[tuple[str, float, int]] = []

    class Writer:
        def __init__(self, folder: str) -> None:
            assert folder == str(tmp_path / "b" / "tensorboard")

        def add_scalar(self, name: str, value: float, step: int) -> None:
            seen.append((name, value, step))

        def close(self) -> None:
            seen.append(("closed", 0.0, 0))

    package = ModuleType("torch.utils.tensorboard")
    package.SummaryWriter = Writer  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, package.__name__, package)
    run = begun(tmp_path, "name=b", "eval_games=2", "eval_bots=random")
    assert run.go() == "finished"
    names = {name for name, _, _ in seen}
    assert {"imitate/accuracy", "ppo/kl", "ppo/reward", "closed"} <= names
    assert {f"eval_{what}/random_3p" for what in metrics.EVENTS} <= names
    rows = list(metrics.rows(run.folder.metrics))
    assert [step for name, _, step in seen if name == "ppo/kl"] == [
        row["step"] for row in rows if row["stage"] == "ppo"
    ]


def test_a_run_remembers_the_commands_that_trained_it(tmp_path: Path) -> None:
    part = begun(tmp_path, "name=h", "stages=ppo", "steps=1000")
    part.go()
    start.resumed(tmp_path / "h", ["steps=2000"])
    commands = [command for command, _ in part.folder.history()]
    assert len(commands) == 2
    assert commands[0].startswith("kibitz train ohhell ppo ")
    assert "--set stages=ppo" in commands[0]
    assert commands[1].startswith("kibitz train --resume h --set steps=2000")


def test_the_number_of_threads_changes_nothing(tmp_path: Path) -> None:
    words = ["imitate_steps=5000", "imitate_chunk=5000", "imitate_batch=4096", "rollout=5000",
             "batch=4096", "epochs=1", "steps=5000"]  # fmt: skip
    runs = [begun(tmp_path, *words, f"name=t{n}", f"threads={n}") for n in (1, 3)]
    assert [run.go() for run in runs] == ["finished", "finished"]
    assert same(*runs)


@pytest.mark.soak
def test_tensorboard_reads_the_events(tmp_path: Path) -> None:
    """With the package itself."""
    reader = pytest.importorskip("tensorboard.backend.event_processing.event_accumulator")
    run = begun(tmp_path, "name=b", "eval_games=2", "eval_bots=random")
    assert run.go() == "finished"
    events = reader.EventAccumulator(str(run.folder.tensorboard))
    events.Reload()
    assert {"imitate/accuracy", "ppo/kl", "eval_win_rate/random_3p"} <= set(
        events.Tags()["scalars"]
    )
    steps = [event.step for event in events.Scalars("ppo/kl")]
    assert steps == [row["step"] for row in metrics.rows(run.folder.metrics) if "kl" in row]
