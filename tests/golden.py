"""Golden games: playthroughs with every seat's view at every step, frozen in files.

tests/games/<game>/golden/<name>.json is the recipe: what it is about, the numbers of the rules that
it shows, and a record. <name>.txt beside it is the playthrough. `python -m tests.golden write
[game]` writes the playthroughs anew; read the difference before you commit it.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import kibitz
from kibitz.core.record import fold

FOLDER = Path(__file__).parent / "games"


def recipes(name: str) -> list[Path]:
    return sorted((FOLDER / name / "golden").glob("*.json"))


def playthrough(recipe: dict[str, Any], engine: str) -> str:
    """The whole game as text: for each step what every seat sees, and the legal actions."""
    record = recipe["record"]
    game = kibitz.game(record["game"], engine=engine, **record["options"])
    lines = [
        f"# {recipe['about']}",
        f"# rules {' '.join(map(str, recipe['covers']))}",
        repr_game(game),
    ]
    last = game.replay(record)
    if record["seed"] is not None:
        state = game.new(record["seed"])
        pending: list[Any] = []
    else:
        state = game.new(position=record.get("position"), chance="explicit")
        pending = list(record["chance"])
    for step, action in enumerate((*record["actions"], None)):
        while state.player == kibitz.CHANCE and pending:
            outcome = pending.pop(0)
            lines.append(f"\n== chance: {game.outcome_name(outcome)}")
            state.apply_chance(outcome)
        lines += show_step(state, step)
        if action is not None:
            lines.append(f">> seat {state.player}: {game.action_name(action)} ({action})")
            state.apply(action)
    assert state.hash == last.hash, "the playthrough went another way than its record"
    lines.append(f"returns {state.returns() if state.done else None}")
    return "\n".join(lines) + "\n"


def show_step(state: kibitz.State, step: int) -> list[str]:
    names = " ".join(state.game.action_name(a).replace(" ", "_") for a in state.legal())
    lines = [
        f"\n== step {step}: {state.phase}, player {state.player}, hash {state.hash:016x}",
        f"scores {state.scores()}",
        f"legal: {names}",
    ]
    for seat in range(state.game.players):
        view = state.view(seat)
        bits = view.encode().view("uint32").tolist()
        events = repr(view.history).encode()
        lines.append(
            f"-- seat {seat}: encoding {fold(0, bits):016x}, history {fold(0, events):016x}"
        )
        lines += ["   " + line for line in view.text().splitlines()]
    return lines


def repr_game(game: kibitz.Game) -> str:
    return f"{game.name} {json.dumps(game.chosen_options())}"


def main(words: list[str]) -> int:
    if words[:1] != ["write"] or len(words) > 2:
        print("usage: python -m tests.golden write [game]")
        return 2
    for name in words[1:] or kibitz.names():
        for path in recipes(name):
            text = playthrough(json.loads(path.read_text("utf-8")), "python")
            path.with_suffix(".txt").write_text(text, "utf-8")
            print(path.with_suffix(".txt").relative_to(FOLDER.parent))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
