"""`kibitz solve`: the exact value of a deal with all hands open, and of every card."""

from __future__ import annotations

from typing import Annotated

import typer

from kibitz.core.errors import BadRecord, BadText, KibitzError
from kibitz.core.record import parse
from kibitz.core.rng import check_seed
from kibitz.core.state import State
from kibitz.games import find
from kibitz.games import game as make_game
from kibitz.interfaces.cli import complete, showing, solving
from kibitz.interfaces.cli.arguments import Json, examples
from kibitz.interfaces.cli.lines import read_lines
from kibitz.interfaces.cli.report import print_json
from kibitz.search import double_dummy


def register(app: typer.Typer) -> None:
    app.command(
        "solve",
        epilog=examples(
            "kibitz solve belote --seed 1",
            "kibitz solve belote --seed 1 --trump S --leader E",
            "kibitz solve belote 'N:AT9.K../KQ.A9../J8.J8../7.T7.8.'",
            "kibitz solve codepiece --seed 1 --trump H --leader 2",
            "kibitz solve --record game.jsonl --at 12 --json",
        ),
    )(solve)


def solve(
    game: Annotated[
        str | None,
        typer.Argument(help="belote or codepiece.", autocompletion=complete.games),
    ] = None,
    deal: Annotated[
        str | None,
        typer.Argument(
            help="A deal in the game's notation; [dim]kibitz games GAME[/dim] tells it."
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", help="The deal of this seed in place of a text.")
    ] = None,
    trump: Annotated[
        str | None,
        typer.Option("--trump", metavar="S|H|D|C", help="Only this trump, with every lead."),
    ] = None,
    leader: Annotated[
        str | None,
        typer.Option("--leader", metavar="SEAT", help="Who leads: N E S W, or 0 to 3."),
    ] = None,
    record: Annotated[
        str | None,
        typer.Option("--record", help="A file of records; the first is solved. - reads stdin."),
    ] = None,
    at: Annotated[
        int | None,
        typer.Option(
            "--at", help="With --record: after so many actions; else the first card.", min=0
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Solve a deal double dummy: everybody sees all hands and plays perfectly.

    Belote tells card points with the last trick, who makes a capot, and marks where there is a
    contract; Codepiece the tricks of the bidder's side. Without --trump all four are solved.
    """
    if record is not None:
        if game is not None or seed is not None or trump is not None or leader is not None:
            raise BadText("a record has its own game, deal, trump and leader: give --at at most")
        solved = solving.cards(_state(record, at))
    else:
        if game is None:
            raise BadText(
                "name a game and a deal, or give --record; kibitz solve --help has examples"
            )
        if at is not None:
            raise BadText("--at goes with --record")
        solved = _deal(game, deal, seed, trump, leader)
    if as_json:
        print_json(solved.data())
    else:
        solved.show()


def _deal(
    name: str, text: str | None, seed: int | None, trump: str | None, leader: str | None
) -> solving.Solved:
    find(name)
    solving.check_game(name)
    if (text is None) == (seed is None):
        raise BadText("give a deal as text, or --seed, and not both")
    rules = make_game(name)
    state = rules.new(check_seed(seed)) if seed is not None else None
    deal = state.chance[0] if state is not None else rules.parse_outcome(text or "")
    seat = None if leader is None else solving.parse_seat(leader)
    if trump is None:
        return solving.table(name, deal, seat)
    checked = rules.new(deal=deal, chance="explicit").chance[0]
    if seat is None and name == "codepiece":
        raise BadText("in Codepiece the bidder leads: name the seat with --leader")
    hands = tuple(tuple(hand) for hand in checked["hands"])
    first = (checked["dealer"] + 1) % 4 if seat is None else seat
    suit = solving.parse_suit(name, trump)
    return solving.leads(double_dummy.Position(name, hands, suit, first))


def _state(file: str, at: int | None) -> State:
    """The state of the first record after `at` actions, or before its first card."""
    for number, line in read_lines(file):
        try:
            record = parse(line)
            solving.check_game(record["game"])
            if at is not None:
                return showing.walk(record, at).state
            for stop in range(len(record["actions"]) + 1):
                state = showing.walk(record, stop).state
                if state.phase == "play":
                    return state
        except KibitzError as error:
            raise BadRecord(f"line {number}: {error}") from None
        raise BadRecord(f"line {number}: no card is played in this record")
    raise BadRecord("there is no record")
