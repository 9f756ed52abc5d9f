"""The sandboxed end of the line: answers the questions of docs/bot-protocol.md with a bot's file.

Runs in the sandboxed process. It receives the source of the file, the game, and then what one seat
sees; it rebuilds the View and asks the bot. It trusts its questioner and shields nothing from the
bot: whatever the bot does here, the other side reads one line of JSON and trusts none of it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from typing import Any, NoReturn

from kibitz.bots.bot import Bot
from kibitz.bots.remote import bot_file, wire
from kibitz.bots.remote.forfeit import BadAnswer, BotFault, Forbidden, fault_of
from kibitz.bots.remote.own_modules import OwnModules
from kibitz.bots.remote.sandbox import audit
from kibitz.core.coerce import as_int, short
from kibitz.core.events import Event
from kibitz.core.game import Game
from kibitz.games import game as make_game

WHOLE_MAX = 1 << 53  # the largest integer that every JSON reader keeps exact


class Host:
    """Hosts one bot, game after game."""

    def __init__(self, answers: int) -> None:
        self.answers = answers  # a file descriptor
        self.asked: object = None  # the number of the current question
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
                self.send_fault(self.explained(error))

    # The questions ------------------------------------------------------------------------------

    def on_load(self, request: dict[str, Any]) -> dict[str, Any]:
        self.path = request["path"]
        OwnModules(request["modules"]).install()
        self.bot = bot_file.load_source(request["source"], request["path"], request["class"])
        return {
            "ok": True,
            "name": self.bot.class_name,
            "plays": list(self.bot.plays),
            "listens": self.bot.listens,
        }

    def on_start(self, request: dict[str, Any]) -> dict[str, Any]:
        made = make_game(request["game"], engine=request["engine"], **request["options"])
        if made != self.game or self.game is None:
            self.game = made
        self.history = []
        self.bot.start(self.game, request["seat"], request["seed"])
        return {"ok": True}

    def on_observe(self, request: dict[str, Any]) -> dict[str, Any]:
        new = wire.read_events(request["events"])
        self.history[request["from"] :] = new
        if self.bot.listens:
            for event in new:
                self.bot.observe(event)
        return {"ok": True}

    def on_choose(self, request: dict[str, Any]) -> dict[str, Any]:
        assert self.game is not None
        self.on_observe(request)
        answer = self.bot.choose(wire.read(self.game, request["view"], tuple(self.history)))
        action = as_int(answer)
        if action is None or abs(action) >= WHOLE_MAX:
            raise BadAnswer(f"its choose returned {short(answer)}, not an action number")
        return {"action": action}

    def on_explain(self, _: dict[str, Any]) -> dict[str, Any]:
        said = self.bot.explain()
        try:
            json.dumps(said, allow_nan=False)
        except (TypeError, ValueError, RecursionError) as error:
            raise BadAnswer(f"explain returned something that is not JSON: {error}") from None
        return {"explain": said}

    # The answers --------------------------------------------------------------------------------

    def send(self, answer: dict[str, Any]) -> None:
        data = json.dumps({"id": self.asked, **answer}).encode() + b"\n"
        while data:
            data = data[os.write(self.answers, data) :]

    def send_fault(self, fault: BotFault) -> None:
        self.send({"fault": fault.code, "message": str(fault), "trace": fault.trace})

    def explained(self, error: BaseException) -> BotFault:
        """Return the named reason; for what confinement refuses, with the way out."""
        fault = fault_of(error, self.path)
        place = error.filename if isinstance(error, PermissionError) else None
        if isinstance(place, str):
            refused = Forbidden(
                f"a confined bot may not open {place!r}. It may read the files in its folder that "
                f"its source names, and import the modules there; --trusted runs your own file "
                f"without confinement"
            )
            refused.trace = fault.trace
            return refused
        return fault

    def give_up(self, fault: BotFault) -> NoReturn:
        """Report the fault and exit, before what the bot tried takes effect."""
        self.send_fault(fault)
        os._exit(1)
