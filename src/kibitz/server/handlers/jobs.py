"""Answer long-running questions: reviews of games, and annonces of hands."""

from __future__ import annotations

from kibitz.advice import annonces as belote
from kibitz.advice import review as reviewing
from kibitz.core import record as records
from kibitz.games.recorded import game_of
from kibitz.server.handlers.hint import find_spec
from kibitz.workers.question import Answer, Question, Report


def review(asked: Question, report: Report) -> Answer:
    """Review each decision of a seat in a finished game."""
    record = records.parse(asked["record"])
    return reviewing.review(
        game_of(record),
        record,
        asked["seat"],
        worlds=asked["worlds"],
        seconds=asked["seconds"],
        tables=asked["tables"],
        unfinished=asked["unfinished"],
        report=lambda progress, so_far: report(progress, so_far.as_dict()),
    ).as_dict()


def prepare(asked: Question, report: Report) -> Answer:  # noqa: ARG001 (nobody waits for it)
    """Evaluate the finished deals of a game in progress: its review, in this process, is short."""
    record = records.parse(asked["record"])
    game = game_of(record)
    return {"decisions": sum(reviewing.prepare(game, record, seat) for seat in asked["seats"])}


def annonces(asked: Question, report: Report) -> Answer:
    """Estimate what a Belote hand is worth in each suit."""
    view = belote.view_of(asked["hand"], asked["seat"], asked["dealer"], asked["calls"])
    bot = None if asked["bot"] is None else find_spec(view.game.name, asked["bot"]).name
    return belote.annonces(
        view,
        deals=asked["deals"],
        simulations=asked["simulations"],
        bot=bot,
        beliefs=asked["beliefs"],
        values=asked["values"],
        seed=asked["seed"],
        seconds=asked["seconds"],
        report=lambda progress, so_far: report(progress, so_far.as_dict()),
    ).as_dict()
