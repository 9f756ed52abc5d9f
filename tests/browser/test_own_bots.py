"""Bots of the server's own folder as opponents: a Python file, a spec, a network from training.

`kibitz serve` also looks into `runs/bots`, where the training room puts the snapshots that it makes
into bots; what it writes there is what is written here.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import kibitz
from tests.browser.clicking import create, play_on, state, wait_turn
from tests.browser.conftest import Opened, missing
from tests.browser.server import Server

MODEL = Path(kibitz.__file__).parent / "models" / "ohhell_net.safetensors"
LOWEST = """
from kibitz.bots.bot import Bot


class Lowest(Bot):
    def choose(self, view):
        return view.legal()[0]
"""
SPEC = 'about = "Thinks a little"\n\n[play]\nmethod = "ismcts"\nsimulations = 20\n'
LEARNED = 'about = "A network of a training run."\n\n[play]\nmethod = "net"\nmodel = "{model}"\n'


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    if reason := missing():
        pytest.skip(reason)
    own, learned = tmp_path / "bots" / "ohhell", tmp_path / "runs" / "bots" / "ohhell"
    for folder in (own, learned):
        folder.mkdir(parents=True)
    (own / "lowest.py").write_text(LOWEST, encoding="utf-8")
    (own / "ponder.toml").write_text(SPEC, encoding="utf-8")
    shutil.copyfile(MODEL, learned / "tiny_9.safetensors")
    text = LEARNED.format(model="tiny_9.safetensors")
    (learned / "tiny_9.toml").write_text(text, encoding="utf-8")
    monkeypatch.setenv("KIBITZ_BOTS", str(own.parent))
    made = Server(tmp_path)
    made.start()
    yield made
    made.kill()


def test_a_game_against_bots_of_the_server_s_folder(server: Server, opened: Opened) -> None:
    page = opened.page(server.url)
    chosen = {1: "bot:lowest", 2: "bot:ponder", 3: "bot:tiny_9"}
    create(page, "ohhell", seats=chosen, options={"players": "4", "schedule": "3 1"})
    wait_turn(page)
    # A bot that fails is replaced, and its name with it.
    sitting = page.locator(".plate .bot-name").all_inner_texts()
    assert sorted(sitting) == ["lowest", "ponder", "tiny_9"]
    play_on(page)
    assert state(page)["status"] == "over"
    assert sorted(page.locator(".plate .bot-name").all_inner_texts()) == sorted(sitting)
