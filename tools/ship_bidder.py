"""Ship a bidding network of Belote: python tools/ship_bidder.py NAME SNAPSHOT --journal FILE ...

The weights go into src/kibitz/models as belote_NAME.safetensors. The manifest gets their hash, the
commands (files without their folders), the commit and the seconds of training from the run, and the
strength from journals of benchmarks/strength/belote_bidding.py and belote_match.py.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from kibitz.arena.statistics.estimate import mean
from kibitz.core import files
from kibitz.nets import weights
from kibitz.nets.net import Net
from kibitz.nets.weights import MANIFEST, MODELS
from ship_model import origin

GAME = "belote"


def strength(journal: Path) -> str:
    """The line of a measurement."""
    lines = [json.loads(line) for line in journal.read_text("utf-8").splitlines()]
    settings, rows = lines[0], lines[1:]
    pairs = f"{len(rows)} pairs"
    if "lowest" in settings:
        found = mean([100 * row["gain"] for row in rows])
        where = f"in a match from {settings['lowest']}, cards by {settings['play']}"
        return f"bids against {settings['against']} {where}: {found} percent of a match, {pairs}"
    found = mean([row["margin"] for row in rows])
    return f"bids against {settings['against']}, cards by {settings['cards']}: {found}, {pairs}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("name", help="of the player")
    parser.add_argument("snapshot", type=Path)
    parser.add_argument("--commit", help="of the sources, if the run does not know it")
    parser.add_argument("--journal", type=Path, nargs="+", required=True)
    given = parser.parse_args()
    command, commit, seconds = origin(given.snapshot)
    command = re.sub(r"(?<=[=,])/[^\s,]*/", "", command)
    net = Net.load(given.snapshot)
    target = MODELS / f"{GAME}_{given.name}.safetensors"
    about = {"command": command, "points": weights.about(given.snapshot)["points"]}
    net.save(target, about)
    known = json.loads((MODELS / MANIFEST).read_text("utf-8"))
    widths = "-".join(map(str, net.description.trunk))
    known[target.name] = {
        "sha256": hashlib.sha256(target.read_bytes()).hexdigest(),
        "game": GAME,
        "player": given.name,
        "about": f"The bids of the player {given.name}: encoding {net.description.encoding}, "
        f"{widths}, values of actions in units of {about['points']} points.",
        "command": command,
        "commit": commit or given.commit,
        "seconds": round(seconds),
        "strength": [strength(journal) for journal in given.journal],
    }
    files.write_atomic(MODELS / MANIFEST, json.dumps(known, indent=2, sort_keys=True) + "\n")
    print(target)
    return 0


if __name__ == "__main__":
    sys.exit(main())
