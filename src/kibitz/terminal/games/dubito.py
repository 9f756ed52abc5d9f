"""Dubito: everyone's card counts, the claims on the board, and your hand by value."""

from __future__ import annotations

from collections import Counter

from rich.text import Text

from kibitz.core.events import NOBODY, Event
from kibitz.games.dubito.events import read_reveal
from kibitz.games.dubito.rules import DECLARE, DOUBT, JOKER, LAY, LAYS
from kibitz.games.dubito.view import DubitoView
from kibitz.terminal import drawing
from kibitz.terminal.cards import PAPER

BOARD_LINES_MAX = 4  # of the latest plays
BAR_MAX = 20  # cards that a bar shows
KNOWN_MAX = 8
CARD = f"bold #1b1f3b on {PAPER}"
HONEST = f"bold #1b6e2d on {PAPER}"
JOKER_STYLE = f"bold #c1121f on {PAPER}"


def name(value: int) -> str:
    return "★" if value == JOKER else str(value)


def names(cards: tuple[int, ...]) -> str:
    return " ".join(map(name, cards))


def draw(view: DubitoView, _: int) -> Text:
    if view.phase == "deal":
        return Text(view.text())
    lines = [_headline(view), Text()]
    known = view.known()
    lines += [_seat(view, seat, known[seat]) for seat in range(view.game.players)]
    lines += [Text(), *_board(view), Text(), *_hand(view)]
    return Text("\n").join(lines)


def _headline(view: DubitoView) -> Text:
    words = Text(f"Turn {view.turns + (not view.done)}   ", "bold")
    if view.number:
        words.append("the number is ", "not bold").append(f" {view.number} ", CARD)
    elif not view.done:
        words.append("the board is empty", "not bold")
    return words


def _seat(view: DubitoView, seat: int, known: tuple[int, ...]) -> Text:
    """Return a seat's name, a bar for its cards, and the cards everyone knows it holds."""
    on_turn = seat == view.player
    words = Text(f"{'▸ ' if on_turn else '  '}{drawing.seat_name(view, seat):<7}")
    words.stylize("bold #ffd75f" if on_turn else "bold")
    if seat in view.out:
        place = view.out.index(seat) + 1
        return words.append(f" out, place {place}", "not bold green")
    size = view.hand_sizes[seat]
    words.append(f" {size:>2} ", "not bold white")
    words.append("▮" * min(size, BAR_MAX) + ("…" if size > BAR_MAX else ""), "not bold #c8d0ff")
    if seat == view.pending != NOBODY:
        words.append(" last cards!", "bold red")
    shown = [value for value, count in enumerate(known) for _ in range(count)]
    if shown and seat != view.seat:
        more = "…" if len(shown) > KNOWN_MAX else ""
        words.append(f"  seen {names(tuple(shown[:KNOWN_MAX]))}{more}", "not bold white dim")
    return words


def _board(view: DubitoView) -> list[Text]:
    """Return the latest plays, and the number of cards claimed against those in the game."""
    if not view.board:
        return [Text("The board is empty", "dim")]
    total = sum(play.size for play in view.board)
    there = f"in the game: {view.in_game[view.number]}, and {view.in_game[JOKER]} {name(JOKER)}"
    lines = [Text(f"{total} card{'s' * (total != 1)} claimed as {view.number} ({there})")]
    for play in view.board[-BOARD_LINES_MAX:]:
        cards = " ".join(f"[{name(card)}]" for card in play.cards) or "[?] " * play.size
        who = drawing.seat_name(view, play.seat)
        lines.append(Text(f"  {who}: {cards}", "" if play.cards else "#c8d0ff"))
    return lines


def _hand(view: DubitoView) -> list[Text]:
    """Return each value once with its count below; the declared number is green."""
    above, below = Text(), Text()
    for value, count in sorted(Counter(view.hand).items()):
        style = JOKER_STYLE if value == JOKER else HONEST if value == view.number else CARD
        above.append(f"{name(value):^3}", style).append(" ")
        below.append(f"×{count} " if count > 1 else "   ", style).append(" ")
    return [above, below]


def arrange(view: DubitoView) -> list[int]:
    """Return honest plays first, larger ones before smaller, then doubt, then all bluffs.

    Enter plays the first move, so it must not be a doubt or a bluff if there is a choice.
    """

    def place(action: int) -> tuple[int, int, int]:
        if action < LAY:
            return (1, action != DOUBT, action)
        cards = LAYS[action - LAY]
        honest = all(card in (JOKER, view.number) for card in cards)
        return (0, cards.count(JOKER), -len(cards)) if honest else (2, len(cards), action)

    return sorted(view.legal(), key=lambda action: (place(action), action))


def label(view: DubitoView, action: int) -> Text:
    if action == DOUBT:
        return Text("doubt!", "bold red")
    if action < DOUBT:
        return Text(f"declare {action - DECLARE + 1}")
    cards = LAYS[action - LAY]
    honest = all(card in (JOKER, view.number) for card in cards)
    return Text(names(cards), "bold green" if honest else "")


def describe(view: DubitoView, event: Event) -> Text | str | None:
    you = event.seat == view.seat
    who, s = drawing.seat_name(view, event.seat), "" if you else "s"
    data = event.data
    if event.kind == "action":
        return _describe_action(who, s, data)
    if event.kind == "deal":
        return Text("── A new deal", "dim")
    if event.kind == "reveal":
        reveal = read_reveal(event)
        latest = names(reveal.plays[-1][1])
        loser = drawing.seat_name(view, reveal.loser)
        verdict = "a bluff!" if reveal.correct else "honest."
        takes = f"{loser} take{'' if loser == 'You' else 's'} {len(reveal.taken)}"
        return Text(f"Shown: {latest}, {verdict} {takes}", "bold")
    if event.kind == "discard" and isinstance(data, tuple):
        return f"{who} drop{s} four {data[0]}s"
    if event.kind == "out" and isinstance(data, tuple):
        return Text(f"{who} {'are' if you else 'is'} out, place {data[0]}", "bold green")
    if event.kind == "score" and isinstance(data, tuple):
        return f"Points: {drawing.points(view, tuple(x / 2 for x in data))}"
    return None


def _describe_action(who: str, s: str, data: int | tuple[int, ...]) -> Text | str:
    if isinstance(data, tuple):
        return f"{who} play{s} {data[0]} card{'s' * (data[0] != 1)}"
    if data == DOUBT:
        return Text(f"{who} doubt{s}", "bold red")
    if data < DOUBT:
        return f"{who} declare{s} {data - DECLARE + 1}"
    return f"{who} play{s} {names(LAYS[data - LAY])}"
