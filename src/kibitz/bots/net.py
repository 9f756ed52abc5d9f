"""The player `net`: a network alone chooses. Same actions as native/players/net.hpp.

    [play]
    method = "net"
    model = "snapshot.safetensors"   # default: the shipped network of the game
    temperature = 0.5                # default 0: always the likeliest action

At temperature 0 it takes the legal action with the largest logit, ties going to the lowest action;
above 0 it draws with probabilities proportional to exp(logit / temperature). The explanation is
that distribution (at temperature 1 for a greedy player), and the value if the network has one.

A network without a policy but with values of actions (the head `q`, such as Belote's bidders) plays
by those in the same way; its explanation has the values.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from kibitz import games
from kibitz.bots import models
from kibitz.bots.bot import Bot
from kibitz.bots.method import Native
from kibitz.core import engine
from kibitz.core.errors import BadModel, BadOption
from kibitz.core.view import View
from kibitz.nets.net import Floats, Net, load, softmax
from kibitz.search.net_rule import by_action, pick

NAME = models.PLAYER
POLICY, VALUES = "policy", "q"  # the heads to play by
TEMPERATURE_MAX = 1000.0
RENAMED = ("canonical",)  # encodings whose outputs the native player does not rename


def native(game: str, model: Path, temperature: float) -> Native | None:
    """The native form: the policy, its temperature, and the handle of the network."""
    return native_form(checked(game, model), temperature)


def native_form(net: Net, temperature: float) -> Native | None:
    """The native form of a loaded network; None if its outputs or its encoding are not native."""
    about = net.description
    encodings = getattr(engine.native(), f"{about.game}_encodings", None)
    if encodings is None or about.encoding not in dict(encodings()):
        return None
    if not about.has(POLICY) or about.encoding in RENAMED:
        return None
    return Native(NAME, (float(temperature),), net.native)


def numbers(model: Path, temperature: float) -> tuple[float, ...]:  # noqa: ARG001
    """What the hash of a spec takes from here: the same with the native engine and without."""
    return (float(temperature),)


def checked(game: str, model: Path) -> Net:
    """Load the network of a file; raise BadModel unless it plays this game."""
    net = load(model)
    description, rules = net.description, games.find(game)
    if description.game != game:
        raise BadModel(f"{model} is a network for {description.game}, not for {game}")
    if description.encoding not in rules.ENCODINGS:
        known = ", ".join(rules.ENCODINGS)
        raise BadModel(
            f"{model} reads the encoding {description.encoding!r}; {game} has {known}: "
            f"use another version of Kibitz"
        )
    size = rules.ENCODINGS[description.encoding].size
    if description.inputs != size:
        given = f"{description.inputs} inputs"
        raise BadModel(f"{model} has {given}; {description.encoding} of {game} has {size}")
    if description.actions != rules.num_actions:
        given = f"{description.actions} actions"
        raise BadModel(f"{model} has {given}; {game} has {rules.num_actions}")
    if not description.has(POLICY) and not description.has(VALUES):
        heads = ", ".join(description.heads)
        raise BadModel(f"{model} has no policy to play by, only {heads}")
    return net


class NetBot(Bot):
    """A network as a bot."""

    kind = "network"

    def __init__(self, game: str, model: Path, temperature: float = 0.0) -> None:
        if not 0 <= temperature <= TEMPERATURE_MAX:
            raise BadOption(
                f"temperature must be a number from 0 to {TEMPERATURE_MAX:g}, not {temperature!r}"
            )
        self.net = checked(game, model)
        self.head = POLICY if self.net.description.has(POLICY) else VALUES
        self.temperature = float(temperature)
        self.answers: dict[str, Floats] | None = None
        self.asked: View | None = None

    def choose(self, view: View) -> int:
        self.asked, self.answers = view, None
        legal = view.legal_actions
        if len(legal) == 1:
            return legal[0]
        encoding = self.net.description.encoding
        self.answers = dict(self.net.forward(view.encode(encoding)[None]))
        self.answers[self.head] = by_action(self.answers[self.head][0], view, encoding)[None]
        return pick(self.answers[self.head][0], legal, self.temperature, self.rng)

    def choose_many(self, views: Sequence[View]) -> list[int]:
        """All in one batch; drawn in the order of the views."""
        if not views:
            return []
        encoding = self.net.description.encoding
        seen = np.stack([view.encode(encoding) for view in views])
        logits = self.net.forward(seen)[self.head]
        found = []
        for row, view in zip(logits, views, strict=True):
            legal = view.legal_actions
            forced = len(legal) == 1
            if forced:
                found.append(legal[0])
            else:
                own = by_action(row, view, encoding)
                found.append(pick(own, legal, self.temperature, self.rng))
        return found

    def explain(self) -> dict[str, Any]:
        """The distribution over the legal actions, likeliest first."""
        view = self.asked
        if view is None:
            return {}
        name = view.game.action_name
        if self.answers is None:
            only = view.legal_actions[0]
            return {"method": NAME, "candidates": [_candidate(name(only), only, 1.0)]}
        logits = self.answers[self.head]
        chances = softmax(logits, view.mask()[None], self.temperature or 1.0)[0]
        found = [_candidate(name(a), a, float(chances[a])) for a in view.legal_actions]
        if self.head == VALUES:
            for candidate in found:
                candidate["value"] = float(logits[0, candidate["action"]])
        found.sort(key=lambda c: (-c["share"], c["action"]))
        value = self.answers.get("value")
        more = {} if value is None else {"value": float(value[0, 0])}
        return {"method": NAME, "temperature": self.temperature, **more, "candidates": found}


def _candidate(name: str, action: int, share: float) -> dict[str, Any]:
    return {"name": name, "action": action, "share": share}
