"""The server's log on stderr: plain lines for a terminal, or one JSON object a line for machines.

JSON lines have `time` (UTC), `level`, `logger` and `message`, and where they apply the FIELDS below
(`extra=` of the logging call). They start at level info: server, tables and games that come and go.
Plain lines start at warning. No log line may have a card, a seed, a token or a pass phrase in it;
exceptions are logged by their place alone (error_log.py, connection.Terse).
"""

from __future__ import annotations

import json
import logging
import logging.config
from datetime import UTC, datetime
from typing import Literal

LogFormat = Literal["text", "json"]
FORMATS: tuple[LogFormat, ...] = ("text", "json")
FIELDS = ("table", "game", "bot", "code", "address", "version", "engine", "port")
LOGGERS = ("kibitz", "uvicorn", "uvicorn.error")


class JsonLines(logging.Formatter):
    """One JSON object a line; a line break in a message stays inside its string."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {name: record.__dict__[name] for name in FIELDS if name in record.__dict__}
        return json.dumps(line, ensure_ascii=False, default=str)


def set_up(chosen: LogFormat) -> None:
    """Send the log of the server and of uvicorn to stderr in this format."""
    handler = logging.StreamHandler()
    text = logging.Formatter("%(levelname)s: %(message)s")
    handler.setFormatter(JsonLines() if chosen == "json" else text)
    for name in LOGGERS:
        logger = logging.getLogger(name)
        logger.handlers = [handler] if "." not in name else []
        logger.propagate = "." in name
        logger.setLevel(logging.INFO if chosen == "json" and name == "kibitz" else logging.WARNING)
