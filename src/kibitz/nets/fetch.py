"""Fetch a model that is too large to ship: from a URL, by its hash, into the home folder.

Nothing else in Kibitz downloads anything, and this does only what it is asked. The hash is part of
the request, so it does not matter who serves the file: bytes that do not match are never stored.
The manifest beside the file records where it came from.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
import urllib.request
from pathlib import Path
from typing import Any, BinaryIO
from urllib.parse import urlsplit

from kibitz.core import files
from kibitz.core.errors import BadModel, KibitzError
from kibitz.core.home import models_path
from kibitz.nets import weights

CHUNK = 1 << 16  # bytes
SECONDS_MAX = 60.0  # without a byte
NAME = re.compile(r"[a-z0-9][a-z0-9_.\-]{0,80}\.safetensors", re.ASCII | re.IGNORECASE)
HASH = re.compile(r"[0-9a-f]{64}")
SCHEMES = ("https", "http")


class FetchFailed(KibitzError):
    """A model could not be fetched, or is not the one that was asked for."""

    code = "fetch_failed"


class _Redirect(urllib.request.HTTPRedirectHandler):
    """Follow redirects to http and https alone."""

    def redirect_request(
        self, req: Any, fp: Any, code: Any, msg: Any, headers: Any, newurl: str
    ) -> Any:
        _check_scheme(newurl)
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def fetch(url: str, sha256: str, name: str | None = None) -> Path:
    """Fetch a weights file into the home folder and return its path.

    A file that is there already is not fetched again. `sha256` may have the prefix `sha256:`.
    """
    _check_scheme(url)
    wanted = sha256.removeprefix("sha256:").lower()
    if not HASH.fullmatch(wanted):
        raise FetchFailed("the hash must be the 64 hexadecimal digits of a SHA-256")
    name = name or urlsplit(url).path.rpartition("/")[2]
    if not NAME.fullmatch(name):
        raise FetchFailed(f"{name!r} is not a model's name; pass --name NAME.safetensors")
    target = models_path() / name
    known = weights.manifest_of(models_path())
    if target.is_file():
        if weights.fingerprint(target) == f"sha256:{wanted}" and name in known:
            return target
        raise FetchFailed(f"{models_path()} has another model {name}; choose a name with --name")
    data = _download(url)
    found = hashlib.sha256(data).hexdigest()
    if found != wanted:
        raise FetchFailed(f"{url} has the hash {found}, not {wanted}: nothing was stored")
    files.write_atomic_bytes(target, data)
    try:
        about = weights.about(target)
    except BadModel:
        files.remove(target)
        raise FetchFailed(f"{url} is not a weights file: nothing was stored") from None
    known[name] = {"sha256": wanted, "url": url, **_facts(about)}
    files.write_atomic(
        models_path() / weights.MANIFEST, json.dumps(known, indent=2, sort_keys=True) + "\n"
    )
    return target


def _facts(about: dict[str, str]) -> dict[str, str]:
    """The command and the game that a file's own metadata names."""
    facts = {"command": about["command"]} if "command" in about else {}
    with contextlib.suppress(ValueError, KeyError, TypeError):  # not a described network
        facts["game"] = str(json.loads(about["network"])["game"])
    return facts


def _check_scheme(url: str) -> None:
    if urlsplit(url).scheme not in SCHEMES:
        raise FetchFailed(f"a model must come from an http or https address, not {url!r}")


def _download(url: str) -> bytes:
    opener = urllib.request.build_opener(_Redirect)
    try:
        with opener.open(url, timeout=SECONDS_MAX) as answer:
            return _read(answer, int(answer.headers.get("Content-Length") or 0))
    except (OSError, ValueError) as error:  # URLError and time-outs are OSErrors
        reason = getattr(error, "reason", None) or error
        raise FetchFailed(f"cannot fetch {url}: {reason}") from None


def _read(answer: BinaryIO, total: int) -> bytes:
    parts: list[bytes] = []
    size = 0
    while part := answer.read(CHUNK):
        size += len(part)
        if size > weights.SIZE_MAX:
            raise FetchFailed(f"the file is larger than {weights.SIZE_MAX:,} bytes")
        parts.append(part)
    if total and size < total:
        raise FetchFailed(f"the connection ended after {size:,} of {total:,} bytes")
    return b"".join(parts)
