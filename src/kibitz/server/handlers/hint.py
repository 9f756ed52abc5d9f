"""Answer `hint`: what a bot would do in a view, its full distribution, and why."""

from __future__ import annotations

import functools

from kibitz.advice.hint import hint
from kibitz.bots.defaults import adviser
from kibitz.bots.spec.spec import Spec
from kibitz.core.view import View
from kibitz.table.setup import find_bot
from kibitz.workers.question import Answer, Question, Report, view_of


def answer(asked: Question, _: Report) -> Answer:
    return for_view(view_of(asked), asked)


def for_view(view: View, asked: Question) -> Answer:
    """Return a hint for this view from the bot named in the question."""
    spec = find_spec(view.game.name, asked["bot"])
    found = hint(view, spec, seed=asked.get("seed", 0), worlds=asked["worlds"])
    return found.as_dict() | {"bot": spec.name}


@functools.lru_cache(maxsize=64)
def find_spec(game: str, bot: str | None) -> Spec:
    """Return a bot by name; without a name, the game's usual adviser."""
    return find_bot(game, bot or adviser(game))
