"""The tables of the arena, for people in 80 columns and for scripts as plain data."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from kibitz.arena.estimate import Estimate
from kibitz.arena.report.numbers import milliseconds
from kibitz.arena.result import MatchInfo
from kibitz.arena.sprt import Sprt
from kibitz.arena.standing import Duel, Standing, Standings

WORDS = {"h2h": "head-to-head", "sprt": "SPRT", "bench": "table"}


def show_match(console: Console, found: Standings) -> None:
    """The result of one match."""
    match = found.match
    console.print(headline(match), markup=False)
    if found.duel is not None:
        for line in duel_lines(match, found.duel):
            console.print(line, markup=False)
    if match.games:
        console.print(_table(found))
    for note in notes(found):
        console.print(note, markup=False)


def headline(match: MatchInfo) -> str:
    options = "".join(f" {name}={value}" for name, value in match.options.items())
    kind = WORDS.get(match.kind, match.kind)
    done = f"{match.done:,}" if match.finished else f"{match.done:,} of {match.planned:,}"
    return (
        f"Match {match.id}: {kind}, {match.game}{options}, seed {match.seed}: "
        f"{plural(match.games, 'game')} of {done} deals"
    )


def plural(count: int, word: str) -> str:
    return f"{count:,} {word}{'' if count == 1 else 's'}"


def duel_lines(match: MatchInfo, duel: Duel) -> list[str]:
    first, second = match.labels
    lines = [
        f"{first} scores {_share(duel.score)} against {second}",
        f"Elo {_range(duel.elo, '+.0f')}, points a game {_range(duel.points, '+.2f')}",
    ]
    if duel.pairs is not None:
        counts = " ".join(map(str, duel.pairs))
        lines.append(f"pairs that scored 0, 1/4, 1/2, 3/4, 1 of a win: {counts}")
    if duel.test is not None:
        return [*lines, *test_lines(duel.test)]
    strong = {1: f"{first} is stronger", -1: f"{second} is stronger"}
    lines.append(strong.get(duel.verdict, "not told apart: more deals would narrow it") + ".")
    return lines


def test_lines(test: Sprt) -> list[str]:
    """What a sequential test says, in words."""
    told = {
        "running": "SPRT: not decided",
        "H0": f"SPRT: H0, no better than {test.elo0:g} {test.model} Elo",
        "H1": f"SPRT: H1, at least {test.elo1:g} {test.model} Elo better",
    }[test.state]
    bounds = f"LLR {test.llr:+.2f} in {test.lower:+.2f} to {test.upper:+.2f}"
    return [f"{told} ({bounds})"]


def notes(found: Standings) -> list[str]:
    lines = []
    for row in found.rows:
        if row.forfeits:
            reasons = ", ".join(f"{reason} {count}" for reason, count in row.forfeits.most_common())
            flag = "FAILS TOO OFTEN: " if row.flagged else ""
            lines.append(f"{flag}{row.entrant.label} forfeited: {reasons}")
            lines += [f"  {reason}: {message}" for reason, message in row.why.items() if message]
    oracles = [row.entrant.label for row in found.rows if row.entrant.oracle]
    if oracles:
        lines.append(f"{', '.join(oracles)}: an oracle sees all hands and is not ranked")
    return lines


def _table(found: Standings) -> Table:
    solo = all(row.score is None for row in found.rows)
    rated = len([row for row in found.rows if row.rating is not None]) > 1
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    table.add_column("bot", overflow="fold", min_width=12)
    heads = ["games", *([] if solo else ["score %", "wins %"]), "points"]
    heads += [*(["Elo"] if rated else []), "ms/move"]
    for head in heads:
        table.add_column(head, justify="right", no_wrap=True)
    points = ".2f" if all(_small(row.points) for row in found.rows) else ".1f"
    for row in found.rows:
        cells = [f"{row.games:,}"]
        if not solo:
            cells += [_percent(row.score), _percent(row.wins)]
        cells.append(_plain(row.points, points))
        if rated:
            cells.append(_plain(row.rating, "+.0f"))
        cells.append(milliseconds(row.milliseconds_a_move))
        table.add_row(_name(row), *cells)
    return table


def _name(row: Standing) -> Text:
    name = Text(row.entrant.label, "bold")
    if row.entrant.oracle:
        name.append(" (oracle)", "red")
    if row.flagged:
        name.append(" (fails)", "red")
    return name


def _percent(found: Estimate | None) -> str:
    if found is None or math.isnan(found.value):
        return "-"
    return f"{100 * found.value:.1f} ±{100 * found.error:.1f}"


def _small(found: Estimate | None) -> bool:
    return found is None or abs(found.value) < 10


def _plain(found: Estimate | None, form: str) -> str:
    if found is None or math.isnan(found.value):
        return "-"
    error = f" ±{found.error:{form.lstrip('+')}}" if math.isfinite(found.error) else ""
    return f"{found.value:{form}}{error}"


def _share(found: Estimate) -> str:
    low, high = 100 * found.low, 100 * found.high
    return f"{100 * found.value:.1f} % (95 % interval {low:.1f} to {high:.1f})"


def _range(found: Estimate, form: str) -> str:
    return f"{found.value:{form}} ({found.low:{form}} to {found.high:{form}})"


# Lists of matches -------------------------------------------------------------------------------


def show_matches(console: Console, matches: Sequence[MatchInfo]) -> None:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    table.add_column("match", justify="right")
    table.add_column("kind", no_wrap=True)
    table.add_column("game", no_wrap=True)
    table.add_column("bots", overflow="fold")
    table.add_column("deals", justify="right", no_wrap=True)
    table.add_column("games", justify="right", no_wrap=True)
    for match in matches:
        done = f"{match.done:,}" if match.finished else f"{match.done:,}/{match.planned:,}"
        names = Text(", ".join(match.labels))
        table.add_row(str(match.id), match.kind, match.game, names, done, f"{match.games:,}")
    console.print(table)


# For scripts ------------------------------------------------------------------------------------


def match_data(found: Standings) -> dict[str, Any]:
    match = found.match
    data: dict[str, Any] = info_data(match) | {"bots": [_row_data(row) for row in found.rows]}
    if found.duel is not None:
        duel = found.duel
        data["duel"] = {
            "score": _estimate_data(duel.score),
            "points": _estimate_data(duel.points),
            "elo": _estimate_data(duel.elo),
            "normalised_elo": _estimate_data(duel.normalised),
            "pentanomial": duel.pairs,
            "verdict": duel.verdict,
            "sprt": None
            if duel.test is None
            else {"state": duel.test.state, "llr": duel.test.llr, "units": duel.test.units},
        }
    return data


def info_data(match: MatchInfo) -> dict[str, Any]:
    return {
        "match": match.id,
        "kind": match.kind,
        "game": match.game,
        "options": match.options,
        "rules": match.rules,
        "seed": match.seed,
        "created": match.created.isoformat(),
        "planned": match.planned,
        "done": match.done,
        "games": match.games,
        "settings": match.settings,
        "labels": list(match.labels),
    }


def _row_data(row: Standing) -> dict[str, Any]:
    return {
        "bot": row.entrant.label,
        "name": row.entrant.name,
        "hash": row.entrant.hash,
        "kind": row.entrant.kind,
        "oracle": row.entrant.oracle,
        "games": row.games,
        "score": _estimate_data(row.score),
        "wins": _estimate_data(row.wins),
        "points": _estimate_data(row.points),
        "elo": _estimate_data(row.rating),
        "forfeits": dict(row.forfeits),
        "flagged": row.flagged,
        "ms_a_move": row.milliseconds_a_move,
    }


def _estimate_data(found: Estimate | None) -> dict[str, float | None] | None:
    """JSON has no infinity: a bound that is not known is null."""
    if found is None:
        return None
    values = {"value": found.value, "low": found.low, "high": found.high}
    return {name: x if math.isfinite(x) else None for name, x in values.items()}
