"""Answer `hint`: what to do in a view, the full distribution, and why."""

from __future__ import annotations

import functools

from kibitz.advice.hint import EVALUATION, hint
from kibitz.bots.spec.spec import Spec
from kibitz.core.view import View
from kibitz.table.setup import find_bot
from kibitz.workers.question import Answer, Question, Report, view_of


def answer(asked: Question, _: Report) -> Answer:
    return for_view(view_of(asked), asked)


def for_view(view: View, asked: Question) -> Answer:
    """Return a hint for this view from the bot named in the question, or the evaluation."""
    bot, how = asked["bot"], {"seed": asked.get("seed", 0), "worlds": asked["worlds"]}
    if bot in (None, EVALUATION):
        return hint(view, **how).as_dict()
    spec = find_spec(view.game.name, bot)
    return hint(view, spec, **how).as_dict() | {"bot": spec.name}


@functools.lru_cache(maxsize=64)
def find_spec(game: str, bot: str) -> Spec:
    return find_bot(game, bot)
