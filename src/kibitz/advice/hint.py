"""Hint: what a bot would do on a seat's turn, its full distribution, its confidence, and why.

    told = hint(view, "solver", seed=1)

The bot gets the View and nothing else. Besides its own numbers, the hint includes an outlook: what
the advised action leads to in worlds that fit the view (outlook.py).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from kibitz import bots
from kibitz.advice.outlook import Outlook, outlook
from kibitz.advice.shares import ActionShare, level, shares
from kibitz.bots.bot import Bot
from kibitz.bots.defaults import adviser
from kibitz.bots.registry import Named
from kibitz.core.errors import NoDecision, OracleOnly
from kibitz.core.rng import mix
from kibitz.core.state import State
from kibitz.core.view import View

WORLDS = 60


@dataclass(frozen=True)
class Hint:
    """The data behind the page's bars and lines."""

    game: str
    seat: int
    bot: str
    kind: str
    action: int
    name: str
    confidence: float
    level: str
    shares: tuple[ActionShare, ...]  # the advised action first
    shares_are: str
    method: str | None
    reward: str | None
    worlds: int | None
    simulations: int | None
    expected: float | None
    error: float | None
    outlook: Outlook | None
    seconds: float
    explain: dict[str, Any]

    def as_dict(self) -> dict[str, Any]:
        """Convert to plain numbers, texts and lists, ready for JSON."""
        return asdict(self)


def hint(
    view: View,
    named: Named | None = None,
    *,
    seed: int = 0,
    worlds: int = WORLDS,
    stop: Callable[[], bool] | None = None,
) -> Hint:
    """Ask a bot for a hint; without a name, the game's default adviser."""
    _check_turn(view)
    wanted = adviser(view.game.name) if named is None else named
    with bots.bot(view.game.name, wanted) as bot:
        return ask(view, bot, _name(wanted), seed=seed, worlds=worlds, stop=stop)


def ask(
    view: View,
    bot: Bot,
    name: str,
    *,
    seed: int = 0,
    worlds: int = WORLDS,
    stop: Callable[[], bool] | None = None,
    state: State | None = None,
) -> Hint:
    """Ask an existing bot. `state` is only for an oracle, where all cards are open."""
    _check_turn(view)
    begin = time.perf_counter()
    bot.start(view.game, view.seat, mix(seed, 0))
    if bot.listens:
        for event in view.history:
            bot.observe(event)
    if not bot.oracle:
        action = int(bot.choose(view))
    elif state is None:
        raise OracleOnly(f"{name} sees all cards, so it cannot advise a single seat")
    else:
        action = int(bot.choose_knowing(state.copy(seed=mix(seed, 2))))
    assert action in view.legal_actions, f"{name} chose {action}, which is illegal"
    explanation = dict(bot.explain())
    spread = shares(view, action, explanation)
    own, sure = spread.of(action), spread.confidence(action)
    return Hint(
        game=view.game.name,
        seat=view.seat,
        bot=name,
        kind="oracle" if bot.oracle else bot.kind,
        action=action,
        name=own.name,
        confidence=sure,
        level=level(sure),
        shares=spread.actions,
        shares_are=spread.kind,
        method=explanation.get("method"),
        reward=explanation.get("reward"),
        worlds=explanation.get("worlds"),
        simulations=explanation.get("simulations"),
        expected=own.value,
        error=own.error,
        outlook=outlook(view, action, worlds, mix(seed, 1), stop) if worlds else None,
        seconds=time.perf_counter() - begin,
        explain=explanation,
    )


def _check_turn(view: View) -> None:
    if not view.legal_actions:
        raise NoDecision(
            "the game is over" if view.done else f"seat {view.seat} has nothing to decide here"
        )


def _name(named: Named) -> str:
    return named if isinstance(named, str) else getattr(named, "name", str(named))
