"""The worker process itself, spoken to over its pipes."""

import json
import os
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kibitz import workers
from kibitz.workers.process import environment, popen
from kibitz.workers.worker_main import NICENESS

HANDLERS = {name: f"tests.workers.handlers:{name}" for name in ("echo", "chatter", "sleep")}
SECONDS_MAX = 30


@pytest.fixture
def worker() -> Iterator[subprocess.Popen[bytes]]:
    with tempfile.TemporaryFile() as errors:
        made = popen("kibitz.workers.worker_main", json.dumps(HANDLERS), stderr=errors)
        with made:
            yield made
            made.kill()


def ask(worker: subprocess.Popen[bytes], **question: Any) -> dict[str, Any]:
    assert worker.stdin is not None
    assert worker.stdout is not None
    worker.stdin.write(json.dumps(question).encode() + b"\n")
    worker.stdin.flush()
    line: dict[str, Any] = json.loads(worker.stdout.readline())
    return line


def test_nothing_that_is_printed_gets_between(worker: subprocess.Popen[bytes]) -> None:
    assert ask(worker, ask="chatter", say=1) == {"answer": {"said": 1}}
    assert ask(worker, ask="echo", say=2)["answer"]["said"] == 2


def test_it_is_nicer_than_whoever_asks(worker: subprocess.Popen[bytes]) -> None:
    ask(worker, ask="echo", say=1)
    own = os.getpriority(os.PRIO_PROCESS, 0)
    assert os.getpriority(os.PRIO_PROCESS, worker.pid) == min(19, own + NICENESS)


def test_it_ends_with_its_parent_in_the_middle_of_a_thought(
    worker: subprocess.Popen[bytes],
) -> None:
    ask(worker, ask="echo", say=1)
    assert worker.stdin is not None
    worker.stdin.write(b'{"ask": "sleep", "seconds": 600}\n')
    worker.stdin.close()
    assert worker.wait(SECONDS_MAX) == 0


def test_an_unknown_kind_is_a_fault(worker: subprocess.Popen[bytes]) -> None:
    line = ask(worker, ask="fly")
    assert line["fault"] == "crashed"
    assert line["place"].startswith("KeyError")


def test_a_child_imports_what_we_import_on_one_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(["/somewhere", "/else"]))
    monkeypatch.setenv("OMP_NUM_THREADS", "8")
    made = environment()
    first, *others = made["PYTHONPATH"].split(os.pathsep)
    assert (Path(first) / "kibitz" / "workers").samefile(Path(workers.__file__).parent)
    assert others == ["/somewhere", "/else"]
    assert made["OMP_NUM_THREADS"] == made["OPENBLAS_NUM_THREADS"] == "1"
