"""Qwixx: the dice, your sheet in its colours, and the other sheets in full or as one line each."""

from __future__ import annotations

from rich.text import Text

from kibitz.core.events import Event
from kibitz.core.plural import plural
from kibitz.games.qwixx.rules import (
    CELLS,
    COLOUR,
    LAST,
    PASS,
    ROWS,
    STRIKES_END,
    dice_of,
    frontier,
    locked,
    marks,
    number_at,
    target,
)
from kibitz.games.qwixx.view import QwixxView
from kibitz.terminal import drawing

DARK = ("#a4161a", "#b38600", "#1b6e2d", "#1d4ed8")  # red, yellow, green, blue as a background
LIGHT = ("#ff6b6b", "#ffd75f", "#7ddc8c", "#8db4ff")  # on the dark table
WHITE_DIE = "bold #111111 on #f4efe1"


def draw(view: QwixxView, _: int) -> Text:
    lines = [_headline(view), _dice(view), Text()]
    lines += _sheet(view, view.seat)
    others = [(view.seat + i) % view.game.players for i in range(1, view.game.players)]
    if len(others) > 1:
        lines += [Text(), Text("  the others: marks→next free number", "dim")]
    for seat in others:
        lines += [Text(), *_sheet(view, seat)] if len(others) == 1 else [_brief(view, seat)]
    return Text("\n").join(lines)


def _headline(view: QwixxView) -> Text:
    if view.done:
        return Text("The game is over", "bold")
    whose = "Your" if view.active == view.seat else f"{drawing.seat_name(view, view.active)}'s"
    step = {"white": "white step", "colour": "colour step", "answer": "white answers"}
    words = Text(f"{whose} turn: {step.get(view.phase, view.phase)}", "bold")
    if view.pending is not None:
        words.append("   you chose ", "not bold").append_text(_action(view.pending, view.dice))
    return words


def _dice(view: QwixxView) -> Text:
    words = Text()
    if not view.dice:
        return words
    for i, die in enumerate(view.dice):
        words.append(f" {die} ", WHITE_DIE if i < 2 else f"bold #ffffff on {DARK[i - 2]}")
        words.append(" ")
    return words.append(f"  white sum {view.dice[0] + view.dice[1]}")


def _name(view: QwixxView, seat: int) -> Text:
    turn = "▸ " if seat == view.player else ""
    words = Text(f"{turn}{drawing.seat_name(view, seat)}", "bold #ffd75f" if turn else "bold")
    return words.append(
        f"   {plural(view.scores[seat], 'point')}   strikes {_strikes(view, seat)}",
        "not bold white",
    )


def _strikes(view: QwixxView, seat: int) -> str:
    return "✗" * view.strikes[seat] + "·" * (STRIKES_END - view.strikes[seat])


def _sheet(view: QwixxView, seat: int) -> list[Text]:
    """Return name and four rows; X is a marked number, a dot one that can no longer be marked."""
    lines = [_name(view, seat)]
    reachable = _reachable(view) if seat == view.seat else set()
    for row, bits in enumerate(view.sheets[seat]):
        line = Text()
        for cell in range(CELLS):
            number = number_at(row, cell)
            if bits >> cell & 1:
                line.append("  X ", f"bold #ffffff on {DARK[row]}")
            elif view.closed[row] or cell < frontier(bits):
                line.append("  · ", f"{LIGHT[row]} dim")
            elif (row, cell) in reachable:
                line.append(f"[{number:>2}]", f"bold reverse {LIGHT[row]}")
            else:
                line.append(f" {number:>2} ", f"{LIGHT[row]} on #12261d")
        state = "locked" if locked(bits) else "closed" if view.closed[row] else ""
        lines.append(line.append(f" {marks(bits):>2} {state}", LIGHT[row]))
    return lines


def _reachable(view: QwixxView) -> set[tuple[int, int]]:
    """Return the cells that a legal action would mark."""
    return {target(action, view.dice) for action in view.legal_actions if action != PASS}


def _brief(view: QwixxView, seat: int) -> Text:
    """Return a sheet in one line: points, strikes, and each row's marks and next free number."""
    turn = seat == view.player
    words = Text.assemble(
        (f"{'▸ ' if turn else '  '}{drawing.seat_name(view, seat):<7}", "bold"),
        f"{view.scores[seat]:>4} points  {_strikes(view, seat)}  ",
    )
    for row, bits in enumerate(view.sheets[seat]):
        over = view.closed[row] or frontier(bits) > LAST
        free = "-" if over else str(number_at(row, frontier(bits)))
        words.append(f" {marks(bits)}→{free:<2} ", LIGHT[row])
    return words


def label(view: QwixxView, action: int) -> Text:
    return _action(action, view.dice)


def _action(action: int, dice: tuple[int, ...]) -> Text:
    """Return an action like `red 8 white` or `blue 5 2+3`."""
    if action == PASS:
        return Text("pass")
    row, cell = target(action, dice)
    words = Text(f"{ROWS[row]} {number_at(row, cell)}", f"bold {LIGHT[row]}")
    if action < COLOUR:
        return words.append(" white", "not bold white")
    white = dice[(action - COLOUR) % 2]
    return words.append(f" {white}+{dice[2 + row]}", "not bold white")


def story(view: QwixxView) -> list[Text]:
    """Describe what happened, with the numbers given by the dice at that time."""
    lines: list[Text] = []
    dice: tuple[int, ...] = ()
    active = _first_active(view)
    simultaneous = view.game.options["order"] == "simultaneous"
    white = False
    for event in view.history:
        if event.kind == "chance" and isinstance(event.data, int):
            dice, white = dice_of(event.data), simultaneous
            lines.append(_roll(view, active, dice))
            turn, active = active, (active + 1) % view.game.players
        elif event.kind == "reveal" and isinstance(event.data, tuple):
            white = False
            for i, action in enumerate(event.data):
                seat = (turn + i) % view.game.players
                lines.append(_deed(view, Event("action", seat, action), dice))
        elif event.kind == "action" and not white:
            lines.append(_deed(view, event, dice))
        elif event.kind == "score" and isinstance(event.data, tuple):
            lines.append(Text(f"Final scores: {drawing.points(view, event.data)}", "bold"))
    return lines


def _first_active(view: QwixxView) -> int:
    return 0 if view.start is None else int(view.start["active"])


def _roll(view: QwixxView, seat: int, dice: tuple[int, ...]) -> Text:
    words = Text.assemble((f"── {drawing.seat_name(view, seat)}: ", "dim"))
    for i, die in enumerate(dice):
        words.append(f"{die} ", "bold white" if i < 2 else f"bold {LIGHT[i - 2]}")
    return words


def _deed(view: QwixxView, event: Event, dice: tuple[int, ...]) -> Text:
    assert isinstance(event.data, int)
    who = drawing.seat_name(view, event.seat)
    if not dice and event.data != PASS:  # a game that started in the middle of a turn
        return Text(f"{who}: {view.game.action_name(event.data)}")
    return Text(f"{who}: ").append_text(_action(event.data, dice))
