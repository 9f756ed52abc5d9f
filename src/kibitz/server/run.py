"""Start the server: open a port, run the application in uvicorn, open a browser if requested."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import socket
import ssl
import webbrowser
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import uvicorn

from kibitz._version import __version__
from kibitz.core import engine, files
from kibitz.core.errors import KibitzError
from kibitz.server import extension, readiness
from kibitz.server.app import Config, make_app
from kibitz.server.auth import Tokens, new_key
from kibitz.server.connection import Terse, protocols, raise_file_limit, sockets_max
from kibitz.server.logs import LogFormat, set_up
from kibitz.table.store import Store

ELSEWHERE = "192.0.2.1"  # reserved for documentation: on every network it is far away
log = logging.getLogger("kibitz.web")


class BadPort(KibitzError):
    """The server cannot listen on this address and port."""

    code = "bad_port"


@dataclass(frozen=True)
class Secrets:
    """Tokens that a server prints for those who start it."""

    owner: str
    extension: str


def listen(host: str, port: int) -> socket.socket:
    """Open the listening socket, before uvicorn: its errors are clear, and port 0 is resolved."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((host, port))
    except OSError as error:
        made.close()
        raise BadPort(f"cannot listen on {host} port {port}: {error.strerror}") from None
    return made


def check_certificate(certificate: Path, key: Path) -> None:
    """Refuse a certificate or key that cannot be read, or that do not belong together."""
    for file in (certificate, key):
        with files.named(file, "read"):
            file.open("rb").close()
    try:
        ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(certificate, key)
    except (OSError, ValueError) as error:  # ssl.SSLError is an OSError
        reason = getattr(error, "reason", None) or error
        raise files.BadFile(
            f"{certificate} and {key} are not a certificate and its key (PEM): {reason}"
        ) from None


def address(made: socket.socket, *, tls: bool = False) -> str:
    """Return the URL of the server for a browser on this machine."""
    host, port = made.getsockname()[:2]
    shown = "127.0.0.1" if host == "0.0.0.0" else "[::1]" if host == "::" else host  # noqa: S104
    shown = f"[{shown}]" if ":" in shown and not shown.startswith("[") else shown
    return f"http{'s' * tls}://{shown}:{port}/"


def outside_address(made: socket.socket, *, tls: bool = False) -> str | None:
    """Return the URL under which other machines reach the server; None if they cannot."""
    host, port = made.getsockname()[:2]
    if host in ("0.0.0.0", "::"):  # noqa: S104 (compared, not bound)
        host = _own_address()
    if host is None or ipaddress.ip_address(host).is_loopback:
        return None
    shown = f"[{host}]" if ":" in host else host
    return f"http{'s' * tls}://{shown}:{port}"


def _own_address() -> str | None:
    """Return this machine's address on its network. Connecting by UDP sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((ELSEWHERE, 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def run(
    config: Config,
    made: socket.socket,
    *,
    open_browser: bool = False,
    certificate: Path | None = None,
    key: Path | None = None,
    proxied: bool = False,
    ready: Callable[[Secrets], None] | None = None,
    page: str = "",
    log_format: LogFormat = "text",
) -> None:
    """Serve until Ctrl-C or SIGTERM. Stopping loses nothing: every event is already on disk.

    `ready` gets the tokens to print, `page` is the page that a browser opens.
    """
    set_up(log_format)
    for check in readiness.lacks():
        log.warning("%s: %s; %s", check.name, check.detail, check.advice)
    together = config.together is not None
    store = Store(config.store, together=together)  # opened here, to report its errors clearly
    tokens = Tokens(store.setting("key", new_key), config.passphrase)
    secrets = Secrets(store.setting("owner", new_key), tokens.named(extension.TOKEN))
    config = replace(config, address=outside_address(made, tls=certificate is not None))
    raise_file_limit()
    limits = replace(config.limits, sockets_max=sockets_max(config.limits.sockets_max))
    settings = uvicorn.Config(
        make_app(config, store),
        **protocols(limits, proxied=proxied),
        log_config=None,  # logs.set_up has done it
        access_log=False,
        server_header=False,
        ws_max_size=config.limits.frame_bytes_max,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        proxy_headers=proxied,  # otherwise anyone could claim any address
        forwarded_allow_ips="127.0.0.1" if proxied else "",
        ssl_certfile=certificate,
        ssl_keyfile=key,
        timeout_graceful_shutdown=2,
    )
    logging.getLogger("uvicorn.error").addFilter(Terse())
    url = address(made, tls=certificate is not None) + page if open_browser else None
    about = {"version": __version__, "engine": engine.engine_name()}
    log.info("server starts", extra=about | {"port": made.getsockname()[1]})
    on_start = None if ready is None else partial(ready, secrets)
    try:
        _Server(settings, url, on_start).run(sockets=[made])
    finally:
        config.meter.close()


class _Server(uvicorn.Server):
    """Report when the server is ready, and then open a browser."""

    def __init__(
        self, config: uvicorn.Config, url: str | None, ready: Callable[[], None] | None
    ) -> None:
        super().__init__(config)
        self.url, self.ready = url, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.started:
            return
        if self.ready is not None:
            self.ready()
        if self.url is not None:
            await asyncio.to_thread(webbrowser.open, self.url)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await super().shutdown(sockets)
        log.info("server stops")
