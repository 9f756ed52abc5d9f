"""A grid of styled characters to draw on: put text anywhere, then get it all as one Text."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text

Cell = tuple[str, str]  # a character and its style


class Canvas:
    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._cells: list[list[Cell]] = [[(" ", "")] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str | Text, style: str = "") -> None:
        """Write from (x, y) to the right; text beyond the edges is clipped."""
        if not 0 <= y < self.height:
            return
        for i, cell in enumerate(_cells(text, style)):
            if 0 <= x + i < self.width:
                self._cells[y][x + i] = cell

    def put_right(self, x: int, y: int, text: str | Text, style: str = "") -> None:
        """Write text that ends just before column x."""
        self.put(x - len(text), y, text, style)

    def put_centre(self, x: int, y: int, text: str | Text, style: str = "") -> None:
        """Write text centred on column x, shifted to stay on the canvas."""
        left = min(x - len(text) // 2, self.width - len(text))
        self.put(max(0, left), y, text, style)

    def text(self) -> Text:
        """Return the canvas as one Text of `height` lines, without unstyled trailing blanks."""
        lines = []
        for row in self._cells:
            end = max((i + 1 for i, cell in enumerate(row) if cell != (" ", "")), default=0)
            line, run, style = Text(), "", ""
            for character, its_style in row[:end]:
                if its_style != style:
                    line.append(run, style)
                    run, style = "", its_style
                run += character
            line.append(run, style)
            lines.append(line)
        return Text("\n").join(lines)


def _cells(text: str | Text, style: str) -> list[Cell]:
    if isinstance(text, str):
        return [(character, style) for character in text]
    cells = [(character, str(text.style) or style) for character in text.plain]
    for span in text.spans:
        for i in range(max(0, span.start), min(len(cells), span.end)):
            character, before = cells[i]
            both = Style.parse(before or "none") + Style.parse(str(span.style) or "none")
            cells[i] = (character, str(both))
    return cells
