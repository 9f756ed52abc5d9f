"""Building blocks of a page: everything from a bot's name or a file goes through `text`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files

TITLE = "Kibitz arena"


def text(value: object) -> str:
    """Escape text for an element or an attribute."""
    return escape(str(value), quote=True)


def page(title: str, body: str, links: Sequence[tuple[str, str]], here: str, foot: str) -> str:
    """Return a whole page with style and script inlined; `links` are (file, title) of all pages."""
    style, script = _asset("page.css"), _asset("page.js")
    nav = "".join(
        f'<a href="{text(file)}"{" aria-current=page" if file == here else ""}>{text(name)}</a>'
        for file, name in links
    )
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{text(title)}</title>
<style>
{style}</style>
</head>
<body>
<header><div><a href="index.html">{TITLE}</a><nav>{nav}</nav>
<button id="theme" type="button" title="Light or dark">Light / dark</button></div></header>
<main>
{body}
</main>
<footer>{foot}</footer>
<script>
{script}</script>
</body>
</html>
"""


def table(head: Iterable[tuple[str, str]], rows: Iterable[Sequence[str]], classes: str = "") -> str:
    """Return a scrolling table. A column is (title, classes); cells are already HTML."""
    columns = list(head)
    titles = "".join(f'<th class="{c}" scope="col">{name}</th>' for name, c in columns)
    body = "".join(
        "<tr>"
        + "".join(f'<td class="{c}">{x}</td>' for x, (_, c) in zip(row, columns, strict=True))
        + "</tr>"
        for row in rows
    )
    return (
        f'<div class="scroll"><table class="{classes}"><thead><tr>{titles}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def _asset(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")
