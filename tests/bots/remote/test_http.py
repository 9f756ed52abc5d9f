"""Bots at an address: what a good server needs, and what a bad one loses by."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import kibitz
from kibitz.arena.match import play
from kibitz.bots.remote.http import BadAddress, over_http
from kibitz.bots.remote.pipe import ANSWER_BYTES_MAX
from kibitz.bots.remote.protocol import Clock
from tests.bots.remote.strangers import others

GAME = kibitz.game("ohhell", players=2, schedule=[3])
LIMIT = 0.5

Handler = Callable[[socket.socket, dict[str, Any]], bool]  # whether the connection is kept


class Server:
    """The smallest server: reads questions, lets a function answer on the socket."""

    def __init__(self, handle: Handler) -> None:
        self.handle = handle
        self.connections = 0
        self.questions: list[dict[str, Any]] = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.listener.getsockname()[1]}/bot?x=1"
        threading.Thread(target=self.serve, daemon=True).start()

    def close(self) -> None:
        """Nobody is there any more, not even for a thread that waits in accept."""
        with contextlib.suppress(OSError):
            self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()

    def serve(self) -> None:
        while True:
            try:
                connected, _ = self.listener.accept()
            except OSError:
                return
            self.connections += 1
            threading.Thread(target=self.talk, args=(connected,), daemon=True).start()

    def talk(self, connected: socket.socket) -> None:
        with connected, connected.makefile("rb") as lines:
            try:
                while (head := lines.readline()) == b"POST /bot?x=1 HTTP/1.1\r\n":
                    length = 0
                    while (line := lines.readline()) != b"\r\n":
                        if line.lower().startswith(b"content-length:"):
                            length = int(line.split(b":")[1])
                    question = json.loads(lines.read(length))
                    self.questions.append(question)
                    if not self.handle(connected, question):
                        return
                assert head in (b"",), head
            except OSError:
                return


def reply(connected: socket.socket, body: bytes, status: str = "200 OK") -> bool:
    head = f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\n\r\n"
    connected.sendall(head.encode() + body)
    return True


def lowest(connected: socket.socket, question: dict[str, Any]) -> bool:
    answer = {"id": question["id"], "ok": True}
    if question["type"] == "choose":
        answer["action"] = question["view"]["legal_actions"][0]
    if question["type"] == "explain":
        answer["explain"] = {"rule": "lowest"}
    return reply(connected, json.dumps(answer).encode())


@pytest.fixture
def serve() -> Iterator[Callable[[Handler], Server]]:
    made: list[Server] = []

    def make(handle: Handler) -> Server:
        made.append(Server(handle))
        return made[-1]

    yield make
    for server in made:
        server.close()


def lose(server: Server) -> tuple[str, str]:
    """The reason and message by which a game is lost, in time."""
    with over_http(server.address, clock=Clock(LIMIT, LIMIT)) as bot:
        begin = time.monotonic()
        played = play(GAME, [bot, *others(1)], 1, forfeits=True)
        assert time.monotonic() - begin < LIMIT + 1
    assert played.forfeit is not None
    assert played.outcome == [0, 1]
    return played.forfeit.reason, played.forfeit.message


def test_a_server_plays(serve: Callable[[Handler], Server]) -> None:
    server = serve(lowest)
    with kibitz.bots.bot("ohhell", server.address) as bot:
        first = play(GAME, [bot, *others(1)], 1)
        again = play(GAME, [bot, *others(1)], 1)
        assert bot.explain() == {"rule": "lowest"}
    assert first.record == again.record
    assert server.connections == 1
    assert {question["table"] for question in server.questions} == {server.questions[0]["table"]}
    asked = [question for question in server.questions if question["type"] == "choose"]
    assert all(question["from"] == 0 for question in asked)
    assert all(question["events"][0][0] == "deal" for question in asked)


def test_a_connection_that_was_closed_is_made_again(serve: Callable[[Handler], Server]) -> None:
    def close_each(connected: socket.socket, question: dict[str, Any]) -> bool:
        lowest(connected, question)
        return False

    server = serve(close_each)
    with over_http(server.address) as bot:
        assert play(GAME, [bot, *others(1)], 1).forfeit is None
    assert server.connections > 3


def drip(connected: socket.socket, _: dict[str, Any]) -> bool:
    for letter in b"HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n" + b" " * 9999:
        connected.sendall(bytes([letter]))
        time.sleep(0.02)
    return False


BAD: dict[str, tuple[Handler, str, str]] = {
    "silent": (lambda *_: time.sleep(2) or False, "too_slow", "no answer in 0.5 s"),
    "dripping": (drip, "too_slow", "no answer in 0.5 s"),
    "status": (lambda c, _: reply(c, b"{}", "500 Oh No"), "bad_answer", "status 500 Oh No"),
    "redirect": (lambda c, _: reply(c, b"", "302 There"), "bad_answer", "status 302"),
    "nonsense": (lambda c, _: reply(c, b"<html>"), "bad_answer", "not JSON"),
    "wrong id": (lambda c, _: reply(c, b'{"id": 99}'), "bad_answer", "not to question 1"),
    "no http": (lambda c, _: c.sendall(b"hello\r\n\r\n") or False, "unreachable", "reached"),
    "hang up": (lambda *_: False, "unreachable", "cannot be reached"),
    "long": (lambda c, _: reply(c, b" " * 2 * ANSWER_BYTES_MAX), "too_much_output", "longer"),
}


@pytest.mark.parametrize("what", BAD)
def test_bad_servers(what: str, serve: Callable[[Handler], Server]) -> None:
    handle, reason, sentence = BAD[what]
    found, message = lose(serve(handle))
    assert (found, sentence in message) == (reason, True), message


def test_nobody_there(serve: Callable[[Handler], Server]) -> None:
    server = serve(lowest)
    server.close()
    assert lose(server)[0] == "unreachable"


def test_an_illegal_action(serve: Callable[[Handler], Server]) -> None:
    def cheat(connected: socket.socket, question: dict[str, Any]) -> bool:
        return reply(connected, json.dumps({"id": question["id"], "action": 64}).encode())

    assert lose(serve(cheat))[0] == "illegal_move"


@pytest.mark.parametrize(
    "address",
    [
        "ftp://host/bot",
        "http://",
        "http://user@host/bot",
        "http://host:99999/",
        "http://host/a b",
        "http://host/\n",
        "http://[::1",
    ],
)
def test_addresses_that_are_none(address: str) -> None:
    with pytest.raises(BadAddress, match="a bot's address must look like"):
        over_http(address)
