"""The other end of the line: answers the questions of docs/bot-protocol.md with a bot's file.

Runs in the confined process. It is told the source of the file, the game, and then what one seat
sees; it rebuilds the View and asks the bot. It trusts who asks and shields nothing from the bot:
whatever the bot does here, the other side reads one line of JSON and believes none of it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from typing import Any, NoReturn

from kibitz.bots import botfile, wire
from kibitz.bots.bot import Bot
from kibitz.bots.forfeit import BadAnswer, BotFault, fault_of
from kibitz.bots.sandbox import audit
from kibitz.core.events import Event
from kibitz.core.game import Game
from kibitz.core.plain import short, whole
from kibitz.games import game as make_game

WHOLE_MAX = 1 << 53  # what every JSON reader takes for a whole number


class Host:
    """One bot, game after game."""

    def __init__(self, answers: int) -> None:
        self.answers = answers  # a file descriptor
        self.asked: object = None  # the number of the question that is being answered
        self.path: str | None = None
        self.bot: Bot = Bot()
        self.game: Game | None = None
        self.history: list[Event] = []

    def serve(self, requests: Iterable[bytes]) -> None:
        audit.watch(self.give_up)
        for line in requests:
            request = json.loads(line)
            self.asked = request["id"]
            try:
                answer = getattr(self, "on_" + request["type"])(request)
                self.send(answer)
            except BaseException as error:  # noqa: BLE001 (whatever a bot may raise)
                self.send_fault(fault_of(error, self.path))

    # The questions ------------------------------------------------------------------------------

    def on_load(self, request: dict[str, Any]) -> dict[str, Any]:
        self.path = request["path"]
        self.bot = botfile.load_source(request["source"], request["path"])
        return {"ok": True, "name": botfile.name_of(self.bot), "plays": list(self.bot.plays)}

    def on_start(self, request: dict[str, Any]) -> dict[str, Any]:
        made = make_game(request["game"], engine=request["engine"], **request["options"])
        if made != self.game or self.game is None:
            self.game = made
        self.history = []
        self.bot.start(self.game, request["seat"], request["seed"])
        return {"ok": True}

    def on_choose(self, request: dict[str, Any]) -> dict[str, Any]:
        assert self.game is not None
        new = wire.read_events(request["events"])
        self.history[request["from"] :] = new
        if type(self.bot).observe is not Bot.observe:
            for event in new:
                self.bot.observe(event)
        answer = self.bot.choose(wire.read(self.game, request["view"], tuple(self.history)))
        action = whole(answer)
        if action is None or abs(action) >= WHOLE_MAX:
            raise BadAnswer(f"its choose returned {short(answer)}, not the number of an action")
        return {"action": action}

    def on_explain(self, _: dict[str, Any]) -> dict[str, Any]:
        said = self.bot.explain()
        try:
            json.dumps(said, allow_nan=False)
        except (TypeError, ValueError, RecursionError) as error:
            raise BadAnswer(f"explain returned what JSON cannot carry: {error}") from None
        return {"explain": said}

    # The answers --------------------------------------------------------------------------------

    def send(self, answer: dict[str, Any]) -> None:
        data = json.dumps({"id": self.asked, **answer}).encode() + b"\n"
        while data:
            data = data[os.write(self.answers, data) :]

    def send_fault(self, fault: BotFault) -> None:
        self.send({"fault": fault.code, "message": str(fault), "trace": fault.trace})

    def give_up(self, fault: BotFault) -> NoReturn:
        """Say why, and end: before what the bot tried has happened."""
        self.send_fault(fault)
        os._exit(1)
