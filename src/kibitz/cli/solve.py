"""`kibitz solve`: the double-dummy value of a deal, and of every card."""

from __future__ import annotations

from typing import Annotated

import typer

from kibitz.cli.common import completion, record_view, solution_view
from kibitz.cli.common.arguments import Json, examples
from kibitz.cli.common.output import print_json
from kibitz.cli.common.record_lines import read_lines
from kibitz.core.errors import BadRecord, BadText, KibitzError
from kibitz.core.record import parse
from kibitz.core.rng import check_seed
from kibitz.core.state import State
from kibitz.games import find
from kibitz.games import game as make_game
from kibitz.search import double_dummy, plays


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
        typer.Argument(
            help=f"The game: {' or '.join(plays.games())}.", autocompletion=completion.games
        ),
    ] = None,
    deal: Annotated[
        str | None,
        typer.Argument(
            help="A deal in the game's notation; [dim]kibitz games GAME[/dim] explains it."
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", help="Solve the deal of this seed.")] = None,
    trump: Annotated[
        str | None,
        typer.Option("--trump", metavar="S|H|D|C", help="Solve every lead, for this trump only."),
    ] = None,
    leader: Annotated[
        str | None,
        typer.Option("--leader", metavar="SEAT", help="The seat that leads: N E S W, or 0 to 3."),
    ] = None,
    record: Annotated[
        str | None,
        typer.Option("--record", help="Solve the first record of this file, or - for stdin."),
    ] = None,
    at: Annotated[
        int | None,
        typer.Option(
            "--at",
            help="With --record: the position after this many actions.",
            min=0,
            show_default="before the first card",
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Solve a deal double dummy: everyone sees all hands and plays perfectly.

    Belote shows card points including the last trick, who makes a capot, and the score if there is
    a contract; Codepiece shows the tricks of the bidder's side. Without --trump, all four trumps
    are solved.
    """
    if record is not None:
        if game is not None or seed is not None or trump is not None or leader is not None:
            raise BadText(
                "a record has its own game, deal, trump and leader; only --at goes with --record"
            )
        solved = solution_view.cards(_state(record, at))
    else:
        if game is None:
            raise BadText(
                "name a game and a deal, or give --record; kibitz solve --help has examples"
            )
        if at is not None:
            raise BadText("--at goes with --record")
        solved = _deal(game, deal, seed, trump, leader)
        if seed is not None and not as_json:
            rules = make_game(game)
            for line in rules.outcome_name(rules.new(check_seed(seed)).chance[0]).split(" | "):
                typer.echo(line)
    if as_json:
        print_json(solved.data())
    else:
        solved.show()


def _deal(
    name: str, text: str | None, seed: int | None, trump: str | None, leader: str | None
) -> solution_view.Solved:
    find(name)
    play = plays.find(name)
    if (text is None) == (seed is None):
        raise BadText("give either a deal as text or --seed")
    rules = make_game(name)
    state = rules.new(check_seed(seed)) if seed is not None else None
    deal = state.chance[0] if state is not None else rules.parse_outcome(text or "")
    seat = None if leader is None else solution_view.parse_seat(leader)
    if trump is None:
        return solution_view.table(name, deal, seat)
    checked = rules.new(deal=deal, chance="explicit").chance[0]
    leaders = play.leaders(checked)
    if seat is None and len(leaders) > 1:
        raise BadText(f"in {play.title} the bidder leads: name the seat with --leader")
    hands = tuple(tuple(hand) for hand in checked["hands"])
    first = leaders[0] if seat is None else seat
    suit = solution_view.parse_suit(name, trump)
    return solution_view.leads(double_dummy.Position(name, hands, suit, first))


def _state(file: str, at: int | None) -> State:
    """Return the state of the first record after `at` actions, or before its first card."""
    for number, line in read_lines(file):
        try:
            record = parse(line)
            plays.find(record["game"])
            if at is not None:
                return record_view.walk(record, at).state
            for stop in range(len(record["actions"]) + 1):
                state = record_view.walk(record, stop).state
                if state.phase == "play":
                    return state
        except KibitzError as error:
            raise BadRecord(f"line {number}: {error}") from None
        raise BadRecord(f"line {number}: no card is played in this record")
    raise BadRecord("there is no record in the input")
