"""Ship a belief network of Belote: python tools/ship_belief.py NAME SNAPSHOT --strength LINE ...

NAME is bid_net, play_net or call_net. The weights go into src/kibitz/models as
belote_NAME.safetensors. The manifest gets their hash, the command (files without their folders),
the commit and the seconds of training from the run, and from those of --earlier snapshots that it
began with; and the lines, as benchmarks/strength/belote_belief_gain.py, belote_belief_deal.py and
belote_beliefs.py print them.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from kibitz.bots.beliefs import BID_NET, CALL_NET, PLAY_NET
from kibitz.core import files
from kibitz.nets.net import Net
from kibitz.nets.weights import MANIFEST, MODELS
from ship_model import origin

GAME = "belote"
ABOUT = {
    BID_NET: "Where the hidden cards are",
    PLAY_NET: "Where the hidden cards are",
    CALL_NET: "What bidders would call",
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("name", choices=sorted(ABOUT))
    parser.add_argument("snapshot", type=Path)
    parser.add_argument("--earlier", type=Path, nargs="*", default=[], help="in their order")
    parser.add_argument("--commit", help="of the sources, if the run does not know it")
    parser.add_argument("--strength", action="append", required=True, metavar="LINE")
    given = parser.parse_args()
    runs = [origin(snapshot) for snapshot in (*given.earlier, given.snapshot)]
    command = "; then ".join(run[0] for run in runs)
    commit, seconds = runs[-1][1], sum(run[2] for run in runs)
    command = re.sub(r"(?<=[=,])/[^\s,]*/", "", command)
    net = Net.load(given.snapshot)
    target = MODELS / f"{GAME}_{given.name}.safetensors"
    net.save(target, {"command": command})
    known = json.loads((MODELS / MANIFEST).read_text("utf-8"))
    widths = "-".join(map(str, net.description.trunk))
    known[target.name] = {
        "sha256": hashlib.sha256(target.read_bytes()).hexdigest(),
        "game": GAME,
        "belief": given.name,
        "about": f"{ABOUT[given.name]}, for the belief {given.name}: encoding "
        f"{net.description.encoding}, {widths}.",
        "command": command,
        "commit": commit or given.commit,
        "seconds": round(seconds),
        "strength": given.strength,
    }
    files.write_atomic(MODELS / MANIFEST, json.dumps(known, indent=2, sort_keys=True) + "\n")
    print(target)
    return 0


if __name__ == "__main__":
    sys.exit(main())
