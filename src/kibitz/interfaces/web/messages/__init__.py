"""The messages between a page and the server: what docs/protocol.md describes, as types.

    words        ids and names with their bounds; Strict (read) and Told (said)
    setup        a table as it is asked for
    client       what a client says over the WebSocket
    position     a game as one seat sees it
    games        what only one game has in a position
    server       what the server says over the WebSocket
    http         what the routes of the table take and give
    analysis     hint, review, explorer, annonces, advisor
    arena        leaderboards and matches

What comes from a client is read with these models: strictly, every length bounded, unknown keys
refused. What goes to a client is built in kibitz.table.projection as plain data; the models of it
are the promise that tests hold it to. tools/write_messages.py writes all of them as TypeScript.
The names of the table are here too; analysis and arena are asked for by their module.

Seats are numbers from 0. A card is its id; `GET /api/games` tells what is on it. Suits are the
letters S H D C. A 64-bit seed is text, because JavaScript has no such numbers. Times are seconds
since 1970, of the server.
"""

from kibitz.interfaces.web.messages.client import *  # noqa: F403
from kibitz.interfaces.web.messages.games import *  # noqa: F403
from kibitz.interfaces.web.messages.http import *  # noqa: F403
from kibitz.interfaces.web.messages.position import *  # noqa: F403
from kibitz.interfaces.web.messages.server import *  # noqa: F403
from kibitz.interfaces.web.messages.setup import *  # noqa: F403
from kibitz.interfaces.web.messages.words import *  # noqa: F403
