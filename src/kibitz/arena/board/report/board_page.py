"""The page of one board: who leads, who beats whom, how certain, how fast, in what style."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kibitz.arena.board import columns
from kibitz.arena.board.board import Board
from kibitz.arena.board.columns import Column
from kibitz.arena.board.counts import Row
from kibitz.arena.board.numbers import per_cent, share_with_error, signed, with_error
from kibitz.arena.board.report import html, svg
from kibitz.arena.board.report.html import text
from kibitz.arena.board.report.sample import Sample
from kibitz.arena.statistics.elo_ratings import Ratings
from kibitz.arena.statistics.estimate import Estimate
from kibitz.arena.statistics.style import AFTER, BEFORE
from kibitz.arena.statistics.tally import Tally
from kibitz.games import find

MUCH_MAX = 70  # per cent of colour in the heat map: text must stay readable
MUCH_UNSURE = 15  # where the score may be even
NEIGHBOURS_SHOWN = 3


@dataclass(frozen=True)
class Shown:
    """A board with everything computed for it once, for pages, plots and tables."""

    board: Board
    sample: Sample
    rows: list[Row]
    curve: list[tuple[int, Ratings]]
    slug: str  # of its files

    @property
    def title(self) -> str:
        return find(self.board.game).title

    @property
    def name(self) -> str:
        """Title and options."""
        return f"{self.title}, {self.board.title}"

    @property
    def rated(self) -> list[Row]:
        return [row for row in self.rows if row.rated is not None]

    def colour(self, label: str) -> int:
        return [row.label for row in self.rows].index(label) % svg.COLOURS


def body(shown: Shown, plots: Sequence[str], replays: dict[str, list[tuple[str, str, str]]]) -> str:
    """Build the page. `replays`: per bot (best or worst, file name, what happened)."""
    parts = [
        f"<h1>{text(shown.title)}</h1>",
        f'<p class="soft">{text(_summary(shown.board))}</p>',
        _leaderboard(shown),
        _matrix(shown),
        _curve(shown),
        _time(shown),
        _style(shown),
        _bots(shown, replays),
        _files(plots),
    ]
    return "\n".join(part for part in parts if part)


def _summary(board: Board) -> str:
    units = sum(match.done for match in board.matches)
    kinds = sorted({match.kind for match in board.matches})
    summary = (
        f"{board.title}; {board.games:,} games in {units:,} units of {len(board.matches)} "
        f"match{'es' if len(board.matches) > 1 else ''} ({', '.join(kinds)})"
    )
    if board.oracles:
        summary += (
            f". Left out: {board.left_out:,} games with {', '.join(board.oracles)}, which sees "
            "what its seat may not know"
        )
    return summary


def _leaderboard(shown: Shown) -> str:
    listed = columns.shown(shown.rows)
    head = [("Bot", "text sticky")]
    for column in listed:
        head.append((_title(column), "wide" if column.detail and shown.rated else ""))
        if column.format == "elo":
            head.append(("95 % interval", "bar text"))
    scale = _scale(shown.rated)
    rows = []
    for place, row in enumerate(shown.rows, 1):
        cells = [_name(place, row)]
        for column in listed:
            cells.append(text(column.text(row)))
            if column.format == "elo":
                cells.append(_whisker(column.of(row), scale))
        rows.append(cells)
    note = columns.legend(listed)
    even = shown.rows[0].even
    if shown.rated and even is not None:
        note += f" An even share of the win is {per_cent(even)}."
    return (
        '<section class="board">'
        + html.table(head, rows)
        + f'<p class="small soft">{text(note)}</p></section>'
    )


def _title(column: Column) -> str:
    title = column.title[:1].upper() + column.title[1:]
    return f'<abbr title="{text(column.help)}">{text(title)}</abbr>'


def _name(place: int, row: Row) -> str:
    """Return the cell of a bot's name, with a link to its details."""
    bot = (
        f'<a href="#bot-{place}">{text(row.label)}</a>'
        f'<span class="kind">{text(row.entrant.kind)}</span>'
    )
    if row.counts.fails:
        bot += ' <span class="warn" title="It forfeits too often">fails</span>'
    return bot


def _whisker(found: columns.Value, scale: Callable[[float], float]) -> str:
    if not isinstance(found, Estimate):
        return ""
    return svg.whisker(found.value, found.low, found.high, scale)


