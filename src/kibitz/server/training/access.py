"""Who may use the training room: requests from this machine, or those with the owner's token.

Training starts processes and deletes files, so being a player is not enough. A request is local if
it comes from a loopback address and asks for one, and no proxy has handled it; behind a proxy
(`--behind-proxy`) none is. Everybody else needs the owner's token, which `kibitz serve --share`
prints as part of an address. It travels in the part behind #, which browsers do not send, and is
then exchanged for a cookie that scripts cannot read.
"""

from __future__ import annotations

import hmac
import ipaddress
from dataclasses import dataclass
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import Depends
from starlette.requests import HTTPConnection

from kibitz.core.errors import KibitzError

COOKIE = "kibitz_owner"
HEADER = "x-kibitz-owner"  # for programs
FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via")


class NotOwner(KibitzError):
    """The training room is for requests from the server's machine, or with the owner's token."""

    code = "not_owner"


@dataclass(frozen=True)
class Owner:
    """The owner's token, and whether local requests do without it."""

    token: str
    trusts_local: bool = True

    def knows(self, said: str | None) -> bool:
        return bool(said) and hmac.compare_digest(str(said).encode(), self.token.encode())

    def admits(self, connection: HTTPConnection) -> bool:
        """Whether this request or WebSocket may use the training room."""
        said = connection.headers.get(HEADER) or connection.cookies.get(COOKIE)
        return self.knows(said) or (self.trusts_local and _is_local(connection))


def _is_local(connection: HTTPConnection) -> bool:
    if connection.client is None or any(name in connection.headers for name in FORWARDED):
        return False
    try:
        asked = urlsplit(f"//{connection.headers.get('host', '')}").hostname or ""
    except ValueError:
        return False
    return _is_loopback(connection.client.host) and (
        asked == "localhost" or _is_loopback(asked)
    )  # fmt: skip


def _is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def check(connection: HTTPConnection) -> None:
    owner: Owner = connection.app.state.owner
    if not owner.admits(connection):
        raise NotOwner(
            "training is for the owner of this server: open it on the server's own machine, or "
            "through the address that kibitz serve --share prints"
        )


Owned = Annotated[None, Depends(check)]
