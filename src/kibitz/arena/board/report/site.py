"""Write a report: pages, plots and tables, in a self-contained folder.

Pages refer only to files next to them, never to the network. A replay is a separate script that the
page loads on demand: unlike fetching data, that also works from a local file.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from kibitz._version import __version__
from kibitz.arena.board.board import Board, Reads, boards
from kibitz.arena.board.numbers import plain, signed
from kibitz.arena.board.replays import Candidate, Replay
from kibitz.arena.board.report import board_page, data_tables, html, plots
from kibitz.arena.board.report.board_page import Shown
from kibitz.arena.board.report.html import text
from kibitz.arena.board.report.sample import GAMES, Sample
from kibitz.arena.errors import NothingPlayed
from kibitz.core.files import write_atomic

TOP = 5  # bots of each board on the first page


@dataclass
class Written:
    """The files of a report."""

    index: Path
    boards: int = 0
    files: list[Path] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)  # what an optional package would add


def write(
    store: Reads,
    folder: Path,
    games: Iterable[str] = (),
    *,
    sampled: int = GAMES,
    progress: Callable[[str], None] = lambda _: None,
) -> Written:
    """Write the report on everything in a store, or on some games."""
    wanted = list(games)
    found = boards(
        store,
        lambda match: not wanted or match.game in wanted,
        lambda: progress("reading results"),
    )
    if not found:
        about = f" of {', '.join(wanted)}" if wanted else ""
        raise NothingPlayed(f"no game{about} has been played yet: kibitz arena h2h plays some")
    all_shown = []
    slugs: set[str] = set()
    for board in found:
        sample = Sample(board)
        sample.read(store, sampled, lambda: progress("replaying games"))
        all_shown.append(Shown(board, sample, board.rows(), board.curve(), _slug(board, slugs)))
    return _write(all_shown, folder, progress)


def _write(found: list[Shown], folder: Path, progress: Callable[[str], None]) -> Written:
    written = Written(folder / "index.html", len(found))
    data, has_parquet = data_tables.write(found, folder / "data")
    written.files += data
    if not has_parquet:
        written.missing.append("Parquet files need pyarrow")
    if not plots.available():
        written.missing.append("plots as PNG and SVG need matplotlib")
    links = [("index.html", "All"), *((f"{shown.slug}.html", shown.name) for shown in found)]
    foot = f"Written by kibitz {text(__version__)}. Intervals are 95 % and count units, not games."
    for shown in found:
        progress("writing pages")
        drawn = plots.write(shown, folder / "plots") if plots.available() else []
        replays = _replays(shown, folder, written)
        names = [f"plots/{path.name}" for path in drawn]
        body = board_page.body(shown, names, replays)
        file = f"{shown.slug}.html"
        write_atomic(folder / file, html.page(shown.name, body, links, file, foot))
        written.files += [*drawn, folder / file]
    page = html.page("Kibitz arena", _index(found, data), links, "index.html", foot)
    write_atomic(written.index, page)
    written.files.append(written.index)
    return written


def _index(found: list[Shown], data: list[Path]) -> str:
    cards = []
    for shown in found:
        rows = []
        for row in shown.rows[:TOP]:
            points = row.points.value if row.points is not None else math.nan
            value = signed(row.rated.rating.value) if row.rated else plain(points, 1)
            rows.append(f"<li>{text(row.label)} <b>{value}</b></li>")
        unit = "Elo" if shown.rated else "points"
        cards.append(
            f'<section class="card"><h2><a href="{shown.slug}.html">{text(shown.title)}</a></h2>'
            f'<div class="small soft">{text(shown.board.title)}; {shown.board.games:,} games, '
            f"{len(shown.rows)} bots; {unit}</div><ol>{''.join(rows)}</ol></section>"
        )
    links = "".join(f'<a href="data/{text(p.name)}">{text(p.name)}</a>' for p in data)
    return (
        "<h1>Who is stronger</h1>"
        "<p>Ratings with 95 % intervals from games on equal deals: the seats are exchanged, and "
        "the deal, not the game, is what counts as one observation.</p>"
        f'<div class="cards">{"".join(cards)}</div>'
        f'<h2>Data</h2><p class="files small">{links}</p>'
    )


def _replays(shown: Shown, folder: Path, written: Written) -> dict[str, list[tuple[str, str, str]]]:
    """Write a board's replays: per bot best or worst, the file's name, what happened."""
    found: dict[str, list[tuple[str, str, str]]] = {}
    for place, row in enumerate(shown.rows, 1):
        for word, candidate, replay in shown.sample.replays(row.label):
            name = f"{shown.slug}-{place}-{word}"
            path = folder / "replays" / f"{name}.js"
            # An inline script must not contain "</"; this file may get inlined.
            data = json.dumps(replay.data(), separators=(",", ":")).replace("</", "<\\/")
            write_atomic(path, f"kibitzReplay({json.dumps(name)},{data});\n")
            written.files.append(path)
            caption = _caption(candidate, replay)
            found.setdefault(row.label, []).append((word, name, caption))
    return found


def _caption(candidate: Candidate, replay: Replay) -> str:
    seats = zip(replay.seats, replay.returns, strict=True)
    scores = ", ".join(f"{label} {x:g}" for label, x in seats)
    return f"{scores}; seed {candidate.result.seed}"


def _slug(board: Board, taken: set[str]) -> str:
    """Return a unique name for a board's files."""
    words = [board.game, *(f"{name}-{value}" for name, value in board.options.items())]
    slug = re.sub(r"[^a-z0-9]+", "-", "-".join(map(str, words)).lower()).strip("-")[:60]
    number, chosen = 1, slug
    while chosen in taken:
        number += 1
        chosen = f"{slug}-{number}"
    taken.add(chosen)
    return chosen
