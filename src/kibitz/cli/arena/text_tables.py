"""The arena's tables, in 80 columns for the terminal and as plain data for scripts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from kibitz.arena.board import columns
from kibitz.arena.board.board import Board
from kibitz.arena.board.counts import Row
from kibitz.arena.board.standing import Duel, Standings
from kibitz.arena.result import MatchInfo
from kibitz.arena.statistics.estimate import Estimate
from kibitz.arena.statistics.sprt import Sprt
from kibitz.core.plural import plural

WORDS = {"h2h": "head-to-head", "sprt": "SPRT", "bench": "table"}


def show_match(console: Console, found: Standings) -> None:
    """Print the result of one match."""
    match = found.match
    console.print(headline(match), markup=False)
    if found.duel is not None:
        for line in duel_lines(match, found.duel):
            console.print(line, markup=False)
    if match.games:
        console.print(_table(found.rows))
    for note in notes(found.rows):
        console.print(note, markup=False)


def show_board(console: Console, board: Board) -> None:
    """Print the combined result of several matches."""
    rows = board.rows()
    title = f"{board.game}, {board.title}".removesuffix(", ")
    both = f"{plural(board.games, 'game')} of {plural(len(board.matches), 'match')}"
    console.print(f"{title}: {both}", markup=False)
    console.print(_table(rows))
    for note in notes(rows):
        console.print(note, markup=False)
    if board.left_out:
        console.print(f"left out: {plural(board.left_out, 'game')} with an oracle", markup=False)


def headline(match: MatchInfo) -> str:
    options = "".join(f" {name}={value}" for name, value in match.options.items())
    kind = WORDS.get(match.kind, match.kind)
    done = f"{match.done:,}" if match.finished else f"{match.done:,} of {match.planned:,}"
    return (
        f"Match {match.id}: {kind}, {match.game}{options}, seed {match.seed}: "
        f"{plural(match.games, 'game')} of {done} deals"
    )


def duel_lines(match: MatchInfo, duel: Duel) -> list[str]:
    first, second = match.labels
    lines = [
        f"{first} scores {_share(duel.score)} against {second}",
        f"Elo {_range(duel.elo, '+.0f')}, points per game {_range(duel.points, '+.2f')}",
    ]
    if duel.pairs is not None:
        counts = " ".join(map(str, duel.pairs))
        lines.append(f"pairs scoring 0, 1/4, 1/2, 3/4, 1 of a win: {counts}")
    if duel.test is not None:
        return [*lines, *test_lines(duel.test)]
    strong = {1: f"{first} is stronger", -1: f"{second} is stronger"}
    lines.append(strong.get(duel.verdict, "no significant difference: play more deals") + ".")
    return lines


def test_lines(test: Sprt) -> list[str]:
    """Return the state of a sequential test in words."""
    verdict = {
        "running": "SPRT: not decided",
        "H0": f"SPRT: H0, no better than {test.elo0:g} {test.model} Elo",
        "H1": f"SPRT: H1, at least {test.elo1:g} {test.model} Elo better",
    }[test.state]
    bounds = f"LLR {test.llr:+.2f} in {test.lower:+.2f} to {test.upper:+.2f}"
    return [f"{verdict} ({bounds})"]


def notes(rows: Sequence[Row]) -> list[str]:
    lines = []
    for row in rows:
        counts = row.counts
        if counts.forfeits:
            reasons = ", ".join(f"{reason} {n}" for reason, n in counts.forfeits.most_common())
            flag = "FAILS TOO OFTEN: " if counts.fails else ""
            lines.append(f"{flag}{row.label} forfeited: {reasons}")
            lines += [f"  {reason}: {message}" for reason, message in counts.why.items() if message]
    oracles = [row.label for row in rows if row.entrant.oracle]
    if oracles:
        lines.append(f"{', '.join(oracles)}: an oracle sees all hands, so it is not ranked")
    return lines


def _table(rows: Sequence[Row]) -> RichTable:
    """Build the table of columns.py, with as little white space as possible."""
    listed = columns.shown(rows)
    table = RichTable(box=box.SIMPLE_HEAD, pad_edge=False, padding=0)
    table.add_column("bot", overflow="fold", min_width=12)
    for column in listed:
        per_cent = " %" if column.format in ("percent", "share") else ""
        table.add_column(column.title + per_cent, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(_name(row), *(_narrow(column.text(row)) for column in listed))
    return table


def _name(row: Row) -> Text:
    name = Text(row.label, "bold")
    if row.entrant.oracle:
        name.append(" (oracle)", "red")
    if row.counts.fails:
        name.append(" (fails)", "red")
    return name


def _narrow(text: str) -> str:
    """Drop the unit, which is in the column's header."""
    return text.removesuffix(" %").replace(" \u00b1 ", " \u00b1")


def _share(found: Estimate) -> str:
    low, high = 100 * found.low, 100 * found.high
    return f"{100 * found.value:.1f} % (95 % interval {low:.1f} to {high:.1f})"


def _range(found: Estimate, form: str) -> str:
    return f"{found.value:{form}} ({found.low:{form}} to {found.high:{form}})"


# Lists of matches -------------------------------------------------------------------------------


def show_matches(console: Console, matches: Sequence[MatchInfo]) -> None:
    table = RichTable(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
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
            "score": columns.data(duel.score),
            "points": columns.data(duel.points),
            "elo": columns.data(duel.elo),
            "normalised_elo": columns.data(duel.normalised),
            "pentanomial": duel.pairs,
            "verdict": duel.verdict,
            "sprt": None
            if duel.test is None
            else {"state": duel.test.state, "llr": duel.test.llr, "units": duel.test.units},
        }
    return data


def board_data(board: Board) -> dict[str, Any]:
    return {
        "game": board.game,
        "options": board.options,
        "matches": [match.id for match in board.matches],
        "games": board.games,
        "left_out": board.left_out,
        "bots": [_row_data(row) for row in board.rows()],
    }


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


def _row_data(row: Row) -> dict[str, Any]:
    return {
        "bot": row.label,
        "name": row.entrant.name,
        "hash": row.entrant.hash,
        "kind": row.entrant.kind,
        "oracle": row.entrant.oracle,
        **{column.key: columns.data(column.of(row)) for column in columns.COLUMNS},
        "forfeit_reasons": dict(row.counts.forfeits),
        "flagged": row.counts.fails,
    }
