"""Hint: what to do on a seat's turn, the full distribution, the confidence, and why.

    found = hint(view)                      # by the evaluation (evaluation.py)
    found = hint(view, "solver", seed=1)    # what another player would do

The evaluation and a bot get the View and nothing else. The hint includes an outlook: what the
advised action leads to in worlds that fit the view (outlook.py). Values, expectation and chance to
win of a hint by the evaluation are the evaluation's own; where it solves worlds for a call and the
outlook plays them out by the rule player, the chance to win is left out. In a match of Belote a
point counts for what it adds to the chance to win the match, and the reward says so. A bot shows
its own values, and the outlook beside them leaves the expectation out. A call in an auction is
compared with a natural alternative (prospects.py). Errors of the evaluation are half-widths of
95 % intervals, those of a bot are its own standard errors.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Any

from kibitz import bots
from kibitz.advice.evaluation import SHARE_MAX, Evaluation, evaluate, seed_of
from kibitz.advice.games import made, search_of
from kibitz.advice.outlook import Outlook, Total, outlook
from kibitz.advice.prospects import Versus, versus
from kibitz.advice.shares import ActionShare, level, shares
from kibitz.bots.bot import Bot
from kibitz.bots.registry import Named
from kibitz.core.errors import NoDecision, OracleOnly
from kibitz.core.rng import mix
from kibitz.core.state import State
from kibitz.core.view import View
from kibitz.search.goal import goal_of

WORLDS = 60
SOLVED_BIDS = "bidder"  # the method of an evaluation that solves worlds for calls
EVALUATION = "kibitz"  # the name under which the evaluation advises
MATCH = "match"  # the unit of a margin that is worth what it adds to the chance to win the match


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
    versus: Versus | None = None  # of a call in an auction, by the evaluation

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
    """Return the advice of the evaluation, or of the bot that is named.

    `worlds` are those of the outlook, 0 for none; `seed` is the outlook's and the bot's.
    """
    _check_turn(view)
    if named is None or named == EVALUATION:
        return _by_evaluation(view, seed, worlds, stop)
    with bots.bot(view.game.name, named) as bot:
        return ask(view, bot, _name(named), seed=seed, worlds=worlds, stop=stop)


def _by_evaluation(view: View, seed: int, worlds: int, stop: Callable[[], bool] | None) -> Hint:
    begin = time.perf_counter()
    found = evaluate(view)
    best, is_forced = found.best, len(view.legal_actions) == 1
    # Equals are as good as the best; but that they are best of all, a sample never proves.
    equals = min(1.0, sum(one.share for one in found.actions if one.loss == 0))
    sure = 1.0 if is_forced else equals if found.exact else min(SHARE_MAX, equals)
    ahead = outlook(view, best.action, worlds, mix(seed, 1), stop) if worlds else None
    unit = unit_of(view, found.reward)
    if ahead is not None and not is_forced:
        ahead = agreeing(view, ahead, found)
    compared = versus(view, found, seed_of(view))
    if ahead is not None and compared is not None and compared.prospects is not None:
        # They say how often a contract is made, from the evaluation's worlds.
        ahead = replace(ahead, contract=None, contract_seat=None)
    return Hint(
        game=view.game.name,
        seat=view.seat,
        bot=EVALUATION,
        kind="search",
        action=best.action,
        name=best.name,
        confidence=sure,
        level="certain" if is_forced or (found.exact and sure >= 1) else level(sure),
        shares=_spread(view, found),
        shares_are="certain" if is_forced else "chances",
        method=None if is_forced else found.method,
        reward=found.reward if is_forced else unit,
        worlds=None if is_forced else found.worlds,
        simulations=None,
        expected=None if is_forced else best.value,
        error=None if is_forced else best.error,
        outlook=ahead,
        seconds=time.perf_counter() - begin,
        explain={} if is_forced else {"exact": found.exact},
        versus=compared,
    )


def unit_of(view: View, reward: str) -> str:
    """Return the unit of an evaluation's values: a margin, or what it counts for in a match."""
    counted = reward == "margin" and search_of(view.game).get("equity") and goal_of(view)
    return MATCH if counted else reward


def agreeing(view: View, ahead: Outlook, found: Evaluation) -> Outlook:
    """Return the outlook with the evaluation's numbers for what both estimate."""
    best = found.best
    if found.method == SOLVED_BIDS:
        # Worlds are solved for the calls of the evaluation, and played out by a rule player here.
        ahead = replace(ahead, win=None)
    if ahead.reward != "outcome":
        meant = made(view, best.action, best.value)
        if meant is not None:
            ahead = replace(ahead, contract=meant[1], totals=_weighed(ahead.totals, *meant))
        unit = unit_of(view, found.reward)
        return replace(ahead, expected=best.value, error=best.error, reward=unit)
    # Results would be the chance to win once more, by another player.
    totals = () if ahead.unit == "result" else ahead.totals
    return replace(ahead, expected=best.value, error=best.error, win=best.value, totals=totals)


def _weighed(
    totals: tuple[Total, ...], makes: Callable[[float], bool], chance: float
) -> tuple[Total, ...]:
    """Return the totals with this chance of those that make the contract, in proportion."""
    was = sum(one.share for one in totals if makes(one.low))
    if not 0 < was < 1:
        return totals  # there is nothing to shift
    return tuple(
        replace(
            one, share=one.share * (chance / was if makes(one.low) else (1 - chance) / (1 - was))
        )
        for one in totals
    )


def _spread(view: View, found: Evaluation) -> tuple[ActionShare, ...]:
    """Return every legal action, best first; bids that are not plausible have no value."""
    name = view.game.action_name
    if len(view.legal_actions) == 1:
        (only,) = view.legal_actions
        return (ActionShare(only, name(only), 1.0),)
    rows = [ActionShare(v.action, v.name, v.share, v.value, v.error) for v in found.actions]
    valued = {row.action for row in rows}
    return (*rows, *(ActionShare(a, name(a), 0.0) for a in view.legal_actions if a not in valued))


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
    if spread.kind != "certain" and not explanation.get("exact"):
        sure = min(SHARE_MAX, sure)  # a sample proves nothing
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
        outlook=_beside(outlook(view, action, worlds, mix(seed, 1), stop) if worlds else None, own),
        seconds=time.perf_counter() - begin,
        explain=explanation,
    )


def _beside(ahead: Outlook | None, own: ActionShare) -> Outlook | None:
    """Leave out what the bot has its own number for."""
    if ahead is None or own.value is None:
        return ahead
    return replace(ahead, expected=None, error=None)


def _check_turn(view: View) -> None:
    if not view.legal_actions:
        raise NoDecision(
            "the game is over" if view.done else f"seat {view.seat} has nothing to decide here"
        )


def _name(named: Named) -> str:
    return named if isinstance(named, str) else getattr(named, "name", str(named))
