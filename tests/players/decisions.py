"""The frozen decisions of the shipped players: python -m tests.players.decisions write

decisions.json has for each player the hash of its spec and a fingerprint of what it decides, with a
small budget, in games of fixed seeds and options: at a table of its own kind, and alone among
players by chance, who bring it where it would not go. A player that decides otherwise than it did
must have another hash, or an arena takes games of the old one for the new one's; `write` refuses to
freeze one that has not. `advice` explains what to do then.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import kibitz
from kibitz import bots
from kibitz.arena.run.trial import trials
from kibitz.bots.bot import Bot, decide
from kibitz.bots.registry import PACKAGE
from kibitz.bots.spec.spec import Spec
from kibitz.core.game import Game
from kibitz.core.rng import mix
from tests.players.shipped import SHIPPED, budget, small

FILE = Path(__file__).with_suffix(".json")
METHODS = PACKAGE.parent / "bots" / "methods"
SEED = 10  # cards that are solved quickly
OPENINGS = 100
TURNS_MAX = 40  # where a game could continue forever
COMMAND = "python -m tests.players.decisions write"

Frozen = dict[str, Any]  # game: {"options": [...], "bots": {name: {"hash", "decisions"}}}

_known: dict[str, str] = {}  # `fast`, `normal` and `deep` are the same with a small budget


def fingerprint(spec: Spec, options: list[dict[str, Any]]) -> str:
    """A hash of all that a player decides; one that searches does so with the first options."""
    assert "time_ms" not in budget(spec.content), "what decides by the clock cannot be frozen"
    budgeted = small(spec)
    if budgeted.hash not in _known:
        chosen = options if spec.kind == "rule" else options[:1]
        openings = OPENINGS if spec.kind == "rule" else 1
        decided = [decide_all(budgeted, number, one) for number, one in enumerate(chosen)]
        decided += [
            open_game(budgeted, number, options[number % len(options)])
            for number in range(openings)
        ]
        _known[budgeted.hash] = hashlib.sha256(json.dumps(decided).encode()).hexdigest()[:16]
    return _known[budgeted.hash]


def decide_all(spec: Spec, number: int, options: dict[str, Any]) -> list[list[int]]:
    """Two whole games: at a table of its own kind, and alone among others."""
    game = kibitz.game(spec.game, **options)
    same = [spec.bot() for _ in range(game.players)]
    others = [bots.bot(spec.game, "random") for _ in range(game.players)]
    others[number % game.players] = spec.bot()
    return [actions(game, seated, SEED + number) for seated in (same, others)]


def open_game(spec: Spec, number: int, options: dict[str, Any]) -> list[int]:
    """The first two rounds of a game, which are the bids where there are any."""
    game = kibitz.game(spec.game, **options)
    same = [spec.bot() for _ in range(game.players)]
    return actions(game, same, SEED + number, 2 * game.players)


def actions(game: Game, seated: list[Bot], seed: int, most: int | None = None) -> list[int]:
    """What the bots decide, one after the other."""
    state, seen = game.new(seed), [0] * game.players
    for seat, bot in enumerate(seated):
        bot.start(game, seat, mix(seed, seat))
    while not state.done and (most is None or len(state.actions) < most):
        bot, view = seated[state.player], state.view(state.player)
        for event in view.history[seen[view.seat] :] if bot.listens else ():
            bot.observe(event)
        seen[view.seat] = len(view.history)
        state.apply(decide(bot, state, view))
    return list(state.actions)


def new_options(game: str) -> list[dict[str, Any]]:
    """For a game that has none yet: what a bot is tried with."""
    endless = "max_turns" in kibitz.game(game).options
    return [dict(one) | ({"max_turns": TURNS_MAX} if endless else {}) for one in trials(game)]


def frozen() -> Frozen:
    found: Frozen = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def entry(spec: Spec, options: list[dict[str, Any]]) -> dict[str, str]:
    return {"hash": spec.hash, "decisions": fingerprint(spec, options)}


def advice(spec: Spec) -> str:
    """What to do about a player that decides otherwise under the same hash."""
    files = "\n".join(f"  {file}" for file in sources(spec))
    return f"""
{spec.game}/{spec.name} decides otherwise than it did, and its hash is still {spec.hash[:12]}...:
an arena would take games of the old player for games of this one.
If that was not meant, something has broken it. If it was, raise VERSION by one (no line means 1)
in the file whose player has changed, of these:
{files}
then run `{COMMAND}`, and commit tests/players/{FILE.name} with it."""


def sources(spec: Spec) -> list[str]:
    """The files with the versions of what a player is made of."""
    folder, found = PACKAGE / spec.game, []
    for word in _words(spec.content):
        found += [folder / f"{word}.py", folder / "bidding" / f"{word}.py"]
        generic = METHODS / f"{word}.py"
        found += [generic, folder / "defaults.py"] if generic.is_file() else []
    there = dict.fromkeys(file for file in found if file.is_file())
    return [str(Path("src/kibitz") / file.relative_to(PACKAGE.parent)) for file in there]


def _words(content: Any) -> Iterator[str]:
    """All texts in a spec, and `plans` and `beliefs` where it has some."""
    if isinstance(content, dict):
        yield from ("plans",) if content.get("plans") else ()
        yield from ("beliefs",) if "belief" in content else ()
        content = list(content.values())
    for inner in content if isinstance(content, list) else []:
        yield from (inner,) if isinstance(inner, str) else _words(inner)


def write() -> int:
    """Freeze all players anew, unless one has changed under its hash."""
    old = frozen() if FILE.exists() else {}
    new: Frozen = {}
    refused = 0
    for game, name in SHIPPED:
        spec = bots.spec(game, name)
        known = new.setdefault(
            game,
            {"options": old[game]["options"] if game in old else new_options(game), "bots": {}},
        )
        before = old[game]["bots"].get(name) if game in old else None
        now = entry(spec, known["options"])
        if before is not None and before["hash"] == now["hash"] and before != now:
            print(advice(spec), file=sys.stderr)
            refused += 1
        elif before != now:
            print(f"{game}/{name}: {'changed' if before else 'new'}")
        known["bots"][name] = now
    if refused:
        print(f"\nnothing was written: {refused} players need a new version", file=sys.stderr)
        return 1
    FILE.write_text(json.dumps(new, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    if sys.argv[1:] != ["write"]:
        sys.exit(f"usage: {COMMAND}")
    sys.exit(write())
