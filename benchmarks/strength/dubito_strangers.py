"""Dubito against players that it does not know: the field with one left out, and strangers.

    python benchmarks/strength/dubito_strangers.py --journal FILE
    python benchmarks/strength/dubito_strangers.py --player tracker --tables 14 --journal FILE

Part 1, left out: tables of three to seven of the published field, under both ways to go out. One of
the fourteen sits at every table whose rule the player does not know; it may know the others. Bar:
50 % hard wins under either option. A player that is not a `reader` knows nobody by rule.

Part 2, strangers: the others are drawn from a population that nothing was trained or tuned on:
numbers of `character` beyond a limit, with a spread of 1 to 2 (the reader's habits have 1), and
every fifth a `tracker` with parameters drawn at random. `tracker` and `hunter` play the same deals
in the same seats. Bar: the paired difference to both is above 0, with its interval.

Part 3, field, on request: the others are drawn from the published field, and `tracker` and `hunter`
play the same deals, as in part 2.

Part 4, kept out, on request: the others are drawn from the five players of the field that the
recipe `ppo` keeps out of training. For the network `net`; the baselines as in part 2.

A table is played once for every rotation of its seats; 95 % intervals are over tables, which are
independent. The journal has one JSON line a table: killed at any moment, the same command resumes.
Everything follows from the seeds. Exit code 1 if a bar is missed.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from dubito_field import EXITS, FIELD, SIZES
from dubito_reader import drawn, interval, play_rotation
from duplicate import append, read

from kibitz import bots
from kibitz.arena.native import Player
from kibitz.core.rng import Stream, mix
from kibitz.learning.recipes.dubito_ppo import KEPT_OUT
from kibitz.players.dubito.habits import DubitoHabits

BAR = 50.0  # hard wins in percent
BASELINES = ("tracker", "hunter")
PAIRED = ("strangers", "field", "kept out")  # parts in which the baselines play, too
HELD_OUT = 2**40  # the first character that no tuning may look at
POPULATION_STREAM = 0x68656C64
TABLE_STREAM = 0x7461626C

Line = dict[str, Any]
Key = tuple[str, str, int, int]  # part, exit, players, seed


def seated(name: str, unknown: str | None = None, **settings: Any) -> Player:
    """The native player of a name; a reader does not know the rule of `unknown`."""
    spec = bots.spec("dubito", name, **settings)
    if spec.native is None:
        raise SystemExit(f"{name} has no native form, so it cannot play here")
    policy, numbers = spec.native.policy, list(spec.native.parameters)
    if policy == "net":
        return spec.native
    if policy == "reader" and unknown is not None:
        habit = "coin" if unknown == "random" else unknown
        numbers[2] = float(int(numbers[2]) | 1 << DubitoHabits.names.index(habit))
    return policy, numbers


def left_out(size: int, seed: int) -> list[str]:
    """The others at a table of the field; the first is the one left out."""
    unknown = FIELD[seed % len(FIELD)]
    names = [name for name in FIELD if name != unknown]
    Stream(mix(seed, TABLE_STREAM)).shuffle(names)
    return [unknown, *names[: size - 2]]


def strangers(size: int, seed: int) -> list[Player]:
    """The others at a table of strangers."""
    rng = Stream(mix(seed, POPULATION_STREAM))
    return [_stranger(rng) for _ in range(size - 1)]


def _stranger(rng: Stream) -> Player:
    if rng.below(5) > 0:
        return "character", (HELD_OUT + rng.below(2**40), 1 + rng.below(5) / 4)

    def between(low: float, high: float) -> float:
        return low + (high - low) * rng.below(1001) / 1000

    # In the order of tracker.Numbers.
    worths = [between(0, most) for most in (0.5, 3, 1, 2, 9)]
    bluffs = sorted(between(0.02, 0.9) for _ in range(3))
    weight = between(1, 10)
    doubts = [between(0.05, 0.9) for _ in range(3)]
    return "tracker", (*worths, *bluffs, weight, *doubts, between(1, 10))


def kept_out(size: int, seed: int) -> list[Player]:
    """The others at a table of players that no training saw; some may sit there twice."""
    rng = Stream(mix(seed, TABLE_STREAM))
    return [seated(KEPT_OUT[rng.below(len(KEPT_OUT))]) for _ in range(size - 1)]


def company(part: str, size: int, seed: int) -> list[Player]:
    """The others at a table of a part that has baselines."""
    if part == "strangers":
        return strangers(size, seed)
    if part == "kept out":
        return kept_out(size, seed)
    return [*map(seated, drawn(size, seed))]


def play(key: Key, name: str, settings: Line) -> Line:
    """Play one table; for strangers also with the baselines in the player's place."""
    part, exit_option, size, seed = key
    if part == "left out":
        others = left_out(size, seed)
        players = [seated(name, others[0], **settings), *map(seated, others)]
        found = play_rotation(exit_option, [name, *others], players, seed)
        return {"left_out": others[0], "hard": {name: found["hard"][0]}, **_time(found)}
    sitting = company(part, size, seed)
    names = [name, *(f"stranger {i}" for i in range(1, size))]
    hard = {}
    for who in (name, *BASELINES):
        one = seated(name, **settings) if who == name else seated(who)
        found = play_rotation(exit_option, names, [one, *sitting], seed)
        hard[who] = found["hard"][0]
        if who == name:
            spent = _time(found)
    return {"hard": hard, **spent}


