"""Check an installed Kibitz: python tools/check_install.py [--python PATH]

Runs the installed command as a player would, from an empty folder with nothing else on the PATH:
the native engine loads, the shipped networks are there, `kibitz play` plays a game to its end, and
`kibitz serve` serves the page, its tables and the engine for play without a server. The wheel's
test, the Docker image and the release workflow call it. It uses the standard library alone, so it
runs under the Python that it checks.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from pathlib import Path

SECONDS_MAX = 120


def environment(python: Path, home: Path) -> dict[str, str]:
    """Return an environment with the installed scripts on the PATH, and no compiler and no Node."""
    kept = {name: os.environ[name] for name in ("SYSTEMROOT", "TEMP", "LANG") if name in os.environ}
    return kept | {
        "PATH": str(python.parent),
        "HOME": str(home),
        "KIBITZ_HOME": str(home / "state"),
        "KIBITZ_ENGINE": "native",
        "PYTHONUTF8": "1",
        "NO_COLOR": "1",
    }


def run(python: Path, folder: Path, *words: str, text: str = "") -> str:
    """Run `kibitz WORDS`, and return its output."""
    done = subprocess.run(
        [str(python), "-m", "kibitz", *words],
        cwd=folder,
        env=environment(python, folder),
        input=text,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=SECONDS_MAX,
        check=False,
    )
    if done.returncode != 0 or done.stderr:
        raise SystemExit(
            f"kibitz {' '.join(words)}: {done.returncode}\n{done.stdout}\n{done.stderr}"
        )
    return done.stdout


def check_play(python: Path, folder: Path) -> None:
    """Play a round of two cards against the shipped network."""
    game = ("play", "ohhell", "--plain", "--seed", "1", "--fresh", "-o", "schedule=[2]")
    out = run(python, folder, *game, "--against", "net", text="1\n5H\n9H\n5H\n")
    if not (folder / "state" / "games" / "ohhell.jsonl").is_file():
        raise SystemExit(f"kibitz play did not reach the end of the game:\n{out}")


def check_serve(python: Path, folder: Path) -> None:
    """Start the server, load the page and what it refers to, and list the games."""
    server = subprocess.Popen(
        [str(python), "-m", "kibitz", "serve", "--port", "0"],
        cwd=folder,
        env=environment(python, folder) | {"PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout is not None
        line = server.stdout.readline()
        found = re.search(r"http://\S+?/", line)
        if not found:
            raise SystemExit(f"kibitz serve did not start: {line}")
        page = get(found[0]).decode()
        files = re.findall(r'(?:src|href)="/?(assets/[^"]+)"', page)
        if not files:
            raise SystemExit("the page is not in the package")
        for file in files:
            get(found[0] + file)
        games = json.loads(get(found[0] + "api/games"))
        if not games:
            raise SystemExit("the server has no games")
        check_offline(found[0])
    finally:
        server.send_signal(signal.SIGINT if os.name == "posix" else signal.SIGTERM)
        server.wait(timeout=SECONDS_MAX)


def check_offline(url: str) -> None:
    """Load what the page keeps for play without a server, if it was built with that engine."""
    try:
        index = json.loads(get(url + "offline/index.json"))
    except urllib.error.HTTPError as error:
        error.close()
        print("the page is built without its offline engine")
        return
    for file in index["files"] + index["on_demand"]:
        if not get(f"{url}offline/{file}"):
            raise SystemExit(f"offline/{file} is empty")


def get(url: str) -> bytes:
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(
        url, timeout=60
    ) as answer:
        body: bytes = answer.read()
        return body


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--python", type=Path, default=Path(sys.executable))
    python: Path = parser.parse_args().python.absolute()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        version = run(python, folder, "--version").strip()
        if "engine: native" not in version:
            raise SystemExit(f"no native engine: {version}")
        models = json.loads(run(python, folder, "models", "--json"))
        if not models or not all(model["bytes"] for model in models):
            raise SystemExit(f"models are missing from the package: {models}")
        check_play(python, folder)
        check_serve(python, folder)
    print(f"{version}: play, serve, page and {len(models)} models work")
    return 0


if __name__ == "__main__":
    sys.exit(main())