def _scale(rows: Sequence[Row]) -> Callable[[float], float]:
    found = [row.rated.rating for row in rows if row.rated is not None]
    if not found:
        return lambda _: 0.0
    values = [e.value for e in found]
    span = max(max(values) - min(values), 50.0)
    low = min(max(e.low, min(values) - span / 3) for e in found)
    high = max(min(e.high, max(values) + span / 3) for e in found)
    return lambda x: 100 * (x - low) / (high - low)


def _matrix(shown: Shown) -> str:
    labels = [row.label for row in shown.rated]
    if len(labels) < 2:
        return ""
    head = '<th class="text sticky" scope="col">beats</th>' + "".join(
        f'<th scope="col"><span>{text(label)}</span></th>' for label in labels
    )
    body = "".join(
        f'<tr><th class="text sticky" scope="row">{text(a)}</th>'
        + "".join(_cell(shown.board, a, b) for b in labels)
        + "</tr>"
        for a in labels
    )
    return (
        '<h2>Who beats whom</h2><p class="small soft">Per cent of the points that the bot of the '
        "row scored against the bot of the column; pale ones cannot be distinguished from 50. "
        "Point at a cell for the interval.</p>"
        f'<div class="scroll"><table class="matrix"><thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def _cell(board: Board, a: str, b: str) -> str:
    if a == b:
        return '<td class="self">\u2013</td>'
    meeting = board.meetings.get((a, b))
    if meeting is None:
        return '<td class="self"></td>'
    found = meeting.score
    much = MUCH_MAX * min(1.0, 2 * abs(found.value - 0.5))
    classes = "won" if found.value >= 0.5 else "lost"
    if not found.excludes(0.5):
        classes, much = classes + " unsure", min(much, MUCH_UNSURE)
    summary = (
        f"{a} against {b}: {per_cent(found.value)}, 95 % interval {per_cent(found.low)} to "
        f"{per_cent(found.high)}, {found.units:,} units"
    )
    return (
        f'<td class="{classes}" style="--much:{much:.0f}%" title="{text(summary)}">'
        f"{100 * found.value:.0f}</td>"
    )


def _curve(shown: Shown) -> str:
    if len(shown.curve) < 2:
        return ""
    labels = [row.label for row in shown.rated if row.label in shown.curve[-1][1].labels]
    curves = []
    for label in labels:
        points = []
        for units, ratings in shown.curve:
            found = ratings.rating(label)
            points.append((float(units), found.value, found.low, found.high))
        curves.append(svg.Line(label, points, shown.colour(label)))
    return (
        "<h2>Ratings as games came in</h2>"
        f'<div class="scroll">{svg.lines(curves, "units played", "Elo")}</div>'
    )


def _time(shown: Shown) -> str:
    found = [row for row in shown.rated if row.milliseconds is not None]
    if len(found) < 2:
        return ""
    dots = []
    for row in found:
        assert row.rated is not None
        assert row.milliseconds is not None
        rating = row.rated.rating
        x = max(row.milliseconds, 1e-4)
        dots.append(
            svg.Dot(row.label, x, rating.value, rating.low, rating.high, shown.colour(row.label))
        )
    return (
        "<h2>Strength and thinking time</h2>"
        f'<div class="scroll">{svg.dots(dots, "CPU milliseconds a move", "Elo")}</div>'
        '<p class="small soft">Among native players all seats of a table share the measured time.'
        "</p>"
    )


def _style(shown: Shown) -> str:
    figures, tallies = shown.sample.style.figures, shown.sample.style.tallies
    columns = [name for name, figure in figures.items() if not figure.by]
    rows = [row.label for row in shown.rows if row.label in tallies]
    if not rows or not columns:
        return ""
    head = [
        ("Bot", "text sticky"),
        *(
            (f'<abbr title="{text(figures[n].about)}">{text(figures[n].title)}</abbr>', "")
            for n in columns
        ),
    ]
    body = [[text(label), *(_figure(shown, tallies[label], n) for n in columns)] for label in rows]
    summary = "; ".join(f"{figures[n].title}: {figures[n].about}" for n in columns)
    return (
        "<h2>Style</h2>"
        + html.table(head, body, "full")
        + f'<p class="small soft">{text(summary)}. '
        + f"From {shown.sample.style.games:,} replayed games.</p>"
        + _series(shown, rows)
    )


def _figure(shown: Shown, tally: Tally, name: str) -> str:
    is_share = shown.sample.style.figures[name].share
    found = tally.estimate(name, share=is_share)
    if found is None:
        return "-"
    if is_share:
        return share_with_error(found)
    return with_error(found)


def _series(shown: Shown, labels: Sequence[str]) -> str:
    """Build tables of the figures that have a series of values."""
    parts = []
    for name, figure in shown.sample.style.figures.items():
        if not figure.by:
            continue
        found = {
            label: dict(shown.sample.style.tallies[label].series(name, share=figure.share))
            for label in labels
        }
        places = sorted({at for series in found.values() for at in series})
        if not places:
            continue
        head = [("Bot", "text sticky"), *((str(at), "") for at in places)]
        rows = [
            [
                text(label),
                *(
                    f"{100 * found[label][at].value:.0f}" if at in found[label] else ""
                    for at in places
                ),
            ]
            for label in labels
        ]
        parts.append(
            f"<h3>{text(figure.title)}</h3>"
            f'<p class="small soft">Per cent of {text(figure.about)}, by {text(figure.by)}.</p>'
            + html.table(head, rows)
        )
    return "".join(parts)


def _bots(shown: Shown, replays: dict[str, list[tuple[str, str, str]]]) -> str:
    parts = ["<h2>Bots</h2>"]
    for place, row in enumerate(shown.rows, 1):
        rating = ""
        if row.rated is not None:
            rating = f" <span>Elo {signed(row.rated.rating.value)}</span>"
        inside = [f'<p class="small soft">{_about(row)}</p>']
        if row.counts.forfeits:
            reasons = ", ".join(
                f"{text(why)} {n:,}" for why, n in row.counts.forfeits.most_common()
            )
            inside.append(f"<p>Forfeits: {reasons}.</p>")
        inside.append(_neighbours(shown, row.label))
        for word, name, summary in replays.get(row.label, []):
            inside.append(
                f'<p><button type="button" data-replay="{text(name)}" aria-expanded="false" '
                f'aria-controls="replay-{text(name)}">Replay its {word} game</button> '
                f'<span class="small soft">{text(summary)}</span></p>'
                f'<div class="replay" id="replay-{text(name)}" hidden></div>'
            )
        parts.append(
            f'<details id="bot-{place}"><summary>{text(row.label)}{rating}</summary>'
            f"<div>{''.join(inside)}</div></details>"
        )
    return "".join(parts)


def _about(row: Row) -> str:
    content = row.entrant.content
    summary = [f"{text(row.entrant.kind)} player, {row.counts.seats:,} seats"]
    for part in ("bid", "play"):
        value = content.get(part)
        method = value.get("method") or value.get("strategy") if isinstance(value, dict) else value
        if isinstance(method, str) and method:
            summary.append(f"{part}: {text(method)}")
    summary.append(f"hash {text(row.entrant.hash[:12])}")
    return "; ".join(summary)


def _neighbours(shown: Shown, label: str) -> str:
    """List the neighbours that it scores best and worst with."""
    neighbours = shown.board.neighbours
    if neighbours is None:
        return ""
    parts = []
    for word, title in ((BEFORE, "who sits before it"), (AFTER, "who sits after it")):
        found = []
        for (own, where, other), tally in neighbours.tallies.items():
            score = tally.estimate("score", share=True)
            if own == label and where == word and score is not None:
                found.append((score.value, score.error, other))
        found.sort(reverse=True)
        if not found:
            continue
        shown_ones = (
            found
            if len(found) <= 2 * NEIGHBOURS_SHOWN
            else (found[:NEIGHBOURS_SHOWN] + found[-NEIGHBOURS_SHOWN:])
        )
        listed = ", ".join(
            f"{text(other)} {100 * value:.0f}" + ("" if math.isinf(e) else f" \u00b1 {100 * e:.0f}")
            for value, e, other in shown_ones
        )
        parts.append(f'<p class="small">Per cent beaten by {title}: {listed}.</p>')
    return "".join(parts)


def _files(plots: Sequence[str]) -> str:
    if not plots:
        return ""
    links = "".join(f'<a href="{text(name)}">{text(name.split("/")[-1])}</a>' for name in plots)
    return f'<h2>Plots</h2><p class="files small">{links}</p>'
