"""What the browser extension may ask of a server that was started with `--extension`.

A browser marks every request of an extension with the extension's own origin, which no page can
forge. For this origin, and for no other, the guard opens the few routes that advice needs; each of
them but `/api/server` needs a token, and `/api/session`, which issues tokens, is not among them. So
the extension of a browser works only after its owner has pasted the token that the server prints.
The id in the origin is a hash of the key in extension/manifest.json.
"""

from __future__ import annotations

from collections.abc import Callable

from starlette.datastructures import Headers

from kibitz.server.auth import BadOrigin
from kibitz.server.limits import Limits, TooManyRequests
from kibitz.server.sliding_window import Rates

SCHEME = "chrome-extension://"
ORIGIN = f"{SCHEME}lfmmkcneopcbakmhilichmhkbpigpicm"
TOKEN = "extension"  # noqa: S105 (the name of the token, of which there is one per server)
ROUTES = {
    "/api/server": "GET",
    "/api/games/ohhell/bots": "GET",
    "/api/analysis/advisor/hint": "POST",
}


class Extension:
    """The part of the guard for requests with an extension's origin."""

    def __init__(self, allowed: bool, limits: Limits, now: Callable[[], float]) -> None:
        self.allowed, self.limits, self.now = allowed, limits, now
        self._rates = Rates(limits.rate_seconds)

    def check(self, path: str, method: str, origin: str, address: str) -> None:
        """Refuse what the extension may not ask, and what it asks too often."""
        if origin != ORIGIN or not self.allowed:
            raise BadOrigin(
                "this server does not answer browser extensions; start it with kibitz serve "
                "--extension to answer the advisor for Trickster Cards"
            )
        if method != "OPTIONS" and ROUTES.get(path) != method:
            raise BadOrigin("the extension may ask for advice and for nothing else")
        if not self._rates.allows(address, self.now(), self.limits.extension_requests_max):
            raise TooManyRequests("the extension asks too often; wait a few seconds")


def is_extension(origin: str | None) -> bool:
    """Whether the `Origin` header names a browser extension."""
    return origin is not None and origin.startswith((SCHEME, "moz-extension://"))


def preflight() -> dict[str, str]:
    """Return the headers that allow the request which the browser asks about."""
    return {
        "Access-Control-Allow-Methods": "GET, POST",
        "Access-Control-Allow-Headers": "authorization, content-type",
        "Access-Control-Max-Age": "600",
    }


def allowing(headers: Headers) -> dict[str, str]:
    """Return the headers that let the extension read a response; none for others."""
    if headers.get("origin") != ORIGIN:
        return {}
    return {"Access-Control-Allow-Origin": ORIGIN, "Vary": "Origin"}
