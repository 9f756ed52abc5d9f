"""The command that installs an optional extra here, for messages about what is missing.

It depends on how Kibitz itself was installed: a checkout, a wheel or folder given to pip, or a
package index. It names this interpreter, so that it works without an activated environment.
"""

from __future__ import annotations

import importlib.metadata
import json
import shlex
import sys
from pathlib import Path

PROJECT = "kibitz"


def install(extra: str) -> str:
    """Return the command that adds an extra to this installation."""
    return shlex.join([sys.executable, "-m", "pip", "install", *_what(extra)])


def _what(extra: str) -> list[str]:
    checkout = Path(__file__).resolve().parents[3]
    if (checkout / "pyproject.toml").is_file():
        return ["-e", f"{checkout}[{extra}]"]
    url = _origin()
    return [f"{PROJECT}[{extra}] @ {url}" if url else f"{PROJECT}[{extra}]"]


def _origin() -> str:
    """Where pip got Kibitz from, if not from an index (PEP 610)."""
    try:
        text = importlib.metadata.distribution(PROJECT).read_text("direct_url.json")
        url = json.loads(text)["url"] if text else ""
    except (importlib.metadata.PackageNotFoundError, ValueError, KeyError):
        return ""
    return str(url)
