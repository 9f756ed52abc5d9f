"""Ship a trained network: python tools/ship_model.py GAME RUN/snapshots/NAME.safetensors

What trained it is read, not claimed: commands and commit come from the run's folder, the seconds of
training from the snapshot.

The gate: where a network is shipped already, the new one plays it from fresh seeds, deals against
deals, and replaces it only if the lower end of the 95 % interval is above an even result. Without
one, `--first-one` says so. The weights go into src/kibitz/models, and the manifest gets their hash,
the commands, the commit, the seconds of training and the strength that benchmarks/strength/nets.py
measures.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.strength import nets  # noqa: E402

from kibitz import bots, games  # noqa: E402
from kibitz.bots import models  # noqa: E402
from kibitz.core import files  # noqa: E402
from kibitz.core.errors import KibitzError  # noqa: E402
from kibitz.learning import config, recipe, run_folder  # noqa: E402
from kibitz.learning.errors import BadRun  # noqa: E402
from kibitz.nets import weights  # noqa: E402
from kibitz.nets.net import REWARD, REWARD_SCALE, Net  # noqa: E402
from kibitz.nets.weights import MANIFEST, MODELS  # noqa: E402

GATE_FIRST = 8_000_001  # seeds of the gate, apart from those of training and of reports
GATE_DEALS = {"belote": 40_000, "codepiece": 4000}
GATE_DEALS_ELSEWHERE = 500


def passes(game: str, new: Path) -> tuple[bool, str]:
    """Play the new network against the shipped one, and return the verdict with its figures."""
    one = bots.spec(game, {"play": {"method": "net", "model": str(new)}})
    row = nets.Row("net", 0.0)
    deals = GATE_DEALS.get(game, GATE_DEALS_ELSEWHERE)
    found = nets.measure(game, one, bots.spec(game, "net"), row, deals, GATE_FIRST)
    rules = games.game(game)
    even = 0.0 if game in nets.TEAMS else 1 / rules.players
    return found.low > even, f"{found} against the shipped network, even is {even:.3g}"


def strength(game: str, model: Path, scale: float, skip: Sequence[str]) -> list[str]:
    """Measure every row of the game, and print it."""
    lines = []
    for row, found, seconds in nets.measured(game, model, scale, nets.FIRST, skip):
        text = nets.line(game, row, found, seconds)
        print(text, flush=True)
        lines.append(" ".join(text.split(": ")[0].split()))
    return lines


def origin(snapshot: Path) -> tuple[str, str, float]:
    """Return commands, commit and seconds of training of a snapshot, from its run."""
    history = run_folder.of(snapshot.parent.parent).history()
    if not history:
        raise BadRun(f"{snapshot.parent.parent} does not record the commands that trained it")
    commands = "; then ".join(command for command, _ in history)
    return commands, history[-1][1], float(weights.about(snapshot)["seconds"])


def value_metadata(snapshot: Path) -> dict[str, str]:
    """Return reward and scale of training, from the snapshot or else from its run's settings."""
    about = weights.about(snapshot)
    if REWARD in about:
        return {key: about[key] for key in (REWARD, REWARD_SCALE)}
    where = run_folder.of(snapshot.parent.parent)
    chosen = recipe.find(*where.who()[:2])
    return recipe.value_metadata(config.resolve(chosen.settings(), where.config, []))


def ship(game: str, snapshot: Path, scale: float, skip: Sequence[str]) -> Path:
    """Write the weights and their entry in the manifest."""
    name = f"{game}_net.safetensors"
    target = MODELS / name
    command, commit, seconds = origin(snapshot)
    net = Net.load(snapshot)
    value = value_metadata(snapshot)
    net.save(target, {"command": command} | value)
    digest = hashlib.sha256(target.read_bytes()).hexdigest()
    known = json.loads((MODELS / MANIFEST).read_text("utf-8"))
    widths = "-".join(map(str, net.description.trunk))
    known[name] = {
        "sha256": digest,
        "game": game,
        "player": models.PLAYER,
        "about": f"The network of the player net: encoding {net.description.encoding}, {widths}.",
        "command": command,
        "commit": commit,
        "seconds": round(seconds),
        **value,
        "strength": strength(game, snapshot, scale, skip),
    }
    files.write_atomic(MODELS / MANIFEST, json.dumps(known, indent=2, sort_keys=True) + "\n")
    return target


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=sorted(nets.ROWS))
    parser.add_argument("snapshot", type=Path)
    parser.add_argument("--scale", type=float, default=1.0, help="factor of the measured deals")
    parser.add_argument("--skip", nargs="*", default=[], help="opponents not to measure")
    parser.add_argument("--first-one", action="store_true", help="nothing is shipped yet")
    words = parser.parse_args()
    try:
        origin(words.snapshot)
    except KibitzError as error:
        parser.error(str(error))
    if models.shipped(words.game) is not None:
        good, verdict = passes(words.game, words.snapshot)
        print(verdict)
        if not good:
            print("not shipped: it does not beat the shipped network")
            return 1
    elif not words.first_one:
        print(f"no network is shipped for {words.game}: say --first-one")
        return 2
    print(ship(words.game, words.snapshot, words.scale, words.skip))
    return 0


if __name__ == "__main__":
    sys.exit(main())
