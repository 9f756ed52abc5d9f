"""Ship a value network of Qwixx: python tools/ship_value.py value.safetensors --seconds N

The command that trained it comes from the settings in its file, unless given. The gate: it plays
the shipped network, one against a table of the other from every seat, and replaces it only if the
lower end of the 95 % interval is above an even result. Where the shipped file has another
architecture, say `--first-one`. The manifest gets the hash, command, commit, seconds of training,
and the strength that benchmarks/strength/qwixx_champion.py measures.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.strength import nets, qwixx_champion  # noqa: E402

from kibitz import bots  # noqa: E402
from kibitz.core import files  # noqa: E402
from kibitz.learning import qwixx_value as teaching  # noqa: E402
from kibitz.nets import qwixx_value, weights  # noqa: E402

GATE_FIRST = 8_000_001  # seeds of the gate, apart from those of training and of reports
GATE_DEALS = 4000
GATE_PLAYERS = 4


def passes(new: Path) -> bool:
    """Play the new network against three of the shipped one, and tell whether it is better."""
    one = bots.spec("qwixx", {"play": {"method": "value", "model": str(new)}})
    row = nets.Row("value", 0.0, {"players": GATE_PLAYERS})
    found = nets.measure("qwixx", one, bots.spec("qwixx", "value"), row, GATE_DEALS, GATE_FIRST)
    print(f"{found} against three of the shipped network, even is {1 / GATE_PLAYERS}")
    return found.low > 1 / GATE_PLAYERS


def command_of(model: Path) -> str:
    """The command that trained a network, from the settings in its file."""
    given = json.loads(weights.about(model)["settings"])
    usual = {field.name: field.default for field in fields(teaching.Settings)}
    sets = [f"--set {name}={x}" for name, x in given.items() if x != usual[name]]
    return " ".join(["kibitz train qwixx value -o value.safetensors", *sets])


def strength(model: Path, games: int) -> list[str]:
    player = bots.spec("qwixx", {"play": {"method": "value", "model": str(model)}}).native
    assert player is not None
    lines = []
    for players, bar in qwixx_champion.BARS.items():
        for order in qwixx_champion.ORDERS:
            found = qwixx_champion.measure(player, players, order, games, qwixx_champion.FIRST)
            lines.append(qwixx_champion.line(players, order, found, bar))
            print(lines[-1], flush=True)
    return lines


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", type=Path)
    parser.add_argument("--seconds", type=int, required=True, help="of training")
    parser.add_argument("--games", type=int, default=20_000, help="of each row of the strength")
    parser.add_argument("--command", help="that trained it, if its settings do not tell all")
    parser.add_argument("--first-one", action="store_true", help="nothing of its kind is shipped")
    words = parser.parse_args()
    tensors = weights.read(words.model, qwixx_value.SHAPES)
    if not words.first_one and not passes(words.model):
        print("not shipped: it does not beat the shipped network")
        return 1
    target = qwixx_value.SHIPPED
    weights.write(target, tensors, weights.about(words.model))
    commit = subprocess.check_output(
        ["git", "rev-parse", "--short=12", "HEAD"], cwd=ROOT, text=True
    )
    known = json.loads((weights.MODELS / weights.MANIFEST).read_text("utf-8"))
    known[target.name] = {
        "about": "Predicts winner and scores of Qwixx between turns, 1-5 players; used by value.",
        "command": words.command or command_of(words.model),
        "commit": commit.strip(),
        "seconds": words.seconds,
        "sha256": hashlib.sha256(target.read_bytes()).hexdigest(),
        "strength": strength(words.model, words.games),
    }
    text = json.dumps(known, indent=2, sort_keys=True) + "\n"
    files.write_atomic(weights.MODELS / weights.MANIFEST, text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
