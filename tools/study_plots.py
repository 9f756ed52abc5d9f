"""Draw the plots of docs/how-to/understand.md and print its figures.

    kibitz pool belote -n 24000 --seed 77 -o train.pool
    kibitz pool play train.pool --player rule -o rule.layer
    kibitz pool play train.pool --player net -o net.layer
    kibitz pool play train.pool --player pimc_fast -n 256 -o pimc.layer
    python tools/study_plots.py --pool train.pool --layer rule.layer --layer net.layer \\
        --judge pimc.layer

The studies are the commands of `kibitz study`, with the settings below; the plots go to
docs/images/study_*.png. Needs the extra `study`.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

IMAGES = Path(__file__).resolve().parents[1] / "docs" / "images"
NETWORK, DEALS, LEAVES = "bid_max", "8000", "256"
PLOTS = ("fidelity", "summary", "dependence", "signals", "bidders")


def study(*words: str) -> None:
    """Run a study and print what it prints."""
    print("$ kibitz study", *words, flush=True)
    subprocess.run([sys.executable, "-m", "kibitz", "study", *words], check=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pool", required=True)
    parser.add_argument("--layer", action="append", required=True)
    parser.add_argument("--judge", required=True)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        out = ("-o", folder)
        study("distill", NETWORK, "-n", DEALS, "--leaves", LEAVES, "--pool", given.pool, "--plots",
              *out)  # fmt: skip
        study("distill", NETWORK, "-n", DEALS, "--leaves", "12", "--pool", given.pool, *out)
        study("shap", NETWORK, "-n", DEALS, *out)
        layers = [word for layer in given.layer for word in ("--layer", layer)]
        study("rewards", given.pool, *layers, "--judge", given.judge, "--plots", *out)
        for name in PLOTS:
            shutil.copy(Path(folder) / f"{name}.png", IMAGES / f"study_{name}.png")
    return 0


if __name__ == "__main__":
    sys.exit(main())
