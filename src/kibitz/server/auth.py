"""Authentication: tokens that only this server can issue, and which origins may use it.

A token is 192 random bits and their MAC under the server's key, which is kept in the store and
mixed with the passphrase. A token thus proves that its owner knew the passphrase when it was
issued, and a new passphrase invalidates all old tokens. A player's public id is a hash of the
token, so the token cannot be derived from it. Tokens travel in a cookie that scripts cannot read,
or in a program's first message or header; never in a URL, which would end up in logs.
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
MAC_BYTES = 18  # 42 with the random bytes, so base64 needs no padding
NAME_LENGTH_MAX = 32
NOBODY = "Guest"


class NoSession(KibitzError):
    """The token is missing, or was not issued by this server."""

    code = "no_session"


class BadPassphrase(KibitzError):
    """The passphrase is wrong or missing."""

    code = "bad_passphrase"


class BadOrigin(KibitzError):
    """The request comes from another site, or names an unknown host."""

    code = "bad_origin"


class Tokens:
    """Issue and verify tokens."""

    def __init__(self, key: str, passphrase: str | None = None) -> None:
        self._passphrase = passphrase
        self._key = hashlib.sha256(f"{key}:{passphrase or ''}".encode()).digest()

    @property
    def closed(self) -> bool:
        """Whether a session needs a passphrase."""
        return self._passphrase is not None

    def check_passphrase(self, said: str | None) -> None:
        if self._passphrase is None:
            return
        if said is None or not hmac.compare_digest(said.encode(), self._passphrase.encode()):
            raise BadPassphrase("this server needs a passphrase, and it is missing or wrong")

    def issue(self) -> str:
        number = secrets.token_bytes(RANDOM_BYTES)
        return base64.urlsafe_b64encode(number + self._mac(number)).decode()

    def named(self, name: str) -> str:
        """Return the token of this name, the same one each time."""
        number = hmac.digest(self._key, f"token {name}".encode(), "sha256")[:RANDOM_BYTES]
        return base64.urlsafe_b64encode(number + self._mac(number)).decode()

    def player(self, token: str | None) -> str | None:
        """Return the public id of a token's owner; None if the token is not ours."""
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
    """Return the token of a request, from `Authorization: Bearer ...` or its cookie."""
    scheme, _, value = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return value.strip()
    return cookies.get(COOKIE)


def name_of(cookies: Mapping[str, str]) -> str:
    return clean_name(unquote(cookies.get(NAME_COOKIE, ""))) or NOBODY


def name_cookie(name: str) -> str:
    return quote(name)


def clean_name(name: str) -> str:
    """Return a name fit to show to others: printable, trimmed, and not too long."""
    shown = "".join(c if c.isprintable() else " " for c in name)
    return " ".join(shown.split())[:NAME_LENGTH_MAX]


class Hosts:
    """The host names of this server, and the origins that may use it.

    In a DNS rebinding attack, a foreign page makes its own host name point here, but requests still
    carry that name. So only IP addresses, this machine's names and allowed names are accepted.
    """

    def __init__(self, allowed: tuple[str, ...] = ()) -> None:
        machine = socket.gethostname().lower()
        own = ("localhost", machine, f"{machine}.local")
        parts = [urlsplit(name if "//" in name else f"//{name}") for name in allowed]
        self._names = {*own, *(part.hostname for part in parts if part.hostname)}
        self._origins = {part.netloc.lower() for part in parts}

    def knows(self, host: str | None) -> bool:
        """Whether the `Host` header names this server."""
        try:
            name = urlsplit(f"//{host or ''}").hostname or ""
        except ValueError:
            return False
        return name in self._names or _is_address(name)

    def may_speak(self, origin: str | None, host: str | None) -> bool:
        """Whether a page of this `Origin` may use the server: its own, or an allowed one.

        Programs send no origin; browsers always do when it matters.
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
