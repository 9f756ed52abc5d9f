"""Who somebody is: tokens that only this server can make, and where requests may come from.

A token is 192 random bits and a MAC of them under the server's key, which is kept in the store and
mixed with the pass phrase: a token proves that its owner knew the pass phrase when it was made, and
a new pass phrase makes all old tokens worthless. The public name of a player is a hash of the
token: nobody can go back from it. Tokens travel in a cookie that scripts cannot read, or in the
first message or a header of a program; never in an address, where logs would keep them.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import ipaddress
import secrets
import socket
from collections.abc import Mapping
from urllib.parse import quote, unquote, urlsplit

from kibitz.core.errors import KibitzError

COOKIE = "kibitz_token"
NAME_COOKIE = "kibitz_name"
COOKIE_SECONDS = 365 * 86_400
RANDOM_BYTES = 24
MAC_BYTES = 18  # with the random ones 42: base64 of it needs no padding
NAME_LENGTH_MAX = 32
NOBODY = "Guest"


class NoSession(KibitzError):
    """No token, or not one of this server."""

    code = "no_session"


class BadPassphrase(KibitzError):
    """The pass phrase is wrong, or missing."""

    code = "bad_passphrase"


class BadOrigin(KibitzError):
    """A request from a page that is not the server's own."""

    code = "bad_origin"


class Tokens:
    """Makes and checks tokens."""

    def __init__(self, key: str, passphrase: str | None = None) -> None:
        self._passphrase = passphrase
        self._key = hashlib.sha256(f"{key}:{passphrase or ''}".encode()).digest()

    @property
    def closed(self) -> bool:
        """Whether a session needs a pass phrase."""
        return self._passphrase is not None

    def check_passphrase(self, said: str | None) -> None:
        if self._passphrase is None:
            return
        if said is None or not hmac.compare_digest(said.encode(), self._passphrase.encode()):
            raise BadPassphrase("this server asks for a pass phrase, and that is not it")

    def issue(self) -> str:
        number = secrets.token_bytes(RANDOM_BYTES)
        return base64.urlsafe_b64encode(number + self._mac(number)).decode()

    def player(self, token: str | None) -> str | None:
        """The public name of the owner of a token; None if the token is not ours."""
        if token is None or len(token) > 2 * (RANDOM_BYTES + MAC_BYTES):
            return None
        try:
            data = base64.b64decode(token.encode(), altchars=b"-_", validate=True)
        except ValueError:
            return None
        number, mac = data[:RANDOM_BYTES], data[RANDOM_BYTES:]
        if len(number) != RANDOM_BYTES or not hmac.compare_digest(mac, self._mac(number)):
            return None
        return hashlib.sha256(b"kibitz player:" + number).hexdigest()[:24]

    def _mac(self, number: bytes) -> bytes:
        return hmac.digest(self._key, number, "sha256")[:MAC_BYTES]


def new_key() -> str:
    return secrets.token_hex(32)


def token_of(cookies: Mapping[str, str], headers: Mapping[str, str]) -> str | None:
    """The token of a request: its cookie, or `Authorization: Bearer ...`."""
    scheme, _, value = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return value.strip()
    return cookies.get(COOKIE)


def name_of(cookies: Mapping[str, str]) -> str:
    return clean_name(unquote(cookies.get(NAME_COOKIE, ""))) or NOBODY


def name_cookie(name: str) -> str:
    return quote(name)


def clean_name(name: str) -> str:
    """A name as others see it: printable, without blanks around it, not long."""
    shown = "".join(c if c.isprintable() else " " for c in name)
    return " ".join(shown.split())[:NAME_LENGTH_MAX]


class Hosts:
    """By which names this server may be called, and which pages may speak to it.

    A page elsewhere whose name is made to point here (DNS rebinding) still calls the server by its
    own name: so only addresses of numbers, this machine's name and what was allowed are answered.
    """

    def __init__(self, allowed: tuple[str, ...] = ()) -> None:
        machine = socket.gethostname().lower()
        own = ("localhost", machine, f"{machine}.local")
        parts = [urlsplit(name if "//" in name else f"//{name}") for name in allowed]
        self._names = {*own, *(part.hostname for part in parts if part.hostname)}
        self._origins = {part.netloc.lower() for part in parts}

    def knows(self, host: str | None) -> bool:
        """Whether the header `Host` names this server."""
        try:
            name = urlsplit(f"//{host or ''}").hostname or ""
        except ValueError:
            return False
        return name in self._names or _is_address(name)

    def may_speak(self, origin: str | None, host: str | None) -> bool:
        """Whether a page of this `Origin` may: the server's own, or one that was allowed.

        Programs send no origin; browsers always do where it matters.
        """
        if origin is None:
            return True
        try:
            netloc = urlsplit(origin).netloc.lower()
        except ValueError:
            return False
        return bool(netloc) and (netloc == (host or "").lower() or netloc in self._origins)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
