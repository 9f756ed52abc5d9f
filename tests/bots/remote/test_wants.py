"""A program may ask for the encoded observation and the mask."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kibitz
from kibitz.arena.match import play
from kibitz.bots.remote.forfeit import BadAnswer
from kibitz.bots.remote.process import over_pipe
from tests.bots.remote.strangers import others

GAME = kibitz.game("qwixx", players=2)
PROGRAM = """
import json, sys
for line in sys.stdin:
    q = json.loads(line)
    if q["type"] == "start":
        answer = {"ok": True, **json.loads(sys.argv[1])}
    elif q["type"] == "explain":
        answer = {"explain": shown}
    else:
        shown = {k: q.get(k) for k in ("observation", "mask")}
        answer = {"action": q["view"]["legal_actions"][0]}
    print(json.dumps({"id": q["id"], **answer}), flush=True)
"""


def program(folder: Path, wishes: dict[str, Any]) -> Any:
    path = folder / "network.py"
    path.write_text(PROGRAM)
    return over_pipe([sys.executable, str(path), json.dumps(wishes)])


def test_observation_and_mask(tmp_path: Path) -> None:
    with program(tmp_path, {"wants": ["observation", "mask"], "encoding": "v2"}) as bot:
        view = GAME.new(seed=1).view(0)
        bot.start(GAME, 0, 1)
        bot.choose(view)
        reply = bot.explain()
    assert np.allclose(reply["observation"], view.encode("v2"))
    assert reply["mask"] == view.mask().astype(int).tolist()


@pytest.mark.parametrize("wishes", [{"wants": ["cards"]}, {"wants": 3}, {"encoding": "v9"}])
def test_an_impossible_wish(tmp_path: Path, wishes: dict[str, Any]) -> None:
    with program(tmp_path, wishes) as bot, pytest.raises(BadAnswer):
        play(GAME, [bot, *others(1)], seed=1)
