"""The text of the Dockerfile, its last stage, and what the instructions there would run."""

from __future__ import annotations

import json
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "Dockerfile").read_text("utf-8").replace("\\\n", " ")
LAST = TEXT[TEXT.rindex("\nFROM ") :]


def words(instruction: str) -> list[str]:
    """The list that CMD, ENTRYPOINT or HEALTHCHECK gives."""
    (found,) = re.findall(rf"^{instruction}\b.*?(\[.*\])$", LAST, re.MULTILINE)
    reply: list[str] = json.loads(found)
    return reply