def _time(found: Line) -> Line:
    return {"cpu_seconds": found["cpu_seconds"]}


def plan(words: argparse.Namespace) -> list[Key]:
    """All tables, a seed after the other: fewer --tables report a run that is under way."""
    return [
        (part, exit_option, size, seed)
        for seed in range(words.first, words.first + words.tables)
        for part in words.part or ("left out", "strangers")
        for exit_option in EXITS
        for size in SIZES
    ]


def chosen(tables: dict[Key, Line], part: str, exit_option: str, size: int | None) -> list[Line]:
    return [x for k, x in tables.items() if k[:2] == (part, exit_option) and size in (None, k[2])]


def report_left_out(tables: dict[Key, Line], name: str) -> bool:
    ok = True
    for exit_option in EXITS:
        found = chosen(tables, "left out", exit_option, None)
        if not found:
            continue
        mean, error = interval([x["hard"][name] for x in found])
        ok &= mean >= BAR
        print(f"the field with one left out, exit={exit_option}: hard wins of {name}")
        print(f"  all        {mean:5.1f} ± {error:.1f} %  (bar: {BAR:.0f} %)")
        for size in SIZES:
            of_size = chosen(tables, "left out", exit_option, size)
            mean, error = interval([x["hard"][name] for x in of_size])
            print(f"  {size} players  {mean:5.1f} ± {error:.1f} %")
        worst = sorted(
            (interval([x["hard"][name] for x in found if x["left_out"] == who]), who)
            for who in {x["left_out"] for x in found}
        )
        print("  weakest without " + ", ".join(f"{who} ({x[0]:.0f} %)" for x, who in worst[:3]))
    return ok


def report_paired(tables: dict[Key, Line], part: str, name: str) -> bool:
    ok = True
    for exit_option in EXITS:
        found = chosen(tables, part, exit_option, None)
        if not found:
            continue
        print(f"{part}, exit={exit_option}: hard wins")
        for who in (name, *BASELINES):
            mean, error = interval([x["hard"][who] for x in found])
            by_size = [
                interval([x["hard"][who] for x in chosen(tables, part, exit_option, n)])[0]
                for n in SIZES
            ]
            sizes = " ".join(f"{share:5.1f}" for share in by_size)
            print(f"  {who:<14} {mean:5.1f} ± {error:.1f} %   by players {sizes}")
        for who in BASELINES:
            if who == name:
                continue
            lead, error = interval([x["hard"][name] - x["hard"][who] for x in found])
            print(f"  lead over {who}: {lead:+.1f} ± {error:.1f} points (bar: above 0)")
            ok &= lead > error
    return ok


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--player", default="reader", help="who is measured (reader)")
    parser.add_argument("--worlds", type=int, help="of a reader's first stage, if not its own")
    parser.add_argument("--strangers", action="store_true", help="a reader knows no rule at all")
    parser.add_argument("--tables", type=int, default=84, help="of each size and option (84)")
    parser.add_argument("--first", type=int, default=1, help="seed of the first (1)")
    parser.add_argument("--part", nargs="*", choices=("left out", *PAIRED))
    parser.add_argument("--journal", type=Path, required=True)
    words = parser.parse_args()
    settings: Line = {} if words.worlds is None else {"worlds": words.worlds}
    if words.strangers:
        settings["field"] = False
    played = read(words.journal, {"player": words.player, **settings})
    tables: dict[Key, Line] = {(x["part"], x["exit"], x["players"], x["seed"]): x for x in played}
    wanted = plan(words)
    for key in wanted:
        if key not in tables:
            names = dict(zip(("part", "exit", "players", "seed"), key, strict=True))
            tables[key] = {**names, **play(key, words.player, settings)}
            append(words.journal, tables[key])
    shown = {key: tables[key] for key in wanted}
    ok = report_left_out(shown, words.player)
    for part in PAIRED:
        ok &= report_paired(shown, part, words.player)
    games = sum(key[2] for key in shown)
    seconds = sum(x["cpu_seconds"] for x in shown.values())
    print(f"{games} games of {words.player}, {1000 * seconds / max(1, games):.0f} ms of CPU a game")
    return int(not ok)


if __name__ == "__main__":
    sys.exit(main())
