"""The messages between page and server as types; docs/protocol.md describes them.

    ../message_base  ids and names with bounds; base models Strict (requests), Sent (responses)
    setup        the setup of a new table
    client       WebSocket messages from a client
    position     a game as one seat sees it
    games        the fields of a position that only one game has
    server       WebSocket messages from the server
    http         requests and responses of the table routes
    analysis     hint, review, explorer, annonces, advisor
    arena        leaderboards and matches
    training     recipes, runs, leagues

These models validate what clients send: strictly, with every length bounded and unknown keys
refused. What the server sends is built as plain data in kibitz.table.projection; tests check it
against these models. tools/write_messages.py writes all of them as TypeScript. This package
re-exports the table's messages; import those of analysis, arena and training from their modules.

Seats are numbered from 0. A card is its id; `GET /api/games` describes the cards. Suits are the
letters S H D C. A seed is a string, because JavaScript has no such integers. Times are in seconds
since 1970 by the server's clock.
"""

from kibitz.server.message_base import *  # noqa: F403
from kibitz.server.messages.client import *  # noqa: F403
from kibitz.server.messages.games import *  # noqa: F403
from kibitz.server.messages.http import *  # noqa: F403
from kibitz.server.messages.position import *  # noqa: F403
from kibitz.server.messages.server import *  # noqa: F403
from kibitz.server.messages.setup import *  # noqa: F403
