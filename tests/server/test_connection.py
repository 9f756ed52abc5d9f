"""Connections that never become requests: limited in number, time and size, and answered."""

import asyncio
import logging
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from kibitz.server.connection import Terse
from tests.server.conftest import FREE, Server

HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half: "


async def opened(server: Server, data: bytes) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(data)
    return reader, writer


async def test_an_address_has_so_many_half_sent_requests(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with Server(tmp_path, replace(FREE, sockets_address_max=5)) as server:
        held = [await opened(server, HALF) for _ in range(5)]
        reader, writer = await opened(server, HALF)
        with pytest.raises((ConnectionResetError, asyncio.IncompleteReadError)):
            await reader.readexactly(1)
        writer.close()
        assert "more are refused" in caplog.text
        for _, one in held:
            one.close()
        async with httpx.AsyncClient(base_url=server.base, timeout=60) as http:
            while True:  # until the server has noticed
                try:
                    assert (await http.get("/api/server")).status_code == 200
                    break
                except httpx.HTTPError:
                    await asyncio.sleep(0.02)


async def test_headers_must_come_in_time(tmp_path: Path) -> None:
    with Server(tmp_path, replace(FREE, header_seconds_max=0.2)) as server:
        for data in (b"", HALF):
            reader, writer = await opened(server, data)
            assert b" 408 " in await asyncio.wait_for(reader.read(), 30)
            writer.close()


async def test_a_body_must_come_in_time(tmp_path: Path) -> None:
    with Server(tmp_path, replace(FREE, body_seconds_max=0.2)) as server:
        head = b"POST /api/session HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n{"
        reader, writer = await opened(server, head)
        assert await asyncio.wait_for(reader.read(12), 30) in (
            b"",
            b"HTTP/1.1 400",
            b"HTTP/1.1 500",
        )
        writer.close()


async def test_headers_have_a_size(server: Server) -> None:
    reader, writer = await opened(server, HALF + b"x" * 100_000)
    assert b" 431 " in await asyncio.wait_for(reader.read(), 30)
    writer.close()


@pytest.mark.parametrize("headers", [{"X-Long": "x" * 8200}, {f"X-{i}": "x" for i in range(200)}])
async def test_an_upgrade_that_cannot_be_read_is_answered(
    server: Server, headers: dict[str, str]
) -> None:
    address = server.base.replace("http", "ws") + "/api/socket"
    with pytest.raises(InvalidStatus) as refused:
        await asyncio.wait_for(connect(address, additional_headers=headers), 30)
    assert refused.value.response.status_code in (400, 431)


def test_no_traceback_in_the_log() -> None:
    try:
        raise ValueError("the ace of hearts")
    except ValueError as error:
        reply = (type(error), error, error.__traceback__)
        record = logging.LogRecord("x", logging.ERROR, "", 0, "it failed", (), reply)
    assert Terse().filter(record)
    assert record.exc_info is None
    assert "ValueError in test_no_traceback" in record.getMessage()
    assert "hearts" not in record.getMessage()
